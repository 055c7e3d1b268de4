package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A merge as a user asks for it, and what goes wrong with it. */
class MergeTest {
    private static final Path SAMPLES = Path.of("samples");
    private static final Path TRACE = SAMPLES.resolve("contention-full.etl");
    private static final Path SKEWED = SAMPLES.resolve("contention-skewed.etl");
    private static final Path JVM = SAMPLES.resolve("contention.jfr");
    private static final int JVM_PID = 17321;
    private static final int OTHER_PID = 17319;
    private static final String SPANS = "the trace is from 2026-11-21T11:04:46.459773800Z"
            + " to 2026-11-21T11:04:50.461967300Z,"
            + " the recording from 2026-11-21T11:04:47.549375879Z to 2026-11-21T11:04:49.651686507Z";

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void chooseOutput() {
        out = directory.resolve("out.jfr");
    }

    private Result merge(Path trace, Object... options) {
        return Program.run(Stream.concat(Stream.of("--jfr", JVM, trace, out), Stream.of(options))
                .toArray());
    }

    private RecordedEvent session() throws IOException {
        return RecordingFile.readAllEvents(out).stream()
                .filter(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .findFirst()
                .orElseThrow();
    }

    private void assertNothingIsWritten() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part") || file.equals(out)))
                    .isEmpty();
        }
    }

    @Test
    void theReportTellsHowThingsFitTogether() {
        assertThat(merge(TRACE).succeeded().out())
                .contains(
                        "  jvm        %s, process 17321: 27 of its 27 threads in the trace, 3,644 latencies explained"
                                .formatted(JVM),
                        "  common     2.102 s, 2026-11-21T11:04:47.549",
                        "  clock      the trace's is ",
                        " ns behind the JVM's ± 3.",
                        " µs, from 196 JVM events" + System.lineSeparator());
    }

    @Test
    void theReportAsJsonTellsTheSame() throws IOException {
        JsonObject report = JsonParser.parseString(
                        merge(SKEWED, "--json").succeeded().out())
                .getAsJsonObject();
        assertThat(report.get("jmcHeapBytes").getAsLong())
                .isEqualTo(570L * RecordingFile.readAllEvents(out).size());
        JsonObject merge = report.getAsJsonObject("merge");
        assertThat(merge.get("recording").getAsString()).isEqualTo(JVM.toString());
        assertThat(merge.get("pid").getAsInt()).isEqualTo(JVM_PID);
        assertThat(merge.get("jvmThreads").getAsInt()).isEqualTo(27);
        assertThat(merge.get("threadsInTrace").getAsInt()).isEqualTo(27);
        assertThat(merge.get("latencies").getAsInt()).isEqualTo(3644);
        assertThat(merge.get("clockOffsetSource").getAsString()).isEqualTo("Events");
        assertThat(merge.get("clockOffsetNanos").getAsLong()).isBetween(7_297_000L, 7_303_000L);
        assertThat(merge.get("clockOffsetUncertaintyNanos").getAsLong()).isBetween(1L, 5000L);
        assertThat(merge.get("clockDriftNanosPerSecond").getAsLong()).isZero();
        assertThat(merge.get("clockOffsetEvidence").getAsInt()).isEqualTo(196);
        assertThat(merge.get("clockOffsetContradicting").getAsInt()).isZero();
        assertThat(Instant.parse(merge.get("from").getAsString()))
                .isBefore(Instant.parse(merge.get("to").getAsString()));
    }

    @ParameterizedTest
    @CsvSource({"7.3ms, 7300000", "-250us, -250000", "0, 0", "0.5s, 500000000"})
    void theOffsetCanBeGiven(String option, long nanos) throws IOException {
        String told = merge(SKEWED, "--clock-offset", option).succeeded().out();
        assertThat(told).contains(", as asked for");
        boolean isRight = option.equals("7.3ms");
        assertThat(told.contains("; the JVM's events say otherwise: the trace's is 7.")
                        && told.contains(" ms ahead of the JVM's ± 3."))
                .isEqualTo(!isRight);
        RecordedEvent session = session();
        assertThat(session.getDuration("clockOffset")).isEqualTo(Duration.ofNanos(nanos));
        assertThat(session.getString("clockOffsetSource")).isEqualTo("User");
        assertThat(session.getLong("clockOffsetUncertainty")).isEqualTo(Long.MIN_VALUE);
        if (isRight) {
            assertThat(session.getLong("clockOffsetOfEvents")).isEqualTo(Long.MIN_VALUE);
        } else {
            assertThat(session.getDuration("clockOffsetOfEvents").toNanos()).isBetween(7_297_000L, 7_303_000L);
        }
        assertThat(Program.run("view", "--width", "200", out)
                        .succeeded()
                        .out()
                        .contains("; the JVM's events say otherwise: the trace's is 7.299"))
                .isEqualTo(!isRight);
    }

    /** Whoever only gets the recording is told of its clock, too, in the same words. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--clock-offset=7.3ms"})
    void theClockIsToldByWhatShowsTheRecording(String option) throws IOException {
        String told = merge(SKEWED, option.isEmpty() ? new Object[0] : new Object[] {option})
                .succeeded()
                .out();
        String clock = told.lines()
                .filter(line -> line.startsWith("  clock"))
                .findFirst()
                .orElseThrow()
                .substring("  clock      ".length());
        assertThat(Program.run("view", "--width", "200", out).succeeded().out()).contains("clock: " + clock);
        Path page = directory.resolve("page.html");
        Program.run("report", out, page).succeeded();
        assertThat(Files.readString(page)).contains("<dt>clock</dt><dd>%s</dd>".formatted(clock.replace("'", "&#39;")));
    }

    @Test
    void theProcessCanBeGiven() {
        assertThat(merge(TRACE, "--pid", JVM_PID).succeeded().out()).contains("process 17321: 27 of its 27 threads");
    }

    @Test
    void timeLimitsCutTheTraceAndLeaveTheJvm() throws IOException {
        merge(TRACE, "--from", "0.9", "--to", "1.4").succeeded();
        List<RecordedEvent> events = RecordingFile.readAllEvents(out);
        List<RecordedEvent> ours = events.stream()
                .filter(event -> event.getEventType().getName().startsWith("windows."))
                .toList();
        assertThat(ours).isNotEmpty();
        assertThat(events)
                .hasSize(ours.size() + RecordingFile.readAllEvents(JVM).size());
        Instant from = session().getInstant("traceStart");
        Instant to = session().getInstant("traceEnd");
        assertThat(Duration.between(from, to)).isEqualTo(Duration.ofMillis(500));
        assertThat(ours)
                .filteredOn(event -> event.hasField("clipped"))
                .isNotEmpty()
                .allMatch(event -> !event.getStartTime().isBefore(from)
                        && !event.getEndTime().isAfter(to));
    }

    /** Whoever found a time in the merged recording gets it with the same options. */
    @ParameterizedTest
    @CsvSource({"0.5, 1.0", "-1.5, -0.25"})
    void timesCountFromWhereTheRecordingBegins(String from, String to) {
        merge(TRACE).succeeded();
        Map<String, Long> part = running(out, "--from", from, "--to", to);
        merge(TRACE, "--force", "--from", from, "--to", to).succeeded();
        assertThat(running(out)).hasSizeGreaterThan(50).isEqualTo(part);
    }

    private static Map<String, Long> running(Path recording, Object... options) {
        Object[] arguments = Stream.concat(Stream.of("view", "--json", recording, "summary"), Stream.of(options))
                .toArray();
        Map<String, Long> running = new TreeMap<>();
        for (JsonElement each : JsonParser.parseString(
                        Program.run(arguments).succeeded().out())
                .getAsJsonObject()
                .getAsJsonArray("threads")) {
            JsonObject thread = each.getAsJsonObject();
            running.put(
                    thread.get("thread").getAsString(),
                    thread.get("runningNanos").getAsLong());
        }
        running.values().removeIf(time -> time == 0);
        return running;
    }

    @ParameterizedTest
    @CsvSource({"--from, 3, not before the end", "--to, -3, not after the start"})
    void timesOutsideOfBothFilesAreRefused(String option, String time, String mistake) {
        assertThat(merge(TRACE, option, time).error())
                .startsWith("%s is %s of the time that is in both files, 2026-11-21T11:04:".formatted(option, mistake))
                .contains("Z; it lasts 2.102311 s");
    }

    /** An event of the JVM that the trace knows only in part says how much of it. */
    @Test
    void whatTheTraceDoesNotCoverIsUnknown() throws IOException {
        merge(TRACE, "--from", "0.9", "--to", "1.4").succeeded();
        List<RecordedEvent> breakdowns = RecordingFile.readAllEvents(out).stream()
                .filter(MergeTest::isBreakdown)
                .toList();
        assertThat(breakdowns)
                .isNotEmpty()
                .anyMatch(event -> !event.getDuration("unknownTime").isZero())
                .allMatch(event -> event.getDuration()
                        .equals(event.getDuration("runningTime")
                                .plus(event.getDuration("readyTime"))
                                .plus(event.getDuration("waitingTime"))
                                .plus(event.getDuration("unknownTime"))));
    }

    /** The time that is told ends while a thread is ready in an event: who was in its way is unknown, to views as well. */
    @Test
    void whoRanInsteadMayBeUnknown() throws IOException {
        merge(TRACE).succeeded();
        List<RecordedEvent> events = RecordingFile.readAllEvents(out);
        List<RecordedEvent> breakdowns =
                events.stream().filter(MergeTest::isBreakdown).toList();
        RecordedEvent ready = events.stream()
                .filter(event -> event.getEventType().getName().equals("windows.ThreadReady"))
                .sorted(Comparator.comparing(event -> event.getDuration().negated()))
                .filter(slice -> breakdowns.stream().anyMatch(event -> isThroughout(event, slice)))
                .findFirst()
                .orElseThrow();
        Instant middle = ready.getStartTime().plus(ready.getDuration().dividedBy(2));
        Instant start = session().getInstant("traceStart");
        merge(TRACE, "--force", "--to", Duration.between(start, middle).toNanos() / 1e9)
                .succeeded();

        assertThat(RecordingFile.readAllEvents(out))
                .filteredOn(event -> isBreakdown(event) && isThroughout(event, ready))
                .isNotEmpty()
                .allMatch(event -> event.getThread("displacedBy") == null)
                .allMatch(event -> event.getLong("displacedTime") == Long.MIN_VALUE);
        assertThat(Program.run("view", out, "explain").succeeded().out()).contains("JavaMonitorEnter");
    }

    private static boolean isBreakdown(RecordedEvent event) {
        return event.getEventType().getName().equals("windows.LatencyBreakdown");
    }

    private static boolean isThroughout(RecordedEvent event, RecordedEvent slice) {
        return event.getThread().getId() == slice.getThread().getId()
                && event.getStartTime().isBefore(slice.getStartTime())
                && event.getEndTime().isAfter(slice.getEndTime());
    }

    @Test
    void latenciesAloneCanBeAskedFor() throws IOException {
        merge(TRACE, "--events", "latencies").succeeded();
        assertThat(RecordingFile.readAllEvents(out).stream()
                        .map(event -> event.getEventType().getName())
                        .filter(type -> type.startsWith("windows."))
                        .distinct())
                .containsExactlyInAnyOrder("windows.LatencyBreakdown", "windows.TraceSession");
    }

    /** The texts of an event are among its chunk's constants, whether or not any thread is. */
    @Test
    void eventsWithoutThreadsHaveTheirTexts() throws IOException {
        merge(TRACE, "--events", "processes").succeeded();
        assertThat(session().getString("clock")).isEqualTo("QPC");
        assertThat(session().getString("clockOffsetSource")).isEqualTo("Events");
    }

    @ParameterizedTest
    @CsvSource({
        "'all', ",
        "'switches,slices,processors,statistics,processes,latencies', ",
        "'switches,slices,processors,statistics,processes', 'switches, slices, processors, statistics, processes'"
    })
    void saysThatEventsWereLeftOutOnlyIfAnyWere(String list, String told) throws IOException {
        merge(TRACE, "--events", list).succeeded();
        assertThat(session().getString("onlyEvents")).isEqualTo(told);
    }

    /** Those of the other threads were left out with their slices. */
    @ParameterizedTest
    @CsvSource({
        "--thread, contender-2, contender-2",
        "--thread, VM Thread, VM Thread",
        "--thread, 'GC Thread#0,sleeper', GC Thread#0|sleeper",
        "--process, 17321, .*",
        "--process, csrss, ''"
    })
    void explainsEventsOfChosenThreads(String option, String list, String names) throws IOException {
        merge(TRACE).succeeded();
        List<String> expected = breakdowns(names);
        assertThat(expected.isEmpty()).isEqualTo(names.isEmpty());
        Result result = merge(TRACE, "--force", option, list).succeeded();
        assertThat(breakdowns(".*")).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(result.out()).contains(" %,d latencies explained".formatted(expected.size()));
        if (expected.isEmpty()) {
            assertThat(Program.run("view", out, "explain").error())
                    .isEqualTo(out + ": no latencies of the JVM in it: its recording has none of these threads");
        }
    }

    /** Without who ran instead, who has another key where others were left out. */
    private List<String> breakdowns(String names) throws IOException {
        return RecordingFile.readAllEvents(out).stream()
                .filter(event -> isBreakdown(event)
                        && (nameOf(event.getThread()).matches(names)
                                || event.getThread("vmThread") != null
                                        && nameOf(event.getThread("vmThread")).matches(names)))
                .map(event -> Stream.of(
                                "eventThread.osThreadId",
                                "startTime",
                                "duration",
                                "javaEvent",
                                "detail",
                                "runningTime",
                                "readyTime",
                                "waitingTime",
                                "displacedTime")
                        .map(field -> field + "=" + event.getValue(field))
                        .collect(Collectors.joining(" ")))
                .toList();
    }

    private static String nameOf(RecordedThread thread) {
        return thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    }

    @Test
    void filesWithoutCommonTimeAreRefused() throws IOException {
        Result result = merge(TRACE, "--clock-offset", "3600s");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.error()).isEqualTo(TRACE + ": trace and recording do not overlap in time; " + SPANS);
        assertNothingIsWritten();
    }

    /** Offsets in a chunk's header: 28 the duration, 38 ticks a second, here of a clock that ticks each nanosecond. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1_000_000_000, 100L * 365 * 24 * 3600 * 1_000_000_000})
    void aRecordingThatNeverEndsLastsAsLongAsTheTrace(long durationNanos) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(JVM)).putLong(0x28, durationNanos);
        assertThat(bytes.getLong(0x38)).isEqualTo(1_000_000_000);
        for (long ticksPerSecond : new long[] {1_000_000_000, 8_000_000_000L}) {
            bytes.putLong(0x38, ticksPerSecond);
            Path endless = Files.write(directory.resolve("endless.jfr"), bytes.array());
            assertThat(Program.run("--force", "--jfr", endless, TRACE, out, "--clock-offset", "0")
                            .succeeded()
                            .out())
                    .contains("to 2026-11-21T11:04:50.46196");
        }
    }

    @Test
    void anotherProcessThanTheRecordingsIsRefused() throws IOException {
        Result result = merge(TRACE, "--pid", OTHER_PID);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo(
                        TRACE + ": --pid names process 17319, but the recording is of process 17321; leave --pid out");
        assertNothingIsWritten();
    }

    @Test
    void aProcessThatIsNotThereIsRefused() throws IOException {
        Result result = merge(TRACE, "--pid", 99);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo(TRACE + ": no process 99 in the trace; 'etl2jfr info --processes' lists them");
        assertNothingIsWritten();
    }

    @Test
    void whatIsNoRecordingIsRefused() throws IOException {
        Result result = Program.run("--jfr", TRACE, TRACE, out);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.error()).isEqualTo(TRACE + ": not a flight recording: it does not begin with FLR");
        assertNothingIsWritten();
    }

    @Test
    void aRecordingThatIsCutOffIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(JVM);
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length - 1));
        Result result = Program.run("--jfr", cut, TRACE, out);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.error()).startsWith(cut + ": recording is cut off: ");
        assertNothingIsWritten();
    }

    @Test
    void aRecordingThatWasMergedBeforeIsRefused() throws IOException {
        merge(TRACE).succeeded();
        Path again = directory.resolve("again.jfr");
        Result result = Program.run("--jfr", out, TRACE, again);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.error())
                .startsWith(out + ": ")
                .endsWith("recording has a trace's events already; take the one that the JVM wrote");
        assertThat(again).doesNotExist();
    }

    @Test
    void aRecordingThatIsMissingIsNamed() {
        Path missing = directory.resolve("missing.jfr");
        Result result = Program.run("--jfr", missing, TRACE, out);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.error()).isEqualTo(missing + ": no such file");
    }

    @Test
    void theRecordingIsNotOverwritten() throws IOException {
        Path recording = Files.copy(JVM, directory.resolve("jvm.jfr"));
        Result result = Program.run("--force", "--jfr", recording, TRACE, recording);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo(recording + " is the JVM's recording itself; name another file to write; see --help");
        assertThat(recording).hasSameBinaryContentAs(JVM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--pid=1", "--clock-offset=0", "--all"})
    void optionsOfAMergeNeedOne(String option) {
        Result result = Program.run(option, TRACE, out);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo(option.replaceAll("=.*", "")
                        + " is for a merge with a JVM's recording; name it with --jfr; see --help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--thread=main", "--process=java.exe"})
    void allThreadsAreNotSome(String option) throws IOException {
        Result result = merge(TRACE, "--all", option);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo("--all is for all threads, --process and --thread for some; leave one out; see --help");
        assertNothingIsWritten();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latencies",
                "slices,windows.LatencyBreakdown",
                "switches,slices,processors,statistics,processes,latencies"
            })
    void latenciesNeedAMerge(String events) throws IOException {
        Result result = Program.run("--events", events, TRACE, out);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error())
                .isEqualTo("latencies are those of a JVM's recording; name it with --jfr; see --help");
        assertNothingIsWritten();
        Program.run("--quiet", "--events", "all", TRACE, out).succeeded();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.3", "ms", "--1ms", "1h", ""})
    void anOffsetHasAUnit(String offset) {
        Result result = merge(TRACE, "--clock-offset=" + offset);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error()).contains("--clock-offset");
    }
}
