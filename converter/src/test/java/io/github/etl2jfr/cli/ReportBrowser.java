package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.etl2jfr.views.rules.MadeRecording;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A browser, if there is one, that shows the report, and what tests ask of it. */
abstract class ReportBrowser {
    static final Path TRACE = Path.of("samples", "contention-full.etl");
    static final Path JVM = Path.of("samples", "contention.jfr");
    static final Path MERGED = Path.of("..", "jfr-views", "samples", "contention-merged.jfr");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Pixels: where names end and times begin, and the space above the first row of a lane. */
    static final int GUTTER = 240;

    static final int GAP = 3;

    static final Map<String, List<Integer>> COLOURS = Map.of(
            "windows.ThreadRunning", List.of(0, 158, 115),
            "windows.ThreadReady", List.of(213, 94, 0),
            "windows.ThreadWaiting", List.of(227, 231, 237));

    /** Would warn of each browser that is newer than itself. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    @TempDir
    static Path directory;

    static ChromeDriver browser;
    static Path page;
    static Path pageOfCpuHog;

    /** The trace's time, in nanoseconds since 1970. */
    static long traceStart;

    static long traceEnd;

    /** What {@link #page} shows. */
    static List<Slice> slices;

    private static File program(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> new File(folder, name))
                .filter(File::canExecute)
                .findFirst()
                .orElse(null);
    }

    static ChromeDriver start(String profile, Consumer<ChromeOptions> settings) {
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

    static Path report(Path recording) {
        return report(recording, recording.getFileName() + ".html");
    }

    static Path report(Path recording, String name, Object... options) {
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
    static void open(Path file, String fragment) {
        browser.get("about:blank");
        browser.get(file.toUri() + "#" + fragment);
        waitFor("return document.getElementById('timeline').dataset.loaded === 'true'"
                + " && document.getElementById('lanes').dataset.rectangles > 0");
    }

    /** Has the page that is loaded show what another address says, in a fraction of the time that loading takes. */
    static void show(String fragment) {
        browser.executeScript(
                "history.replaceState(null, '', '#' + arguments[0]); dispatchEvent(new Event('hashchange'))", fragment);
    }

    static void waitFor(String condition) {
        waitUntil(() -> (Boolean) browser.executeScript(condition));
    }

    static void waitUntil(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time to give up").isLessThan(giveUp);
            LockSupport.parkNanos(20_000_000);
        }
    }

    static void noErrors() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .isEmpty();
    }

    static long width() {
        return (Long) browser.executeScript("return document.getElementById('lanes').clientWidth");
    }

    /** The lanes as they are seen. */
    static BufferedImage picture() throws IOException {
        return ImageIO.read(
                new ByteArrayInputStream(browser.findElement(By.id("lanes")).getScreenshotAs(OutputType.BYTES)));
    }

    static List<Integer> pixel(BufferedImage picture, long x, long y) {
        Color colour = new Color(picture.getRGB(Math.toIntExact(x), Math.toIntExact(y)));
        return List.of(colour.getRed(), colour.getGreen(), colour.getBlue());
    }

    /** A number of the address, in nanoseconds. */
    static List<Long> address(String key) {
        String value = (String)
                browser.executeScript("return new URLSearchParams(location.hash.slice(1)).get(arguments[0])", key);
        return value == null
                ? List.of()
                : Stream.of(value.split(",", -1))
                        .map(seconds -> Math.round(Double.parseDouble(seconds) * 1e9))
                        .toList();
    }

    /** The cells of a table. */
    @SuppressWarnings("unchecked") // what a script returns
    static List<List<String>> cells(String id) {
        return (List<List<String>>) browser.executeScript(
                "return [...document.getElementById(arguments[0]).tBodies[0].rows]"
                        + ".map(row => [...row.cells].map(cell => cell.textContent))",
                id);
    }

    @SuppressWarnings("unchecked") // what a script returns
    static List<String> keys(String id) {
        return (List<String>) browser.executeScript(
                "return [...document.getElementById(arguments[0]).tHead.rows[0].cells].map(cell => cell.dataset.key)",
                id);
    }

    /** A page about a recording that a test made. */
    static Path report(MadeRecording made, String name) throws IOException {
        return report(Files.write(directory.resolve(name + ".jfr"), made.bytes()), name + ".html");
    }

    /** As an agent or a merge leaves one, a second long. */
    static MadeRecording made() {
        return new MadeRecording().mergedSession("given", 0, 1, 0, 1);
    }

    static String details() {
        return browser.findElement(By.id("details")).getText();
    }

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e6);
    }

    /** A slice of a thread of the sample. */
    record Slice(String type, String thread, long start, long end, String reason) {
        /** How much of it lies in a time. */
        long in(long from, long to) {
            return Math.max(0, Math.min(to, end) - Math.max(from, start));
        }
    }

    static List<Slice> slices(List<RecordedEvent> events) {
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

    static String hash() {
        return ((String) browser.executeScript("return location.hash")).replaceFirst("^#", "");
    }

    static void checkDrawn(String fragment) {
        browser.executeScript("delete document.getElementById('lanes').dataset.rectangles");
        show(fragment);
        waitFor("return document.getElementById('lanes').dataset.rectangles > 0");
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .as(fragment)
                .isEmpty();
    }
}
