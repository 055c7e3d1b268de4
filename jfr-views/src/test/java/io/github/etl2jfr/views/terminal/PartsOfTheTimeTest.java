package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.sum;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of the time that are looked at one by one: what is in each adds up. */
class PartsOfTheTimeTest {
    @TempDir
    private Path directory;

    /** A wait that goes on at the end of the time was not ended in it; nobody left a processor, which is no unknown. */
    @Test
    void nothingThatComesLaterIsCounted() throws Exception {
        Who sleeper = Who.java("sleeper", 8);
        Who waker = Who.java("waker", 9);
        Path recording = Files.write(
                directory.resolve("made.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .waiting(sleeper, 100, 300, "UserRequest", waker)
                        .waiting(sleeper, 400, 900, "UserRequest", waker)
                        .contextSwitch(sleeper, 400)
                        .bytes());
        for (long[] endAndWaits : new long[][] {{1000, 2, 2}, {600, 1, 2}, {300, 1, 1}, {299, 0, 1}}) {
            long end = endAndWaits[0];
            Report waits = part(View.WAITS, recording, 0, end);
            long wakes = 0;
            for (JsonElement row :
                    JsonParser.parseString(waits.json()).getAsJsonObject().getAsJsonArray("wakers")) {
                boolean isKnown = !row.getAsJsonObject().get("waker").isJsonNull();
                wakes += isKnown ? row.getAsJsonObject().get("count").getAsLong() : 0;
            }
            assertThat(wakes).isEqualTo(endAndWaits[1]);
            assertThat(sum(numbers(waits, "wakers", "count"))).isEqualTo(endAndWaits[2]);
            Report threads = part(View.THREADS, recording, 0, end);
            assertThat(numbers(threads, "threads", "switches")).containsOnly(end < 400 ? 0L : 1L);
        }
    }

    /** What ends where a part begins is not in it, and what begins where it ends neither. */
    @Test
    void eventsOfPartsAddUp() throws Exception {
        Who main = Who.java("main", 8);
        Path breakdowns = Files.write(
                directory.resolve("breakdowns.jfr"),
                merged(main)
                        .breakdown(main, "jdk.ThreadSleep", 100, 300, 200, 0, 0, null)
                        .breakdown(main, "jdk.ThreadSleep", 300, 500, 200, 0, 0, null)
                        .bytes());
        Path slices = Files.write(
                directory.resolve("slices.jfr"),
                merged(main).sleep(main, 100, 300).sleep(main, 300, 500).bytes());
        for (Path recording : List.of(breakdowns, slices)) {
            for (long[] part : new long[][] {{0, 300, 1}, {300, 500, 1}, {0, 500, 2}, {299, 301, 2}}) {
                Report explain = part(View.EXPLAIN, recording, part[0], part[1]);
                assertThat(numbers(explain, "events", "count")).containsExactly(part[2]);
            }
        }
    }

    private static MadeRecording merged(Who main) {
        return new MadeRecording()
                .mergedSession("User", 0, MadeRecording.UNKNOWN, 0, 0)
                .running(main, 0, 1000, 0);
    }

    /** A recording that tells of something at other times tells that there is nothing of it in this. */
    @Test
    void whatIsToldAtOtherTimes() throws Exception {
        Who main = Who.java("main", 8);
        Path idle = Files.write(
                directory.resolve("idle.jfr"),
                new MadeRecording()
                        .mergedSession("User", 0, MadeRecording.UNKNOWN, 0, 0)
                        .idle(0, 0, 100)
                        .running(main, 100, 1000, 0)
                        .bytes());
        assertThat(numbers(part(View.PROCESSORS, idle, 200, 300), "processors", "idleNanos"))
                .containsExactly(0L);
        Path waiting = Files.write(
                directory.resolve("waiting.jfr"),
                new MadeRecording()
                        .agentSession(1000, 20_000)
                        .running(main, 0, 100, 0)
                        .waiting(main, 100, 900, "UserRequest", null)
                        .bytes());
        assertThat(numbers(part(View.THREADS, waiting, 200, 300), "threads", "runningNanos"))
                .containsExactly(0L);
    }

    /** What is between two parts of the time is in one of them. */
    @Test
    void switchesOfPartsAddUp() throws Exception {
        Who main = Who.java("main", 8);
        Path recording = Files.write(
                directory.resolve("made.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(main, 0, 400, 0)
                        .contextSwitch(main, 400)
                        .running(main, 500, 1000, 0)
                        .contextSwitch(main, 1000)
                        .bytes());
        for (long[] part : new long[][] {{0, 400, 0}, {400, 1000, 2}, {0, 1000, 2}}) {
            Report threads = part(View.THREADS, recording, part[0], part[1]);
            assertThat(numbers(threads, "threads", "switches")).containsExactly(part[2]);
        }
    }

    /** Halves of the time add up to all of it. */
    @Test
    void timeCanBeCut() throws Exception {
        List<Long> running = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            int which = part;
            Report report = new Report(View.PROCESSORS, new Layout(80, false), null, null, null);
            report.read(
                    new JdkRecording(Samples.PLAIN),
                    trace -> {
                        long middle = trace.start() + trace.length() / 3;
                        return which == 0
                                ? trace
                                : which == 1 ? new Span(trace.start(), middle) : new Span(middle, trace.end());
                    },
                    ThreadChoice.ALL);
            running.add(sum(numbers(report, "processors", "runningNanos")));
            assertThat(sum(numbers(report, "processors", "unknownNanos"))).isZero();
        }
        assertThat(running.get(1) + running.get(2)).isEqualTo(running.get(0));
        assertThat(running.get(1)).isBetween(1L, running.get(0));
    }

    /** A view of a part of the time, in milliseconds. */
    private static Report part(View view, Path recording, long from, long to) throws Exception {
        Report report = new Report(view, new Layout(80, false), null, null, null);
        report.read(
                new JdkRecording(recording),
                trace -> new Span(trace.start() + from * 1_000_000, trace.start() + to * 1_000_000),
                ThreadChoice.ALL);
        return report;
    }
}
