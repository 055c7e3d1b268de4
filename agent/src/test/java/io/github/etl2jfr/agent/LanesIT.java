package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.jfr.JvmRecording;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of other processes on lanes of their own, in whatever dump of whatever recording. */
@EnabledOnOs(OS.LINUX)
class LanesIT {
    private static final int ROUNDS = 12_000;
    private static final int OTHERS = 4;
    private static final int REPLACED = TracedApplication.OTHER_THREAD + 4 * OTHERS;

    @TempDir
    private Path directory;

    private Path written;
    private Path growing;
    private List<Dump.Slice> expected;

    /**
     * Has the application trace its threads and others.
     *
     * @return these threads, as id and name
     */
    private String trace(AgentJvm jvm) throws Exception {
        written = directory.resolve("written.etl");
        growing = directory.resolve("growing.etl");
        jvm.tell("begin");
        jvm.tell("others " + OTHERS);
        String threads = jvm.tell("trace " + written + " " + ROUNDS);
        expected = Dump.expected(written);
        assertThat(expected).anyMatch(slice -> slice.osThreadId() == REPLACED);
        return threads;
    }

    /** Has the agent feed a trace of which so much is there. */
    private void follow(AgentJvm jvm, GrowingFile trace, double share) throws Exception {
        trace.growTo(share);
        AgentJvm.Said said = jvm.agent(jvm.pid(), growing, "--lanes", "all");
        assertThat(said.exitCode()).as(said.err()).isZero();
    }

    private static boolean isOther(Dump.Slice slice) {
        return slice.osThreadId() > TracedApplication.OTHER_THREAD;
    }

    /** What the trace's filler does is on a lane, too, but none of the test's truth. */
    private static Dump without(Dump dump) {
        dump.slices.removeIf(found -> found.slice().osThreadId() == TracedApplication.OTHER_THREAD);
        return dump;
    }

    @Test
    void wholeTraceThroughManyChunks() throws Exception {
        Path recording = directory.resolve("all.jfr");
        Path second = directory.resolve("second.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("record second");
            trace(jvm);
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                trace.growTo(0.05);
                AgentJvm.Said said =
                        jvm.agent(jvm.pid(), growing, "--lanes", "all", "--events", "all", "--max-rate", "1000000");
                assertThat(said.exitCode()).as(said.err()).isZero();
                jvm.awaitErr("goes into this JVM's recording");
                for (int i = 1; i <= 12; i++) {
                    trace.growTo(0.05 + 0.9 * i / 12, 4, 20);
                    if (i == 6) {
                        jvm.tell("record late");
                        trace.growTo(0.65);
                        awaitOpenChunk(jvm);
                    }
                    jvm.tell("rotate 2");
                }
                trace.end();
            }
            jvm.awaitErr("done with " + growing);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));
            Path snapshot = directory.resolve("snapshot.jfr");
            jvm.jcmd("JFR.dump", "filename=" + snapshot);
            jvm.jcmd("JFR.stop", "name=second", "filename=" + second);

            for (Path file : List.of(recording, second, snapshot)) {
                Dump dump = new Dump(file);
                // Two or three a round.
                assertThat(dump.counts).containsEntry("windows.ContextSwitch", 2 * ROUNDS + ROUNDS / 3);
                assertThat(dump.chunks()).isGreaterThan(40);
                dump.requireBeats(dump.firstBeat(), beats);
                Map<String, Integer> lanes = dump.lanes(id -> true);
                assertThat(dump.missionControlsLanes()).isEqualTo(lanes);
                without(dump).requireSlices(expected);
                requireLanes(file);
            }
            requireSummary(recording);
            requireViews(jvm);

            jvm.agent("--stop", jvm.pid());
            jvm.tell("close app");
            jvm.tell("close late");
            assertThat(files()).noneMatch(file -> file.contains("lanes-"));
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("etl2jfr: "));
            jvm.end();
        }
        assertThat(files()).isEmpty();
    }

    /** The directory of the chunks that the agent writes. */
    private static Path chunks(AgentJvm jvm) throws Exception {
        return Path.of(jvm.tell("property jdk.jfr.repository"), "etl2jfr");
    }

    /** Gives their directory, which is empty then. */
    private static Path deleteChunks(AgentJvm jvm) throws Exception {
        Path chunks = chunks(jvm);
        try (Stream<Path> inIt = Files.list(chunks)) {
            for (Path file : inIt.toList()) {
                Files.deleteIfExists(file);
            }
        }
        return chunks;
    }

    /** Waits until the agent writes a chunk of its own, whose header is written last. */
    private static void awaitOpenChunk(AgentJvm jvm) throws Exception {
        jvm.awaitWritten();
        Path chunks = chunks(jvm);
        for (int i = 0; i < 500; i++) {
            try (Stream<Path> inIt = Files.list(chunks)) {
                for (Path file : inIt.toList()) {
                    try (InputStream content = Files.newInputStream(file)) {
                        if (content.read() == 0) {
                            return;
                        }
                    }
                }
            } catch (NoSuchFileException e) {
                // Deleted meanwhile, or not there yet.
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no chunk is open");
    }

    /** Whatever is in the directory of temporary files, with JFR's repository. */
    private List<String> files() throws Exception {
        try (Stream<Path> all = Files.walk(directory.resolve("tmp"))) {
            return all.filter(Files::isRegularFile)
                    .map(Path::toString)
                    .filter(file -> !file.contains("hsperfdata") && !file.contains(".java_pid"))
                    .toList();
        }
    }

    /** By the JDK: names, groups, and one lane a thread, also of two that had one id. */
    private static void requireLanes(Path file) throws Exception {
        Map<String, Set<Long>> ids = new TreeMap<>();
        Map<Long, String> groups = new HashMap<>();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (!event.getEventType().getName().startsWith("windows.Thread")) {
                    continue;
                }
                RecordedThread thread = event.getThread();
                String name = event.getString("threadName");
                long id = Long.parseLong(name.replaceAll("^.* \\((\\d+)\\)$", "$1"));
                if (id < TracedApplication.OTHER_THREAD) {
                    assertThat(thread.getOSThreadId()).isEqualTo(id);
                    continue;
                }
                assertThat(thread.getOSName()).isEqualTo(name);
                assertThat(thread.getJavaName()).isNull();
                assertThat(thread.getJavaThreadId()).isNegative();
                ids.computeIfAbsent(name, any -> new HashSet<>()).add(thread.getOSThreadId());
                groups.put(thread.getOSThreadId(), thread.getThreadGroup().getName());
                if (event.hasField("cause") && event.getString("cause").equals("Readied")) {
                    RecordedThread readiedBy = event.getThread("readiedBy");
                    assertThat(readiedBy).isNotNull();
                    assertThat(readiedBy.getJavaName()).startsWith("worker-");
                    assertThat(event.getString("readiedByName"))
                            .isEqualTo("%s (%d)".formatted(readiedBy.getJavaName(), readiedBy.getOSThreadId()));
                }
            }
        }
        assertThat(ids)
                .containsKeys(
                        "other.exe (%d)".formatted(TracedApplication.OTHER_THREAD + 4),
                        "other-1 (%d)".formatted(TracedApplication.OTHER_THREAD + 8),
                        "other-%d (%d)".formatted(OTHERS - 1, REPLACED),
                        "%s (%d)".formatted(TracedApplication.SUCCESSOR, REPLACED))
                .allSatisfy((name, of) -> assertThat(of).as(name).hasSize(1));
        assertThat(groups).hasSize(ids.size());
        assertThat(groups.values())
                .containsOnly("%s (%d)".formatted(TracedApplication.OTHER_IMAGE, TracedApplication.OTHER_PROCESS));
    }

    private void requireSummary(Path recording) throws Exception {
        long running = new Dump(recording).counts.get("windows.ThreadRunning");
        String summary = AgentJvm.jfr(directory, "summary", recording.toString());
        assertThat(summary).containsPattern("windows\\.ThreadRunning +" + running + " ");
        String printed = AgentJvm.jfr(directory, "print", "--events", "windows.ThreadRunning", recording.toString());
        assertThat(printed.lines().filter(line -> line.contains("eventThread = \"other-1 (")))
                .hasSize((int) new Dump(recording)
                        .slices.stream()
                                .map(Dump.Found::slice)
                                .filter(slice -> slice.type().equals("ThreadRunning"))
                                .filter(slice -> slice.osThreadId() == TracedApplication.OTHER_THREAD + 8)
                                .count());
    }

    /** Of a recording that begins with a chunk of ours, and of the JVM's own view of what it has. */
    private void requireViews(AgentJvm jvm) throws Exception {
        Path late = directory.resolve("late.jfr");
        jvm.tell("dump late " + late);
        try (JvmRecording read = JvmRecording.open(late)) {
            assertThat(read.chunks().get(0).header().durationNanos()).isZero();
            assertThat(read.chunks().get(1).header().durationNanos()).isPositive();
        }
        if (Runtime.version().feature() < 21) {
            return;
        }
        for (String type : List.of("windows.ThreadReady", "windows.TraceSession", "test.Beat", "jdk.CPULoad")) {
            assertThat(AgentJvm.jfr(directory, "view", type, late.toString()))
                    .as(type)
                    .doesNotContain("No events found");
            assertThat(jvm.jcmd("JFR.view", type)).as(type).doesNotContain("No events found");
        }
    }

    @Test
    void exit() throws Exception {
        Path recording = directory.resolve("exit.jfr");
        try (AgentJvm jvm =
                AgentJvm.start(directory, "-XX:StartFlightRecording=settings=profile,filename=" + recording)) {
            jvm.tell("mark");
            trace(jvm);
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                follow(jvm, trace, 0.2);
                trace.growTo(0.6, 10, 20);
                awaitOpenChunk(jvm);
                jvm.end();
            }
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("etl2jfr: "));
        }
        Dump dump = without(new Dump(recording));
        Dump.requireAll(dump.onJvmsClock(), expected, Long.MIN_VALUE, dump.toldUntil());
        assertThat(dump.slices).anyMatch(found -> isOther(found.slice()));
        assertThat(files()).isEmpty();
    }

    /** Chunks of ours are thrown away as the JVM's are. */
    @Test
    void size() throws Exception {
        Path recording = directory.resolve("size.jfr");
        String options = "-XX:FlightRecorderOptions=repository=%s,maxchunksize=1M".formatted(directory.resolve("tmp"));
        try (AgentJvm jvm = AgentJvm.start(directory, options)) {
            jvm.tell("record app 20000000");
            trace(jvm);
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                follow(jvm, trace, 0.2);
                for (double share = 0.3; share < 0.75; share += 0.1) {
                    trace.growTo(share, 10, 20);
                    jvm.tell("fill 6000000");
                }
                jvm.tell("mark");
                jvm.tell("dump app " + recording);
            }
            jvm.end();
        }
        Dump dump = without(new Dump(recording));
        assertThat(Files.size(recording)).isLessThan(25_000_000);
        assertThat(dump.slices).anyMatch(found -> isOther(found.slice()));
        Dump.requireAll(dump.onJvmsClock(), expected, dump.firstToldUntil(), dump.toldUntil());
        List<Dump.Slice> all = new ArrayList<>(expected);
        all.removeIf(slice -> slice.end() >= dump.toldUntil());
        assertThat(all).hasSizeGreaterThan(dump.onJvmsClock().size());
        assertThat(files()).isEmpty();
    }

    /** Who stops the agent has all that it told, in whatever dump comes then. */
    @Test
    void stopInTheMidst() throws Exception {
        Path recording = directory.resolve("stopped.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            trace(jvm);
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                follow(jvm, trace, 0.5);
                awaitOpenChunk(jvm);
                assertThat(jvm.agent("--stop", jvm.pid()).exitCode()).isZero();
            }
            jvm.tell("dump app " + recording);
            jvm.end();
        }
        Dump dump = without(new Dump(recording));
        assertThat(dump.slices).anyMatch(found -> isOther(found.slice()));
        Dump.requireAll(dump.onJvmsClock(), expected, Long.MIN_VALUE, dump.toldUntil());
    }

    /** By an application that interrupts whatever threads it finds. */
    @Test
    void interruptedAgain() throws Exception {
        Path recording = directory.resolve("interrupted.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("interrupt");
            jvm.tell("record app");
            trace(jvm);
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                follow(jvm, trace, 0.1);
                jvm.awaitErr("goes into this JVM's recording");
                trace.growTo(0.5, 20, 20);
                jvm.tell("rotate 2");
                trace.growTo(0.9, 20, 20);
                trace.end();
            }
            jvm.awaitErr("done with " + growing);
            jvm.tell("dump app " + recording);
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("etl2jfr: "));
            jvm.end();
        }
        without(new Dump(recording)).requireSlices(expected);
    }

    /** What recordings do not want is not written, nor what is asked of some threads only. */
    @Test
    void whatIsNotWanted() throws Exception {
        Path recording = directory.resolve("some.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.jcmd(
                    "JFR.start",
                    "name=app",
                    "settings=none",
                    "+windows.ThreadReady#enabled=false",
                    "+windows.ThreadWaiting#threshold=1s");
            jvm.tell("mark");
            String threads = trace(jvm);
            AgentJvm.Said said =
                    jvm.agent(jvm.pid(), written, "--lanes=all", "--threads", "other-1,worker-1", "--delay", "0s");
            assertThat(said.exitCode()).as(said.err()).isZero();
            jvm.awaitErr("done with " + written);
            jvm.jcmd("JFR.dump", "name=app", "filename=" + recording);
            expected.removeIf(slice -> !slice.type().equals("ThreadRunning")
                    || !threads.contains(slice.osThreadId() + "=other-1")
                            && !threads.contains(slice.osThreadId() + "=worker-1"));
            new Dump(recording).requireSlices(expected);
            jvm.end();
        }
        assertThat(files()).isEmpty();
    }

    /** Each chunk of JFR's has only threads that lived when it began, or started later. */
    @Test
    void threadsOfTheJvmThatEndedStayOnTheirLanes() throws Exception {
        Path recording = directory.resolve("ended.jfr");
        String threads;
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            jvm.tell("mortals");
            threads = trace(jvm);
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                trace.growTo(0.3);
                assertThat(jvm.agent(jvm.pid(), growing).exitCode()).isZero();
                trace.growTo(0.5, 10, 20);
                // What comes later need not be of threads that live.
                jvm.awaitWritten();
                jvm.tell("kill");
                for (int i = 6; i <= 9; i++) {
                    jvm.tell("rotate 2");
                    trace.growTo(i / 10.0, 10, 20);
                }
                trace.end();
            }
            jvm.awaitErr("done with " + growing);
            jvm.tell("dump app " + recording);
            assertThat(jvm.complaints()).noneMatch(line -> line.contains("lane"));
            jvm.tell("close app");
            jvm.agent("--stop", jvm.pid());
            assertThat(files()).noneMatch(file -> file.contains("lanes-"));
            jvm.end();
        }
        Dump dump = new Dump(recording);
        dump.requireSlices(expected.stream().filter(slice -> !isOther(slice)).toList());
        assertThat(dump.missionControlsLanes()).isEqualTo(dump.lanes(id -> true));
        for (String thread : threads.split(" ", -1)) {
            long id = Long.parseLong(thread.replaceAll("=.*", ""));
            String name = thread.replaceAll(".*=", "").replace('_', ' ');
            if (id < TracedApplication.OTHER_THREAD) {
                assertThat(dump.slices)
                        .filteredOn(found -> found.slice().osThreadId() == id)
                        .hasSizeGreaterThan(1000)
                        .allMatch(found -> name.equals(found.lane()));
            }
        }
        assertThat(keys(recording, "mortal-0")).hasSize(2);
    }

    /** How recordings call a thread: JFR's key, and that of our chunks. */
    private static Set<Long> keys(Path recording, String name) throws Exception {
        Set<Long> keys = new HashSet<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals("windows.ThreadRunning")
                        && name.equals(event.getThread().getJavaName())) {
                    keys.add(event.getThread().getId());
                }
            }
        }
        return keys;
    }

    /** Where the agent can write nothing, or not in this way, it goes on with attributes. */
    @Test
    void whereItDoesNotWork() throws Exception {
        Path recording = directory.resolve("attributes.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.ofAnUnknownJdk(directory))) {
            jvm.tell("record app");
            trace(jvm);
            AgentJvm.Said said = jvm.agent(jvm.pid(), written, "--lanes", "all");
            assertThat(said.exitCode()).as(said.err()).isZero();
            jvm.awaitErr("done with " + written);
            jvm.tell("dump app " + recording);
            assertThat(jvm.complaints())
                    .filteredOn(line -> line.contains("have no lanes here: only the precise way"))
                    .hasSize(1);
            assertThat(new Dump(recording, false).slices).isNotEmpty().noneMatch(found -> isOther(found.slice()));
            jvm.end();
        }
    }

    private static String unwanted(AgentJvm jvm) throws Exception {
        Matcher count = Pattern.compile("[0-9,]+ that no recording wants")
                .matcher(jvm.tell("property io.github.etl2jfr.agent.status"));
        return count.find() ? count.group() : "none";
    }

    @Test
    void whatCannotBeWrittenCostsLanesOnly() throws Exception {
        Path recording = directory.resolve("rest.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            trace(jvm);
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                // Nothing is in it yet.
                follow(jvm, trace, 0.05);
                jvm.awaitErr("goes into this JVM's recording");
                // A file where there was a directory.
                Path chunks = deleteChunks(jvm);
                Files.delete(chunks);
                Files.createFile(chunks);
                trace.growTo(0.5);
                jvm.awaitErr("have no lanes any more: ");
                String unwanted = unwanted(jvm);
                // The status is told right after.
                for (int i = 0; unwanted.equals("none") && i < 50; i++) {
                    Thread.sleep(100);
                    unwanted = unwanted(jvm);
                }
                trace.end();
                jvm.awaitErr("done with " + growing);
                // Others' slices are not asked for any more.
                assertThat(unwanted(jvm)).isEqualTo(unwanted);
            }
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));
            assertThat(jvm.complaints())
                    .filteredOn(line -> line.contains("have no lanes any more: "))
                    .hasSize(1);
            Dump dump = new Dump(recording);
            dump.requireBeats(dump.firstBeat(), beats);
            dump.slices.removeIf(found -> found.slice().osThreadId() >= TracedApplication.OTHER_THREAD);
            dump.requireSlices(
                    expected.stream().filter(slice -> !isOther(slice)).toList());
            jvm.end();
        }
    }

    /** What was written into a chunk that no recording got does not count as written, nor where the agent ends first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsLostIsNotWritten(boolean isToldBefore) throws Exception {
        Path recording = directory.resolve("rest.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("record app");
            trace(jvm);
            String end;
            try (GrowingFile trace = new GrowingFile(written, growing)) {
                follow(jvm, trace, 0.5);
                awaitOpenChunk(jvm);
                deleteChunks(jvm);
                if (isToldBefore) {
                    jvm.tell("rotate 2");
                    jvm.awaitErr("have no lanes any more: ");
                    trace.end();
                    end = jvm.awaitStatus("FINISHED .*");
                } else {
                    end = jvm.agent("--stop", jvm.pid()).out();
                }
            }
            Matcher counts = Pattern.compile(
                            ": ([0-9,]+) events written; .* [0-9,]+ lost, as no recording got the agent's chunk with them")
                    .matcher(end);
            assertThat(counts.find()).as(end).isTrue();
            int rest = Integer.parseInt(counts.group(1).replace(",", ""));
            jvm.tell("dump app " + recording);
            Dump dump = new Dump(recording);
            assertThat(dump.slices).hasSize(rest);
            RecordedEvent last = Collections.max(dump.sessions, Comparator.comparing(RecordedEvent::getStartTime));
            assertThat(last.getLong("written")).isEqualTo(rest);
            jvm.end();
        }
    }
}
