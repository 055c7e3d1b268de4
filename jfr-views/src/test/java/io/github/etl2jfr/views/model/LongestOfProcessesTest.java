package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against sums of each time, once it is known that the JVM is process 1, of which the trace has threads, too. */
class LongestOfProcessesTest {
    private static final int PROCESSES = 30;
    private static final String JVM = "1";

    private final List<TraceThread> all = new ArrayList<>();

    private void thread(boolean ofJvm, String process) {
        all.add(new TraceThread(all.size(), "any", all.size(), ofJvm, false, process));
    }

    @Test
    void allThreadsOfAProcessTogether() {
        for (int i = 0; i < 200; i++) {
            boolean ofJvm = i % 9 == 0;
            thread(ofJvm, ofJvm ? "main" : Integer.toString(i % PROCESSES));
        }
        Random random = new Random(1);
        LongestOfProcesses longest = new LongestOfProcesses();
        Map<String, Long> expected = new HashMap<>();
        for (int time = 0; time < 500; time++) {
            ThreadTimes times = new ThreadTimes();
            Map<String, Long> sums = new HashMap<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                TraceThread thread = all.get(random.nextInt(all.size()));
                long nanos = random.nextInt(100);
                times.add(thread, nanos);
                sums.merge(thread.ofJvm() ? JVM : thread.process(), nanos, Long::sum);
            }
            longest.add(times);
            sums.forEach((process, sum) -> expected.merge(process, sum, Long::max));
        }
        assertThat(IntStream.range(0, PROCESSES).mapToObj(Integer::toString))
                .allSatisfy(process -> assertThat(longest.of(process, process.equals(JVM)))
                        .isEqualTo(expected.getOrDefault(process, 0L)));
    }

    @Test
    void jvmOfWhichTheTraceHasNoThreads() {
        thread(true, "main");
        thread(false, "other");
        LongestOfProcesses longest = new LongestOfProcesses();
        ThreadTimes times = new ThreadTimes();
        times.add(all.get(0), 5);
        times.add(all.get(1), 3);
        longest.add(times);
        assertThat(longest.of("java.exe (7)", true)).isEqualTo(5);
        assertThat(longest.of("other", false)).isEqualTo(3);
        assertThat(longest.of("nobody", false)).isZero();
    }
}
