package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class IntMapTest {
    @Property(tries = 30)
    void behavesAsAMap(@ForAll @Size(max = 3000) List<Integer> keys) {
        IntMap map = new IntMap();
        Map<Integer, Integer> model = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), i);
            model.put(keys.get(i), i);
        }
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
        for (int key : keys) {
            int other = key ^ 0x5555;
            assertThat(map.get(other)).isEqualTo(model.getOrDefault(other, IntMap.MISSING));
        }
    }

    /** About the highest id that has its place in the table. */
    @Property(tries = 30)
    void highIds(
            @ForAll @Size(max = 500) List<@IntRange(min = (1 << 20) - 4000, max = (1 << 20) + 4000) Integer> keys) {
        behavesAsAMap(keys);
    }

    @Test
    void cleared() {
        IntMap map = new IntMap();
        for (int key : new int[] {0, 1, 4, 1 << 20, -4, -1}) {
            map.put(key, 7);
            map.clear();
            assertThat(map.get(key)).isEqualTo(IntMap.MISSING);
            map.put(key, 8);
            assertThat(map.get(key)).isEqualTo(8);
        }
    }

    /** As thread ids are: multiples of four, more of them than there is room at first. */
    @Test
    void growing() {
        IntMap map = new IntMap();
        for (int i = 0; i < 100_000; i++) {
            map.put(4 * i, i);
            assertThat(map.get(4 * i)).isEqualTo(i);
        }
        for (int i = 0; i < 100_000; i++) {
            assertThat(map.get(4 * i)).isEqualTo(i);
            assertThat(map.get(4 * i + 1)).isEqualTo(IntMap.MISSING);
        }
    }
}
