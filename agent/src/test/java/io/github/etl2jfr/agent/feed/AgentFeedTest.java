package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.agent.OsThread;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A feed in this JVM, in the way that needs no instrumentation. */
class AgentFeedTest {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long FILETIME_OF_1970 = 116_444_736_000_000_000L;
    private static final int OTHER_PROCESS = 4_999_996;
    private static final int OTHER_THREAD = 5_000_000;

    @TempDir
    private Path directory;

    private final List<String> said = new ArrayList<>();

    private static FeedOptions options(Lanes lanes, int maxRate, List<String> threads) {
        return new FeedOptions(EventKind.slices(), threads, lanes, Duration.ZERO, maxRate, Duration.ZERO, false);
    }

    /** A finished trace in this JVM's clock, which begins so long after now. */
    private FinishedTrace trace(String script, Duration after) throws Exception {
        return finished(write(script, after));
    }

    private static FinishedTrace finished(Path trace) {
        return new FinishedTrace(
                trace, new TimeLimit.Option("from", null), new TimeLimit.Option("to", null), Duration.ZERO);
    }

    private Path write(String script, Duration after) throws Exception {
        Instant start = Instant.now().plus(after);
        TraceOptions options = new TraceOptions()
                .clock(Clock.QPC, NANOS_PER_SECOND)
                .start(
                        System.nanoTime() + after.toNanos(),
                        FILETIME_OF_1970 + start.getEpochSecond() * 10_000_000 + start.getNano() / 100);
        return Files.write(
                directory.resolve("trace.etl"), SchedulerScript.parse(script).toTrace(options, SwitchForm.EVENTS));
    }

    /** Feeds a trace to its end, and gives what is said of it then. */
    private String feed(FeedOptions options, TraceSource trace) throws Exception {
        return feed(options, trace, new ToldTraces());
    }

    private String feed(FeedOptions options, TraceSource trace, ToldTraces told) throws Exception {
        try (Feed feed = Feed.open(options, null, said::add, status -> {})) {
            feed.run(trace, new ThisSystem(), told, new StopSignal());
            return feed.summary();
        }
    }

    /** A trace during which something happens, once the agent has looked at recordings. */
    private static TraceSource during(TraceSource trace, int afterSwitches, Runnable task) {
        return (receiver, stop) -> trace.read(
                new Passing(receiver) {
                    @Override
                    public SchedulerListener begin(TraceDescription begun, ThreadDirectory threads)
                            throws IOException, InputException {
                        return new Interrupting(super.begin(begun, threads), afterSwitches, task);
                    }
                },
                stop);
    }

    /** Passes on what it is told. */
    private static class Passing implements TraceSource.Receiver {
        private final TraceSource.Receiver receiver;

        Passing(TraceSource.Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public SchedulerListener begin(TraceDescription begun, ThreadDirectory threads)
                throws IOException, InputException {
            return receiver.begin(begun, threads);
        }

        @Override
        public void willTell() throws IOException {
            receiver.willTell();
        }

        @Override
        public void told(long time) throws IOException {
            receiver.told(time);
        }
    }

    /** Passes on what it is told, and does something in between. */
    private static final class Interrupting implements SchedulerListener {
        private final SchedulerListener listener;
        private final Runnable task;
        private int switchesLeft;

        Interrupting(SchedulerListener listener, int afterSwitches, Runnable task) {
            this.listener = listener;
            this.switchesLeft = afterSwitches;
            this.task = task;
        }

        @Override
        public void contextSwitch(SwitchEvent event) throws IOException {
            listener.contextSwitch(event);
            if (--switchesLeft == 0) {
                task.run();
            }
        }

        @Override
        public void running(Slice slice) throws IOException {
            listener.running(slice);
        }

        @Override
        public void waiting(Slice slice) throws IOException {
            listener.waiting(slice);
        }
    }

    /** A thread of a process that runs so many times. */
    private static String runs(long processId, int threadId, int times) {
        StringBuilder script = new StringBuilder(
                "0 rundown process %1$d x.exe\n0 rundown thread %2$d in %1$d\n".formatted(processId, threadId));
        for (int i = 1; i <= times; i++) {
            script.append(
                    "cpu0 %1$d00 switch 0->%2$d\ncpu0 %1$d50 switch %2$d->0 wait UserRequest\n".formatted(i, threadId));
        }
        return script.toString();
    }

    private static String runsOfThisThread(int times) throws IOException {
        return runs(ProcessHandle.current().pid(), OsThread.id(), times);
    }

    @Test
    void whoCannotBeToldLeavesNothingBehind() {
        // That the precise way does not work is to be said.
        assertThatThrownBy(() -> Feed.open(
                        options(Lanes.OWN, 1, List.of()),
                        null,
                        line -> {
                            throw new IllegalStateException(line);
                        },
                        status -> {}))
                .hasMessage("the precise way does not work: there is no instrumentation");
        assertThat(FlightRecorder.getFlightRecorder().getEventTypes())
                .noneMatch(type -> type.getName().startsWith("windows."));
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();
    }

    /** Such as of a container's processes, whose ids are others inside and outside. */
    @Test
    void traceOfOtherProcessesSaysSo() throws Exception {
        String others = runs(OTHER_PROCESS, OTHER_THREAD, 1);
        long processId = ProcessHandle.current().pid();
        String none = "0 events written; of 2 switches read, none is of this process (%d)".formatted(processId);
        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(feed(options(Lanes.OWN, 1000, List.of()), trace(others, Duration.ZERO)))
                    .isEqualTo(none);
            assertThat(feed(options(Lanes.ALL, 1000, List.of("nobody")), trace(others, Duration.ZERO)))
                    .isEqualTo(none + "; no thread 'nobody' in the trace");
            Instant jvmStart = ProcessHandle.current().info().startInstant().orElseThrow();
            Duration before = Duration.between(Instant.now(), jvmStart).minusMinutes(1);
            assertThat(feed(options(Lanes.OWN, 1000, List.of()), trace(others, before)))
                    .startsWith(none + ": they end at ")
                    .contains(", and this JVM started at ");
        }
    }

    /** Whatever the file was when it was looked at before. */
    @Test
    void traceOfAnotherSystemIsRefused() {
        Path sample = Path.of("../converter/samples/contention-full.etl");
        for (TraceSource trace : List.of(finished(sample), new FollowedTrace(sample, Duration.ZERO, false))) {
            assertThatThrownBy(() -> feed(options(Lanes.OWN, 1000, List.of()), trace))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(sample + ": its clock differs from this system's by ");
        }
    }

    /** A session of which nobody enabled them. */
    @Test
    void followedTraceWithoutSwitchesSaysSo() throws Exception {
        Path trace = write(runs(OTHER_PROCESS, OTHER_THREAD, 0), Duration.ZERO);
        assertThat(feed(options(Lanes.OWN, 1000, List.of()), new FollowedTrace(trace, Duration.ZERO, false)))
                .isEqualTo(
                        "0 events written; no context switches read: were they enabled? (docs/recording-a-trace.md)");
    }

    /** That its events are left out for another reason is told already. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void traceOfThisJvmIsNotSaidToBeOfAnother() throws Exception {
        String own = runsOfThisThread(1);
        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(feed(options(Lanes.OWN, 1000, List.of("nobody")), trace(own, Duration.ZERO)))
                    .isEqualTo("0 events written; no thread 'nobody' in the trace");
        }
        assertThat(feed(options(Lanes.OWN, 1000, List.of()), trace(own, Duration.ZERO)))
                .matches("0 events written; left out: [1-9] older than the recording");
        // Who is not asked for is not said to be left out, be it that nobody records.
        assertThat(feed(options(Lanes.OWN, 1000, List.of("nobody")), trace(own, Duration.ZERO)))
                .isEqualTo("0 events written; no thread 'nobody' in the trace");
    }

    /** Between two looks at recordings, the agent writes into one of its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @EnabledOnOs(OS.LINUX)
    void tooManySlicesAreTooManyForSomebodyWhoRecords(boolean isRecorded) throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            TraceSource trace = trace(runsOfThisThread(100), Duration.ZERO);
            feed(options(Lanes.OWN, 10, List.of()), isRecorded ? trace : during(trace, 4, recording::close));
        }
        if (isRecorded) {
            assertThat(said).anyMatch(line -> line.startsWith("too many slices for the maximum rate (max-rate): "));
        } else {
            assertThat(said).noneMatch(line -> line.startsWith("too many slices"));
        }
    }

    /** However short the time is between two polls: the agent rests between two looks at recordings. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void recordingThatBeginsWhileNobodyRecordsMissesNothing() throws Exception {
        Path trace = write(runsOfThisThread(1), Duration.ofMinutes(1));
        byte[] whole = Files.readAllBytes(trace);
        int buffer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt();
        Files.write(trace, Arrays.copyOf(UnfinishedTrace.of(whole), buffer));
        TraceSource followed = new FollowedTrace(trace, Duration.ZERO, false);
        try (Recording recording = new Recording()) {
            String summary = feed(
                    options(Lanes.OWN, 1000, List.of()),
                    (receiver, stop) -> followed.read(
                            new Passing(receiver) {
                                @Override
                                public void told(long time) throws IOException {
                                    super.told(time);
                                    if (recording.getState() == RecordingState.NEW) {
                                        recording.start();
                                        Files.write(trace, whole);
                                    }
                                }
                            },
                            stop));
            assertThat(summary).matches("[1-9] events? written");
        }
    }

    /** What JFR has in memory it throws away when a recording on disk begins, as lanes need some. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lanesAreForSomebodyWhoRecordsOnDisk(boolean isRecorded) throws Exception {
        try (Recording inMemory = new Recording();
                Recording onDisk = new Recording()) {
            inMemory.setToDisk(false);
            TraceSource trace = trace(runs(OTHER_PROCESS, OTHER_THREAD, 100), Duration.ZERO);
            feed(options(Lanes.ALL, 1000, List.of()), (receiver, stop) -> {
                inMemory.start();
                if (isRecorded) {
                    during(trace, 4, () -> startAndAwaitLook(onDisk)).read(receiver, stop);
                } else {
                    trace.read(receiver, stop);
                }
            });
        }
        assertThat(said)
                .filteredOn(line -> line.startsWith("threads of other processes have no lanes here: "))
                .hasSize(isRecorded ? 1 : 0);
    }

    private static void startAndAwaitLook(Recording recording) {
        recording.start();
        LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
    }

    /** Even if none of its slices is, and whatever time an earlier run had got to when it was found. */
    @Test
    void damageIsWrittenOnce() throws Exception {
        FeedOptions options = options(Lanes.OWN, 1000, List.of());
        ToldTraces told = new ToldTraces();
        try (Recording recording = new Recording()) {
            recording.start();
            TraceSource trace = trace("0 lose 1\n" + runs(OTHER_PROCESS, OTHER_THREAD, 1), Duration.ZERO);
            try (EtlFile file = EtlFile.open(directory.resolve("trace.etl"))) {
                told.add(file.header(), Long.MAX_VALUE);
            }
            for (int time = 0; time < 3; time++) {
                assertThat(feed(options, trace, told)).contains("; damage: 1 EventsLostFlagged");
            }
            assertThat(losses(recording)).isEqualTo(1);
        }
    }

    @Test
    void damageOlderThanTheRecordingIsNotWritten() throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            TraceSource trace = trace("0 lose 1\n" + runs(OTHER_PROCESS, OTHER_THREAD, 1), Duration.ofSeconds(-10));
            assertThat(feed(options(Lanes.OWN, 1000, List.of()), trace)).contains("; damage: 1 EventsLostFlagged");
            assertThat(losses(recording)).isZero();
        }
    }

    private long losses(Recording recording) throws IOException {
        Path dump = directory.resolve("dump.jfr");
        recording.dump(dump);
        return RecordingFile.readAllEvents(dump).stream()
                .filter(event -> event.getEventType().getName().equals("windows.DataLoss"))
                .count();
    }
}
