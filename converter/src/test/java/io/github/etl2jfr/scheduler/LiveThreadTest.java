package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.kernel.WaitReason;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LiveThreadTest {
    /** More reasons, and each more often, than are counted in one place. */
    @Property(tries = 100)
    void countsReasons(@ForAll @Size(max = 2000) List<@IntRange(max = 40) Integer> codes) {
        LiveThread thread = new LiveThread(new WaitReasonSlots());
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int code : codes) {
            thread.countReason(code);
            counts.merge(code, 1, Integer::sum);
        }
        assertThat(thread.waitReasons()).isEqualTo(codes.isEmpty() ? null : mostFrequentFirst(counts));
        assertThat(thread.waitReasonBitMap())
                .isEqualTo(
                        counts.keySet().stream().mapToLong(code -> 1L << code).sum());
    }

    private static String mostFrequentFirst(Map<Integer, Integer> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(entry -> WaitReason.label(entry.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** Each reason is counted as often as it is, whichever of the others were met first. */
    @Test
    void oneReasonMoreOftenThanAnother() {
        LiveThread thread = new LiveThread(new WaitReasonSlots());
        for (int code = 0; code < 38; code++) {
            for (int i = 0; i < 100 + code; i++) {
                thread.countReason(code);
            }
        }
        assertThat(thread.waitReasons())
                .startsWith(WaitReason.label(37) + ", " + WaitReason.label(36) + ", ")
                .endsWith(", " + WaitReason.label(1) + ", " + WaitReason.label(0));
    }

    /** As many as a byte can tell, as those of a damaged trace may. */
    @Test
    void allCodesThereAre() {
        LiveThread thread = new LiveThread(new WaitReasonSlots());
        for (int code = 0; code < 256; code++) {
            thread.countReason(code);
        }
        // It is known by then that it was the last there is room for.
        thread.countReason(255);
        assertThat(thread.waitReasonBitMap()).isEqualTo(-1);
        assertThat(thread.waitReasons().split(", "))
                .containsExactly(IntStream.concat(IntStream.of(255), IntStream.range(0, 255))
                        .mapToObj(WaitReason::label)
                        .toArray(String[]::new));
    }
}
