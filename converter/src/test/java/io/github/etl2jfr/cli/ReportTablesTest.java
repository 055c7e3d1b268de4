package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;

/** The tables of the report, of all of the time and of a part, in a real browser. */
class ReportTablesTest extends ReportBrowser {
    /** Columns that are no times, and tell one row from the others in any order. */
    private static final List<String> COMPARED = List.of("threads", "arrivals", "busiest");

    /** Where in the head the ruler is. */
    private static final int RULER = 78;

    @SuppressWarnings("unchecked") // what a script returns
    private static List<String> tables() {
        return (List<String>)
                browser.executeScript("return [...document.querySelectorAll('.tables table')].map(table => table.id)");
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
            if (slice.thread().contains("contender")) {
                long time = slice.in(from, to);
                times.computeIfAbsent(slice.thread(), key -> new long[3])[states.indexOf(slice.type())] += time;
                if (slice.type().equals("windows.ThreadWaiting") && time > 0) {
                    reasons.merge(slice.reason(), time, Long::sum);
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

    /** One that ends where the range begins is not in it. */
    @Test
    void eventsOfRangesAddUp() throws IOException {
        Who main = Who.java("main", 8);
        Path file = report(
                made().running(main, 0, 1000, 0)
                        .breakdown(main, "jdk.ThreadSleep", 100, 300, 200, 0, 0, null)
                        .breakdown(main, "jdk.ThreadSleep", 300, 500, 200, 0, 0, null),
                "touching.jfr");
        open(file, "");
        int count = keys("explain-events").indexOf("count");
        for (List<String> range : List.of(
                List.of("0.1,0.3", "1"),
                List.of("0.3,0.5", "1"),
                List.of("0.1,0.5", "2"),
                List.of("0.299,0.301", "2"))) {
            show("range=" + range.get(0));
            assertThat(cells("explain-events"))
                    .extracting(row -> row.get(count))
                    .containsExactly(range.get(1));
        }
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
                    .contains("The timeline and counting a part of the time need JavaScript", "cpu-hog", "GCPhasePause")
                    .contains(
                            "info Garbage Collection Paused for Want of a Processor. In a garbage collection pause of 26.742")
                    .doesNotContain("time ready");
        } finally {
            plain.quit();
        }
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
        WebElement heading = scroll.findElement(By.cssSelector("th button"));
        waitUntil(() -> {
            // Again and again: until the browser has drawn the table that narrow, it has nowhere to scroll to.
            heading.sendKeys(Keys.ARROW_RIGHT);
            return ((Number) browser.executeScript("return arguments[0].scrollLeft", scroll)).doubleValue() > 0;
        });
        assertThat(address("from")).containsExactly(500_000_000L);

        // What leads to the timeline takes the keys there.
        browser.findElement(By.xpath("//table[@id='threads-threads']//button[.='cpu-hog']"))
                .sendKeys(Keys.ENTER);
        assertThat(details()).startsWith("cpu-hog");
        List<Slice> ofCpuHog = slices.stream()
                .filter(slice -> slice.thread().equals("cpu-hog") && slice.end() > 500_000_000)
                .sorted(Comparator.comparingLong(Slice::start))
                .toList();
        int expected = 0;
        for (String key : List.of("n", "n", "n", "p")) {
            browser.switchTo().activeElement().sendKeys(key);
            Slice slice = ofCpuHog.get(List.of(0, 1, 2, 1).get(expected++));
            assertThat(details())
                    .contains("for " + millis(slice.end() - slice.start()) + " ms", seconds(slice.start()));
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

    /** 150 events of a thread, each shorter than those before, and times that others were ready, each earlier. */
    private static MadeRecording many() {
        Who main = Who.java("main", 1);
        MadeRecording made = made().running(main, 0, 1000, 0);
        for (int i = 0; i < 150; i++) {
            int length = 151 - i;
            // The shortest was ready longest.
            long ready = i == 149 ? 2 : 0;
            made.breakdown(main, "jdk.ThreadPark", 3L * i, 3L * i + length, 0, ready, length - ready, null);
            made.ready(Who.java("t" + i, i + 2), 150 - i, 150 - i + length, 0, "Preempted");
        }
        return made;
    }

    private static String note(String id) {
        return browser.findElement(By.cssSelector("." + id)).getText().replaceFirst("(?s).*\\n", "");
    }

    private static void sort(String id, String key) {
        browser.findElement(By.cssSelector("#%s th[data-key=%s] button".formatted(id, key)))
                .click();
    }

    private static String first(String id, String key) {
        assertThat(cells(id)).hasSizeLessThanOrEqualTo(100);
        return cells(id).get(0).get(keys(id).indexOf(key));
    }

    /** Not only those that are shown. */
    @Test
    void listsOfTheLongestSortAll() throws IOException {
        open(report(many(), "many"), "");
        for (String fragment : List.of("", "range=0,0.9")) {
            show(fragment);
            sort("explain-longest", "ready");
            assertThat(first("explain-longest", "ready")).isEqualTo("2.000");
            assertThat(note("explain-longest")).isEqualTo("and 50 more");
            sort("latency-longest", "start");
            assertThat(first("latency-longest", "thread")).isEqualTo("t149");
            assertThat(note("latency-longest")).isEqualTo("and 50 more");
            for (String id : List.of("explain-longest", "latency-longest")) {
                List<List<String>> ids = keys(id).stream()
                        .filter(key -> !key.isEmpty())
                        .map(key -> List.of(id, key))
                        .toList();
                ids.forEach(each -> {
                    sort(each.get(0), each.get(1));
                    sort(each.get(0), each.get(1));
                    assertThat(cells(id)).hasSize(100);
                });
            }
            // The shortest, and back to the order in which the program wrote them.
            sort("explain-longest", "duration");
            assertThat(first("explain-longest", "duration")).isEqualTo("151.000");
            sort("explain-longest", "duration");
            assertThat(first("explain-longest", "duration")).isEqualTo("2.000");
            sort("latency-longest", "ready");
            assertThat(first("latency-longest", "ready")).isEqualTo("151.000");
            assertThat(first("latency-longest", "culprit")).isEqualTo("main");
        }
        noErrors();
    }

    @Test
    void listsOfAPartTellHowManyMoreThereAre() throws IOException {
        open(report(many(), "many-of-a-part"), "range=0,0.9");
        assertThat(note("explain-longest")).isEqualTo("and 50 more");
        assertThat(note("latency-longest")).isEqualTo("and 50 more");
        show("range=0,0.359");
        assertThat(note("explain-longest")).isEqualTo("and 20 more");
        show("filter=t1");
        // With it 1, 10 to 19, and 100 to 149.
        assertThat(cells("latency-longest")).hasSize(61);
        assertThat(browser.findElements(By.className("more"))).isNotEmpty().noneMatch(WebElement::isDisplayed);
        show("");
        assertThat(note("latency-longest")).isEqualTo("and 50 more");
        noErrors();
    }

    /** What is not in the page cannot be sorted. */
    @Test
    void listsTellWhatTheyDoNotSort() throws IOException {
        Path recording = Files.write(directory.resolve("some.jfr"), many().bytes());
        Map<Integer, Integer> unsorted = Map.of(120, 30, 50, 50);
        for (Map.Entry<Integer, Integer> each : unsorted.entrySet()) {
            open(report(recording, "some.html", "--max-slices", each.getKey()), "");
            assertThat(note("explain-longest")).isEqualTo("and 50 more");
            sort("explain-longest", "start");
            assertThat(cells("explain-longest")).hasSize(100);
            assertThat(note("explain-longest"))
                    .isEqualTo("and 50 more; %d short ones that are not drawn are not sorted", each.getValue());
            sort("explain-longest", "duration");
            assertThat(note("explain-longest")).isEqualTo("and 50 more");
        }
        noErrors();
    }

    /** As in the terminal. */
    @Test
    void idsAndCodeAreSortedAsTheProgramSortsThem() {
        open(page, "");
        sort("threads-threads", "osThreadId");
        assertThat(sorted("threads-threads")).containsExactly("osThreadId ascending");
        int id = keys("threads-threads").indexOf("osThreadId");
        assertThat(cells("threads-threads"))
                .extracting(row -> Long.valueOf(row.get(id)))
                .isSorted();
        // As if the last were in the first package.
        browser.executeScript("[...document.querySelectorAll('#explain-code td.code')].filter(cell => cell.textContent)"
                + ".forEach((cell, i) => cell.title = String.fromCharCode(122 - i) + '.' + cell.title)");
        sort("explain-code", "code");
        assertThat(sorted("explain-code")).containsExactly("code ascending");
        assertThat(browser.findElements(By.cssSelector("#explain-code td.code")))
                .extracting(cell -> cell.getAttribute("title"))
                .filteredOn(title -> !title.isEmpty())
                .hasSizeGreaterThan(3)
                .isSorted();
        noErrors();
    }

    /** What is not known is no other processor. */
    @Test
    void migrationsAreBetweenKnownProcessors() throws IOException {
        Who main = Who.java("main", 8);
        int[] processors = {0, -1, 0, -1, 1};
        MadeRecording made = made();
        for (int i = 0; i < processors.length; i++) {
            made.running(main, 100L * i, 100L * (i + 1), processors[i]);
        }
        open(report(made, "migrations"), "");
        for (String fragment : List.of("", "range=0,0.9")) {
            show(fragment);
            assertThat(first("threads-threads", "migrations")).isEqualTo("1");
        }
        noErrors();
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
}
