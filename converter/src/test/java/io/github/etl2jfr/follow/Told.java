package io.github.etl2jfr.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import io.github.etl2jfr.scheduler.ThreadStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a listener was told, as text, in the order in which it was. Threads go by their ids: their numbers depend
 * on when they were heard of.
 *
 * <pre>
 *   100 cpu0 0 -> 7 fields 1c00000009 wait 3 quantum 18
 *   7 running 100..180 cpu0 prio 8 state 5 reason 6 then 0
 *   7 did 2 1 1 80 40 120 40 300 40 WrQueue
 * </pre>
 *
 * {@code ?} stands for no thread; a slice that is cut off ends with {@code clipped}.
 */
final class Told implements SchedulerListener {
    final List<String> lines = new ArrayList<>();
    private final Supplier<ThreadDirectory> threads;
    private final LongSupplier start;

    Told(Supplier<ThreadDirectory> threads, LongSupplier start) {
        this.threads = threads;
        this.start = start;
    }

    /** What the replay of a whole file tells. */
    record Whole(List<String> lines, List<String> names, List<String> damage) {}

    static Whole of(Path trace) throws IOException, InputException {
        DamageLog damage = new DamageLog();
        try (EtlFile file = EtlFile.open(trace)) {
            TraceSurvey survey = TraceSurvey.of(file, damage, Workers.none(), bytes -> {});
            ThreadDirectory threads = ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
            EventMerge events = new EventMerge(file, survey, damage, bytes -> {}, Workers.none());
            Told told = new Told(() -> threads, file.header()::startTimestamp);
            new Scheduler(events, threads).replay(survey.firstTime(), survey.lastTime(), told);
            return new Whole(told.lines, names(threads), totals(damage));
        }
    }

    /** All threads: their ids, names and programs. */
    static List<String> names(ThreadDirectory threads) {
        List<String> names = new ArrayList<>();
        for (int life = 0; life < threads.size(); life++) {
            ProcessDirectory.Life process = threads.process(life);
            names.add(threads.threadId(life) + " " + Objects.requireNonNullElse(threads.name(life), "-")
                    + (process == null ? "" : "@" + process.image() + "(" + process.processId() + ")"));
        }
        names.sort(null);
        return names;
    }

    static List<String> totals(DamageLog damage) {
        return damage.totals().entrySet().stream()
                .map(total -> total.getKey().label() + " " + total.getValue().amount())
                .toList();
    }

    /** What is told before the end, and in which order; at the end it depends on the threads' numbers. */
    static List<String> beforeEnd(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.contains(" did ") && !line.endsWith("clipped"))
                .toList();
    }

    static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    /** The same, with the first difference if there is one: the lists are long. */
    static void assertSame(List<String> actual, List<String> expected) {
        int same = 0;
        while (same < actual.size()
                && same < expected.size()
                && actual.get(same).equals(expected.get(same))) {
            same++;
        }
        int from = Math.max(0, same - 3);
        assertThat(actual.subList(from, Math.min(actual.size(), same + 3)))
                .as("lines from %d of %d, expected %d", from, actual.size(), expected.size())
                .isEqualTo(expected.subList(from, Math.min(expected.size(), same + 3)));
        assertThat(actual).hasSameSizeAs(expected);
    }

    @Override
    public void contextSwitch(SwitchEvent event) {
        // The low bits are the scheduler's own.
        lines.add(sinceStart(event.time()) + " cpu" + event.processor() + " " + id(event.oldThread()) + " -> "
                + id(event.newThread()) + " fields " + Long.toHexString(event.fields() >>> 6) + " wait "
                + event.newThreadWaitTicks() + " quantum " + event.oldThreadRemainingQuantum());
    }

    @Override
    public void running(Slice slice) {
        lines.add(head(slice, "running") + " cpu" + slice.processor() + " prio " + slice.priority() + " state "
                + slice.endState() + " reason " + slice.waitReason() + " then " + id(slice.nextThread())
                + clipped(slice));
    }

    @Override
    public void ready(Slice slice) {
        lines.add(head(slice, "ready") + " cpu" + slice.processor() + " cause " + slice.cause() + " by "
                + id(slice.readiedBy()) + " for " + id(slice.runningInstead()) + clipped(slice));
    }

    @Override
    public void waiting(Slice slice) {
        lines.add(head(slice, "waiting") + " cpu" + slice.processor() + " reason " + slice.waitReason() + " mode "
                + slice.waitMode() + " by " + id(slice.readiedBy()) + clipped(slice));
    }

    @Override
    public void idle(Slice slice) {
        lines.add("cpu" + slice.processor() + " idle " + sinceStart(slice.start()) + ".." + sinceStart(slice.end())
                + " cstate " + slice.cState() + clipped(slice));
    }

    @Override
    public void statistics(int thread, long time, ThreadStatistics did) {
        lines.add(id(thread) + " did " + did.contextSwitches() + " " + did.involuntarySwitches() + " "
                + did.migrations() + " " + did.runningTime() + " " + did.readyTime() + " " + did.waitingTime() + " "
                + did.longestReady() + " " + (did.longestReady() == 0 ? 0 : sinceStart(did.longestReadyStart())) + " "
                + did.waitReasons() + " until " + sinceStart(time));
    }

    private String head(Slice slice, String kind) {
        return id(slice.thread()) + " " + kind + " " + sinceStart(slice.start()) + ".." + sinceStart(slice.end());
    }

    private long sinceStart(long time) {
        return time - start.getAsLong();
    }

    private static String clipped(Slice slice) {
        return slice.clipped() ? " clipped" : "";
    }

    private String id(int thread) {
        if (thread == ThreadRef.NONE) {
            return "?";
        }
        return ThreadRef.isIdle(thread) ? "0" : Long.toString(threads.get().threadId(thread));
    }
}
