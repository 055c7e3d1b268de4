package io.github.etl2jfr.merge;

import io.github.etl2jfr.testing.Kernel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Which thread runs where and when, so that a JVM's threads do what its recording says they did. They share
 * processors, with each other and with threads of another process, behind which they are ready for a while at
 * the end of many waits and in the midst of what they do. Some threads of the other process have, before or
 * after them, the ids of threads of the JVM. Times are ticks of 100 ns since the trace's start.
 */
final class Timetable {
    static final int USER_REQUEST = 6;
    static final int OTHER_PROCESS = 1_000_000_000;

    /** Nothing runs on any processor shorter than this, and nobody waits shorter. */
    private static final long LEAST = 100;

    private static final long WAKING = 20;
    private static final long LONGEST_READY = 30_000;
    private static final long WORTH_PREEMPTING = 4_000;
    private static final long LIFE_OF_STRANGER = 20_000;
    private static final long NEVER = Long.MIN_VALUE;
    private static final int STRANGERS_PROCESSOR = 0;

    private final JvmRun jvm;
    private final TrueClock clock;
    private final Span trace;
    private final int jvmProcess;
    private final Random random = new Random(1);

    private final List<TraceThread> threads = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    private final List<Waking> wakings = new ArrayList<>();
    private final Map<Integer, List<TraceThread>> others = new HashMap<>();
    private final List<NavigableMap<Long, Run>> byProcessor = new ArrayList<>();

    /** By processor: until when it is taken, and the last that ran there. */
    private final List<Long> takenUntil = new ArrayList<>();

    private final List<Run> lastRuns = new ArrayList<>();

    /**
     * A thread of the trace.
     *
     * @param jvm what it is in the JVM, null if it is not the JVM's
     * @param start {@link Long#MIN_VALUE} if it was there before
     * @param end {@link Long#MAX_VALUE} if it stays
     */
    record TraceThread(int threadId, int processId, String name, JvmRun.OsThread jvm, long start, long end) {}

    /** A thread on a processor, and how it leaves it. */
    record Run(TraceThread thread, int processor, Span time, int state, int reason) {}

    /** A thread is made ready, by whoever runs on a processor. */
    record Waking(TraceThread thread, int processor, long time) {}

    /** A time that a thread has a processor, but for some gaps. */
    private record Stay(TraceThread thread, long previousOut, Span time, int reason) {}

    private Timetable(JvmRun jvm, TrueClock clock, Span trace, int jvmProcess) {
        this.jvm = jvm;
        this.clock = clock;
        this.trace = trace;
        this.jvmProcess = jvmProcess;
    }

    static Timetable of(JvmRun jvm, TrueClock clock, Span trace, int jvmProcess) {
        Timetable timetable = new Timetable(jvm, clock, trace, jvmProcess);
        timetable.processor();
        timetable.runJvm();
        timetable.runStrangers();
        timetable.runs.forEach(run -> timetable.byProcessor.get(run.processor).put(run.time.start(), run));
        timetable.runs.sort(Comparator.comparingLong(run -> run.time.start()));
        timetable.wakings.sort(Comparator.comparingLong(Waking::time));
        return timetable;
    }

    List<TraceThread> threads() {
        return threads;
    }

    /** Those of a thread, in the order of their starts. */
    List<Run> runs(TraceThread thread) {
        return runs.stream().filter(run -> run.thread.equals(thread)).toList();
    }

    /** Those on a processor, by their starts. */
    NavigableMap<Long, Run> runs(int processor) {
        return byProcessor.get(processor);
    }

    /** In the order of time. */
    List<Waking> wakings() {
        return wakings;
    }

    int processors() {
        return byProcessor.size();
    }

    private static <T> List<T> sorted(List<T> things, ToLongFunction<T> time) {
        return things.stream().sorted(Comparator.comparingLong(time)).toList();
    }

    private int processor() {
        takenUntil.add(NEVER);
        lastRuns.add(null);
        byProcessor.add(new TreeMap<>());
        return takenUntil.size() - 1;
    }

    // What the JVM's threads must do.

    private void runJvm() {
        List<Stay> stays = new ArrayList<>();
        for (JvmRun.OsThread thread : jvm.threads()) {
            List<JvmRun.Wait> waits = thread.waits();
            List<Span> times = waits.isEmpty() ? deeds(thread) : allBut(waits, thread);
            if (!times.isEmpty()) {
                addStays(thread, times, waits, stays);
            }
        }
        sorted(stays, stay -> stay.time.start()).forEach(this::run);
    }

    /** A thread of which no waits are known runs when it does something. */
    private List<Span> deeds(JvmRun.OsThread thread) {
        return Span.union(thread.deeds().stream()
                        .map(deed ->
                                new Span(clock.trace(deed.start()) - 2 * LEAST, clock.trace(deed.end()) + 2 * LEAST))
                        .toList())
                .stream()
                .map(time -> new Span(time.start() + LEAST, time.end() - LEAST))
                .toList();
    }

    /** Any other runs all the time but in its waits. It leaves its processor and gets one a moment after the JVM's say. */
    private List<Span> allBut(List<JvmRun.Wait> waits, JvmRun.OsThread thread) {
        List<Span> off = Span.union(waits.stream()
                .map(wait -> new Span(
                        clock.trace(wait.time().start()) + moment(),
                        clock.trace(wait.time().end()) - moment()))
                .toList());
        long at = thread.start() == Long.MIN_VALUE ? trace.start() - 1 : clock.trace(thread.start()) - LEAST;
        List<Span> times = new ArrayList<>();
        for (Span wait : off) {
            times.add(new Span(at, wait.start()));
            at = wait.end();
        }
        long last = jvm.chunkEdges().get(jvm.chunkEdges().size() - 1);
        times.add(new Span(at, clock.trace(thread.end() == Long.MAX_VALUE ? last : thread.end()) + LEAST));
        return times;
    }

    private long moment() {
        return 30L + random.nextInt(50);
    }

    private void addStays(JvmRun.OsThread thread, List<Span> times, List<JvmRun.Wait> waits, List<Stay> stays) {
        long start = thread.start() == Long.MIN_VALUE ? NEVER : times.get(0).start() - WAKING;
        long end = thread.end() == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : times.get(times.size() - 1).end();
        if (end < trace.start() + LEAST || start > trace.end() - LEAST) {
            return;
        }
        TraceThread traceThread = new TraceThread(
                thread.threadId(), jvmProcess, "of the JVM", thread, start < trace.start() ? NEVER : start, end);
        threads.add(traceThread);
        long previousOut = NEVER;
        for (int i = 0; i < times.size(); i++) {
            Span time = times.get(i);
            if (time.end() > trace.start() + LEAST && time.start() < trace.end() - LEAST) {
                int reason = i < waits.size() ? waits.get(i).reason() : USER_REQUEST;
                stays.add(new Stay(traceThread, previousOut, time, reason));
                previousOut = time.end();
            }
        }
    }

    // Where they do it.

    private void run(Stay stay) {
        TraceThread thread = stay.thread;
        long in = stay.time.start();
        if (in <= trace.start()) {
            addRuns(stay, free(NEVER + 1), trace.start());
        } else if (stay.previousOut == NEVER && thread.start != NEVER) {
            addRuns(stay, free(thread.start), in);
        } else {
            // Also of one that waits since before the trace.
            long waitsSince = Math.max(stay.previousOut, trace.start() + LEAST);
            long longestReady = Math.min((in - waitsSince) / 2, LONGEST_READY);
            int way = longestReady < 4 * LEAST ? 0 : random.nextInt(4);
            int behind = way == 1 ? leftIn(new Span(in - longestReady, in - LEAST)) : -1;
            if (way == 0) {
                int processor = free(in - WAKING);
                wakings.add(new Waking(
                        thread, processor, Math.max(in - WAKING, Math.max(stay.previousOut, trace.start()) + 1)));
                addRuns(stay, processor, in);
            } else if (behind >= 0) {
                // Who runs there wakes it, and leaves; then comes one of the other process.
                Span last = lastRuns.get(behind).time;
                long left = last.end();
                long readied = Math.max(in - longestReady, Math.max(last.start() + WAKING, left - 2 * (in - left)));
                wakings.add(new Waking(thread, behind, readied));
                addOthers(behind, new Span(left, in));
                addRuns(stay, behind, in);
            } else {
                long readied = in - longestReady + random.nextInt((int) (longestReady - 3 * LEAST));
                int processor = free(readied - 2 * LEAST);
                addOthers(processor, new Span(readied - LEAST, in));
                wakings.add(new Waking(thread, processor, readied));
                addRuns(stay, processor, in);
            }
        }
    }

    /** A processor free from a time on. */
    private int free(long from) {
        for (int processor = STRANGERS_PROCESSOR + 1; processor < takenUntil.size(); processor++) {
            if (takenUntil.get(processor) < from) {
                return processor;
            }
        }
        return processor();
    }

    /** A processor that a thread has just left which ran a while, -1 if there is none. */
    private int leftIn(Span time) {
        for (int processor = STRANGERS_PROCESSOR + 1; processor < takenUntil.size(); processor++) {
            Run last = lastRuns.get(processor);
            if (last != null
                    && last.time.length() > LEAST
                    && last.time.end() > time.start() + LEAST
                    && last.time.end() < time.end()) {
                return processor;
            }
        }
        return -1;
    }

    private void addRuns(Stay stay, int processor, long in) {
        long at = in;
        for (Span gap : gaps(stay)) {
            add(new Run(stay.thread, processor, new Span(at, gap.start()), Kernel.READY, Kernel.WR_PREEMPTED));
            addOthers(processor, gap);
            at = gap.end();
        }
        boolean ends = stay.time.end() == stay.thread.end;
        add(new Run(
                stay.thread,
                processor,
                new Span(at, Math.min(stay.time.end(), trace.end())),
                ends ? Kernel.TERMINATED : Kernel.WAITING,
                ends ? Kernel.WR_TERMINATED : stay.reason));
    }

    /** In the midst between two signs that the thread runs, it may have been preempted. */
    private List<Span> gaps(Stay stay) {
        List<Span> gaps = new ArrayList<>();
        List<Long> signs = stay.thread.jvm.deeds().stream()
                .flatMap(deed -> List.of(clock.trace(deed.start()), clock.trace(deed.end())).stream())
                .filter(sign -> sign > stay.time.start() && sign < stay.time.end())
                .filter(sign -> sign > trace.start() && sign < trace.end())
                .sorted()
                .toList();
        for (int i = 1; i < signs.size(); i++) {
            long start = signs.get(i - 1);
            long length = signs.get(i) - start;
            if (length > WORTH_PREEMPTING && random.nextInt(3) > 0) {
                gaps.add(new Span(start + length / 3, start + Math.min(length * 2 / 3, length / 3 + LONGEST_READY)));
            }
        }
        return gaps;
    }

    /** One thread of the other process, or one after the other. */
    private void addOthers(int processor, Span time) {
        List<TraceThread> here = others.computeIfAbsent(
                processor, key -> List.of(other("busy " + 2 * key), other("busy " + (2 * key + 1))));
        long middle = time.length() > 4 * LEAST ? time.start() + time.length() * 2 / 5 : time.end();
        wake(here.get(0), processor, new Span(time.start(), middle));
        if (middle < time.end()) {
            wake(here.get(1), processor, new Span(middle, time.end()));
        }
    }

    private void wake(TraceThread thread, int processor, Span time) {
        wakings.add(new Waking(thread, processor, time.start() - WAKING / 2));
        add(new Run(thread, processor, time, Kernel.WAITING, USER_REQUEST));
    }

    private void add(Run run) {
        runs.add(run);
        lastRuns.set(run.processor, run);
        takenUntil.set(run.processor, run.time.end());
    }

    private TraceThread other(String name) {
        return stranger(OTHER_PROCESS + 4 + 4 * threads.size(), name, NEVER, Long.MAX_VALUE);
    }

    private TraceThread stranger(int threadId, String name, long start, long end) {
        TraceThread thread = new TraceThread(threadId, OTHER_PROCESS, name, null, start, end);
        threads.add(thread);
        return thread;
    }

    // Those that have nothing to do with the JVM.

    private void runStrangers() {
        TraceThread idler = other("stranger");
        // One that is not seen in time has no slices.
        wake(idler, STRANGERS_PROCESSOR, new Span(trace.start() + LEAST, trace.start() + 2 * LEAST));
        long at = trace.start() + LIFE_OF_STRANGER;
        for (TraceThread thread : sorted(List.copyOf(threads), TraceThread::end)) {
            boolean isMortal = thread.jvm != null && thread.start != NEVER && thread.end != Long.MAX_VALUE;
            if (isMortal && thread.start > at + 2 * LIFE_OF_STRANGER) {
                live(thread.threadId, "before it", NEVER, thread.start - LIFE_OF_STRANGER / 2);
            }
            at = Math.max(at, takenUntil.get(STRANGERS_PROCESSOR) + LIFE_OF_STRANGER);
            if (isMortal && thread.end > at && thread.end < trace.end() - 2 * LIFE_OF_STRANGER) {
                long start = thread.end + LIFE_OF_STRANGER / 2;
                live(thread.threadId, "after it", start, start + LIFE_OF_STRANGER);
            }
            at = Math.max(at, takenUntil.get(STRANGERS_PROCESSOR) + LIFE_OF_STRANGER);
        }
        while (at < trace.end() - LEAST) {
            wake(idler, STRANGERS_PROCESSOR, new Span(at, at + LEAST));
            at += LIFE_OF_STRANGER;
        }
    }

    /** A short life: it runs twice. */
    private void live(int threadId, String name, long start, long end) {
        TraceThread thread = stranger(threadId, name + " " + threadId, start, end);
        Span first = new Span(end - LIFE_OF_STRANGER + WAKING, end - LIFE_OF_STRANGER / 2);
        if (start == NEVER) {
            wake(thread, STRANGERS_PROCESSOR, first);
        } else {
            add(new Run(thread, STRANGERS_PROCESSOR, first, Kernel.WAITING, USER_REQUEST));
        }
        wakings.add(new Waking(thread, STRANGERS_PROCESSOR, end - 2 * LEAST - WAKING));
        add(new Run(
                thread, STRANGERS_PROCESSOR, new Span(end - 2 * LEAST, end), Kernel.TERMINATED, Kernel.WR_TERMINATED));
    }
}
