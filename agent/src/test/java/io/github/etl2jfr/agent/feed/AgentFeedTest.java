package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.conversion.TimeLimit;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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
        Instant start = Instant.now().plus(after);
        TraceOptions options = new TraceOptions()
                .clock(Clock.QPC, NANOS_PER_SECOND)
                .start(
                        System.nanoTime() + after.toNanos(),
                        FILETIME_OF_1970 + start.getEpochSecond() * 10_000_000 + start.getNano() / 100);
        Path file = Files.write(
                directory.resolve("trace.etl"), SchedulerScript.parse(script).toTrace(options, SwitchForm.EVENTS));
        return new FinishedTrace(
                file, new TimeLimit.Option("from", null), new TimeLimit.Option("to", null), Duration.ZERO);
    }

    /** Feeds a trace to its end, and gives what is said of it then. */
    private String feed(FeedOptions options, TraceSource trace) throws Exception {
        try (Feed feed = Feed.open(options, null, said::add, status -> {})) {
            feed.run(trace, new ToldTraces(), new StopSignal());
            return feed.summary();
        }
    }

    private static String self() throws Exception {
        return Path.of("/proc/thread-self").toRealPath().getFileName().toString();
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
        String others = """
                       0 rundown process %1$d other.exe
                       0 rundown thread %2$d in %1$d
                cpu0 100 switch 0->%2$d
                cpu0 200 switch %2$d->0 wait UserRequest
                """.formatted(OTHER_PROCESS, OTHER_THREAD);
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
                    .startsWith(none + ": they are until ")
                    .contains(", and this JVM started at ");
        }
    }

    /** That its events are left out for another reason is told already. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void traceOfThisJvmIsNotSaidToBeOfAnother() throws Exception {
        String own = """
                       0 rundown process %1$d java.exe
                       0 rundown thread %2$s in %1$d
                cpu0 100 switch 0->%2$s
                cpu0 200 switch %2$s->0 wait UserRequest
                """.formatted(ProcessHandle.current().pid(), self());
        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(feed(options(Lanes.OWN, 1000, List.of("nobody")), trace(own, Duration.ZERO)))
                    .isEqualTo("0 events written; no thread 'nobody' in the trace");
        }
        assertThat(feed(options(Lanes.OWN, 1000, List.of()), trace(own, Duration.ZERO)))
                .matches("0 events written; left out: [1-9] older than the recording");
    }
}
