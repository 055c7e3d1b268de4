package io.github.etl2jfr.views.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceStoreTest {
    private static final int MANY = 200_000;

    @TempDir
    private Path directory;

    private final List<TraceThread> threads = new ArrayList<>();
    private final SliceStore store = new SliceStore(MANY, String::length);

    /** Threads come from recordings only. */
    @BeforeEach
    void readThreads() throws Exception {
        MadeRecording recording = new MadeRecording()
                .session(0, 100)
                .running(Who.java("first", 8), 0, 10, 0)
                .running(Who.java("second", 9), 10, 20, 0);
        TraceSink sink = new TraceSink() {
            @Override
            public void slice(Slice slice) {
                threads.add(slice.thread());
            }
        };
        Path file = Files.write(directory.resolve("made.jfr"), recording.bytes());
        TraceReader.read(new JdkRecording(file), trace -> trace, ThreadChoice.ALL, sink);
    }

    private void add(TraceThread thread, long start) {
        store.add(slice(thread, start, 1));
    }

    private static Slice slice(TraceThread thread, long start, long duration) {
        return new Slice(Slice.Kind.RUNNING, thread, start, start + duration, 0, 8, null, null, null, false);
    }

    /** Of those as long as each other the first: there are many. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5_000, MANY, MANY + 1})
    void theLongestAreKept(int wanted) {
        SliceStore longest = new SliceStore(wanted, String::length);
        Random random = new Random(1);
        List<Slice> slices = IntStream.range(0, MANY)
                .mapToObj(i -> slice(threads.get(0), i, random.nextInt(20)))
                .toList();
        slices.forEach(longest::add);
        longest.keepLongest();
        List<Slice> sorted = slices.stream()
                .sorted(Comparator.comparingLong(Slice::duration).reversed())
                .toList();
        int kept = Math.min(wanted, MANY);
        assertThat(IntStream.range(0, longest.size()).mapToLong(longest::start))
                .containsExactlyElementsOf(sorted.subList(0, kept).stream()
                        .map(Slice::start)
                        .sorted()
                        .toList());
        assertThat(longest.leftOut()).isEqualTo(MANY - kept);
        assertThat(longest.longestLeftOut())
                .isEqualTo(kept == MANY ? 0 : sorted.get(kept).duration());
    }

    /** Those of a JVM that wrote them itself come in no order; of two with the same start the first stays it. */
    @Test
    void eachThreadsAreInTheOrderOfTheirStarts() {
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            add(threads.get(random.nextInt(2)), random.nextInt(500));
        }
        assertThat(store.byThread(2))
                .isEqualTo(IntStream.range(0, 2000)
                        .boxed()
                        .sorted(Comparator.comparingInt(store::thread).thenComparingLong(store::start))
                        .mapToInt(Integer::intValue)
                        .toArray());
    }

    /** As only a damaged recording has them: the last comes first. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.SECONDS)
    void manyOfOneThreadInTheWrongOrder() {
        for (int i = 0; i < MANY; i++) {
            add(threads.get(0), MANY - i);
        }
        assertThat(store.byThread(2))
                .isEqualTo(IntStream.range(0, MANY).map(i -> MANY - 1 - i).toArray());
    }
}
