package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Program.run;
import static io.github.etl2jfr.cli.SampleEvents.SWITCH;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What options keep of a trace, in which time, and that they leave it as it is. */
class FilterTest extends SampleTest {
    private List<String> written(String type) throws IOException {
        return SampleEvents.written(out, type);
    }

    private static boolean touches(RecordedEvent event, Predicate<RecordedThread> filter) {
        return Stream.of(event.getThread(), event.getThread("newThread"))
                .anyMatch(thread -> thread != null && filter.test(thread));
    }

    private static Predicate<RecordedEvent> ofGroup(String pattern) {
        return event -> touches(
                event,
                thread -> thread.getThreadGroup() != null
                        && thread.getThreadGroup().getName().matches(pattern));
    }

    private static Predicate<RecordedEvent> between(Instant from, Instant to) {
        return event ->
                !event.getStartTime().isBefore(from) && !event.getStartTime().isAfter(to);
    }

    private void convert(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--force", SAMPLE, out));
        run(all.toArray()).succeeded();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "java.exe", "JAVA.EXE", "Java", "j*va", "JAVA*", "*ava.exe,", "java*(*)"})
    void processByName(String name) throws IOException {
        convert("--process", name);
        List<String> expected = SampleEvents.texts(sample.all(), SWITCH, ofGroup("java\\.exe \\(\\d+\\)"));
        assertThat(expected).isNotEmpty();
        SampleEvents.assertSame(written(SWITCH), expected);
        assertThat(written("windows.ProcessStart"))
                .isNotEmpty()
                .isEqualTo(SampleEvents.texts(sample.all(), "windows.ProcessStart", event -> event.getString("image")
                        .equals("java.exe")));
    }

    @Test
    void processById() throws IOException {
        convert("--process", "17321");
        List<String> expected = SampleEvents.texts(sample.all(), SWITCH, ofGroup("java\\.exe \\(17321\\)"));
        assertThat(expected).isNotEmpty();
        SampleEvents.assertSame(written(SWITCH), expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--process 17321 --process dwm",
                "--process 17321,dwm",
                "--process dw*,DWM.exe --process ,17321",
            })
    void severalProcesses(String options) throws IOException {
        convert((Object[]) options.split(" ", -1));
        List<String> expected =
                SampleEvents.texts(sample.all(), SWITCH, ofGroup("java\\.exe \\(17321\\)|dwm\\.exe .*"));
        SampleEvents.assertSame(written(SWITCH), expected);
    }

    /** Other processes have such threads, too, and these have others. Events of processes are those of these. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--process 17321,csrss,lsass.exe --thread VM*,17323",
                "--thread 17323 --process LSASS* --process csrss,17321 --thread VM*"
            })
    void threadsOfProcesses(String options) throws IOException {
        convert((Object[]) options.split(" ", -1));
        Set<Long> ids = Set.of(17323L, 17262L, 17273L, 17375L, 17395L);
        Predicate<RecordedThread> chosen = thread -> ids.contains(thread.getOSThreadId());
        SampleEvents.assertSame(
                written(SWITCH), SampleEvents.texts(sample.all(), SWITCH, event -> touches(event, chosen)));
        for (String type : List.of("windows.ThreadRunning", "windows.ThreadStatistics")) {
            assertThat(written(type))
                    .isNotEmpty()
                    .isEqualTo(SampleEvents.texts(sample.all(), type, event -> chosen.test(event.getThread())));
        }
        assertThat(written("jdk.SystemProcess"))
                .isNotEmpty()
                .isEqualTo(SampleEvents.texts(sample.all(), "jdk.SystemProcess", event -> event.getString("commandLine")
                        .matches("(csrss|lsass)(\\.exe)?")));
    }

    /** Another JVM has such threads, too: see {@link #threadsByName()}. */
    @Test
    void threadsOfTheJvm() throws IOException {
        Path jvm = Path.of("samples", "contention.jfr");
        convert("--process", "java", "--thread", "VM Thread,GC*", "--jfr", jvm, "--events", "slices,latencies");
        assertThat(names("windows.ThreadRunning")).containsExactly("GC Thread#0", "GC Thread#1", "VM Thread");
        List<RecordedEvent> latencies = RecordingFile.readAllEvents(out).stream()
                .filter(event -> event.getEventType().getName().equals("windows.LatencyBreakdown"))
                .toList();
        assertThat(latencies).hasSizeGreaterThan(100).allSatisfy(event -> assertThat(
                        Stream.of(event.getThread(), event.getThread("vmThread"))
                                .filter(Objects::nonNull))
                .extracting(RecordedThread::getOSName)
                .containsAnyOf("GC Thread#0", "GC Thread#1", "VM Thread"));
    }

    @Test
    void thread() throws IOException {
        convert("--thread", "17319");
        List<String> expected = SampleEvents.texts(
                sample.all(), SWITCH, event -> touches(event, thread -> thread.getOSThreadId() == 17319));
        assertThat(expected).isNotEmpty();
        SampleEvents.assertSame(written(SWITCH), expected);
    }

    /** Those of a JVM's recording are the JVM's; a comma in one is not needed. */
    @Test
    void threadsByName() throws IOException {
        Path jvm = Path.of("samples", "contention.jfr");
        convert("--thread", "contender-*,GC Thread#0", "--thread", "c*u-hog", "--jfr", jvm, "--events", "slices");
        assertThat(names("windows.ThreadRunning"))
                .containsExactly(
                        "GC Thread#0",
                        // Another JVM's.
                        "GC Thread#0 (17257)",
                        "contender-0",
                        "contender-1",
                        "contender-2",
                        "cpu-hog");
        convert("--thread", "CSRSS,java.exe (1735*", "--events", "ThreadRunning");
        assertThat(names("windows.ThreadRunning"))
                .isNotEmpty()
                .allMatch(name -> name.matches("csrss \\(\\d+\\)|java\\.exe \\(1735\\d\\)"));
    }

    private Set<String> names(String type) throws IOException {
        return RecordingFile.readAllEvents(out).stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .map(event -> event.getThread().getOSName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Known by its switches alone. */
    @Test
    void threadThatTheTraceNeverAnnounces() throws IOException {
        TraceOptions options = new TraceOptions().processors(1);
        TraceBuilder.InMemory builder = TraceBuilder.inMemory(options);
        int[] threads = {104, 108, 0, 104};
        for (int i = 0; i + 1 < threads.length; i++) {
            ContextSwitch contextSwitch =
                    new ContextSwitch().oldThread(threads[i], 8).waiting(6).newThread(threads[i + 1], 8);
            builder.builder().append(0, options.events().contextSwitch(options.ticks(100 + i), contextSwitch));
        }
        Path trace = Files.write(directory.resolve("trace.etl"), builder.finish());
        run("--thread", "104", trace, out).succeeded();
        assertThat(written(SWITCH)).hasSize(2);
        run("--force", trace, out).succeeded();
        assertThat(written(SWITCH)).hasSize(3);
    }

    /** Known by its threads alone: they start and end in it, and nothing tells what it is. */
    @Test
    void processThatTheTraceNeverAnnounces() throws IOException {
        Path trace = Files.write(
                directory.resolve("trace.etl"), SchedulerScript.parse("""
                       0 rundown process 100 app.exe
                       0 rundown thread 7 in 100
                       0 rundown thread 8 in 12
                cpu0 100 switch 0->7
                cpu0 200 switch 7->8 wait UserRequest
                cpu0 300 switch 8->0 wait UserRequest
                cpu0 400 switch 0->7
                """).toTrace());
        run("--process", "12", "--events", "all", trace, out).succeeded();
        assertThat(written(SWITCH)).hasSize(2);
        assertThat(names("windows.ThreadRunning")).containsExactly("Unknown (8)");
        assertThat(written("jdk.SystemProcess")).isEmpty();
        assertThat(run("view", "--process", "12", trace, "threads").succeeded().out())
                .contains("Unknown (12)");
        assertThat(run("info", "--processes", trace).succeeded().out()).containsPattern("(?m)^ +12 +$");
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', 0, -0",
        "1, '', 1, -0",
        "'', 2.5, 0, 2.5",
        "1, 2.5, 1, 2.5",
        "0.0009, 0.001, 0.0009, 0.001",
        "-1.5, '', -1.5, -0",
        "'', -3, 0, -3",
        "-1.5, -1, -1.5, -1",
        // Past the edges of the trace is up to the edge.
        "-1000, 1000, 0, -0"
    })
    void seconds(String from, String to, String first, String last) throws IOException {
        convert(range(from, to));
        assertInRange(time(first), time(last));
    }

    private static Object[] range(String from, String to) {
        List<Object> arguments = new ArrayList<>();
        if (!from.isEmpty()) {
            arguments.addAll(List.of("--from", from));
        }
        if (!to.isEmpty()) {
            arguments.addAll(List.of("--to", to));
        }
        return arguments.toArray();
    }

    private static Instant time(String seconds) {
        Duration duration = Duration.ofNanos(Math.round(Double.parseDouble(seconds) * 1e9));
        return seconds.startsWith("-")
                ? sample.end().plus(duration)
                : sample.start().plus(duration);
    }

    private void assertInRange(Instant from, Instant to) throws IOException {
        List<String> expected = SampleEvents.texts(sample.all(), SWITCH, between(from, to));
        assertThat(expected).isNotEmpty();
        SampleEvents.assertSame(written(SWITCH), expected);
        for (String type : List.of("windows.ProcessStart", "windows.ProcessEnd")) {
            SampleEvents.assertSame(written(type), SampleEvents.texts(sample.all(), type, between(from, to)));
        }
        for (RecordedEvent event : RecordingFile.readAllEvents(out)) {
            assertThat(event.getStartTime()).isBetween(from, to);
        }
    }

    @Test
    void timeOfDay() throws IOException {
        Instant from = sample.start().plusSeconds(1);
        Instant to = sample.start().plusSeconds(2);
        LocalTime fromHere = from.atZone(ZoneId.systemDefault()).toLocalTime();
        LocalTime toHere = to.atZone(ZoneId.systemDefault()).toLocalTime();
        convert("--from", fromHere, "--to", toHere);
        assertInRange(from, to);
    }

    /** Wherever the user is. */
    @Test
    void timeOfDayInUtc() throws IOException, InterruptedException {
        Files.copy(SAMPLE, directory.resolve("trace.etl"));
        Instant from = sample.start().plusSeconds(1);
        Instant to = sample.start().plusSeconds(2);
        String fromInUtc = from.atOffset(ZoneOffset.UTC).toLocalTime() + "Z";
        LocalTime toInTokyo = to.atOffset(ZoneOffset.ofHours(9)).toLocalTime();
        Program.runProcess(
                        directory,
                        List.of("-Duser.timezone=Asia/Tokyo"),
                        "--from",
                        fromInUtc,
                        "--to",
                        toInTokyo,
                        "trace.etl",
                        "out.jfr")
                .succeeded();
        assertInRange(from, to);
    }

    /** As it is told, but without the Z. */
    @Test
    void timeOfDayOfUtcElsewhere() throws IOException, InterruptedException {
        Files.copy(SAMPLE, directory.resolve("trace.etl"));
        for (String time : List.of("11:04:48", "2026-11-21T11:04:48")) {
            Result result = Program.runProcess(
                    directory, List.of("-Duser.timezone=Europe/Paris"), "--from", time, "trace.etl", "out.jfr");
            assertThat(result.error())
                    .startsWith("--from %s is 2026-11-21T10:04:48Z, outside the trace".formatted(time))
                    .contains(" (did you mean %sZ?)".formatted(time));
            assertThat(result.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void pointInTime() throws IOException {
        Instant from = sample.start().plusSeconds(1);
        Instant to = sample.start().plusSeconds(2);
        convert("--from", from, "--to", to.atOffset(ZoneOffset.ofHours(5)));
        assertInRange(from, to);
    }

    @Test
    void localPointInTime() throws IOException {
        Instant from = sample.start().plusSeconds(1);
        convert("--from", from.atZone(ZoneId.systemDefault()).toLocalDateTime());
        assertInRange(from, sample.end());
    }

    /** Long before the trace is from its start. */
    @ParameterizedTest
    @ValueSource(strings = {"1600-01-01T00:00:00.5Z", "2000-01-01T00:00:00Z"})
    void longAgo(String from) throws IOException {
        convert("--from", from, "--to", "9999-01-01T00:00:00.5Z");
        assertInRange(sample.start(), sample.end());
    }

    /** From one switch to the next. */
    @Test
    void rangeIsInclusive() throws IOException {
        List<Instant> times = sample.all().stream()
                .filter(event -> event.getEventType().getName().equals(SWITCH))
                .map(RecordedEvent::getStartTime)
                .distinct()
                .sorted()
                .skip(100)
                .limit(2)
                .toList();
        convert("--from", times.get(0), "--to", times.get(1));
        assertInRange(times.get(0), times.get(1));
        assertThat(written(SWITCH)).hasSize(2);
    }

    @Test
    void everyProcessThatRunsThenIsNamed() throws IOException {
        convert("--from", "3");
        Map<String, String> expected = new TreeMap<>();
        for (RecordedEvent event : sample.all()) {
            String type = event.getEventType().getName();
            if (type.equals("jdk.SystemProcess")) {
                expected.put(event.getString("pid"), event.getString("commandLine"));
            } else if (event.getStartTime().isBefore(time("3"))) {
                if (type.equals("windows.ProcessStart")) {
                    expected.put(Long.toString(event.getLong("pid")), event.getString("commandLine"));
                } else if (type.equals("windows.ProcessEnd")) {
                    expected.remove(Long.toString(event.getLong("pid")));
                }
            }
        }
        Map<String, String> actual = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(out)) {
            if (event.getEventType().getName().equals("jdk.SystemProcess")) {
                actual.put(event.getString("pid"), event.getString("commandLine"));
            }
        }
        assertThat(actual).isEqualTo(expected);
    }

    /** What the trace is and what it lost is told always. */
    private static final List<String> ALWAYS = List.of("windows.TraceSession", "jdk.OSInformation", "windows.DataLoss");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "switches | ContextSwitch",
                "slices | ThreadRunning ThreadReady ThreadWaiting",
                "processors | ProcessorIdle ProcessorRunning ProcessorStatistics",
                "statistics | ThreadStatistics ProcessorStatistics",
                "processes | ProcessStart ProcessEnd SystemProcess",
                "switches,processes | ContextSwitch ProcessStart ProcessEnd SystemProcess",
                "PROCESSES,Switches | ContextSwitch ProcessStart ProcessEnd SystemProcess",
                "ThreadReady | ThreadReady",
                "windows.ThreadReady | ThreadReady",
                "WINDOWS.THREADREADY,threadready | ThreadReady",
                "jdk.systemprocess | SystemProcess",
                "processorrunning | ProcessorRunning",
                "threadWaiting,statistics,windows.ProcessEnd | ThreadWaiting ThreadStatistics ProcessorStatistics"
                        + " ProcessEnd",
                "DataLoss | ''",
                "all | ContextSwitch ThreadRunning ThreadReady ThreadWaiting ProcessorIdle ProcessorRunning"
                        + " ThreadStatistics ProcessorStatistics ProcessStart ProcessEnd SystemProcess"
            })
    void events(String list, String types) throws IOException {
        convert("--events", list);
        assertOnly(Set.of(types.split(" ", -1)));
    }

    /** There are no latencies without a JVM's recording, so they are not missing. */
    @ParameterizedTest
    @CsvSource({
        "'all', ",
        "'switches,slices,processors,statistics,processes', ",
        "'switches,slices,ProcessorIdle,statistics,processes', ",
        "'switches,slices,statistics,processes', 'switches, slices, statistics, processes'"
    })
    void saysThatEventsWereLeftOutOnlyIfAnyWere(String list, String told) throws IOException {
        convert("--events", list);
        assertThat(RecordingFile.readAllEvents(out))
                .filteredOn(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .extracting(event -> event.getString("onlyEvents"))
                .containsExactly(told);
    }

    @Test
    void eventsGivenTwice() throws IOException {
        convert("--events", "statistics", "--events", "threadready,ContextSwitch");
        assertOnly(Set.of("ThreadStatistics", "ProcessorStatistics", "ThreadReady", "ContextSwitch"));
    }

    @Test
    void eventsUnlessAskedFor() {
        assertThat(sample.all())
                .extracting(event -> event.getEventType().getName())
                .contains("windows.ProcessorIdle", "windows.ThreadStatistics")
                .doesNotContain("windows.ProcessorRunning");
    }

    /** The types given, all their events, and no other type's. */
    private void assertOnly(Set<String> types) throws IOException {
        List<RecordedEvent> events = RecordingFile.readAllEvents(out);
        Set<String> written = new TreeSet<>();
        events.forEach(event -> written.add(event.getEventType().getName()));
        written.removeAll(ALWAYS);
        assertThat(written.stream().map(type -> type.replaceFirst(".*\\.", "")))
                .containsExactlyInAnyOrderElementsOf(
                        types.stream().filter(type -> !type.isEmpty()).toList());
        for (String type : written) {
            if (!type.equals("windows.ProcessorRunning")) {
                SampleEvents.assertSame(
                        SampleEvents.texts(events, type, event -> true),
                        SampleEvents.texts(sample.all(), type, event -> true));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"waits", "slices,waits", "Running", "windows.", "''", "slices;switches"})
    void unknownEvents(String list) {
        Result result = run("--events", list, SAMPLE, out);
        assertThat(result.error())
                .matches("'.*' is not a kind of event; there are switches, slices, processors, statistics,"
                        + " processes, latencies, all, and event types such as ThreadReady" + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    private static final Set<String> SLICES =
            Set.of("windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadWaiting", "windows.ProcessorIdle");

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "0us, PT0S",
        "100ns, PT0.0000001S",
        "50us, PT0.00005S",
        "50.05us, PT0.00005005S",
        "1.5ms, PT0.0015S",
        "2s, PT2S",
        "999999999s, PT999999999S"
    })
    void minDuration(String given, Duration duration) throws IOException {
        convert("--min-duration", given);
        List<RecordedEvent> events = RecordingFile.readAllEvents(out);
        // Which tells of it: ViewTest.tellsWhatWasLeftOut.
        Set<String> types = new HashSet<>(typesOf(sample.all()));
        types.remove("windows.TraceSession");
        for (String type : types) {
            List<String> expected = SampleEvents.texts(
                    sample.all(),
                    type,
                    event -> !SLICES.contains(type) || event.getDuration().compareTo(duration) >= 0);
            SampleEvents.assertSame(SampleEvents.texts(events, type, event -> true), expected);
        }
        assertThat(typesOf(sample.all())).containsAll(typesOf(events)).containsAll(SLICES);
    }

    private static Set<String> typesOf(List<RecordedEvent> events) {
        return events.stream().map(event -> event.getEventType().getName()).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5m", "ms", "-1ms", "1,5ms", "1.ms", "50 us", "1e3us", "9999999999s", "long"})
    void unreadableMinDuration(String length) {
        Result result = run("--min-duration=" + length, SAMPLE, out);
        assertThat(result.error())
                .contains("'--min-duration'", "'" + length + "' is not a length of time; use 50us, 1.5ms or 2s")
                .endsWith(SEE_HELP)
                .doesNotContain("Exception", "java.", "Duration");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void minDurationWithoutLength() {
        Result result = run(SAMPLE, out, "--min-duration");
        assertThat(result.error()).contains("'--min-duration'").endsWith(SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 2.5", "0.0009, 0.5", "-1.5, -1", "2, ''", "'', 2", "1.0000001, 1.0100001"})
    void slicesAreCutAtTheRange(String from, String to) throws IOException {
        convert(range(from, to));
        Instant first = from.isEmpty() ? sample.start() : time(from);
        Instant last = to.isEmpty() ? sample.end() : time(to);
        List<String> expected = new ArrayList<>();
        int cuts = 0;
        for (RecordedEvent event : sample.all()) {
            Instant sliceStart = event.getStartTime();
            Instant sliceEnd = event.getEndTime();
            boolean cutAtEnd = sliceEnd.isAfter(last);
            if (!SLICES.contains(event.getEventType().getName())
                    || !sliceStart.isBefore(last)
                    || !sliceEnd.isAfter(first)
                    || cutAtEnd && isKnownOnlyByItsEnd(event)) {
                continue;
            }
            boolean cut = cutAtEnd || sliceStart.isBefore(first);
            cuts += cut ? 1 : 0;
            expected.add(slice(
                    event,
                    sliceStart.isBefore(first) ? first : sliceStart,
                    cutAtEnd ? last : sliceEnd,
                    cut || isClipped(event)));
        }
        assertThat(cuts).isPositive();
        List<String> actual = RecordingFile.readAllEvents(out).stream()
                .filter(event -> SLICES.contains(event.getEventType().getName()))
                .map(event -> slice(event, event.getStartTime(), event.getEndTime(), isClipped(event)))
                .toList();
        SampleEvents.assertSame(
                actual.stream().sorted().toList(), expected.stream().sorted().toList());
    }

    /** Waits since before the trace: only the event that ends it tells that the thread is there at all. */
    private static boolean isKnownOnlyByItsEnd(RecordedEvent event) {
        return event.getEventType().getName().equals("windows.ThreadWaiting") && event.getInt("processor") < 0;
    }

    private static boolean isClipped(RecordedEvent event) {
        return event.hasField("clipped") && event.getBoolean("clipped");
    }

    private static String slice(RecordedEvent event, Instant start, Instant end, boolean clipped) {
        return start + " " + end + " " + event.getEventType().getName() + " " + SampleEvents.name(event.getThread())
                + (event.hasField("clipped") ? " " + clipped : "");
    }

    /** Filters leave what they keep as it is. */
    @ParameterizedTest
    @ValueSource(strings = {"contention-full.etl", "contention-compact.etl"})
    void filteringByProcessChangesNoneOfItsSlices(String sample) throws IOException {
        Path trace = SAMPLE.resolveSibling(sample);
        run("--events", "all", trace, out).succeeded();
        Map<String, Map<String, List<String>>> unfiltered = byProcess(RecordingFile.readAllEvents(out));
        assertThat(unfiltered).hasSizeGreaterThan(5);
        for (Map.Entry<String, Map<String, List<String>>> process : unfiltered.entrySet()) {
            run("--force", "--events", "all", "--process", process.getKey(), trace, out)
                    .succeeded();
            List<RecordedEvent> events = RecordingFile.readAllEvents(out);
            Map<String, Map<String, List<String>>> filtered = byProcess(events);
            assertThat(filtered.keySet()).containsExactly(process.getKey());
            filtered.get(process.getKey())
                    .forEach((type, texts) ->
                            SampleEvents.assertSame(texts, process.getValue().getOrDefault(type, List.of())));
            assertThat(filtered.get(process.getKey()).keySet())
                    .isEqualTo(process.getValue().keySet());
            assertThat(events).noneMatch(event -> event.getEventType().getName().equals("windows.ProcessorIdle"));
        }
    }

    /** Slices and statistics in their order, by process id and type. */
    private static Map<String, Map<String, List<String>>> byProcess(List<RecordedEvent> events) {
        Map<String, Map<String, List<String>>> byProcess = new TreeMap<>();
        for (RecordedEvent event : events) {
            String type = event.getEventType().getName();
            if (type.startsWith("windows.Thread") || type.equals("windows.ProcessorRunning")) {
                RecordedThread thread =
                        type.equals("windows.ProcessorRunning") ? event.getThread("thread") : event.getThread();
                String group = thread.getThreadGroup() == null
                        ? "nobody"
                        : thread.getThreadGroup().getName();
                String processId = group.replaceFirst(".*\\((\\d+)\\)$", "$1");
                byProcess
                        .computeIfAbsent(processId, key -> new TreeMap<>())
                        .computeIfAbsent(type, key -> new ArrayList<>())
                        .add(SampleEvents.text(event));
            }
        }
        return byProcess;
    }
}
