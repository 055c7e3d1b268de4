package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.text.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** What the report says that an event waited for, in a real browser. */
class ReportPathsTest extends ReportBrowser {
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
}
