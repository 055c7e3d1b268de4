package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent in a JVM from its start. */
@EnabledOnOs(OS.LINUX)
class StartupIT {
    private static final int ROUNDS = 3000;

    @TempDir
    private Path directory;

    @Test
    void waitsForRecordingAndTraceAndKnowsTheDead() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        String javaAgent = AgentJvm.javaAgent("trace=" + trace);
        try (AgentJvm jvm = AgentJvm.start(directory, javaAgent, javaAgent)) {
            jvm.awaitErr("no such file yet");
            jvm.awaitErr("does not start: there is one already");
            awaitStatus(jvm, "waits for a recording");
            jvm.tell("record app");
            awaitStatus(jvm, "waits for " + trace);
            jvm.tell("mortals");
            jvm.tell("begin");
            Thread.sleep(200);
            jvm.tell("kill");
            jvm.tell("rotate 2");
            String lanes = jvm.tell("trace " + trace + " " + ROUNDS);
            AgentJvm.Said refused = jvm.agent(jvm.pid(), trace);
            assertThat(refused.exitCode()).isEqualTo(3);
            assertThat(refused.err()).contains("has an agent already");
            jvm.awaitErr("done with " + trace);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));

            Dump dump = new Dump(recording);
            dump.requireSlices(Dump.expected(trace));
            dump.requireBeats(dump.firstBeat(), beats);
            assertThat(lanes).contains("mortal-0", "mortal-1");
            for (String lane : lanes.split(" ", -1)) {
                long id = Long.parseLong(lane.replaceAll("=.*", ""));
                String name = lane.replaceAll(".*=", "").replace('_', ' ');
                assertThat(dump.slices)
                        .filteredOn(found -> found.slice().osThreadId() == id)
                        .isNotEmpty()
                        .allMatch(found -> found.threadName().equals(name) && name.equals(found.lane()));
            }
            assertThat(jvm.err()).doesNotContain("learn of them");
            jvm.end();
        }
    }

    @Test
    void exitWritesAllThereIs() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("exit.jfr");
        try (AgentJvm jvm = AgentJvm.start(
                directory,
                "-XX:StartFlightRecording=settings=profile,filename=" + recording,
                AgentJvm.javaAgent("trace=" + trace + ",min-duration=20us,delay=100ms"))) {
            jvm.tell("mark");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " " + ROUNDS);
            jvm.awaitErr("done with " + trace);
            jvm.end();
        }
        Dump dump = new Dump(recording);
        dump.requireSlices(Dump.expected(trace));
        assertThat(dump.sessions).isNotEmpty();
        assertThat(dump.sessions.get(dump.sessions.size() - 1).getLong("written"))
                .isEqualTo(dump.slices.size());
    }

    @Test
    void threadsAndEventsAreChosen() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " " + ROUNDS);
            String status = jvm.feed(
                    trace,
                    "--events=ThreadReady,switches",
                    "--threads",
                    "worker-0,VM*,nobody",
                    "--min-duration",
                    "25us",
                    "--from=0.05",
                    "--delay",
                    "0s");
            assertThat(List.of(status, jvm.err()))
                    .allMatch(text -> text.contains("; no thread 'nobody' in the trace"))
                    .noneMatch(text -> text.contains("no thread 'VM"));
            jvm.tell("dump app " + recording);
            Dump dump = new Dump(recording);
            assertThat(dump.lanes(any -> true).keySet())
                    .containsExactly("ThreadReady of VM Thread", "ThreadReady of worker-0");
            assertThat(dump.counts.get("windows.ContextSwitch")).isPositive();
            assertThat(dump.slices)
                    .allMatch(found -> found.slice().end() - found.slice().start() >= 25_000);
            RecordedEvent session = dump.sessions.get(dump.sessions.size() - 1);
            assertThat(session.getString("onlyThreads")).isEqualTo("worker-0, VM*, nobody of this JVM");
            assertThat(session.getString("jvmProcess")).isEqualTo("java (" + jvm.pid() + ")");
            assertThat(session.getDuration("leftOutBefore")).isEqualTo(Duration.ofMillis(50));
            assertThat(session.getDuration("leftOutAfter")).isZero();
            assertThat(session.getString("onlyEvents")).isEqualTo("windows.ThreadReady, windows.ContextSwitch");
            jvm.end();
        }
    }

    @Test
    void startsRecordingAndLeavesOutWhatIsOlder() throws Exception {
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("begin");
            jvm.tell("trace " + trace + " 500");
            Thread.sleep(300);
            AgentJvm.Said said = jvm.agent(jvm.pid(), trace, "--start");
            assertThat(said.exitCode()).as(said.err()).isZero();
            jvm.awaitErr("started the recording 'etl2jfr'");
            // The command does not wait for that on a busy machine.
            jvm.awaitErr("done with");
            assertThat(jvm.complaints())
                    .anyMatch(line -> line.contains(": 0 events written") && line.contains("older than the recording"));
            assertThat(jvm.tell("leftovers")).contains("recording etl2jfr");
            assertThat(jvm.agent("--status", jvm.pid()).out())
                    .contains("; started the recording 'etl2jfr'; dump it with jcmd %s ".formatted(jvm.pid()));
            AgentJvm.Said stopped = jvm.agent("--stop", jvm.pid());
            assertThat(stopped.exitCode()).isZero();
            assertThat(stopped.out())
                    .contains("; the recording that was started is closed")
                    .doesNotContain("jcmd");
            Thread.sleep(5500);
            assertThat(jvm.tell("leftovers")).isEqualTo("[]");
            jvm.end();
        }
    }

    /** Then there is nothing to dump, nor to close. */
    @Test
    void recordingThatWasStartedIsStoppedByTheUser() throws Exception {
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("begin");
            assertThat(jvm.feed(trace(jvm, 500), "--start")).contains("; started the recording 'etl2jfr'");
            jvm.jcmd("JFR.stop", "name=etl2jfr");
            assertThat(jvm.agent("--status", jvm.pid()).out())
                    .contains(": done with ")
                    .doesNotContain("etl2jfr'");
            assertThat(jvm.agent("--stop", jvm.pid()).out())
                    .contains(": done with ")
                    .doesNotContain("is closed");
            jvm.end();
        }
    }

    /** Whoever comes second does not take the other's agent for its own. */
    @Test
    void twoThatAttachAtOnce() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path other = directory.resolve("other.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("begin");
            Path written = trace(jvm, 500);
            // Of two who are the first to attach, one may have the JVM print its threads.
            jvm.agent("--status", jvm.pid());
            try (GrowingFile one = new GrowingFile(written, trace);
                    GrowingFile another = new GrowingFile(written, other)) {
                one.growTo(0.5);
                another.growTo(0.5);
                for (int attempt = 0; attempt < 3; attempt++) {
                    CompletableFuture<AgentJvm.Said> first = CompletableFuture.supplyAsync(() -> attach(jvm, trace));
                    AgentJvm.Said second = attach(jvm, other);
                    assertThat(List.of(first.get().exitCode(), second.exitCode()))
                            .containsExactlyInAnyOrder(0, 3);
                    assertThat(jvm.agent("--stop", jvm.pid()).exitCode()).isZero();
                }
            }
            jvm.end();
        }
    }

    private static AgentJvm.Said attach(AgentJvm jvm, Path trace) {
        try {
            return jvm.agent(jvm.pid(), trace);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The next trace goes into it as well, and does not make it somebody else's. */
    @Test
    void stopClosesTheRecordingThatAnEarlierTraceStarted() throws Exception {
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("begin");
            Path first = trace(jvm, 500);
            Path second = trace(jvm, 600);
            for (Path trace : List.of(first, second)) {
                jvm.feed(trace, "--start");
            }
            // It fails before anything of it is written.
            Path refused = Path.of("../converter/samples/contention-full.etl");
            assertThat(jvm.agent(jvm.pid(), refused, "--start").exitCode()).isEqualTo(3);
            assertThat(jvm.complaints().stream().filter(line -> line.contains("started the recording")))
                    .hasSize(1);
            assertThat(jvm.tell("leftovers")).contains("recording etl2jfr");
            assertThat(jvm.agent("--stop", jvm.pid()).exitCode()).isZero();
            assertThat(jvm.tell("leftovers")).doesNotContain("recording etl2jfr");
            jvm.end();
        }
    }

    @Test
    void keepsWithinTheRecordingsSize() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            // Of which the chunks that the agent begins while it tries itself take two fifths.
            jvm.tell("record app 5000000");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " " + 5 * ROUNDS);
            jvm.feed(trace);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));
            assertThat(jvm.err())
                    .contains("too many slices for the recording: those shorter than 40 us are left out from now on");
            Dump dump = new Dump(recording);
            dump.requireBeats(dump.firstBeat(), beats);
            assertThat(dump.slices.size() * 64).isLessThan(2_500_000);
            assertThat(dump.sessions.get(dump.sessions.size() - 1).getInt("minDurationRaised"))
                    .isPositive();
            assertThat(Files.size(recording)).isLessThan(6_000_000);
            jvm.end();
        }
    }

    /** However many they are, all slices are there, as there were not too many of those. */
    @Test
    void switchesLeaveRoomForSlices() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("begin");
            // In 0.3 s some 11,600 switches and 14,000 slices.
            jvm.tell("trace " + trace + " " + 5000);
            AgentJvm.Said said = jvm.agent(jvm.pid(), trace, "--events", "all", "--max-rate", "16000");
            assertThat(said.exitCode()).as(said.err()).isZero();
            jvm.awaitErr("for which the recording has no room");
            jvm.tell("dump app " + recording);
            assertThat(jvm.err()).doesNotContain("too many slices");
            Dump dump = new Dump(recording);
            dump.requireSlices(Dump.expected(trace));
            assertThat(dump.counts.get("windows.ContextSwitch")).isPositive();
            jvm.end();
        }
    }

    /** Its header has had the session's end from the first. */
    @Test
    void whatIsStillBeingCopiedIsWaitedFor() throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("trace=" + trace))) {
            jvm.tell("record app");
            jvm.awaitStatus("WAITING waits for \\Q%s\\E.*".formatted(trace));
            jvm.tell("begin");
            jvm.tell("trace " + written + " " + ROUNDS);
            byte[] bytes = Files.readAllBytes(written);
            int half = bytes.length / 2;
            Files.write(trace, Arrays.copyOf(bytes, half));
            Thread.sleep(1000);
            Files.write(trace, Arrays.copyOfRange(bytes, half, bytes.length), StandardOpenOption.APPEND);
            jvm.awaitErr("done with " + trace);
            jvm.tell("dump app " + recording);
        }
        new Dump(recording).requireSlices(Dump.expected(written));
    }

    /** Whoever writes it may begin once more. */
    @Test
    void whatIsGoneAgainIsWaitedFor() throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("trace=" + trace))) {
            jvm.tell("record app");
            jvm.awaitStatus("WAITING waits for \\Q%s\\E".formatted(trace));
            Files.createFile(trace);
            Thread.sleep(1000);
            Files.delete(trace);
            Thread.sleep(1000);
            jvm.tell("begin");
            jvm.tell("trace " + written + " 100");
            Files.move(written, trace);
            jvm.awaitErr("done with " + trace);
            assertThat(jvm.complaints()).noneMatch(line -> line.contains("agent ends"));
            jvm.end();
        }
    }

    /** One that was not whole at the start, and that begins to come while the agent does other things. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatComesMeanwhileIsWaitedForAsWell(boolean isThereEmpty) throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        if (isThereEmpty) {
            Files.createFile(trace);
        }
        // One that is missing is not waited for where the agent is attached.
        String[] options = isThereEmpty ? new String[0] : new String[] {AgentJvm.javaAgent("trace=" + trace)};
        try (AgentJvm jvm = AgentJvm.start(directory, options)) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + written + " " + ROUNDS);
            if (isThereEmpty) {
                jvm.load("trace=" + trace);
            }
            while (!jvm.tell("leftovers").contains("etl2jfr threads")) {
                Thread.sleep(10);
            }
            // It tries now how it can write.
            byte[] bytes = Files.readAllBytes(written);
            int portion = bytes.length / 16 + 1;
            for (int from = 0; from < bytes.length; from += portion) {
                Files.write(
                        trace,
                        Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + portion)),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                Thread.sleep(300);
            }
            jvm.awaitErr("done with " + trace);
            jvm.tell("dump app " + recording);
            assertThat(jvm.err()).doesNotContain("damage");
            jvm.end();
        }
        new Dump(recording).requireSlices(Dump.expected(written));
    }

    /** Threads that have no name are numbered; JFR has its buffers and a directory once it has been asked anything. */
    @Test
    void waitsWithoutATrace() throws Exception {
        try (AgentJvm jvm =
                AgentJvm.start(directory, AgentJvm.javaAgent("trace=" + directory.resolve("missing.etl")))) {
            jvm.awaitStatus("WAITING waits for a recording, to feed .* into; .*");
            int first = Integer.parseInt(jvm.tell("thread").substring("Thread-".length()));
            Thread.sleep(1000);
            assertThat(jvm.tell("thread")).isEqualTo("Thread-" + (first + 1));
            assertThat(jvm.tell("property jdk.jfr.repository")).isEqualTo("none");
            jvm.end();
        }
    }

    @Test
    void stopsInTheMidstAndBeginsAnew() throws Exception {
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("trace=" + trace))) {
            jvm.tell("record app");
            jvm.awaitStatus("WAITING waits for \\Q%s\\E.*".formatted(trace));
            jvm.tell("begin");
            jvm.tell("trace " + written + " " + ROUNDS);
            try (GrowingFile growing = new GrowingFile(written, trace)) {
                growing.growTo(0.6);
                jvm.awaitWritten();
                AgentJvm.Said said = jvm.agent("--stop", jvm.pid());
                assertThat(said.out()).contains("stopped with %s: ".formatted(trace), "events written");
                growing.end();
            }
            assertThat(jvm.tell("leftovers")).doesNotContain("windows.", "etl2jfr agent", "JFR Event Stream");
            jvm.tell("dump app " + recording);
            int first = new Dump(recording).slices.size();
            assertThat(first).isBetween(1, Dump.expected(written).size() - 1);

            assertThat(jvm.agent(jvm.pid(), trace).exitCode()).isZero();
            jvm.awaitErr("; goes on there");
            jvm.awaitErr("done with " + trace);
            jvm.tell("dump app " + recording);
            Dump dump = new Dump(recording);
            dump.requireSlicesOfTwoRuns(Dump.expected(written));

            jvm.feed(trace, "--again", "--to", "0.1");
            jvm.tell("dump app " + recording);
            Dump again = new Dump(recording);
            assertThat(again.slices).hasSizeGreaterThan(dump.slices.size());
            // How it writes is tried once, as that stays in the recordings.
            assertThat(again.counts).containsEntry("windows.AgentSelfTest", 24);
            jvm.end();
        }
    }

    @Test
    void allocatesNothingForAnEvent() throws Exception {
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("watch");
            jvm.tell("begin");
            Path few = trace(jvm, 5_000);
            Path many = trace(jvm, 205_000);
            // Loads classes.
            allocated(jvm, few, "14,003");
            long forFew = allocated(jvm, few, "14,003");
            long forMany = allocated(jvm, many, "574,003");
            // 560,000 events more. The smallest object takes 16 bytes. When the agent ends, JFR allocates some
            // megabytes, or does not.
            assertThat(forFew).isPositive();
            assertThat(forMany - forFew).isLessThan(8 * 560_000);
        }
    }

    private Path trace(AgentJvm jvm, int rounds) throws Exception {
        Path trace = directory.resolve("trace" + rounds);
        jvm.tell("trace " + trace + " " + rounds);
        return trace;
    }

    private static long allocated(AgentJvm jvm, Path trace, String events) throws Exception {
        assertThat(jvm.feed(trace, "--again", "--delay", "0s")).contains(events + " events written");
        return Long.parseLong(jvm.tell("allocated"));
    }

    /** Chunks end while the trace is fed; each has all that was written until then. */
    @Test
    void nothingIsLostOrDoubledThroughRotations() throws Exception {
        // As a machine that has other things to do may let the agent or the rotations wait, they go on together.
        int portions = 75;
        int rotations = 2 * portions;
        Path written = directory.resolve("written.etl");
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        // The scheduler is interpreted, so that rotations meet it at work. JFR's writer never is: in JDK 17 a chunk
        // takes the texts of an event away that the interpreter is about to commit while it begins.
        try (AgentJvm jvm = AgentJvm.start(
                directory,
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=exclude,io/github/etl2jfr/agent/shaded/scheduler/*.*",
                "-XX:CompileCommand=CompileThresholdScaling,jdk/jfr/internal/EventWriter.*,0.001",
                "-XX:CompileCommand=BackgroundCompilation,jdk/jfr/internal/EventWriter.*,false",
                AgentJvm.javaAgent("trace=" + trace))) {
            jvm.tell("record app");
            jvm.awaitStatus("WAITING waits for \\Q%s\\E.*".formatted(trace));
            jvm.tell("begin");
            jvm.tell("trace " + written + " 70000");
            try (GrowingFile growing = new GrowingFile(written, trace)) {
                growing.growTo(0.01);
                jvm.awaitErr("goes into this JVM's recording");
                for (int portion = 1; portion <= portions; portion++) {
                    growing.growTo((double) portion / portions, 1, 100);
                    jvm.tell("rotate " + rotations / portions);
                }
                growing.end();
            }
            jvm.awaitErr("done with " + trace);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));

            Dump dump = new Dump(recording);
            List<Dump.Slice> expected = Dump.expected(written);
            dump.requireSlices(expected);
            dump.requireBeats(dump.firstBeat(), beats);
            assertThat(dump.chunks()).isGreaterThan(rotations);
            long total = dump.slices.size();
            // Many of them in the midst of its work; how many depends on what else the machine does.
            assertThat(dump.sessions.stream()
                            .mapToLong(session -> session.getLong("written"))
                            .filter(count -> count > 0 && count < total)
                            .distinct()
                            .count())
                    .isGreaterThanOrEqualTo(portions / 3);
            assertThat(dump.missionControlsLanes()).isEqualTo(dump.lanes(any -> true));
            String summary = AgentJvm.jfr(directory, "summary", recording.toString());
            dump.counts.forEach((type, count) -> assertThat(summary)
                    .containsPattern(type.replace(".", "\\.").replace("$", "\\$") + " +" + count + " "));
            jvm.end();
        }
    }

    private static void awaitStatus(AgentJvm jvm, String text) throws Exception {
        long start = System.nanoTime();
        String status;
        do {
            status = jvm.agent("--status", jvm.pid()).out();
            assertThat(System.nanoTime() - start).as(status).isLessThan(60_000_000_000L);
        } while (!status.contains(text));
    }
}
