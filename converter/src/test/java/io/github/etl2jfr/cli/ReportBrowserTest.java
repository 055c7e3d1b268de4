package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.text.Time;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The report in a real browser, where there is one. */
class ReportBrowserTest {
    private static final Path TRACE = Path.of("samples", "contention-full.etl");
    private static final Path JVM = Path.of("samples", "contention.jfr");
    private static final Path MERGED = Path.of("..", "jfr-views", "samples", "contention-merged.jfr");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Pixels: where names end and times begin, a lane without JVM events, and where in it a slice is. */
    private static final int GUTTER = 240;

    private static final int LANE = 22;
    private static final int INSIDE = 5;

    /** How high a row of JVM events is, and the space above the first. */
    private static final int EVENT = 13;

    private static final int GAP = 3;

    /** Columns that are no times, and tell one row from the others in any order. */
    private static final List<String> COMPARED = List.of("threads", "arrivals", "busiest");

    /** Where in the head the ruler is. */
    private static final int RULER = 78;

    private static final Map<String, List<Integer>> COLOURS = Map.of(
            "windows.ThreadRunning", List.of(0, 158, 115),
            "windows.ThreadReady", List.of(213, 94, 0),
            "windows.ThreadWaiting", List.of(227, 231, 237));

    /** Would warn of each browser that is newer than itself. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    @TempDir
    private static Path directory;

    private static ChromeDriver browser;
    private static Path page;
    private static Path pageOfCpuHog;

    /** The trace's time, in nanoseconds since 1970. */
    private static long traceStart;

    private static long traceEnd;

    /** What {@link #page} shows. */
    private static List<Slice> slices;

    private static File program(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> new File(folder, name))
                .filter(File::canExecute)
                .findFirst()
                .orElse(null);
    }

    private static ChromeDriver start(String profile, Consumer<ChromeOptions> settings) {
        assumeTrue(System.getenv("ETL2JFR_NO_BROWSER") == null, "ETL2JFR_NO_BROWSER is set");
        File chromium = program("chromium");
        File driver = program("chromedriver");
        assumeTrue(chromium != null && driver != null, "no chromium or no chromedriver on the PATH");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--force-device-scale-factor=1",
                "--window-size=1400,1000",
                "--user-data-dir=" + directory.resolve(profile));
        options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
        settings.accept(options);
        return new ChromeDriver(
                new ChromeDriverService.Builder().usingDriverExecutable(driver).build(), options);
    }

    @BeforeAll
    static void openBrowser() throws IOException {
        SELENIUM.setLevel(Level.SEVERE);
        browser = start("profile", options -> {});
        pageOfCpuHog = report(MERGED, "cpu-hog.html", "--thread", "cpu-hog");
        page = report(MERGED);
        List<RecordedEvent> events = RecordingFile.readAllEvents(MERGED);
        RecordedEvent session = events.stream()
                .filter(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .findFirst()
                .orElseThrow();
        traceStart = nanos(session.getInstant("traceStart"));
        traceEnd = nanos(session.getInstant("traceEnd"));
        slices = slices(events);
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.quit();
        }
    }

    private static Path report(Path recording) {
        return report(recording, recording.getFileName() + ".html");
    }

    private static Path report(Path recording, String name, Object... options) {
        Path written = directory.resolve(name);
        Program.run(Stream.concat(Stream.of("report", "--force", recording, written), Stream.of(options))
                        .toArray())
                .succeeded();
        return written;
    }

    private static long nanos(Instant time) {
        return Duration.between(Instant.EPOCH, time).toNanos();
    }

    /** Loads a page and waits until it is drawn. */
    private static void open(Path file, String fragment) {
        browser.get("about:blank");
        browser.get(file.toUri() + "#" + fragment);
        waitFor("return document.getElementById('timeline').dataset.loaded === 'true'"
                + " && document.getElementById('lanes').dataset.rectangles > 0");
    }

    /** Has the page that is loaded show what another address says, in a fraction of the time that loading takes. */
    private static void show(String fragment) {
        browser.executeScript(
                "history.replaceState(null, '', '#' + arguments[0]); dispatchEvent(new Event('hashchange'))", fragment);
    }

    private static void waitFor(String condition) {
        waitUntil(() -> (Boolean) browser.executeScript(condition));
    }

    private static void waitUntil(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time to give up").isLessThan(giveUp);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static void noErrors() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .isEmpty();
    }

    private static long width() {
        return (Long) browser.executeScript("return document.getElementById('lanes').clientWidth");
    }

    /** The lanes as they are seen. */
    private static BufferedImage picture() throws IOException {
        return ImageIO.read(
                new ByteArrayInputStream(browser.findElement(By.id("lanes")).getScreenshotAs(OutputType.BYTES)));
    }

    private static List<Integer> pixel(BufferedImage picture, long x, long y) {
        Color colour = new Color(picture.getRGB(Math.toIntExact(x), Math.toIntExact(y)));
        return List.of(colour.getRed(), colour.getGreen(), colour.getBlue());
    }

    /** A number of the address, in nanoseconds. */
    private static List<Long> address(String key) {
        String value = (String)
                browser.executeScript("return new URLSearchParams(location.hash.slice(1)).get(arguments[0])", key);
        return value == null
                ? List.of()
                : Stream.of(value.split(",", -1))
                        .map(seconds -> Math.round(Double.parseDouble(seconds) * 1e9))
                        .toList();
    }

    private static long shown() {
        return address("to").get(0) - address("from").get(0);
    }

    /** The cells of a table. */
    @SuppressWarnings("unchecked") // what a script returns
    private static List<List<String>> cells(String id) {
        return (List<List<String>>) browser.executeScript(
                "return [...document.getElementById(arguments[0]).tBodies[0].rows]"
                        + ".map(row => [...row.cells].map(cell => cell.textContent))",
                id);
    }

    @SuppressWarnings("unchecked") // what a script returns
    private static List<String> tables() {
        return (List<String>)
                browser.executeScript("return [...document.querySelectorAll('.tables table')].map(table => table.id)");
    }

    @SuppressWarnings("unchecked") // what a script returns
    private static List<String> keys(String id) {
        return (List<String>) browser.executeScript(
                "return [...document.getElementById(arguments[0]).tHead.rows[0].cells].map(cell => cell.dataset.key)",
                id);
    }

    /** A page about a recording that a test made. */
    private static Path report(MadeRecording made, String name) throws IOException {
        return report(Files.write(directory.resolve(name + ".jfr"), made.bytes()), name + ".html");
    }

    /** As an agent or a merge leaves one, a second long. */
    private static MadeRecording made() {
        return new MadeRecording().mergedSession("given", 0, 1, 0, 1);
    }

    private static String details() {
        return browser.findElement(By.id("details")).getText();
    }

    /** Clicks on the lanes. */
    private static void click(long x, int y) {
        WebElement lanes = browser.findElement(By.id("lanes"));
        new Actions(browser)
                .moveToElement(
                        lanes,
                        Math.toIntExact(x) - lanes.getSize().getWidth() / 2,
                        y - lanes.getSize().getHeight() / 2)
                .click()
                .perform();
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e6);
    }

    /** A slice of a thread of the sample. */
    private record Slice(String type, String thread, long start, long end, String reason) {
        /** How much of it lies in a time. */
        long in(long from, long to) {
            return Math.max(0, Math.min(to, end) - Math.max(from, start));
        }
    }

    private static List<Slice> slices(List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> COLOURS.containsKey(event.getEventType().getName()))
                .map(event -> new Slice(
                        event.getEventType().getName(),
                        event.getThread().getJavaName() == null
                                ? event.getThread().getOSName()
                                : event.getThread().getJavaName(),
                        nanos(event.getStartTime()) - traceStart,
                        nanos(event.getEndTime()) - traceStart,
                        event.hasField("waitReason") ? event.getString("waitReason") : null))
                .toList();
    }

    @Test
    void drawsWhatTheRecordingTells() throws IOException {
        open(page, "filter=cpu-hog&from=1.2&to=1.3");
        checkLaneOfCpuHog();
    }

    @Test
    void drawsChosenThreadsOnly() throws IOException {
        open(pageOfCpuHog, "from=1.2&to=1.3");
        checkLaneOfCpuHog();
    }

    /** That it is the first after those of the processors, from 1.2 s to 1.3 s. */
    private static void checkLaneOfCpuHog() throws IOException {
        long from = 1_200_000_000;
        long to = 1_300_000_000;
        long width = width();
        BufferedImage picture = picture();
        int seen = 0;
        for (Slice slice : slices) {
            long start = Math.max(slice.start, from);
            long end = Math.min(slice.end, to);
            if (!slice.thread.equals("cpu-hog") || end - start < 1_000_000) {
                continue;
            }
            long x = GUTTER + Math.round((double) ((start + end) / 2 - from) / (to - from) * (width - GUTTER));
            // Below the two processors; above the text in the slice.
            assertThat(pixel(picture, x, 2 * LANE + INSIDE)).as("%s", slice).isEqualTo(COLOURS.get(slice.type));
            seen++;
        }
        assertThat(seen).isGreaterThan(10);
        Slice longest = slices.stream()
                .filter(slice -> slice.thread.equals("cpu-hog") && slice.start > from && slice.end < to)
                .max(Comparator.comparingLong(slice -> slice.end - slice.start))
                .orElseThrow();
        long middle = (longest.start + longest.end) / 2;
        int x = GUTTER + (int) ((double) (middle - from) / (to - from) * (width - GUTTER));
        WebElement lanes = browser.findElement(By.id("lanes"));
        new Actions(browser)
                .moveToElement(
                        lanes,
                        x - lanes.getSize().getWidth() / 2,
                        2 * LANE + INSIDE - lanes.getSize().getHeight() / 2)
                .click()
                .perform();
        waitUntil(() -> browser.findElement(By.id("details"))
                .getText()
                .contains("for " + millis(longest.end - longest.start) + " ms"));
        noErrors();
    }

    @Test
    void zoomsAndMoves() {
        open(page, "from=0.5&to=1.5");
        int x = GUTTER + Math.toIntExact((width() - GUTTER) / 4);
        WebElement lanes = browser.findElement(By.id("lanes"));
        WheelInput.ScrollOrigin origin =
                WheelInput.ScrollOrigin.fromElement(lanes, x - lanes.getSize().getWidth() / 2, 0);
        new Actions(browser).scrollFromOrigin(origin, 0, -500).perform();
        waitFor("return Number(new URLSearchParams(location.hash.slice(1)).get('from')) > 0.5");
        // A quarter of the second was left of the pointer, and a quarter of what is shown still is.
        assertThat(shown()).isBetween(300_000_000L, 500_000_000L);
        assertThat(address("from").get(0) + shown() / 4).isCloseTo(750_000_000L, within(2_000_000L));

        long before = shown();
        browser.findElement(By.id("scroll")).sendKeys("w");
        waitUntil(() -> shown() < before);
        assertThat((double) shown() / before).isCloseTo(0.7, within(0.001));
        long start = address("from").get(0);
        browser.findElement(By.id("scroll")).sendKeys("d");
        waitUntil(() -> address("from").get(0) > start);
        browser.findElement(By.id("scroll")).sendKeys("0");
        waitUntil(() -> address("from").isEmpty());
        noErrors();
    }

    @Test
    void rangeIsDraggedOnTheRuler() {
        open(page, "from=0&to=2");
        WebElement head = browser.findElement(By.id("head"));
        int width = Math.toIntExact(width());
        int left = -head.getSize().getWidth() / 2;
        int quarter = (width - GUTTER) / 4;
        new Actions(browser)
                .moveToElement(
                        head, left + GUTTER + quarter, RULER - head.getSize().getHeight() / 2)
                .clickAndHold()
                .moveByOffset(quarter, 0)
                .release()
                .perform();
        waitUntil(() -> address("range").size() == 2);
        long pixel = 2_000_000_000L / (width - GUTTER);
        assertThat(address("range").get(0)).isCloseTo(500_000_000L, within(2 * pixel));
        assertThat(address("range").get(1)).isCloseTo(1_000_000_000L, within(2 * pixel));
        assertThat(browser.findElement(By.id("counted")).getText()).contains("The tables count 0.");
        browser.findElement(By.id("reset")).click();
        waitUntil(() -> address("range").isEmpty());
        noErrors();
    }

    @Test
    void lengthsAreInTheUnitThatSuits() {
        Map<String, String> lengths = Map.of(
                "0.000000999", "999 ns",
                "0.000001000", "1 µs",
                "0.000999949", "999.9 µs",
                "0.000999950", "1 ms",
                "0.999950000", "1 s",
                "1.234560000", "1.235 s",
                "9999.500000000", "10000 s",
                "12345.000000000", "12345 s",
                "9000001.600000000", "9000002 s");
        open(page, "");
        lengths.forEach((end, length) -> {
            show("range=0," + end);
            assertThat(browser.findElement(By.id("what")).getText()).as(end).contains(" s, " + length + ".");
        });
        noErrors();
    }

    /** Against the recording itself, and against the terminal's views of the same time. */
    @Test
    void tablesCountTheRange() {
        long from = 500_000_000;
        long to = 1_200_000_000;
        open(page, "range=0.5,1.2&filter=contender");
        Map<String, List<String>> expected = new TreeMap<>();
        Map<String, long[]> times = new TreeMap<>();
        Map<String, Long> reasons = new HashMap<>();
        List<String> states = List.of("windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadWaiting");
        for (Slice slice : slices) {
            if (slice.thread.contains("contender")) {
                long time = slice.in(from, to);
                times.computeIfAbsent(slice.thread, key -> new long[3])[states.indexOf(slice.type)] += time;
                if (slice.type.equals("windows.ThreadWaiting") && time > 0) {
                    reasons.merge(slice.reason, time, Long::sum);
                }
            }
        }
        times.forEach(
                (thread, sums) -> expected.put(thread, List.of(millis(sums[0]), millis(sums[1]), millis(sums[2]))));
        List<String> keys = keys("threads-threads");
        Map<String, List<String>> found = new TreeMap<>();
        for (List<String> row : cells("threads-threads")) {
            found.put(
                    row.get(keys.indexOf("thread")),
                    List.of(
                            row.get(keys.indexOf("running")),
                            row.get(keys.indexOf("ready")),
                            row.get(keys.indexOf("waiting"))));
        }
        assertThat(found).hasSize(3).isEqualTo(expected);
        Map<String, String> waits = new TreeMap<>();
        int total = keys("waits-reasons").indexOf("total");
        cells("waits-reasons").forEach(row -> waits.put(row.get(0), row.get(total)));
        Map<String, String> expectedWaits = new TreeMap<>();
        reasons.forEach((reason, time) -> expectedWaits.put(reason, millis(time)));
        assertThat(waits).isNotEmpty().isEqualTo(expectedWaits);

        for (String id : List.of(
                "latency-percentiles",
                "latency-histogram",
                "displacers-threads",
                "waits-reasons",
                "explain-events",
                "explain-slowest",
                "threads-threads",
                "pools-pools",
                "processors-processors")) {
            checkAgainstView(id, "--thread", "contender-*");
        }

        show("range=0.5,1.2");
        for (String id : List.of(
                "latency-percentiles",
                "latency-histogram",
                "displacers-processes",
                "displacers-threads",
                "displacers-ready",
                "waits-reasons",
                "waits-wakers",
                "explain-events",
                "explain-slowest",
                "threads-threads",
                "pools-pools",
                "summary-processes",
                "processors-processors")) {
            checkAgainstView(id);
        }
        noErrors();
    }

    private static void checkAgainstView(String id, Object... options) {
        String view = id.substring(0, id.indexOf('-'));
        Object[] arguments = Stream.concat(
                        Stream.of("view", "--json", "--from", "0.5", "--to", "1.2", MERGED, view), Stream.of(options))
                .toArray();
        JsonObject json =
                JsonParser.parseString(Program.run(arguments).succeeded().out()).getAsJsonObject();
        JsonArray rows = json.getAsJsonArray(id.substring(id.indexOf('-') + 1));
        List<String> keys = keys(id);
        List<Map<String, String>> expected = new ArrayList<>();
        List<Map<String, String>> found = new ArrayList<>();
        for (JsonElement row : rows) {
            Map<String, String> cells = new TreeMap<>();
            for (Map.Entry<String, JsonElement> cell : row.getAsJsonObject().entrySet()) {
                if (cell.getValue().isJsonNull()) {
                    continue;
                }
                if (cell.getKey().endsWith("Nanos")) {
                    cells.put(cell.getKey(), millis(cell.getValue().getAsLong()));
                } else if (COMPARED.contains(cell.getKey())) {
                    cells.put(cell.getKey(), cell.getValue().getAsString());
                }
            }
            expected.add(cells);
        }
        for (List<String> row : cells(id)) {
            Map<String, String> cells = new TreeMap<>();
            for (int i = 0; i < keys.size(); i++) {
                if (keys.get(i).isEmpty() || row.get(i).isEmpty()) {
                    continue;
                }
                String name = COMPARED.contains(keys.get(i)) ? keys.get(i) : keys.get(i) + "Nanos";
                if (rows.get(0).getAsJsonObject().has(name)) {
                    cells.put(name, row.get(i));
                }
            }
            found.add(cells);
        }
        // Those that are as long as each other have no order.
        assertThat(found).as(id).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
    }

    /** What the script counts over the whole time is what the program wrote, but for the switches. */
    @Test
    void wholeTimeAsARangeChangesNothing() {
        checkWholeTimeAsARange(page);
        assertThat(tables()).hasSize(16);
        checkWholeTimeAsARange(pageOfCpuHog);
    }

    /** Not as if threads had not run. */
    @Test
    void tablesHaveNoTimesOfWhatWasLeftOut() throws IOException {
        Path recording = directory.resolve("ready-only.jfr");
        Program.run("--quiet", "--events", "ThreadReady", "--jfr", JVM, TRACE, recording)
                .succeeded();
        Path file = report(recording, "ready-only.html");
        checkWholeTimeAsARange(file);
        assertThat(tables())
                .containsExactlyInAnyOrder(
                        "latency-percentiles",
                        "latency-histogram",
                        "latency-longest",
                        "pools-pools",
                        "summary-processes",
                        "threads-threads");
        List<String> keys = keys("threads-threads");
        for (List<String> row : cells("threads-threads")) {
            assertThat(row.get(keys.indexOf("ready"))).isNotEmpty();
            for (String key : List.of("running", "load", "waiting", "migrations")) {
                assertThat(row.get(keys.indexOf(key))).as(key).isEmpty();
            }
        }
    }

    private static void checkWholeTimeAsARange(Path file) {
        open(file, "");
        List<String> ids = tables();
        Map<String, List<List<String>>> written = new HashMap<>();
        ids.forEach(id -> written.put(id, told(id)));
        show("range=0,%d.%09d"
                .formatted((traceEnd - traceStart) / 1_000_000_000, (traceEnd - traceStart) % 1_000_000_000));
        assertThat(browser.findElement(By.id("counted")).getText()).contains("The tables count 0.");
        for (String id : ids) {
            assertThat(told(id)).as(id).containsExactlyInAnyOrderElementsOf(written.get(id));
        }
        noErrors();
    }

    /** Without what a part does not tell, and who of several it was that had the same. */
    private static List<List<String>> told(String id) {
        List<String> keys = keys(id);
        List<String> left = List.of("switches", "involuntarySwitches", "longestWaiter");
        return cells(id).stream()
                .map(row -> Stream.iterate(0, i -> i < row.size(), i -> i + 1)
                        .filter(i -> !left.contains(keys.get(i)))
                        .map(row::get)
                        .toList())
                .toList();
    }

    /** It is closed at first, and its rest is there. */
    @Test
    void findingLeadsToItsWorstCase() {
        open(page, "");
        WebElement finding = browser.findElement(
                By.xpath("//details[contains(., 'Garbage Collection Paused for Want of a Processor')]"));
        WebElement moment = finding.findElement(By.cssSelector("[data-at]"));
        assertThat(moment.isDisplayed()).isFalse();
        finding.findElement(By.tagName("summary")).click();
        assertThat(finding.getText())
                .contains("from 1.793153 s on: for 26.338 ms", "The heap is not to blame for this part of a pause");
        moment.click();
        waitUntil(() -> hash().contains("chosen=slice"));
        assertThat(browser.findElement(By.id("details")).getText()).contains("ready for 26.", "GC Thread#1");
        noErrors();
    }

    /** At that moment no slice of it goes on any more. */
    @Test
    void endOfAThreadLeadsToThatMoment() {
        open(page, "");
        List<WebElement> moments =
                browser.findElements(By.cssSelector("#threads-threads tbody tr:first-child [data-at]"));
        WebElement lastSeen = moments.get(moments.size() - 1);
        long time = Long.parseLong(lastSeen.getAttribute("data-at"));
        lastSeen.click();
        waitUntil(() -> !address("from").isEmpty());
        assertThat(address("from").get(0)).isLessThan(time);
        assertThat(address("to").get(0)).isGreaterThanOrEqualTo(time);
        assertThat(hash()).contains("thread=").doesNotContain("chosen=");
        noErrors();
    }

    @Test
    void addressRestoresWhatIsShown() {
        // The pause of a garbage collection, on the VM's thread.
        open(page, "range=1.939,1.948");
        WebElement row = browser.findElement(
                By.xpath("//table[@id='explain-longest']//tr[td[text()='GCPhasePause'] and td[text()='7.678']]"));
        row.findElement(By.cssSelector("[data-at]")).click();
        waitUntil(() -> !address("from").isEmpty());
        browser.findElement(By.cssSelector("#sort option[value=name]")).click();
        browser.findElement(By.id("filter")).sendKeys("VM");
        browser.findElement(By.id("theme")).click();
        waitUntil(() -> hash().contains("theme=dark"));
        String details = browser.findElement(By.id("details")).getText();
        assertThat(details).contains("GCPhasePause: 7.678 ms", "VM Thread", "7.426 ms", "services (77)");
        String address = hash();
        open(page, address);
        assertThat(browser.findElement(By.id("details")).getText()).isEqualTo(details);
        assertThat(browser.findElement(By.id("filter")).getAttribute("value")).isEqualTo("VM");
        assertThat(browser.findElement(By.id("sort")).getAttribute("value")).isEqualTo("name");
        browser.findElement(By.id("scroll")).sendKeys("a");
        browser.findElement(By.id("scroll")).sendKeys("d");
        assertThat(hash()).contains("filter=VM", "sort=name", "theme=dark", "chosen=event");
        noErrors();
    }

    /** The page follows waits as the terminal's view does. */
    @Test
    void criticalPathOfAnEvent() {
        JsonObject view = JsonParser.parseString(Program.run("view", "--json", "--limit", "40", MERGED, "critical-path")
                        .succeeded()
                        .out())
                .getAsJsonObject();
        Map<Integer, List<String>> expected = new HashMap<>();
        for (JsonElement each : view.getAsJsonArray("parts")) {
            JsonObject part = each.getAsJsonObject();
            if (part.get("share").getAsDouble() >= 0.01) {
                expected.computeIfAbsent(part.get("event").getAsInt(), key -> new ArrayList<>())
                        .add(textOf(part));
            }
        }
        open(page, "");
        String longest = "#explain-longest tbody tr [data-at]";
        String path = partsIn("path");
        browser.findElement(By.cssSelector(longest)).click();
        Object ofTheFirst = browser.executeScript("return " + path);
        // All at once: for the mouse, the page would be scrolled and drawn, which takes far longer than a click.
        @SuppressWarnings("unchecked") // what a script returns
        List<List<String>> found = (List<List<String>>) browser.executeScript(
                "return [...document.querySelectorAll(arguments[0])].map(at => { at.click(); return %s; })"
                        .formatted(path),
                longest);
        assertThat(found).hasSizeGreaterThanOrEqualTo(40).first().isEqualTo(ofTheFirst);
        int others = 0;
        for (int number = 1; number <= 40; number++) {
            List<String> parts = expected.get(number);
            if (parts.stream().anyMatch(part -> part.contains(", then woke "))) {
                others++;
            } else {
                parts = List.of();
            }
            assertThat(found.get(number - 1)).as("event %d", number).isEqualTo(parts);
        }
        assertThat(others).isBetween(30, 39);
        noErrors();
    }

    /** A script's words for the texts in a list of parts of paths. */
    private static String partsIn(String list) {
        return "[...document.querySelectorAll('#%s dt')].map(dt => dt.textContent + ' ' + dt.nextSibling.textContent)"
                .formatted(list);
    }

    /** As the terminal's view adds them up, of the time that is counted. */
    @Test
    void criticalPathsTogether() {
        for (String range : List.of("", "range=0.5,1.2")) {
            List<Object> arguments = new ArrayList<>(List.of("view", "--json", "--event", "JavaMonitorEnter", MERGED));
            arguments.addAll(
                    range.isEmpty() ? List.of("bottlenecks") : List.of("bottlenecks", "--from", "0.5", "--to", "1.2"));
            JsonObject view = JsonParser.parseString(
                            Program.run(arguments.toArray()).succeeded().out())
                    .getAsJsonObject();
            List<String> expected = new ArrayList<>();
            for (JsonElement each : view.getAsJsonArray("parts")) {
                if (each.getAsJsonObject().get("share").getAsDouble() >= 0.01) {
                    expected.add(textOf(each.getAsJsonObject()));
                }
            }
            open(page, range + "&thread=0&chosen=event,95,0.118988215");
            browser.findElement(By.cssSelector("#together > summary")).click();
            waitUntil(() -> !browser.findElements(By.id("parts")).isEmpty());
            assertThat(browser.executeScript("return " + partsIn("parts"))).isEqualTo(expected);
            assertThat(expected).hasSizeGreaterThan(5);
            JsonObject sums = view.getAsJsonArray("events").get(0).getAsJsonObject();
            String together = browser.findElement(By.id("together")).getText();
            assertThat(together)
                    .contains("\n%s events that the tables count, with those that they waited for: %s ms\n"
                            .formatted(
                                    sums.get("count").getAsString(),
                                    Time.millis(sums.get("durationNanos").getAsLong())));
            Map.of("ran", "running", "were ready", "ready", "not there", "absent", "unknown", "unknown")
                    .forEach((did, name) -> {
                        long nanos = sums.get(name + "Nanos").getAsLong();
                        if (nanos > 0) {
                            assertThat(together).contains("\n%s\n%s ms\n".formatted(did, Time.millis(nanos)));
                        } else {
                            assertThat(together).doesNotContain(did);
                        }
                    });
        }
        noErrors();
    }

    /** As the recording has them, and the one that time is put down to for all to see. */
    @Test
    void callsOfAnEvent() {
        open(page, "thread=0&chosen=event,95,0.118988215");
        WebElement calls = browser.findElement(By.cssSelector("#details details"));
        assertThat(calls.getText()).isEqualTo("Workload.lambda$main$0:11");
        calls.findElement(By.tagName("summary")).click();
        assertThat(calls.findElements(By.tagName("li")))
                .extracting(WebElement::getText)
                .containsExactly("Workload.lambda$main$0:11", "java.lang.Thread.run:840");
        assertThat(calls.findElement(By.cssSelector("li.code")).getText()).startsWith("Workload");
        // A phase of a collection has none.
        open(page, "thread=0&chosen=event,3472,1.939938608");
        assertThat(browser.findElement(By.id("details")).getText()).startsWith("GCPhasePause");
        assertThat(browser.findElements(By.cssSelector("#details dd details"))).isEmpty();
        noErrors();
    }

    /** As the terminal tells them; in a part of the time it is the longest there. */
    @Test
    void rowsThatSumUpLeadToTheirLongestEvent() {
        // As the program wrote the tables, and as the script fills them.
        for (String fragment : List.of("", "range=0.5,1.2&filter=contender")) {
            open(page, fragment);
            for (String column : List.of("event", "code")) {
                String sums = column.equals("event") ? "#explain-events" : "#explain-code";
                // Events without a stack trace have an empty cell.
                List<WebElement> cells = browser.findElements(By.cssSelector(sums + " td." + column + ":not(:empty)"));
                assertThat(cells).isNotEmpty();
                for (WebElement cell : cells.subList(0, Math.min(3, cells.size()))) {
                    String longest = cell.findElement(By.xpath("../td[last()]")).getText();
                    cell.click();
                    String details = browser.findElement(By.id("details")).getText();
                    assertThat(details.lines().findFirst().orElseThrow()).endsWith(": " + longest + " ms");
                    assertThat(details).contains(cell.getText());
                    waitUntil(() -> hash().contains("chosen=event"));
                }
            }
            WebElement slowest = browser.findElement(By.cssSelector("#explain-slowest td.event"));
            slowest.click();
            assertThat(browser.findElement(By.id("details")).getText()).startsWith(slowest.getText());
        }
        noErrors();
    }

    private static String textOf(JsonObject part) {
        Map<String, String> words = Map.of(
                "ran", " ran",
                "ready", " was ready",
                "waited", " waited",
                "not started", " had not started",
                "ended", " had ended",
                "unknown", ": unknown");
        String did = words.get(part.get("state").getAsString());
        StringBuilder text = new StringBuilder("%s ms %s%s"
                .formatted(
                        Time.millis(part.get("totalNanos").getAsLong()),
                        part.get("thread").getAsString(),
                        did));
        Map<String, String> others = new LinkedHashMap<>();
        others.put("waitReason", ": ");
        others.put("displacedBy", ", displaced by ");
        others.put("readiedBy", ", woken by ");
        others.put("woke", ", then woke ");
        others.forEach((key, word) -> {
            if (part.has(key) && !part.get(key).isJsonNull()) {
                text.append(word).append(part.get(key).getAsString());
            }
            if (key.equals("displacedBy") && !part.get("displacedNanos").isJsonNull()) {
                text.append(" for %s ms"
                        .formatted(Time.millis(part.get("displacedNanos").getAsLong())));
            }
        });
        return text.toString();
    }

    @Test
    void waitForAThreadThatHadNotStarted() throws IOException {
        Who waiter = Who.java("waiter", 7);
        Who worker = Who.java("worker", 8);
        MadeRecording made = made().waiting(waiter, 0, 600, "UserRequest", worker)
                .running(waiter, 600, 1000, 0)
                .ready(worker, 200, 300, 0, "Started")
                .running(worker, 300, 600, 0)
                .breakdown(waiter, "jdk.JavaMonitorWait", 50, 700, 0, 0, 0, null);
        open(report(made, "not-started"), "chosen=event,0,0.05");
        assertThat(browser.findElement(By.id("path")).getText().lines())
                .containsExactly(
                        "300.000 ms",
                        "worker ran, then woke waiter",
                        "150.000 ms",
                        "worker had not started, then woke waiter",
                        "100.000 ms",
                        "waiter ran",
                        "100.000 ms",
                        "worker was ready, then woke waiter");
        noErrors();
    }

    /** Those whose doings are not told; of several the one who ended those of the longest waits together. */
    @Test
    void waitsThatAreNotFollowed() throws IOException {
        Who waiter = Who.java("waiter", 7);
        Who worker = Who.java("worker", 8);
        MadeRecording made = made().waiting(waiter, 0, 200, "UserRequest", worker)
                .running(worker, 0, 200, 0)
                .waiting(waiter, 200, 400, "UserRequest", Who.java("one", 9))
                .waiting(waiter, 400, 550, "UserRequest", Who.java("other", 10))
                .waiting(waiter, 550, 700, "UserRequest", Who.java("other", 10))
                .waiting(waiter, 700, 900, "WrQueue", null)
                .running(waiter, 900, 1000, 0)
                .breakdown(waiter, "jdk.JavaMonitorWait", 0, 1000, 0, 0, 0, null);
        open(report(made, "not-followed"), "chosen=event,0,0");
        assertThat(browser.findElement(By.id("path")).getText().lines())
                .containsExactly(
                        "500.000 ms",
                        "waiter waited: UserRequest, woken by other",
                        "200.000 ms",
                        "waiter waited: WrQueue",
                        "200.000 ms",
                        "worker ran, then woke waiter",
                        "100.000 ms",
                        "waiter ran");
        noErrors();
    }

    /** Phases of a collection begin in one tick, where the clock is coarser than the sample's: 204 ns are between these. */
    @Test
    void eventsThatBeginTogetherAreChosenEach() throws IOException {
        byte[] bytes = Files.readAllBytes(MERGED);
        replace(bytes, leb128(822_829_098), leb128(822_828_894));
        Path file = report(
                Files.write(directory.resolve("together.jfr"), bytes),
                "together.html",
                "--from",
                "0.0825",
                "--to",
                "0.083");
        Map<String, String> lengths = Map.of("ExtRootScan", "2.746", "ThreadRoots", "0.773");
        // As the program wrote the table, and as the script fills it.
        for (String fragment : List.of("sort=name", "filter=GC")) {
            open(file, fragment);
            lengths.forEach((phase, length) -> {
                show(fragment);
                browser.findElement(
                                By.xpath("//table[@id='explain-longest']//tr[td[starts-with(text(),'%s')]]/td[@data-at]"
                                        .formatted(phase)))
                        .click();
                waitUntil(() -> hash().contains("chosen=event"));
                String details = browser.findElement(By.id("details")).getText();
                assertThat(details).contains("GCPhaseParallel: " + length + " ms", phase);
                open(file, hash());
                assertThat(browser.findElement(By.id("details")).getText()).isEqualTo(details);
            });
        }
        noErrors();
    }

    /** A number as recordings have it: seven bits a byte, the lowest first. */
    private static byte[] leb128(long number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long rest = number;
        for (; rest > 0x7F; rest >>>= 7) {
            bytes.write((int) (rest | 0x80));
        }
        bytes.write((int) rest);
        return bytes.toByteArray();
    }

    private static void replace(byte[] bytes, byte[] old, byte[] replacement) {
        int replaced = 0;
        for (int i = 0; i <= bytes.length - old.length; i++) {
            if (Arrays.equals(bytes, i, i + old.length, old, 0, old.length)) {
                System.arraycopy(replacement, 0, bytes, i, replacement.length);
                replaced++;
            }
        }
        // The JVM's event, and what explains it.
        assertThat(replaced).isEqualTo(2);
    }

    private static String hash() {
        return ((String) browser.executeScript("return location.hash")).replaceFirst("^#", "");
    }

    @Test
    void darkAndLight() {
        String background = "return getComputedStyle(document.body).backgroundColor";
        for (String scheme : List.of("dark", "light")) {
            browser.executeCdpCommand(
                    "Emulation.setEmulatedMedia",
                    Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
            open(page, "");
            assertThat(browser.executeScript(background))
                    .isEqualTo(scheme.equals("dark") ? "rgb(21, 24, 29)" : "rgb(246, 247, 249)");
            browser.findElement(By.id("theme")).click();
            assertThat(browser.executeScript(background))
                    .isEqualTo(scheme.equals("light") ? "rgb(21, 24, 29)" : "rgb(246, 247, 249)");
        }
        noErrors();
    }

    /** A frame costs what its pixels cost, not what the slices would. */
    @Test
    void millionSlices() throws IOException {
        TraceOptions options = new TraceOptions().processors(8);
        Path trace = directory.resolve("million.etl");
        Files.write(trace, new SyntheticTrace(1).threads(400).switches(500_000).toTrace(options));
        Path recording = directory.resolve("million.jfr");
        Program.run("--quiet", trace, recording).succeeded();
        Path large = report(recording);
        open(large, "");
        Number slices = (Number) browser.executeScript("return Number(document.querySelector('header').textContent"
                + ".match(/([0-9,]+) slices/)[1].replaceAll(',', ''))");
        assertThat(slices.longValue()).isGreaterThan(1_000_000);
        long height = (Long) browser.executeScript("return document.getElementById('lanes').clientHeight");
        long most = (height / LANE + 2) * (3 * (width() - GUTTER) + 2);
        for (String zoom : List.of("", "w", "w", "w", "ww", "wwwww")) {
            browser.findElement(By.id("scroll")).sendKeys(zoom);
            long drawn = Long.parseLong(browser.findElement(By.id("lanes")).getAttribute("data-rectangles"));
            assertThat(drawn).isBetween(1L, most);
        }
        show("range=1,1.5");
        assertThat(cells("threads-threads")).hasSizeGreaterThan(100);
        noErrors();
    }

    /** Whoever names a program may name it anything. */
    @Test
    void namesAreNeverMarkup() throws IOException {
        String image = "</script><img src=x onerror=\"document.title='owned'\"><b>&amp;\u001b[2J.exe";
        Path file = Files.write(directory.resolve("evil.etl"), NamedProgram.trace(image));
        Path evil = report(file);
        assertThat(Files.readString(evil)).doesNotContain("<img", "\u001b").contains("&lt;img src=x");
        // As it was written, and as the script fills it.
        for (String fragment : List.of("", "filter=img&thread=0")) {
            open(evil, fragment);
            assertThat(browser.getTitle()).isEqualTo("evil.etl");
            assertThat(browser.findElements(By.cssSelector("img, b"))).isEmpty();
            assertThat(cells("threads-threads")
                            .get(0)
                            .get(keys("threads-threads").indexOf("process")))
                    .isEqualTo("</script><img src=x onerror=\"document.title='owned'\"><b>&amp;\\u001b[2J.exe (100)");
            noErrors();
        }
        new Actions(browser).sendKeys(Keys.ESCAPE).perform();
        noErrors();
    }

    @Test
    void tablesNeedNoScript() {
        ChromeDriver plain = start(
                "plain",
                options -> options.setExperimentalOption(
                        "prefs", Map.of("profile.managed_default_content_settings.javascript", 2)));
        try {
            plain.get(page.toUri().toString());
            String text = plain.findElement(By.tagName("body")).getText();
            assertThat(text)
                    .contains(
                            "The timeline, and counting a part of the time, need JavaScript", "cpu-hog", "GCPhasePause")
                    .contains(
                            "info Garbage Collection Paused for Want of a Processor. In a garbage collection pause of 26.742")
                    .doesNotContain("time ready");
        } finally {
            plain.quit();
        }
    }

    @Test
    void traceWithOneSwitch() throws IOException {
        Path empty = report(OneSwitch.trace(directory));
        browser.get("about:blank");
        browser.get(empty.toUri().toString());
        waitFor("return document.getElementById('timeline').dataset.loaded === 'true'");
        assertThat(browser.findElement(By.tagName("body")).getText())
                .contains("0.000000 s", "none")
                .doesNotContain("NaN", "Infinity");
        noErrors();
    }

    /** Its first 100,000 bytes hold one buffer with switches, of one of two processors. */
    @Test
    void processorsOfWhichNothingIsToldHaveLanes() throws IOException {
        Path cut = Files.write(directory.resolve("cut.etl"), Arrays.copyOf(Files.readAllBytes(TRACE), 100_000));
        Path file = directory.resolve("cut.html");
        assertThat(Program.run("report", cut, file).exitCode()).isEqualTo(2);
        open(file, "");
        // A click on a thread's name tells of it, one on a processor's of nothing.
        for (int lane : List.of(2, 1, 0)) {
            WebElement lanes = browser.findElement(By.id("lanes"));
            new Actions(browser)
                    .moveToElement(
                            lanes,
                            GUTTER / 2 - lanes.getSize().getWidth() / 2,
                            lane * LANE + INSIDE - lanes.getSize().getHeight() / 2)
                    .click()
                    .perform();
            waitUntil(() -> browser.findElement(By.id("details")).getText().contains("Find your way") == (lane < 2));
        }
        noErrors();
    }

    /** With what the processors ran, and when they were idle. */
    @Test
    void recordingOfAllEvents() throws IOException {
        open(report(Path.of("..", "jfr-views", "samples", "contention-converted.jfr")), "from=1&to=1.01");
        assertThat(browser.findElement(By.id("legend")).getText())
                .contains("ready")
                .doesNotContain("JVM pause");
        noErrors();
    }

    /** Those of a large machine would take the whole first screen. */
    @Test
    void lanesOfManyProcessorsAreShownWhenAskedFor() throws IOException {
        MadeRecording made = made();
        for (int processor = 0; processor < 40; processor++) {
            made.running(Who.java("thread " + processor, processor + 1), 0, 1000, processor);
        }
        Path many = report(made, "many");
        open(many, "");
        WebElement box = browser.findElement(By.id("processors"));
        assertThat(box.isSelected()).isFalse();
        assertThat(heightOfLanes()).isEqualTo(40 * LANE);
        box.click();
        assertThat(heightOfLanes()).isEqualTo(2 * 40 * LANE);
        waitUntil(() -> browser.getCurrentUrl().endsWith("#processors=1"));
        open(many, "processors=1");
        assertThat(browser.findElement(By.id("processors")).isSelected()).isTrue();
        assertThat(heightOfLanes()).isEqualTo(2 * 40 * LANE);
        // A link to what a processor did.
        open(many, "chosen=cpu%2C3%2C0.000000000");
        assertThat(heightOfLanes()).isEqualTo(2 * 40 * LANE);
        open(page, "");
        assertThat(browser.findElement(By.id("processors")).isSelected()).isTrue();
        noErrors();
    }

    private static int heightOfLanes() {
        return browser.findElement(By.id("room")).getSize().getHeight();
    }

    /** They have a colour of their own, and the name of their class. */
    @Test
    void eventsOfTheApplication() throws IOException {
        Who thread = Who.java("main", 7);
        MadeRecording made = made().running(thread, 0, 1000, 0)
                .breakdown(thread, "com.acme.http.Request", 0, 500, 0, 0, 0, null)
                .breakdown(thread, "jdk.FileRead", 500, 1000, 0, 0, 0, null);
        open(report(made, "own"), "");
        assertThat(browser.findElement(By.id("legend")).getText()).contains("event of the application");
        assertThat(browser.findElement(By.id("explain-events")).getText())
                .contains("c.a.h.Request", "FileRead")
                .doesNotContain("com.acme", "jdk.");
        long top = LANE + GAP + 5;
        assertThat(pixel(picture(), GUTTER + 100, top)).isEqualTo(List.of(75, 46, 158));
        open(page, "");
        assertThat(browser.findElement(By.id("legend")).getText()).doesNotContain("of the application");
        noErrors();
    }

    /** It may be that of another page, or be cut off on its way. */
    @Test
    void addressOfAnyContentIsDrawn() throws IOException {
        Who thread = Who.java("main", 7);
        MadeRecording made =
                made().running(thread, 0, 1000, 0).breakdown(null, "jdk.ClassLoad", 400, 500, 0, 0, 0, null);
        List<String> addresses = new ArrayList<>(List.of(
                "%",
                "&&==",
                "thread=x",
                "thread=-1",
                "thread=99999",
                "thread=length",
                "thread=constructor",
                "only=99999",
                "only=__proto__",
                "from=x&to=y",
                "from=2&to=1",
                "from=Infinity&to=Infinity",
                "from=-1e300&to=1e300",
                "range=,",
                "range=1,2,3",
                "range=Infinity,1",
                "range=-1e300,1e300",
                "chosen=event",
                "chosen=event,-1,0",
                "chosen=event,0.5,0",
                "chosen=slice,99999,0.5",
                "chosen=cpu,99999,0.5",
                "chosen=x,x,x",
                // Of no thread.
                "chosen=event,0,0.4",
                "filter=%00%F0",
                "sort=constructor",
                "sort=%22]",
                "theme=sepia"));
        // On a page of one thread most of those of the recording have a number, and nothing is told of them.
        Path narrow = report(MERGED, "narrow.html", "--thread", "cpu-hog", "--from", "1.2", "--to", "1.21");
        for (Path file : List.of(report(made, "one-thread"), narrow)) {
            open(file, addresses.get(0));
            addresses.forEach(ReportBrowserTest::checkDrawn);
            Stream.iterate(0, i -> i < 40, i -> i + 1).forEach(i -> {
                checkDrawn("thread=" + i);
                checkDrawn("only=" + i);
            });
        }
    }

    private static void checkDrawn(String fragment) {
        browser.executeScript("delete document.getElementById('lanes').dataset.rectangles");
        show(fragment);
        waitFor("return document.getElementById('lanes').dataset.rectangles > 0");
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .as(fragment)
                .isEmpty();
    }

    @Test
    void onlyThisThread() throws IOException {
        MadeRecording made = made();
        for (int i = 1; i <= 12; i++) {
            made.running(Who.java("pool-1-thread-" + i, i), 80L * (i - 1), 80L * i, 0);
        }
        open(report(made, "pool"), "");
        WebElement only = browser.findElement(By.id("only"));
        assertThat(only.isDisplayed()).isFalse();
        browser.findElement(By.xpath("//table[@id='threads-threads']//td[normalize-space()='pool-1-thread-1']"))
                .click();
        browser.findElement(By.xpath("//button[.='only this thread']")).click();
        for (boolean isOpenedAnew : List.of(false, true)) {
            if (isOpenedAnew) {
                waitUntil(() -> hash().contains("only="));
                open(directory.resolve("pool.html"), hash());
            }
            assertThat(browser.findElement(By.id("only")).getText()).contains("pool-1-thread-1 ");
            assertThat(cells("threads-threads"))
                    .extracting(row -> row.get(keys("threads-threads").indexOf("thread")))
                    .containsExactly("pool-1-thread-1");
            assertThat(cells("processors-processors"))
                    .extracting(row -> row.get(keys("processors-processors").indexOf("running")))
                    .containsExactly("80.000");
            assertThat(browser.findElement(By.id("what")).getText())
                    .startsWith("The tables count the whole time, of thread “pool-1-thread-1” of JVM only.");
        }
        browser.findElement(By.id("only")).click();
        assertThat(cells("threads-threads")).hasSize(12);
        waitUntil(() -> !hash().contains("only="));
        // A text in its place.
        browser.findElement(By.xpath("//button[.='only this thread']")).click();
        browser.findElement(By.id("filter")).sendKeys("thread-1");
        assertThat(browser.findElement(By.id("only")).isDisplayed()).isFalse();
        waitUntil(() -> cells("threads-threads").size() == 4);
        noErrors();
    }

    @Test
    void nothingMatchesAFilter() throws IOException {
        open(report(made().running(Who.java("main", 7), 0, 1000, 0), "one-thread"), "");
        WebElement none = browser.findElement(By.id("none"));
        assertThat(none.getText()).isEmpty();
        browser.findElement(By.id("filter")).sendKeys("mainn");
        assertThat(none.getText()).isEqualTo("nothing matches");
        browser.findElement(By.id("filter")).sendKeys(Keys.BACK_SPACE);
        assertThat(none.getText()).isEmpty();
        noErrors();
    }

    @Test
    void keysBeginWithTheFirstThread() throws IOException {
        open(
                report(
                        made().running(Who.java("first", 7), 0, 100, 0)
                                .ready(Who.java("first", 7), 100, 600, 0, "Preempted")
                                .running(Who.java("second", 8), 100, 1000, 0),
                        "keys"),
                "from=0.2&to=0.9");
        browser.findElement(By.id("scroll")).sendKeys("n");
        assertThat(details()).startsWith("ready for 500.000 ms").contains("first");
        browser.findElement(By.id("scroll")).sendKeys("p");
        assertThat(details()).startsWith("running for 100.000 ms").contains("first");
        noErrors();
    }

    /** As with a scrollbar, which takes some of the width. */
    @Test
    void detailsAreNoWiderThanTheirPlace() {
        open(page, "");
        browser.findElement(By.cssSelector("#explain-longest tbody tr [data-at]"))
                .click();
        assertThat((Boolean) browser.executeScript("const details = document.getElementById('details');"
                        + " details.style.width = '260px'; return details.scrollWidth <= details.clientWidth"))
                .isTrue();
        noErrors();
    }

    /** As the VM thread has its operation, a collection, its pause and two levels of phases in each other, and more. */
    @Test
    void eventsInEachOther() throws IOException {
        Who thread = Who.java("VM Thread", 7);
        MadeRecording made = made().running(thread, 0, 1000, 0);
        for (int i = 0; i < 8; i++) {
            made.breakdown(thread, "jdk.Level" + i, 100 + 10 * i, 900 - 10 * i, 800 - 20 * i, 0, 0, null);
        }
        // Whose recording it is may not tell.
        made.breakdown(thread, null, 940, 990, 50, 0, 0, null);
        open(report(made, "nested"), "");
        BufferedImage picture = picture();
        long middle = GUTTER + (width() - GUTTER) / 2;
        int top = LANE + GAP;
        List<Integer> paper = List.of(255, 255, 255);
        assertThat(Stream.iterate(8, x -> x < 60, x -> x + 1).map(x -> pixel(picture, x, top + 5)))
                .as("what says that there are more")
                .anyMatch(pixel -> !pixel.equals(paper));
        for (int row = 0; row < 6; row++) {
            click(middle, top + row * EVENT + INSIDE);
            assertThat(details()).startsWith("Level%d: %d.000 ms".formatted(row, 800 - 20 * row));
        }
        click(middle, top + 6 * EVENT + INSIDE);
        assertThat(details()).startsWith("running for 1,000.000 ms");
        click(GUTTER + (width() - GUTTER) * 96 / 100, top + INSIDE);
        assertThat(details()).startsWith("unknown: 50.000 ms");
        click(GUTTER / 2, top + INSIDE);
        assertThat(details()).startsWith("VM Thread").contains("2 events within 6 others");
        checkDrawn("chosen=event,7,0.17");
        assertThat(details()).startsWith("Level7: 660.000 ms").contains("begins within 6 others of its thread");
        // Nothing is outlined in its place.
        assertThat(pixel(picture(), middle, top + 6 * EVENT)).isEqualTo(COLOURS.get("windows.ThreadRunning"));
        noErrors();
    }

    @Test
    void tablesAreUsedWithKeys() {
        open(page, "from=0.5&to=1");
        assertThat(sorted("threads-threads")).containsExactly("running descending");
        assertThat(sorted("explain-longest")).containsExactly("duration descending");
        browser.findElement(By.cssSelector("#threads-threads th[data-key=ready] button"))
                .sendKeys(Keys.ENTER);
        for (String fragment : List.of("", "range=0.5,1.2", "")) {
            if (!fragment.isEmpty()) {
                show(fragment);
            }
            assertThat(sorted("threads-threads")).containsExactly("ready descending");
            int ready = keys("threads-threads").indexOf("ready");
            assertThat(cells("threads-threads"))
                    .extracting(row -> Double.parseDouble(row.get(ready).replace(",", "")))
                    .isSortedAccordingTo(Comparator.reverseOrder());
        }
        browser.findElement(By.cssSelector("#threads-threads th[data-key=ready] button"))
                .sendKeys(Keys.SPACE);
        assertThat(sorted("threads-threads")).containsExactly("ready ascending");

        // As in the terminal, the earliest first, and last where there is none.
        browser.findElement(By.cssSelector("#threads-threads th[data-key=longestReadyStart] button"))
                .sendKeys(Keys.ENTER);
        assertThat(sorted("threads-threads")).containsExactly("longestReadyStart ascending");
        int moment = keys("threads-threads").indexOf("longestReadyStart");
        List<String> moments =
                cells("threads-threads").stream().map(row -> row.get(moment)).toList();
        assertThat(moments).contains("");
        assertThat(moments.stream().map(text -> text.isEmpty() ? Double.MAX_VALUE : Double.parseDouble(text)))
                .isSorted();

        // So it is with names: of some waits the trace does not tell who ended them.
        for (String order : List.of("ascending", "descending")) {
            browser.findElement(By.cssSelector("#waits-wakers th[data-key=process] button"))
                    .sendKeys(Keys.ENTER);
            assertThat(sorted("waits-wakers")).containsExactly("process " + order);
            int process = keys("waits-wakers").indexOf("process");
            assertThat(cells("waits-wakers").stream()
                            .map(row -> row.get(process).isEmpty()))
                    .contains(true, false)
                    .isSorted();
        }

        // Keys that move the timeline scroll a table that has them.
        open(page, "from=0.5&to=1");
        WebElement scroll = browser.findElement(By.cssSelector(".explain-longest .scroll"));
        browser.executeScript("arguments[0].style.width = '300px'", scroll);
        scroll.findElement(By.cssSelector("th button")).sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        waitUntil(() -> ((Number) browser.executeScript("return arguments[0].scrollLeft", scroll)).doubleValue() > 0);
        assertThat(address("from")).containsExactly(500_000_000L);

        // What leads to the timeline takes the keys there.
        browser.findElement(By.xpath("//table[@id='threads-threads']//button[.='cpu-hog']"))
                .sendKeys(Keys.ENTER);
        assertThat(details()).startsWith("cpu-hog");
        List<Slice> ofCpuHog = slices.stream()
                .filter(slice -> slice.thread.equals("cpu-hog") && slice.end > 500_000_000)
                .sorted(Comparator.comparingLong(Slice::start))
                .toList();
        int expected = 0;
        for (String key : List.of("n", "n", "n", "p")) {
            browser.switchTo().activeElement().sendKeys(key);
            Slice slice = ofCpuHog.get(List.of(0, 1, 2, 1).get(expected++));
            assertThat(details()).contains("for " + millis(slice.end - slice.start) + " ms", seconds(slice.start));
        }
        noErrors();
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f s", nanos / 1e9);
    }

    /** The columns by which a table says it is sorted. */
    @SuppressWarnings("unchecked") // what a script returns
    private static List<String> sorted(String id) {
        return (List<String>) browser.executeScript(
                "return [...document.getElementById(arguments[0]).querySelectorAll('th[aria-sort]')]"
                        + ".map(header => header.dataset.key + ' ' + header.ariaSort)",
                id);
    }

    /** As WCAG 2 has it: at least 4.5 to 1. */
    @Test
    void labelsCanBeRead() throws IOException {
        Who own = Who.java("main", 7);
        Who other = Who.of("other.exe (9)", 8);
        MadeRecording made = made().running(own, 0, 300, 0)
                .ready(own, 300, 600, 0, "Preempted")
                .waiting(own, 600, 1000, "UserRequest", null)
                .running(other, 300, 1000, 0);
        List<String> types = List.of("GCPhasePause", "JavaMonitorEnter", "ThreadSleep", "FileRead", "ClassLoad");
        for (int i = 0; i < types.size(); i++) {
            made.breakdown(own, "jdk." + types.get(i), 200L * i, 200L * (i + 1), 0, 0, 0, null);
        }
        Path file = report(made, "labels");
        for (String theme : List.of("light", "dark")) {
            open(file, "theme=" + theme);
            BufferedImage picture = picture();
            for (int i = 0; i < types.size(); i++) {
                checkLabel(picture, 0.2 * i, 0.2 * (i + 1), LANE + GAP, EVENT - 1);
            }
            int states = LANE + GAP + EVENT;
            checkLabel(picture, 0, 0.3, GAP, 16);
            checkLabel(picture, 0.3, 1, GAP, 16);
            checkLabel(picture, 0, 0.3, states, 16);
            checkLabel(picture, 0.3, 0.6, states, 16);
            // That of a wait is not as dark as the others.
            List<Double> dim = Stream.of(((String) browser.executeScript(
                                    "return getComputedStyle(document.querySelector('footer')).color"))
                            .replaceAll("[^0-9,]", "")
                            .split(",", -1))
                    .map(Double::valueOf)
                    .toList();
            long x = GUTTER + Math.round(0.9 * (width() - GUTTER));
            assertThat(contrast(luminance(dim), luminance(pixel(picture, x, states + 8))))
                    .as("waiting, " + theme)
                    .isGreaterThan(4.5);
        }
        noErrors();
    }

    /** That what is written on a block from one second to another is the one of black and white that can be read. */
    private static void checkLabel(BufferedImage picture, double from, double to, int top, int height) {
        long width = width() - GUTTER;
        long left = GUTTER + Math.round(from * width);
        double block = luminance(pixel(picture, GUTTER + Math.round(to * width) - 8, top + height / 2));
        double darkest = block;
        double lightest = block;
        for (long x = left + 3; x < left + 60; x++) {
            for (int y = top + 1; y < top + height - 1; y++) {
                double found = luminance(pixel(picture, x, y));
                darkest = Math.min(darkest, found);
                lightest = Math.max(lightest, found);
            }
        }
        boolean isDark = contrast(darkest, block) > contrast(lightest, block);
        assertThat(contrast(isDark ? darkest : lightest, block))
                .as("there is a label")
                .isGreaterThan(2);
        assertThat(contrast(isDark ? 0 : 1, block))
                .as("%s label at %s s, %d", isDark ? "black" : "white", from, top)
                .isGreaterThan(4.5);
    }

    private static double luminance(List<? extends Number> colour) {
        double[] parts = colour.stream()
                .mapToDouble(part -> part.doubleValue() / 255)
                .map(part -> part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4))
                .toArray();
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    }

    private static double contrast(double one, double other) {
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }

    /** They are cut off in the cell. */
    @Test
    void longNamesAreTitles() throws IOException {
        String name = "https-jsse-nio-0.0.0.0-8443-exec-1 \"of\" the connector";
        MadeRecording made = made().running(Who.java(name, 7), 0, 500, 0).running(Who.java("main", 8), 500, 1000, 0);
        open(report(made, "long-names"), "");
        for (String fragment : List.of("", "range=0,0.9")) {
            show(fragment);
            List<WebElement> cells = browser.findElements(By.cssSelector("#threads-threads td[data-thread]"));
            assertThat(cells).extracting(cell -> cell.getAttribute("title")).containsExactlyInAnyOrder(name, "");
        }
        noErrors();
    }

    /** A browser that is too old, or a file that was cut off. */
    @Test
    void pageSaysThatItsDataCannotBeRead() throws IOException {
        Path cut = Files.writeString(
                directory.resolve("cut-off.html"),
                Files.readString(page).replaceFirst("(id=\"data\">[^<]{1000})[^<]*", "$1"));
        checkFailure(cut, "");
        Object old = browser.executeCdpCommand(
                        "Page.addScriptToEvaluateOnNewDocument",
                        Map.of("source", "delete globalThis.DecompressionStream"))
                .get("identifier");
        checkFailure(page, "DecompressionStream is not defined");
        browser.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", old));
        open(page, "");
        assertThat(browser.findElement(By.id("failed")).isDisplayed()).isFalse();
        noErrors();
    }

    private static void checkFailure(Path file, String why) {
        browser.get("about:blank");
        browser.get(file.toUri().toString());
        waitUntil(() -> browser.findElement(By.id("failed")).isDisplayed());
        assertThat(browser.findElement(By.id("failed")).getText()).contains("Firefox 120", why);
        assertThat(browser.findElement(By.id("timeline")).isDisplayed()).isFalse();
        assertThat(cells("threads-threads")).isNotEmpty();
        // What went wrong is there to be read, too.
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).hasSize(1);
    }

    @Test
    void wideNamesStayInTheirColumn() throws IOException {
        Who wide = Who.java("W".repeat(36) + "-17", 7);
        open(report(made().running(wide, 0, 1000, 0), "wide-names"), "");
        BufferedImage picture = picture();
        Set<List<Integer>> colours = new HashSet<>();
        for (long x = GUTTER + 60; x < GUTTER + 120; x++) {
            for (int y = LANE + GAP + 1; y < LANE + GAP + 15; y++) {
                colours.add(pixel(picture, x, y));
            }
        }
        assertThat(colours).hasSize(1);
        noErrors();
    }

    /** Half a screen, or a telephone. */
    @ParameterizedTest
    @ValueSource(ints = {750, 400})
    void narrowWindow(int width) throws IOException {
        inAWindow(width, 900, () -> {
            open(page, "");
            // A processor that is never idle is drawn there.
            assertThat(pixel(picture(), width() * 45 / 100, GAP + 8))
                    .isNotEqualTo(pixel(picture(), width() * 45 / 100, GAP + 18));
            assertThat(browser.findElement(By.className("bar")).getSize().getHeight())
                    .isLessThan(170);
            noErrors();
        });
    }

    /** All of the tables and findings is on paper, which is light. */
    @Test
    void print() throws IOException {
        // A4, without its margins.
        inAWindow(1046, 718, () -> {
            open(page, "theme=dark");
            browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
            browser.executeScript("dispatchEvent(new Event('beforeprint'))");
            assertThat((Boolean) browser.executeScript("return [...document.querySelectorAll('.scroll')].every(each =>"
                            + " each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight)"))
                    .isTrue();
            assertThat((Boolean) browser.executeScript(
                            "return [...document.querySelectorAll('.findings details')].every(each => each.open)"))
                    .isTrue();
            assertThat(browser.findElement(By.id("theme")).isDisplayed()).isFalse();
            assertThat(browser.findElement(By.tagName("section")).getCssValue("background-color"))
                    .isEqualTo("rgba(255, 255, 255, 1)");
            assertThat(browser.findElement(By.id("counted")).isDisplayed()).isFalse();
            // Nothing else says that the tables do not count all.
            show("range=0.5,1.2");
            assertThat(browser.findElement(By.id("counted")).getText()).contains("0.500000 s to 1.200000 s");
            assertThat(browser.findElement(By.id("reset")).isDisplayed()).isFalse();
            noErrors();
        });
    }

    /** What is done in a window of its own. */
    private interface Use {
        void use() throws IOException;
    }

    private static void inAWindow(int width, int height, Use use) throws IOException {
        String before = browser.getWindowHandle();
        browser.switchTo().newWindow(WindowType.TAB);
        try {
            browser.executeCdpCommand(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
            use.use();
        } finally {
            browser.close();
            browser.switchTo().window(before);
        }
    }
}
