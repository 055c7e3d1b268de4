package io.github.etl2jfr.views.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.findings.Findings;
import io.github.etl2jfr.views.findings.RuleRun;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.terminal.HtmlTables;
import io.github.etl2jfr.views.terminal.View;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.InflaterInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlReportTest {
    private static final int ALL = Integer.MAX_VALUE;
    private static final List<String> KINDS =
            List.of("windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadWaiting", "windows.ProcessorIdle");
    private static final Map<String, String> REASONS =
            Map.of("windows.ThreadReady", "cause", "windows.ThreadWaiting", "waitReason");
    private static final Pattern SLICE = Pattern.compile("(\\S+) (.*) (\\d{19}) (\\d+) (true|false) .*");
    private static final int CLIPPED = 4;

    private static String page(Path recording, int mostSlices) throws Exception {
        return page(recording, mostSlices, ThreadChoice.ALL);
    }

    private static String page(Path recording, int mostSlices, ThreadChoice choice) throws Exception {
        return page(recording, mostSlices, trace -> trace, choice);
    }

    private static String page(Path recording, int mostSlices, TraceReader.Window window, ThreadChoice choice)
            throws Exception {
        HtmlReport report = new HtmlReport(mostSlices, true);
        report.read(new JdkRecording(recording), window, choice);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        report.writeTo(page);
        return page.toString(StandardCharsets.UTF_8);
    }

    private static String only(String page, String pattern) {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
        assertThat(matcher.find()).as(pattern).isTrue();
        String found = matcher.group(1);
        assertThat(matcher.find()).as("another " + pattern).isFalse();
        return found;
    }

    /** The page's data, read anew. */
    private static final class Data {
        private final InputStream in;
        private final JsonObject description;
        private final int sliceCount;
        private final int eventCount;

        Data(String page) throws IOException {
            String base64 = only(page, "<script type=\"application/octet-stream\" id=\"data\">([^<]*)</script>");
            in = new InflaterInputStream(
                    new ByteArrayInputStream(Base64.getDecoder().decode(base64)));
            byte[] text = in.readNBytes((int) number());
            description = JsonParser.parseString(new String(text, StandardCharsets.UTF_8))
                    .getAsJsonObject();
            sliceCount = description.get("sliceCount").getAsInt();
            eventCount = description.get("eventCount").getAsInt();
        }

        private long number() throws IOException {
            long number = 0;
            int shift = 0;
            int last;
            do {
                last = in.read();
                number |= (last & 0x7FL) << shift;
                shift += 7;
            } while (last >= 0x80);
            return number >>> 1 ^ -(number & 1);
        }

        private long[] column(int length) throws IOException {
            long[] column = new long[length];
            for (int i = 0; i < length; i++) {
                column[i] = number();
            }
            return column;
        }

        private String thread(long index) {
            JsonArray threads = description.getAsJsonArray("threads");
            return index < 0
                    ? null
                    : threads.get((int) index).getAsJsonObject().get("name").getAsString();
        }

        private String text(long index) {
            return index < 0
                    ? null
                    : description.getAsJsonArray("texts").get((int) index).getAsString();
        }

        private String calls(long index) {
            JsonArray frames = description.getAsJsonArray("frames");
            return index < 0
                    ? null
                    : description.getAsJsonArray("stackTraces").get((int) index).getAsJsonArray().asList().stream()
                            .skip(2) // what is not told, and the one that time is put down to
                            .map(frame -> frames.get(frame.getAsInt())
                                    .getAsJsonArray()
                                    .get(0)
                                    .getAsString())
                            .toList()
                            .toString();
        }

        List<String> slices() throws IOException {
            long[] threads = column(sliceCount);
            long[] gaps = column(sliceCount);
            long[] durations = column(sliceCount);
            long[] kinds = column(sliceCount);
            long[] processors = column(sliceCount);
            long[] priorities = column(sliceCount);
            long[] reasons = column(sliceCount);
            long[] readiedBy = column(sliceCount);
            long[] runningInstead = column(sliceCount);
            List<String> slices = new ArrayList<>();
            long origin = Long.parseLong(description.get("start").getAsString());
            long end = 0;
            for (int i = 0; i < sliceCount; i++) {
                if (i == 0 || threads[i] != threads[i - 1]) {
                    end = 0;
                }
                long start = end + gaps[i];
                end = start + durations[i];
                slices.add(String.join(
                        " ",
                        KINDS.get((int) kinds[i] & 3),
                        thread(threads[i]),
                        Long.toString(origin + start),
                        Long.toString(durations[i]),
                        Boolean.toString((kinds[i] & CLIPPED) != 0),
                        Long.toString(processors[i]),
                        Long.toString(priorities[i]),
                        text(reasons[i]),
                        thread(readiedBy[i]),
                        thread(runningInstead[i])));
            }
            return slices;
        }

        /** To be asked for behind slices. */
        List<String> periods() throws IOException {
            int count = description.get("periodCount").getAsInt();
            long[] processors = column(count);
            long[] starts = column(count);
            long[] lengths = column(count);
            long[] running = column(count);
            long[] idle = column(count);
            long origin = Long.parseLong(description.get("start").getAsString());
            return IntStream.range(0, count)
                    .mapToObj(i ->
                            period(processors[i], origin + starts[i], LongStream.of(lengths[i], running[i], idle[i])))
                    .toList();
        }

        /** To be asked for behind periods. */
        List<String> events() throws IOException {
            long[][] columns = new long[14][];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = column(eventCount);
            }
            List<String> events = new ArrayList<>();
            long origin = Long.parseLong(description.get("start").getAsString());
            for (int i = 0; i < eventCount; i++) {
                events.add(String.join(
                        " ",
                        thread(columns[0][i]),
                        Long.toString(origin + columns[1][i]),
                        Long.toString(columns[2][i]),
                        text(columns[3][i]),
                        text(columns[4][i]),
                        List.of(columns[5][i], columns[6][i], columns[7][i], columns[8][i], columns[9][i])
                                .toString(),
                        text(columns[10][i]),
                        thread(columns[11][i]),
                        Long.toString(columns[12][i]),
                        calls(columns[13][i])));
            }
            assertThat(in.read()).isEqualTo(-1);
            return events;
        }
    }

    private static String name(RecordedEvent event, String field) {
        RecordedThread thread = event.hasField(field) ? event.getThread(field) : null;
        return thread == null ? null : thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    }

    private static long nanos(Instant time) {
        return Duration.between(Instant.EPOCH, time).toNanos();
    }

    private static List<String> slicesOf(Path recording) throws IOException {
        List<String> slices = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            String type = event.getEventType().getName();
            // A slice of no length is one that a nanosecond is too long for.
            if (KINDS.contains(type) && !event.getDuration().isZero()) {
                slices.add(String.join(
                        " ",
                        type,
                        name(event, "eventThread"),
                        Long.toString(nanos(event.getStartTime())),
                        Long.toString(event.getDuration().toNanos()),
                        Boolean.toString(event.hasField("clipped") && event.getBoolean("clipped")),
                        Integer.toString(event.getInt("processor")),
                        Integer.toString(event.hasField("priority") ? event.getInt("priority") : -1),
                        reason(event),
                        name(event, "readiedBy"),
                        name(event, "runningInstead")));
            }
        }
        return slices;
    }

    private static String period(long processor, long start, LongStream times) {
        return "%d %d %s".formatted(processor, start, times.boxed().toList());
    }

    private static List<String> periodsOf(Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals("windows.ProcessorStatistics"))
                .map(event -> period(
                        event.getInt("processor"),
                        nanos(event.getInstant("periodStart")),
                        Stream.of("period", "runningTime", "idleTime")
                                .mapToLong(field -> event.getDuration(field).toNanos())))
                .toList();
    }

    private static List<String> eventsOf(Path recording) throws IOException {
        List<String> events = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEventType().getName().equals("windows.LatencyBreakdown")) {
                // Of a pause that its thread only waits for, the VM thread's part is shown.
                boolean isOfVmThread = event.getThread("vmThread") != null;
                String who = isOfVmThread ? "vmThread" : "eventThread";
                String times = isOfVmThread ? timesOfVmThread(event) : times(event);
                events.add(String.join(
                        " ",
                        name(event, who),
                        Long.toString(nanos(event.getStartTime())),
                        Long.toString(event.getDuration().toNanos()),
                        event.getString("javaEvent"),
                        event.getString("detail"),
                        times,
                        calls(event)));
            }
        }
        return events;
    }

    private static String calls(RecordedEvent event) {
        RecordedStackTrace stackTrace = event.getStackTrace();
        return stackTrace == null
                ? null
                : stackTrace.getFrames().stream()
                        .filter(frame -> !frame.getMethod().isHidden())
                        .map(frame -> "%s.%s%s"
                                .formatted(
                                        frame.getMethod().getType().getName(),
                                        frame.getMethod().getName(),
                                        frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber()))
                        .toList()
                        .toString();
    }

    private static String times(RecordedEvent event) {
        return told(
                nanos(event, "runningTime", "readyTime", "waitingTime", "unknownTime", "longestReady"),
                event.getString("waitReason"),
                name(event, "displacedBy"),
                event.getDuration("displacedTime").toNanos());
    }

    /** What is not recorded of that thread is not shown. */
    private static String timesOfVmThread(RecordedEvent event) {
        List<Long> times = new ArrayList<>(
                nanos(event, "vmThreadRunningTime", "vmThreadReadyTime", "vmThreadWaitingTime", "vmThreadUnknownTime"));
        times.add(0L);
        return told(times, null, name(event, "vmThreadDisplacedBy"), 0);
    }

    /** Of running slices it is told whether they were the last. */
    private static String reason(RecordedEvent event) {
        String type = event.getEventType().getName();
        if (type.equals("windows.ThreadRunning")) {
            return "Terminated".equals(event.getString("endState")) ? "Terminated" : null;
        }
        return REASONS.containsKey(type) ? event.getString(REASONS.get(type)) : null;
    }

    private static List<Long> nanos(RecordedEvent event, String... fields) {
        return Stream.of(fields)
                .map(field -> event.getDuration(field).toNanos())
                .toList();
    }

    private static String told(List<Long> times, String waitReason, String displacedBy, long displaced) {
        return String.join(" ", times.toString(), waitReason, displacedBy, Long.toString(displaced));
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"contention-converted.jfr", "contention-merged.jfr"})
    void dataIsWhatTheRecordingTells(String name) throws Exception {
        Path sample = Path.of("samples", name);
        Data data = new Data(page(sample, ALL));
        assertThat(sorted(data.slices())).isNotEmpty().isEqualTo(sorted(slicesOf(sample)));
        assertThat(sorted(data.periods())).isNotEmpty().isEqualTo(sorted(periodsOf(sample)));
        assertThat(sorted(data.events())).isEqualTo(sorted(eventsOf(sample)));
    }

    @Test
    void onlyTheLongestSlicesAreDrawn() throws Exception {
        int wanted = 1000;
        String page = page(Samples.PLAIN, wanted);
        Data data = new Data(page);
        List<Long> all = durations(slicesOf(Samples.PLAIN));
        assertThat(durations(data.slices())).isEqualTo(all.subList(0, wanted));
        int leftOut = all.size() - wanted;
        assertThat(data.description.get("leftOut").getAsInt()).isEqualTo(leftOut);
        assertThat(page)
                .contains("; %,d slices of at most %.3f ms not drawn; they are missing from the lanes only"
                        .formatted(leftOut, all.get(wanted) / 1e6));
        // The tables count them all.
        String tables = "(<div class=\"tables\">.*)<footer>";
        assertThat(only(page, tables)).isEqualTo(only(page(Samples.PLAIN, ALL), tables));
    }

    @Test
    void onlyTheLongestEventsAreDrawn() throws Exception {
        int wanted = 100;
        String page = page(Samples.MERGED, wanted);
        Data data = new Data(page);
        assertThat(data.slices()).hasSize(wanted);
        List<Long> all = durations(eventsOf(Samples.MERGED));
        data.periods();
        assertThat(durations(data.events())).isEqualTo(all.subList(0, wanted));
        int leftOut = all.size() - wanted;
        assertThat(data.description.get("eventsLeftOut").getAsInt()).isEqualTo(leftOut);
        assertThat(page)
                .contains("; %,d JVM events of at most %.3f ms not drawn; they are missing from the lanes"
                        .formatted(leftOut, all.get(wanted) / 1e6));
    }

    /** Whoever wrote the recording may not tell. */
    @Test
    void eventOfNoTypeIsOfAnUnknownOne(@TempDir Path directory) throws Exception {
        Who thread = Who.java("main", 7);
        MadeRecording made = new MadeRecording()
                .mergedSession("given", 0, 1, 0, 1)
                .running(thread, 0, 1000, 0)
                .breakdown(thread, null, 100, 200, 100, 0, 0, null);
        String page = page(Files.write(directory.resolve("made.jfr"), made.bytes()), ALL);
        Data data = new Data(page);
        assertThat(data.slices()).hasSize(1);
        data.periods();
        assertThat(data.events()).singleElement().asString().contains(" 100000000 unknown null ");
        assertThat(page)
                .contains("<th scope=\"col\" aria-sort=\"descending\" data-key=\"duration\"")
                .containsPattern("<td class=\"time\">100\\.000</td>.*<td class=\"event\">unknown</td>");
    }

    /** The page puts each into the first row where there is room. */
    @Test
    void outerOfEventsThatBeginTogetherComesFirst(@TempDir Path directory) throws Exception {
        Who main = Who.java("main", 7);
        MadeRecording made = new MadeRecording()
                .mergedSession("Events", 0, 1, 0, 1)
                .running(main, 0, 1000, 0)
                .breakdown(main, "jdk.Inner", 100, 200, 100, 0, 0, null)
                .breakdown(main, "jdk.Outer", 100, 300, 200, 0, 0, null);
        Data data = new Data(page(Files.write(directory.resolve("made.jfr"), made.bytes()), ALL));
        assertThat(data.slices()).hasSize(1);
        data.periods();
        assertThat(data.events())
                .satisfiesExactly(event -> assertThat(event).contains(" jdk.Outer "), event -> assertThat(event)
                        .contains(" jdk.Inner "));
    }

    @Test
    void agentThatWroteNothing(@TempDir Path directory) throws Exception {
        MadeRecording made = new MadeRecording().agentSelfTest().monitorEnter(Who.java("main", 7), 1, 100, 200, null);
        Path recording = Files.write(directory.resolve("made.jfr"), made.bytes());
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> page(recording, ALL))
                .withMessage("no slices of threads in it; the agent's --status says why it did not write them");
    }

    /** Somebody took out the session, or took apart the chunks, of which the first has it. */
    @Test
    void recordingOfAJvmWithoutASession(@TempDir Path directory) throws Exception {
        Who main = Who.java("main", 7);
        MadeRecording made = new MadeRecording()
                .running(main, 0, 1000, 0)
                .breakdown(main, "jdk.ThreadPark", 100, 200, 100, 0, 0, null);
        assertThat(page(Files.write(directory.resolve("made.jfr"), made.bytes()), ALL))
                .contains("<dt>recording</dt><dd>a JVM&#39;s, with the trace in it</dd>")
                .containsPattern("(?s)<table id=\"explain-longest\".*<td class=\"event\">ThreadPark</td>");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void sumsCountSlicesThatAreNotDrawn(int wanted) throws Exception {
        JsonObject some = new Data(page(Samples.MERGED, wanted)).description;
        Map<String, long[]> expected = new TreeMap<>();
        for (String slice : slicesOf(Samples.MERGED)) {
            Matcher parts = SLICE.matcher(slice);
            assertThat(parts.matches()).isTrue();
            int kind = KINDS.indexOf(parts.group(1));
            if (kind < 3) {
                long[] sums = expected.computeIfAbsent(parts.group(2), key -> new long[4]);
                long duration = Long.parseLong(parts.group(4));
                sums[kind] += duration;
                sums[3] = Math.max(sums[3], kind == 1 ? duration : 0);
            }
        }
        Map<String, long[]> told = new TreeMap<>();
        for (JsonElement element : some.getAsJsonArray("threads")) {
            JsonObject thread = element.getAsJsonObject();
            if (thread.has("totals")) {
                JsonArray totals = thread.getAsJsonArray("totals").deepCopy();
                totals.add(thread.get("longest"));
                told.put(
                        thread.get("name").getAsString(),
                        totals.asList().stream()
                                .mapToLong(JsonElement::getAsLong)
                                .toArray());
            }
        }
        told.values().removeIf(sums -> LongStream.of(sums).sum() == 0);
        assertThat(told).usingRecursiveComparison().isEqualTo(expected);
        JsonObject all = new Data(page(Samples.MERGED, ALL)).description;
        for (String name : List.of("threads", "focus", "load")) {
            assertThat(some.get(name)).as(name).isEqualTo(all.get(name));
        }
        assertThat(some.get("focus").getAsString()).isEqualTo("java.exe (17321)");
    }

    /** Of the others it is told when they ran: on the processors all are drawn. */
    @Test
    void onlyChosenThreadsAreDrawn() throws Exception {
        ThreadChoice choice = all -> thread -> thread.name().startsWith("contender");
        Data data = new Data(page(Samples.MERGED, ALL, choice));
        List<String> drawn = slicesOf(Samples.MERGED).stream()
                .filter(slice -> slice.matches("\\S+(Running|Idle) .*|\\S+ contender.*"))
                .toList();
        assertThat(sorted(data.slices()))
                .isEqualTo(sorted(drawn))
                .anyMatch(slice -> slice.startsWith("windows.ThreadReady"));
        data.periods();
        assertThat(sorted(data.events()))
                .isNotEmpty()
                .isEqualTo(sorted(eventsOf(Samples.MERGED).stream()
                        .filter(event -> event.startsWith("contender"))
                        .toList()));
        List<String> chosen = new ArrayList<>();
        for (JsonElement thread : data.description.getAsJsonArray("threads")) {
            JsonObject told = thread.getAsJsonObject();
            if (told.has("chosen") && told.get("chosen").getAsBoolean()) {
                chosen.add(told.get("name").getAsString());
            }
        }
        assertThat(chosen).containsExactlyInAnyOrder("contender-0", "contender-1", "contender-2");
    }

    /** The longest first. */
    private static List<Long> durations(List<String> slices) {
        Pattern duration = Pattern.compile(" \\d{19} (\\d+) ");
        return slices.stream()
                .map(slice -> {
                    Matcher matcher = duration.matcher(slice);
                    assertThat(matcher.find()).isTrue();
                    return -Long.parseLong(matcher.group(1));
                })
                .sorted()
                .map(negative -> -negative)
                .toList();
    }

    /** Nothing may be loaded, and no script may run but the page's own. */
    @Test
    void policyAllowsNothingButThePagesOwn() throws Exception {
        String page = page(Samples.MERGED, ALL);
        assertThat(only(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\">"))
                .isEqualTo(
                        "default-src 'none'; base-uri 'none'; form-action 'none'; script-src %s; style-src %s",
                        hash(only(page, "<script>(.*?)</script>")), hash(only(page, "<style>(.*?)</style>")));
        assertThat(page).doesNotContain("src=", "@import", "url(", "innerHTML");
        // Links lead to other places of the page.
        assertThat(page).doesNotContainPattern("href=\"[^#]|href='|href=[^\"]");
    }

    /** A browser hashes what it has read, lines of which end in one character: else the policy would forbid the script. */
    @Test
    void linesEndAsBrowsersReadThem() {
        byte[] builtOnWindows = "let a;\r\n\r\nlet b;\n".getBytes(StandardCharsets.UTF_8);
        assertThat(HtmlReport.text(builtOnWindows)).isEqualTo("let a;\n\nlet b;\n");
    }

    private static String hash(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(hash));
    }

    /** Above the tables, without a script; each opens to the rest of what there is to say. */
    @Test
    void findingsAreToldAboveTheTables() throws Exception {
        String page = page(Samples.MERGED, ALL);
        String section = only(page, "(<section class=\"findings\">.*?</section>)");
        assertThat(page.indexOf(section)).isLessThan(page.indexOf("<div class=\"tables\">"));
        Overview overview = new Overview(1);
        Findings findings = RuleRun.of(
                TraceReader.read(new JdkRecording(Samples.MERGED), whole -> whole, ThreadChoice.ALL, overview),
                overview,
                null);
        List<String> summaries = Pattern.compile(
                        "<summary><b class=\"(warning|info)\">\\1</b> <b>(.*?)</b> (.*?)</summary>")
                .matcher(section)
                .results()
                .map(match -> match.group(1) + ": " + match.group(2) + " " + match.group(3))
                .toList();
        assertThat(summaries)
                .hasSize(7)
                .isEqualTo(findings.worthTelling().stream()
                        .map(finding -> "%s: %s. %s"
                                .formatted(
                                        finding.severity().text(),
                                        finding.rule(),
                                        finding.summary().replace("'", "&#39;")))
                        .toList());
        assertThat(section)
                .contains("<p>The worst case is GC Pause, from 1.793153\u00a0s on: for 26.338\u00a0ms thread GC")
                .contains("<p>The heap is not to blame for this part of a pause, the processors are. The table"
                        + " <a href=\"#latency-longest\">The longest ready times, and who ran meanwhile</a> shows who")
                .contains("The table <a href=\"#explain-longest\">The JVM&#39;s longest events</a> shows who ran")
                .doesNotContain("he view ")
                .contains("<p>nothing found: Long Waits for Pages of Memory; Trace Lost Data</p>")
                .contains(
                        "<p>not applicable: One Processor Overloaded While Others Are Idle (the recording has no events")
                .doesNotContain("note: ");
        assertThat(Pattern.compile("<a href=\"#(.*?)\">(.*?)</a>")
                        .matcher(section)
                        .results())
                .hasSizeGreaterThan(3)
                .allMatch(target -> page.contains("<table id=\"%s\"".formatted(target.group(1)))
                        && page.contains("<h2>%s</h2>".formatted(target.group(2))));
        // Where the page shows it.
        Matcher link = Pattern.compile(
                        "<p>The worst case: <span data-at=\"(\\d+)\">1\\.793153 s</span>, thread <span data-thread=\"(\\d+)\">GC")
                .matcher(section);
        assertThat(link.find()).isTrue();
        Data data = new Data(page);
        assertThat(data.thread(Long.parseLong(link.group(2)))).isEqualTo("GC Thread#1");
        assertThat(Long.parseLong(link.group(1))).isBetween(1_793_152_500L, 1_793_153_500L);
    }

    /** Findings are about the whole: they also name views that cannot be filled with the part chosen. */
    @Test
    void linksLeadToWhatIsOnThePage() throws Exception {
        String noEvents =
                page(Samples.MERGED, ALL, all -> thread -> thread.name().startsWith("csrss"));
        String nearlyNothing = page(
                Samples.MERGED, ALL, trace -> new Span(trace.start(), trace.start() + 2_000_000), ThreadChoice.ALL);
        for (String page : List.of(noEvents, nearlyNothing)) {
            assertThat(Pattern.compile("<a href=\"#(.*?)\">").matcher(page).results())
                    .hasSizeGreaterThan(3)
                    .allMatch(link -> page.contains(" id=\"%s\"".formatted(link.group(1))), "lead somewhere");
        }
        assertThat(noEvents)
                .containsPattern("<section class=\"explain-longest\" id=\"explain-longest\">\n<h2>.*</h2>\n"
                        + "<p>no events of these threads of the JVM in it");
    }

    /** Tables of the JVM's events are missing from a page about a trace alone. */
    @Test
    void viewsOfWhichThePageShowsNothingAreNoLinks() throws Exception {
        assertThat(HtmlTables.link(View.EXPLAIN, "longest", overview(Samples.PLAIN)))
                .isEmpty();
        assertThat(HtmlTables.link(View.EXPLAIN, "longest", overview(Samples.MERGED)))
                .hasValue("<a href=\"#explain-longest\">The JVM&#39;s longest events</a>");
    }

    private static Overview overview(Path recording) throws Exception {
        Overview overview = new Overview(1);
        TraceReader.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL, overview);
        return overview;
    }

    @Test
    void findingsAreEscapedAndOfAll(@TempDir Path directory) throws Exception {
        Who evil = Who.java("<script>'\u202Ealert", 8);
        MadeRecording made = new MadeRecording()
                .session(0, 1000)
                .running(evil, 0, 1000, 0)
                .running(Who.java("other", 9), 0, 1000, 1)
                .waiting(evil, 100, 120, "PageIn", null);
        Path recording = Files.write(directory.resolve("made.jfr"), made.bytes());
        String page = page(recording, ALL, all -> thread -> thread.name().equals("other"));
        String section = only(page, "(<section class=\"findings\">.*?</section>)");
        assertThat(section)
                .contains(
                        "<p>note: findings are about the whole recording, not only the time and threads chosen; for those")
                .contains("Thread &lt;script&gt;&#39;\\u202ealert had the longest wait (PageIn), at 0.100000\u00a0s.")
                // That thread is not on the page.
                .doesNotContain("<script", "\u202E", "data-at");
        assertThat(only(page(recording, ALL), "(<section class=\"findings\">.*?</section>)"))
                .contains("<span data-at=\"100000000\">0.100000 s</span>, thread <span data-thread=");
    }
}
