package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;

/** What the timeline of the report draws, and what one can do with it, in a real browser. */
class ReportLanesTest extends ReportBrowser {
    /** Pixels: a lane without JVM events, where in it a slice is, and a row of JVM events. */
    private static final int LANE = 22;

    private static final int INSIDE = 5;
    private static final int EVENT = 13;

    private static long shown() {
        return address("to").get(0) - address("from").get(0);
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
            long start = Math.max(slice.start(), from);
            long end = Math.min(slice.end(), to);
            if (!slice.thread().equals("cpu-hog") || end - start < 1_000_000) {
                continue;
            }
            long x = GUTTER + Math.round((double) ((start + end) / 2 - from) / (to - from) * (width - GUTTER));
            // Below the two processors; above the text in the slice.
            assertThat(pixel(picture, x, 2 * LANE + INSIDE)).as("%s", slice).isEqualTo(COLOURS.get(slice.type()));
            seen++;
        }
        assertThat(seen).isGreaterThan(10);
        Slice longest = slices.stream()
                .filter(slice -> slice.thread().equals("cpu-hog") && slice.start() > from && slice.end() < to)
                .max(Comparator.comparingLong(slice -> slice.end() - slice.start()))
                .orElseThrow();
        long middle = (longest.start() + longest.end()) / 2;
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
                .contains("for " + millis(longest.end() - longest.start()) + " ms"));
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

    /** Not the one that ended two pixels before; beside events it is the nearest. */
    @Test
    void eventUnderThePointerIsMeant() throws IOException {
        Who thread = Who.java("main", 7);
        MadeRecording made = made().running(thread, 0, 1000, 0)
                .breakdown(thread, "jdk.Before", 100, 500, 400, 0, 0, null)
                .breakdown(thread, "jdk.After", 500, 800, 300, 0, 0, null);
        open(report(made, "pointer"), "");
        int middle = LANE + GAP + INSIDE;
        long start = GUTTER + (width() - GUTTER) * 500 / 1000;
        click(start - 2, middle);
        assertThat(details()).startsWith("Before: 400.000 ms");
        click(start + 1, middle);
        assertThat(details()).startsWith("After: 300.000 ms");
        long end = GUTTER + (width() - GUTTER) * 800 / 1000;
        click(end + 1, middle);
        assertThat(details()).startsWith("After: 300.000 ms");
        click(end + 6, middle);
        assertThat(details()).startsWith("main");
        // Within the same pixel, the longest.
        MadeRecording shorts = made().running(thread, 0, 1000, 0)
                .breakdown(thread, "jdk.Short", 500, 501, 1, 0, 0, null)
                .breakdown(thread, "jdk.Longer", 501, 504, 3, 0, 0, null)
                .breakdown(thread, "jdk.Shorter", 504, 505, 1, 0, 0, null);
        open(report(shorts, "one-pixel"), "");
        browser.executeScript("document.getElementById('scroll').style.width = '340px'");
        waitUntil(() -> width() < 350);
        click(width() * 2 / 5 + (width() * 3 / 5) / 2, middle);
        assertThat(details()).startsWith("Longer: 3.000 ms");
        noErrors();
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
}
