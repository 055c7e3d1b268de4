package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.kernel.PerformanceData;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what is read: to the tick, of the right thread, with every field. */
class LiveWritingTest {
    private static final String EXPECTED = "expected.txt";
    private static final String LANES = "lanes.txt";
    private static final String RECORDING = "recording.jfr";

    @TempDir
    private Path directory;

    /** Also proves the generated code to the verifier, which otherwise believes whatever lies in the JDK. */
    @Test
    void preciseWayWritesOfAllThreads() throws Exception {
        LiveJvm.run(Precise.class, directory, "-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal");
        requireReadersToAgree();
    }

    @Test
    void publicWayWritesOfJavaThreads() throws Exception {
        LiveJvm.run(Public.class, directory);
        requireReadersToAgree();
    }

    private void requireReadersToAgree() throws Exception {
        Path recording = directory.resolve(RECORDING);
        List<String> expected = Files.readAllLines(directory.resolve(EXPECTED));
        assertThat(Slices.ofJdk(recording)).isEqualTo(expected);

        // Mission Control groups by type, as the file does not.
        assertThat(Slices.ofMissionControl(recording).stream()
                        .map(row -> row.replaceAll(" \\d+ \\d+$", ""))
                        .toList())
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(directory.resolve(LANES)));

        String printed = LiveJvm.jfr(directory, "print", "--events", "windows.*", recording.toString());
        assertThat(printed.lines().filter(line -> line.startsWith("windows."))).hasSameSizeAs(expected);
        assertThat(printed).contains("waitReason = \"WrAlertByThreadId\"", "nextThreadName = \"java.exe (4711)\"");
        assertThat(printed).contains("newThreadWaitTime = N/A").doesNotContain("java.lang");
        String summary = LiveJvm.jfr(directory, "summary", recording.toString());
        for (String type : List.of("ThreadRunning", "ThreadReady", "ThreadWaiting", "ContextSwitch", "ThreadProfile")) {
            long count = expected.stream().filter(row -> row.startsWith(type)).count();
            assertThat(summary).containsPattern("windows\\." + type + " +" + count + " ");
        }
    }

    static final class Precise implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            try (ThreadRegistry threads = ThreadRegistry.open()) {
                List<TracedThread> all = threads.lasting();
                assertThat(all).extracting(TracedThread::isJava).containsExactly(false, false, true, true);
                Function<TracedThread, String> name = TracedThread::name;
                Script script = new Script(LiveJvm.instrumentation(), threads, name, name);
                assertThat(script.recorder.way()).startsWith("precise");
                assertThat(script.recorder.rejected()).isEmpty();
                script.run(all, directory);
            }
        }
    }

    static final class Public implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            try (ThreadRegistry threads = ThreadRegistry.open()) {
                TracedThread thisThread = threads.all().stream()
                        .filter(thread -> thread.javaThread() == Thread.currentThread())
                        .findAny()
                        .orElseThrow();
                Script script = new Script(
                        null, threads, thread -> thisThread.name(), thread -> thread.isJava() ? thread.name() : null);
                assertThat(script.recorder.way()).startsWith("public");
                assertThat(script.recorder.rejected())
                        .singleElement()
                        .asString()
                        .contains("no instrumentation");
                script.run(threads.lastingJava(), directory);

                TracedThread collector = threads.lasting().get(0);
                TracedSlice slice = new TracedSlice().set(1, 1, collector, 0, false);
                assertThat(script.recorder.running(slice.running(0, null, null, null)))
                        .isFalse();
            }
        }
    }

    /** Writes slices and says what to find. */
    private static final class Script {
        final LiveRecorder recorder;

        /** One for all: what is left of the one before would be found. */
        private final TracedSlice slice = new TracedSlice();

        private final TracedSwitch contextSwitch = new TracedSwitch();
        private final ThreadRegistry threads;
        private final Function<TracedThread, String> eventThread;
        private final Function<TracedThread, String> reference;
        private final List<String> expected = new ArrayList<>();
        private final List<String> lanes = new ArrayList<>();

        /**
         * @param eventThread how the JDK shows whose event it is
         * @param reference how it shows a thread of this JVM that an event refers to
         */
        Script(
                Instrumentation instrumentation,
                ThreadRegistry threads,
                Function<TracedThread, String> eventThread,
                Function<TracedThread, String> reference)
                throws UnavailableException {
            this.recorder = LiveRecorder.open(instrumentation, threads);
            this.threads = threads;
            this.eventThread = eventThread;
            this.reference = reference;
        }

        void run(List<TracedThread> own, Path directory) throws IOException {
            TracedThread other = TracedThread.foreign(4711, "java.exe");
            try (Recording recording = new Recording()) {
                recording.enable("windows.ContextSwitch");
                recording.start();
                long now = recorder.ticks();
                for (int i = 0; i < own.size(); i++) {
                    TracedThread thread = own.get(i);
                    TracedThread next = own.get((i + 1) % own.size());
                    running(now - 1000, 1 + i, thread, -1, "Waiting", "WrAlertByThreadId", other, false);
                    running(now, 123_456_789_012L, thread, 31, "Ready", null, next, true);
                    running(now - 7 * threads.ticksPerSecond(), 1, thread, 8, null, "", null, false);
                    ready(now - 999, 77, thread, "Readied", next, null);
                    ready(now - 998, 78, thread, "Preempted", null, other);
                    waiting(now - 997, 79, thread, "UserRequest", next);
                    waiting(now - 996, 80, thread, "WrQueue", threads.lasting().get(0));
                    contextSwitch(now - 995, thread, next, Long.MIN_VALUE);
                    contextSwitch(now - 994, thread, other, 15_625_000);
                    // More than fits an event of the usual size, and other characters.
                    contextSwitch(now - 993, thread, TracedThread.foreign(1, "x".repeat(300)), -1);
                    contextSwitch(now - 992, thread, TracedThread.foreign(1, "Größe 大"), -1);
                    profile(
                            now - 991,
                            thread,
                            1L << 6 | 1L << 37,
                            "UserRequest, WrAlertByThreadId",
                            -1,
                            Map.of(),
                            null);
                    profile(
                            now - 990,
                            thread,
                            0,
                            null,
                            Long.MAX_VALUE,
                            Map.of(3, -1L, 0, 7L),
                            "0=7, 3=18446744073709551615");
                }
                recording.dump(directory.resolve(RECORDING));
            }
            Files.write(directory.resolve(EXPECTED), expected);
            Files.write(directory.resolve(LANES), lanes);
        }

        private void running(
                long start,
                long duration,
                TracedThread thread,
                int priority,
                String endState,
                String waitReason,
                TracedThread next,
                boolean clipped) {
            slice.set(start, duration, thread, 3, clipped);
            assertThat(recorder.running(slice.running(priority, text(endState), text(waitReason), next)))
                    .isTrue();
            expect("ThreadRunning", start, duration, thread);
            expect(3, priority, endState, waitReason, reference(next), clipped, thread.name(), name(next));
        }

        private void ready(
                long start,
                long duration,
                TracedThread thread,
                String cause,
                TracedThread readiedBy,
                TracedThread runningInstead) {
            slice.set(start, duration, thread, -1, true);
            assertThat(recorder.ready(slice.ready(text(cause), readiedBy, runningInstead)))
                    .isTrue();
            expect("ThreadReady", start, duration, thread);
            expect(-1, cause, reference(readiedBy), reference(runningInstead), true);
            expect(thread.name(), name(readiedBy), name(runningInstead));
        }

        private void waiting(
                long start, long duration, TracedThread thread, String waitReason, TracedThread readiedBy) {
            slice.set(start, duration, thread, 127, false);
            assertThat(recorder.waiting(slice.waiting(text(waitReason), text("UserMode"), readiedBy)))
                    .isTrue();
            expect("ThreadWaiting", start, duration, thread);
            expect(127, waitReason, "UserMode", reference(readiedBy), false, thread.name(), name(readiedBy));
        }

        private void contextSwitch(long time, TracedThread thread, TracedThread next, long waitTime) {
            contextSwitch
                    .at(time, 1, -1)
                    .from(thread, 8, 2, -1)
                    .into(text("Waiting"), text("WrQueue"), text("KernelMode"))
                    .to(next, -1, waitTime);
            assertThat(recorder.contextSwitch(contextSwitch)).isTrue();
            expect("ContextSwitch", time, recorder instanceof PublicRecorder ? 1 : 0, thread);
            expect(1, reference(next), 8, -1, "Waiting", "WrQueue", "KernelMode", waitTime, -1, 2, -1);
            expect(thread.name(), name(next));
        }

        private void profile(
                long time,
                TracedThread thread,
                long waitReasonBitMap,
                String waitReasons,
                long cycleTime,
                Map<Integer, Long> hardwareCounters,
                String hardwareCounterValues) {
            assertThat(recorder.profile(
                            time, thread, new PerformanceData(77, waitReasonBitMap, cycleTime, 2, hardwareCounters)))
                    .isTrue();
            expect("ThreadProfile", time, recorder instanceof PublicRecorder ? 1 : 0, thread);
            expect(77, waitReasonBitMap, waitReasons, cycleTime, 2, hardwareCounterValues, thread.name());
        }

        private void expect(String type, long start, long duration, TracedThread thread) {
            expected.add("%s %d %d of %s".formatted(type, start, duration, eventThread.apply(thread)));
            lanes.add("%s of %s".formatted(type, thread.name().replaceAll(" \\(\\d+\\)$", "")));
        }

        private void expect(Object... fields) {
            StringBuilder row = new StringBuilder(expected.get(expected.size() - 1));
            for (Object field : fields) {
                row.append(' ').append(field);
            }
            expected.set(expected.size() - 1, row.toString());
        }

        private String reference(TracedThread thread) {
            return thread == null || !thread.isOfThisJvm() ? null : reference.apply(thread);
        }

        private static String name(TracedThread thread) {
            // What is too long is cut, but for the id.
            return thread == null ? null : thread.name().replaceFirst("x{177}(?= )", "");
        }

        private static Text text(String value) {
            return value == null ? null : new Text(value);
        }
    }
}
