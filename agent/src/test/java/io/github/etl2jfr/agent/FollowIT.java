package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.agent.feed.StopSignal;
import io.github.etl2jfr.reading.ReadRecording;
import io.github.etl2jfr.testing.UnfinishedTrace;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent follows a trace that grows, in portions that end anywhere. */
@EnabledOnOs(OS.LINUX)
class FollowIT {
    private static final int ROUNDS = 3000;
    private static final int PORTIONS = 40;

    @TempDir
    private Path directory;

    @Test
    void whatIsAppendedGoesIntoTheRecording() throws Exception {
        Path written = directory.resolve("written.etl");
        Path growing = directory.resolve("growing.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            assertThat(jvm.tell("record app")).isEqualTo("ok");
            jvm.tell("begin");
            // The VM thread has something to do in the trace's time.
            jvm.tell("rotate 3");
            Thread.sleep(400);
            jvm.tell("trace " + written + " " + ROUNDS);
            Thread session = new Thread(() -> grow(written, growing));
            session.start();

            while (!Files.exists(growing) || Files.size(growing) < 2 * Files.size(written) / PORTIONS) {
                Thread.sleep(10);
            }
            AgentJvm.Said said = jvm.agent(jvm.pid(), growing);
            assertThat(said.exitCode()).as(said.err()).isZero();
            assertThat(said.out()).contains(growing.toString());
            session.join();
            jvm.awaitStatus("FINISHED .*");
            assertThat(jvm.agent("--status", jvm.pid()).out()).contains("done with " + growing);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));

            List<Dump.Slice> expected = Dump.expected(written);
            Dump dump = new Dump(recording);
            dump.requireSlices(expected);
            dump.requireBeats(dump.firstBeat(), beats);
            requireViews(recording, growing, dump.slices.size());
            requireNoWaits(recording);
            assertThat(jvm.complaints())
                    .anyMatch(line -> line.contains("follows"))
                    .allMatch(line -> line.startsWith("etl2jfr: "));
            jvm.end();
        }
    }

    /** Of the agent itself, while it had nothing to read, though JFR tells the waits of all others. */
    private static void requireNoWaits(Path recording) throws IOException {
        List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
        assertThat(events).extracting(event -> event.getEventType().getName()).contains("jdk.ThreadPark");
        assertThat(events)
                .filteredOn(event -> event.getStackTrace() != null
                        && event.getStackTrace().getFrames().stream()
                                .anyMatch(frame ->
                                        frame.getMethod().getType().getName().equals(StopSignal.class.getName())))
                .isEmpty();
    }

    /** Whose tools take the agent's events for the converter's, and explain the JVM's by them. */
    private static void requireViews(Path recording, Path trace, int slices) throws Exception {
        List<Session> sessions = new ArrayList<>();
        List<Slice> seen = new ArrayList<>();
        List<Latency> explained = new ArrayList<>();
        Overview overview = new Overview(0);
        TraceSink sink = new TraceSink() {
            @Override
            public void describe(Session session) {
                sessions.add(session);
            }

            @Override
            public void slice(Slice slice) {
                seen.add(slice);
            }

            @Override
            public void latency(Latency latency) {
                explained.add(latency);
            }
        };
        TraceReader.read(new ReadRecording(recording), whole -> whole, ThreadChoice.ALL, overview, sink)
                .explain(overview, sink);
        assertThat(seen).hasSize(slices);
        assertThat(explained).isNotEmpty().allSatisfy(latency -> {
            assertThat(latency.running()).isEqualTo(time(seen, latency, Slice.Kind.RUNNING));
            assertThat(latency.ready()).isEqualTo(time(seen, latency, Slice.Kind.READY));
            assertThat(latency.waiting()).isEqualTo(time(seen, latency, Slice.Kind.WAITING));
        });
        assertThat(explained).anyMatch(latency -> latency.waiting() > 0);
        assertThat(sessions).isNotEmpty().allSatisfy(session -> {
            assertThat(session.file()).isEqualTo(trace.getFileName().toString());
            assertThat(session.leftOut().minDuration()).isEqualTo(20_000);
            assertThat(session.leftOut().onlyThreads()).isEqualTo("those of this JVM");
            assertThat(session.leftOut().onlyEvents()).isNull();
        });
    }

    /** How long an event's thread did something in its time. */
    private static long time(List<Slice> slices, Latency event, Slice.Kind kind) {
        return slices.stream()
                .filter(slice -> slice.kind() == kind && slice.thread() == event.thread())
                .mapToLong(slice -> Math.max(
                        0,
                        Math.min(slice.end(), event.start() + event.duration())
                                - Math.max(slice.start(), event.start())))
                .sum();
    }

    /** The agent's own recording would keep JFR going, and with it all events that the application has itself. */
    @Test
    void restsWhileNobodyRecords() throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        Path second = directory.resolve("second.jfr");
        Path third = directory.resolve("third.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("trace=" + trace))) {
            jvm.tell("record first");
            jvm.awaitStatus("WAITING waits for \\Q%s\\E.*".formatted(trace));
            jvm.tell("close first");
            jvm.awaitErr("nobody records any more");
            jvm.awaitStatus("WAITING waits for \\Q%s\\E; waits for a recording".formatted(trace));
            requireRest(jvm);
            jvm.tell("workers 2");
            jvm.tell("record second");
            jvm.awaitErr("there is a recording again");
            jvm.tell("begin");
            jvm.tell("trace " + written + " " + ROUNDS);
            try (GrowingFile growing = new GrowingFile(written, trace)) {
                growing.growTo(0.5);
                jvm.awaitWritten();
                jvm.tell("dump second " + second);
                jvm.tell("close second");
                jvm.awaitStatus(".*; waits for a recording");
                growing.growTo(0.7);
                jvm.awaitStatus(".*older than the recording.*; waits for a recording");
                requireRest(jvm);
                jvm.tell("record third");
                jvm.awaitStatus("(?!.*waits for).*");
                growing.end();
            }
            jvm.awaitErr("done with " + trace);
            jvm.tell("dump third " + third);
            jvm.end();
        }
        Dump dump = new Dump(second);
        assertThat(dump.slices).isNotEmpty();
        assertThat(dump.lanes(any -> true)).containsKeys("ThreadRunning of more-0", "ThreadRunning of more-1");
        assertThat(new Dump(third).slices).isEmpty();
        assertThat(new Dump(third).sessions).isNotEmpty();
    }

    private static void requireRest(AgentJvm jvm) throws IOException {
        assertThat(jvm.tell("leftovers")).doesNotContain("recording", "etl2jfr threads");
    }

    /** A session that goes on in another file, once one is full. */
    @Test
    void oneFileAfterTheOther() throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace_%d.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            byte[] whole = trace(jvm, written);
            int buffer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
            int middle = whole.length / buffer / 2 * buffer;
            AgentJvm.Said said = jvm.agent(jvm.pid(), trace);
            assertThat(said.exitCode()).as(said.err()).isZero();
            assertThat(said.out())
                    .isEqualToIgnoringNewLines(
                            "process %d: no file of %s has begun yet; waits for one".formatted(jvm.pid(), trace));
            Files.write(directory.resolve("trace_1.etl"), Arrays.copyOf(UnfinishedTrace.of(whole), middle));
            jvm.awaitErr("goes into this JVM's recording");
            assertThat(jvm.complaints())
                    .startsWith(
                            "etl2jfr: no file of %s has begun yet; waits for one".formatted(trace),
                            "etl2jfr: follows %s, as its session still writes it".formatted(trace));
            byte[] second = Arrays.copyOf(whole, buffer + whole.length - middle);
            System.arraycopy(whole, middle, second, buffer, whole.length - middle);
            Path unfinished = Files.write(directory.resolve("unfinished"), second);
            Files.move(unfinished, directory.resolve("trace_2.etl"));
            jvm.awaitErr("done with " + trace);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));

            Dump dump = new Dump(recording);
            dump.requireSlices(Dump.expected(written));
            dump.requireBeats(dump.firstBeat(), beats);
            jvm.end();
        }
    }

    /** A buffer that is not there is told in the recording, where slices are missing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsMissingIsTold(boolean isFollowed) throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            byte[] whole = trace(jvm, written);
            int buffer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
            int gap = whole.length / buffer / 2 * buffer;
            byte[] cut = Arrays.copyOf(whole, whole.length - buffer);
            System.arraycopy(whole, gap + buffer, cut, gap, cut.length - gap);
            Path rest = Files.write(directory.resolve("rest.etl"), cut);
            try (GrowingFile growing = new GrowingFile(rest, trace)) {
                growing.growTo(0.2);
                if (!isFollowed) {
                    growing.end();
                }
                AgentJvm.Said said = jvm.agent(jvm.pid(), trace);
                assertThat(said.exitCode()).as(said.err()).isZero();
                growing.end();
            }
            jvm.awaitErr("done with " + trace);
            assertThat(jvm.complaints())
                    .anyMatch(line -> line.contains("; damage: ") && line.contains("1 SequenceNumbersMissing"));
            // Of a trace that the agent was at before nothing is written once more, losses included.
            assertThat(jvm.feed(trace))
                    .contains(
                            ": 0 events written; left out: ",
                            " that an earlier run has read (again reads them once more)");
            jvm.tell("dump app " + recording);

            Dump dump = new Dump(recording);
            assertThat(dump.slices).hasSizeLessThan(Dump.expected(written).size());
            RecordedEvent session = dump.sessions.get(dump.sessions.size() - 1);
            assertThat(dump.losses)
                    .filteredOn(loss -> loss.getString("cause").equals("SequenceNumbersMissing"))
                    .singleElement()
                    .satisfies(loss -> {
                        assertThat(loss.getString("reason")).isEqualTo("BufferLost");
                        assertThat(loss.getString("severity")).isEqualTo("Loss");
                        assertThat(loss.getInt("amount")).isEqualTo(1);
                        assertThat(loss.getInt("processor")).isEqualTo(-1);
                        assertThat(loss.getLong("fileOffset")).isEqualTo(gap);
                        assertThat(loss.getThread()).isNull();
                        assertThat(loss.getStartTime())
                                .isBetween(session.getInstant("traceStart"), session.getInstant("traceEnd"));
                    });
            jvm.end();
        }
    }

    /** A trace of a JVM that records. */
    private static byte[] trace(AgentJvm jvm, Path written) throws IOException {
        jvm.tell("record app");
        jvm.tell("begin");
        jvm.tell("trace " + written + " " + ROUNDS);
        return Files.readAllBytes(written);
    }

    private static void grow(Path written, Path growing) {
        try (GrowingFile trace = new GrowingFile(written, growing)) {
            trace.growTo(1, PORTIONS, 100);
            trace.end();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
