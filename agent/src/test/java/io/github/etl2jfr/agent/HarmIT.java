package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import org.jacoco.agent.rt.RT;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to the agent, the application goes on and its recording is sound. */
@EnabledOnOs(OS.LINUX)
class HarmIT {
    private static final int ROUNDS = 5000;
    private static final int MUTANTS = 30;

    @TempDir
    private Path directory;

    static Stream<Arguments> errors() {
        return Stream.of(
                Arguments.of("io/github/etl2jfr/agent/feed/SliceFeed", "running", OutOfMemoryError.class),
                Arguments.of("io/github/etl2jfr/agent/feed/TraceThreads", "subject", StackOverflowError.class),
                // In the midst of an event.
                Arguments.of("io/github/etl2jfr/agent/live/LaneChunk", "putText", OutOfMemoryError.class),
                Arguments.of("jdk/jfr/internal/StringPool", "addString", OutOfMemoryError.class));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void errorEndsTheAgentOnly(String className, String method, Class<? extends Error> error) throws Exception {
        Path written = directory.resolve("written.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = startFailing(FailingAgent.option(directory, className, method, error))) {
            jvm.tell("record app");
            failWhileWriting(jvm, written);
            jvm.awaitErr("agent ends: ");
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));
            assertThat(jvm.complaints().stream().filter(line -> line.contains("agent ends")))
                    .containsExactly("etl2jfr: agent ends: "
                            + (error == OutOfMemoryError.class
                                    ? "this JVM has no memory left"
                                    : "unexpected " + error.getName()));
            assertThat(jvm.tell("leftovers")).doesNotContain("windows.", "etl2jfr agent", "etl2jfr threads");
            Dump dump = new Dump(recording);
            dump.requireBeats(dump.firstBeat(), beats);
            long all = dump.slices.size();
            dump.slices.removeIf(found -> found.slice().osThreadId() >= TracedApplication.OTHER_THREAD);
            assertThat(dump.slices).isNotEmpty();
            Dump.requireAll(dump.onJvmsClock(), Dump.expected(written), Long.MIN_VALUE, dump.toldUntil());
            // The last, from the thread that failed.
            assertThat(dump.sessions).isNotEmpty();
            assertThat(dump.sessions.get(dump.sessions.size() - 1).getLong("written"))
                    .isEqualTo(all);
            jvm.end();
        }
    }

    /** A JVM in which a method will fail. */
    private AgentJvm startFailing(String failure, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-Xbootclasspath/a:" + AgentJvm.location(ByteBuddy.class), failure));
        all.addAll(List.of(options));
        return AgentJvm.start(directory, all.toArray(String[]::new));
    }

    /** Lets that method fail while the agent follows a trace. */
    private void failWhileWriting(AgentJvm jvm, Path written) throws Exception {
        Path growing = directory.resolve("growing.etl");
        jvm.tell("begin");
        jvm.tell("trace " + written + " " + ROUNDS);
        try (GrowingFile trace = new GrowingFile(written, growing)) {
            trace.growTo(0.6);
            assertThat(jvm.agent(jvm.pid(), growing, "--lanes", "all").exitCode())
                    .isZero();
            jvm.awaitWritten();
            jvm.tell("set " + FailingAgent.FAILS + " true");
            trace.end();
        }
    }

    /** It is called by reflection, which says no more than that it failed. */
    @Test
    void whyJfrTakesNoChunkIsTold() throws Exception {
        Path written = directory.resolve("written.etl");
        try (AgentJvm jvm = startFailing(FailingAgent.option(
                directory, "jdk/jfr/internal/RepositoryChunk", "setStartTime", StackOverflowError.class))) {
            jvm.tell("record app");
            jvm.tell("others 2");
            failWhileWriting(jvm, written);
            jvm.awaitErr("have no lanes any more: java.lang.StackOverflowError\n");
            jvm.end();
        }
    }

    /** It may be the application that had no memory left, for a while. */
    @Test
    void whyItEndsIsToldOnceThereIsMemoryForThat() throws Exception {
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = startFailing(
                FailingAgent.option(directory, "io/github/etl2jfr/agent/Failure", "message", OutOfMemoryError.class),
                AgentJvm.javaAgent("trace=" + trace))) {
            jvm.tell("record app");
            jvm.awaitErr("waits for it");
            jvm.tell("set " + FailingAgent.FAILS + " true");
            Files.writeString(trace, "no trace");
            jvm.awaitErr("agent ends: %s: ".formatted(trace));
            assertThat(jvm.tell("property " + FailingAgent.FAILS)).isEqualTo("none");
            jvm.awaitStatus("FAILED \\Q%s\\E: .*".formatted(trace));
            jvm.end();
        }
    }

    /** It is the application's, which may have closed it in its way. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "failing"})
    void noStandardError(String how) throws Exception {
        Path trace = directory.resolve("trace.etl");
        // Else newer JDKs warn there of an agent that is attached, and fail.
        try (AgentJvm jvm = AgentJvm.start(directory, "-XX:+EnableDynamicAgentLoading")) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " 500");
            assertThat(jvm.tell("deafen " + how)).isEqualTo("ok");
            jvm.feed(trace);
            Path refused = Path.of("../converter/samples/contention-full.etl");
            assertThat(jvm.agent(jvm.pid(), refused).exitCode()).isEqualTo(3);
            jvm.awaitStatus("FAILED .*its clock differs from this system's.*");
            assertThat(jvm.agent("--stop", jvm.pid()).exitCode()).isZero();
            jvm.end();
        }
    }

    /** There may be too many, or no memory for its stack. */
    @Test
    void noThreadForIt() throws Exception {
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = startFailing(FailingAgent.option(
                directory, "java/lang/Thread", "start", OutOfMemoryError.class, "Attach Listener"))) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " 500");
            jvm.tell("set " + FailingAgent.FAILS + " true");
            AgentJvm.Said said = jvm.agent(jvm.pid(), trace);
            assertThat(jvm.tell("property " + FailingAgent.FAILS)).isEqualTo("none");
            assertThat(said.exitCode()).isEqualTo(3);
            assertThat(said.err()).contains("process %d: this JVM has no memory left\n".formatted(jvm.pid()));
            assertThat(jvm.complaints()).containsExactly("etl2jfr: agent does not start: this JVM has no memory left");
            jvm.awaitStatus("FAILED this JVM has no memory left");
            said = jvm.agent(jvm.pid(), trace);
            assertThat(said.exitCode()).as(said.err()).isZero();
            jvm.awaitErr("done with " + trace);
            jvm.end();
        }
    }

    /** Nobody can end its thread: it is still told of, and no other begins beside it. */
    @Test
    void stuckAgentIsNotForgotten() throws Exception {
        Path trace = directory.resolve("trace_%d.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("silence");
            jvm.load("trace=" + trace);
            AgentJvm.Said said = jvm.agent("--stop", jvm.pid());
            String stuck = "process %d: was told to stop, but is still busy with %s".formatted(jvm.pid(), trace);
            assertThat(said.err()).contains(stuck);
            assertThat(said.exitCode()).isEqualTo(3);
            assertThat(jvm.agent("--status", jvm.pid()).out()).startsWith(stuck);
            jvm.load("trace=" + trace);
            jvm.awaitErr("agent does not start: there is one already, which was told to stop");
            jvm.tell("set " + TracedApplication.GOES_ON + " true");
            assertThat(jvm.agent("--stop", jvm.pid()).out()).contains("stopped before it began with " + trace);
            assertThat(jvm.tell("leftovers")).doesNotContain("etl2jfr agent");
            jvm.end();
        }
    }

    /** What JFR has in memory, it throws away when another recording is on disk, as the agent's own are. */
    @ParameterizedTest
    @ValueSource(strings = {"attached", "there before", "with a command line", "starting another"})
    void recordingInMemoryKeepsItsEvents(String how) throws Exception {
        Path trace = directory.resolve("trace.etl");
        String complaint = "the recording 'app' is in memory only, and would lose what it has; record with disk=true";
        String[] options =
                switch (how) {
                    case "attached" -> new String[0];
                    case "there before" -> new String[] {AgentJvm.javaAgent("trace=" + trace)};
                    default ->
                        new String[] {
                            AgentJvm.javaAgent("trace=" + trace + (how.startsWith("starting") ? ",start" : "")),
                            "-XX:StartFlightRecording:name=app,disk=false"
                        };
                };
        try (AgentJvm jvm = AgentJvm.start(directory, options)) {
            if (how.equals("attached")) {
                jvm.jcmd("JFR.start", "name=app", "disk=false");
                jvm.tell("begin");
                jvm.tell("trace " + trace + " 100");
            }
            if (how.equals("there before")) {
                jvm.awaitStatus("WAITING waits for a recording, to feed .* into; .*");
                jvm.jcmd("JFR.start", "name=app", "disk=false");
            }
            int first = Integer.parseInt(jvm.tell("beats"));
            if (how.equals("attached")) {
                AgentJvm.Said said = jvm.agent(jvm.pid(), trace, "--start");
                assertThat(said.exitCode()).isEqualTo(3);
                assertThat(said.err()).contains("process %d: %s\n".formatted(jvm.pid(), complaint));
            }
            jvm.awaitErr("etl2jfr: agent ends: " + complaint);
            jvm.awaitStatus("FAILED \\Q%s\\E".formatted(complaint));
            assertThat(jvm.tell("leftovers"))
                    .contains("recording app")
                    .doesNotContain("recording etl2jfr", "recording Recording");
            requireBeatsSince(first, jvm);
            jvm.end();
        }
    }

    /** Demands that the recording in memory has all that the application did after a beat. */
    private void requireBeatsSince(int beat, AgentJvm jvm) throws Exception {
        Path recording = directory.resolve("dump.jfr");
        int count = Integer.parseInt(jvm.tell("beats"));
        jvm.jcmd("JFR.dump", "name=app", "filename=" + recording);
        new Dump(recording).requireBeats(beat + 1, count);
    }

    /** Where the trace comes while somebody records in memory, and nobody on disk any more. */
    @Test
    void agentAtRestLeavesARecordingInMemoryItsEvents() throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("lanes=all,trace=" + trace))) {
            jvm.tell("begin");
            jvm.tell("record first");
            jvm.awaitStatus("WAITING waits for \\Q%s\\E".formatted(trace));
            jvm.tell("close first");
            jvm.awaitErr("nobody records any more");
            jvm.jcmd("JFR.start", "name=app", "disk=false");
            int first = Integer.parseInt(jvm.tell("beats"));
            jvm.tell("trace " + written + " 100");
            Files.move(written, trace);
            jvm.awaitErr("done with " + trace);
            requireBeatsSince(first, jvm);
            jvm.end();
        }
    }

    /** Their classes have names of ours, and they change those of all others, ours and JFR's among them. */
    @Test
    void besideOtherAgents() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        Path other = AgentJvm.jarOf(
                RetransformingAgent.class,
                directory,
                "net/bytebuddy/jar/asm/ClassWriter",
                "io/github/etl2jfr/etl/EtlFile",
                "io/github/etl2jfr/scheduler/Scheduler");
        try (AgentJvm jvm = AgentJvm.start(
                directory,
                "-javaagent:%s=destfile=%s".formatted(AgentJvm.location(RT.class), directory.resolve("jacoco.exec")),
                "-javaagent:" + other,
                "-Xbootclasspath/a:" + other,
                AgentJvm.javaAgent("trace=" + trace))) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " " + ROUNDS);
            jvm.awaitErr("done with " + trace);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));
            assertThat(Integer.parseInt(jvm.tell("property " + RetransformingAgent.TIMES)))
                    .isPositive();
            assertThat(jvm.complaints())
                    .allMatch(line -> line.startsWith("etl2jfr: "))
                    .anyMatch(line -> line.contains("precise: exact times"));
            Dump dump = new Dump(recording);
            dump.requireSlices(Dump.expected(trace));
            dump.requireBeats(dump.firstBeat(), beats);
            jvm.end();
        }
        assertThat(directory.resolve("jacoco.exec")).isNotEmptyFile();
    }

    /** Bytes and bits that are wrong, noise in place of buffers, files that are cut off. */
    @Test
    void hostileTraces() throws Exception {
        Random random = new Random(20261121);
        Path written = directory.resolve("written.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + written + " 500");
            byte[] whole = Files.readAllBytes(written);
            for (int number = 0; number < MUTANTS; number++) {
                Path trace = directory.resolve("mutant%d.etl".formatted(number));
                Files.write(trace, mutant(whole, number, random));
                jvm.load("trace=%s,delay=0s,events=all,min-duration=0s".formatted(trace));
                awaitEnd(jvm, trace);
            }
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("etl2jfr: "));
            IntStream.range(0, MUTANTS)
                    .forEach(number -> assertThat(jvmComplaints(jvm, "mutant%d.etl".formatted(number)))
                            .as("reasons for mutant %d", number)
                            .isLessThanOrEqualTo(1));
            assertThat(jvm.err()).contains("agent ends: ", "done with ");
            Dump dump = new Dump(recording);
            dump.requireBeats(dump.firstBeat(), beats);
            AgentJvm.jfr(directory, "summary", recording.toString());
            jvm.end();
        }
    }

    private static long jvmComplaints(AgentJvm jvm, String trace) {
        try {
            return jvm.complaints().stream()
                    .filter(line -> line.contains("agent ends") && line.contains(trace))
                    .count();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] mutant(byte[] whole, int number, Random random) {
        byte[] mutant = whole.clone();
        int buffer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        switch (number % 4) {
            case 0 ->
                random.ints(1 + number * 10, 0, mutant.length).forEach(at -> mutant[at] = (byte) random.nextInt());
            case 1 ->
                random.ints(20, buffer, mutant.length).forEach(at -> mutant[at] ^= (byte) (1 << random.nextInt(8)));
            case 2 -> {
                // All but the header, which lets it in.
                byte[] noise = new byte[mutant.length - buffer];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, mutant, buffer, noise.length);
            }
            default -> {
                return Arrays.copyOf(mutant, random.nextInt(mutant.length));
            }
        }
        return mutant;
    }

    private static void awaitEnd(AgentJvm jvm, Path trace) throws Exception {
        long start = System.nanoTime();
        while (true) {
            String status = jvm.tell("property io.github.etl2jfr.agent.status");
            if (List.of("FINISHED", "FAILED").contains(status.replaceAll(" .*", ""))) {
                return;
            }
            // There may be more of it, or of its first buffer, to come.
            boolean isWaiting = status.matches("WAITING (follows|waits for) \\Q%s\\E.*".formatted(trace));
            if (isWaiting || System.nanoTime() - start > 30_000_000_000L) {
                assertThat(isWaiting).as(status).isTrue();
                jvm.load(Agent.STOP);
                return;
            }
            Thread.sleep(20);
        }
    }

    /** From its start and attached, a file after the other; and no port is open meanwhile. */
    @Test
    void nobodyListens() throws Exception {
        Path written = directory.resolve("written.etl");
        Path first = directory.resolve("trace1.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + written + " 2000");
            assertThat(jvm.listening()).isZero();
            try (GrowingFile trace = new GrowingFile(written, first)) {
                trace.growTo(0.5);
                assertThat(jvm.agent(jvm.pid(), first).exitCode()).isZero();
                assertThat(jvm.agent("--status", jvm.pid()).out()).contains("trace1.etl");
                assertThat(jvm.listening()).isZero();
            }
            jvm.end();
        }
    }
}
