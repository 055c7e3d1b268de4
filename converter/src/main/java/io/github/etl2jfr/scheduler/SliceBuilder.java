package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.kernel.ThreadState;
import java.io.IOException;
import java.util.Arrays;

/**
 * Answers for every moment: what does this thread do? From the switches, the ReadyThread events and the
 * starts of threads, in the order of time, it makes slices that never overlap and leave no gap, except
 * where the trace does not tell:
 *
 * <ul>
 *   <li>A thread <em>runs</em> from the switch that puts it on a processor to the one that takes it off.
 *   <li>It <em>waits</em> from a switch that takes it off in state Waiting until it is made ready, or is
 *       back on a processor where the trace does not say who made it ready.
 *   <li>It is <em>ready</em> from then on, or from a switch that takes it off although it could go on, or
 *       from its start, until it is put on a processor.
 * </ul>
 *
 * <p>Where switches of one processor are lost, any thread that did not run elsewhere may have run there:
 * what waited or was ready is unknown from the loss on, until the thread is seen again.
 *
 * <p>A thread does not end with the event that reports its end: it tells of that itself, still runs, and may wait for
 * other threads of its process. It ends with the switch that says so. Where the trace shows that this one is missing,
 * it is unknown what the thread did since it was seen last.
 *
 * <p>Slices are told when they end. Nothing here allocates, but once for a thread when it is first seen.
 */
final class SliceBuilder {
    static final int UNTRUSTED = -1;

    private static final long NEVER = Long.MIN_VALUE;

    /** Stands for all threads that have ended. */
    private static final LiveThread GONE = new LiveThread(new WaitReasonSlots());

    static {
        GONE.activity = LiveThread.ENDED;
    }

    /** Told where the events contradict each other: from there on it is unknown what the thread did. */
    interface Contradictions {
        /**
         * Two cannot both be.
         *
         * @param processor where the thread was seen last, or {@link SwitchEvent#UNKNOWN}
         * @param time session clock's value at which it was seen there
         */
        void found(Damage kind, int thread, int processor, long time);
    }

    private final SchedulerListener listener;
    private final ThreadDirectory directory;
    private final long from;
    private final Contradictions contradictions;
    private final Slice slice = new Slice();
    private final ThreadActivity activity = new ThreadActivity();

    private final WaitReasonSlots reasons = new WaitReasonSlots();

    /** By number. As many as are known: whenever it grows, the compiler starts anew with all that use it. */
    private LiveThread[] threads;

    /** By processor: the thread that runs there, or {@link ThreadRef#NONE}. */
    private int[] running = new int[0];

    private long[] runningSince = new long[0];

    /** By processor: when its last switch was, if that does not tell whom it put there; else {@link #NEVER}. */
    private long[] takenSince = new long[0];

    private int[] runningPriority = new int[0];

    /** By processor: whether switches are being lost there now. */
    private boolean[] losing = new boolean[0];

    private int losingCount;

    private boolean readyEventsMayBeMissing;

    /** Whether any ReadyThread event was told: where there are none, whoever waits may take a processor. */
    private boolean hasReadyEvents;

    /** Number of losses so far. */
    private int losses;

    /**
     * @param from session clock's value before which nothing is told; a slice that is cut there begins there
     */
    SliceBuilder(SchedulerListener listener, ThreadDirectory directory, long from, Contradictions contradictions) {
        this.listener = listener;
        this.directory = directory;
        this.from = from;
        this.contradictions = contradictions;
        this.threads = new LiveThread[directory.size()];
    }

    /** From now on a wait that no ReadyThread event ends may have ended earlier. */
    void readyEventsMayBeMissing() {
        readyEventsMayBeMissing = true;
    }

    /**
     * A processor at the start of the trace.
     *
     * @param thread who runs there: whom its first switch takes off; nobody if switches before it are lost
     */
    void processor(int processor, int thread) {
        ensure(processor);
        if (thread == ThreadRef.NONE) {
            startLoss(processor);
        } else {
            enter(processor, thread, ProcessDirectory.BEFORE_TRACE);
        }
    }

    private void ensure(int processor) {
        if (processor >= running.length) {
            int old = running.length;
            int capacity = Math.max(processor + 1, 2 * old);
            running = Arrays.copyOf(running, capacity);
            Arrays.fill(running, old, capacity, ThreadRef.NONE);
            runningSince = Arrays.copyOf(runningSince, capacity);
            takenSince = Arrays.copyOf(takenSince, capacity);
            Arrays.fill(takenSince, old, capacity, NEVER);
            runningPriority = Arrays.copyOf(runningPriority, capacity);
            losing = Arrays.copyOf(losing, capacity);
        }
    }

    /**
     * What a thread does now: a constant of {@link LiveThread}.
     *
     * @param thread may be {@link ThreadRef#NONE}
     */
    int activity(int thread) {
        LiveThread live = thread == ThreadRef.NONE || thread >= threads.length ? null : threads[thread];
        return live == null ? LiveThread.UNKNOWN : live.activity;
    }

    /** Whether a thread runs now, where that is known. */
    boolean runs(int thread) {
        return activity(thread) == LiveThread.RUNNING && running[threads[thread].processor] == thread;
    }

    /** The thread that runs on a processor, as far as is known. */
    int runningOn(int processor) {
        return processor < running.length ? running[processor] : ThreadRef.NONE;
    }

    /** A thread starts. */
    void started(int thread, long time) {
        LiveThread live = live(thread);
        if (live.activity == LiveThread.UNKNOWN) {
            becomeReady(live, time, ReadyCause.STARTED, ThreadRef.NONE, ThreadRef.NONE);
        }
    }

    /** Another thread has got a thread's id, so that it has ended. */
    void superseded(int thread, long time) throws IOException {
        LiveThread live = thread < threads.length ? threads[thread] : null;
        if (live == null || live == GONE) {
            return;
        }
        boolean runs = runs(thread);
        if (runs) {
            running[live.processor] = ThreadRef.NONE;
        }
        if (runs || isKnownOffProcessor(live)) {
            contradictions.found(Damage.LAST_SWITCH_MISSING, thread, live.processor, live.since);
        }
        end(thread, live, time);
    }

    /** It is not known any more whether a thread that does not run is still there. */
    void lostSightOf(int thread, long time) throws IOException {
        LiveThread live = thread < threads.length ? threads[thread] : null;
        if (live != null && live != GONE) {
            end(thread, live, time);
        }
    }

    /**
     * It is known again which thread has an id.
     *
     * @param nobody stood for whoever had it
     * @param thread who has it
     * @param time session clock's value since which that one has it
     * @param earliest session clock's value since which nobody was known to have it: what was done since before is over
     */
    void recognized(int nobody, int thread, long time, long earliest) throws IOException {
        LiveThread live = nobody < threads.length ? threads[nobody] : null;
        if (live == null || live == GONE || live.since < earliest) {
            superseded(nobody, time);
            return;
        }
        live(thread).goOnFrom(live);
        if (runs(nobody)) {
            running[live.processor] = thread;
        }
        end(nobody, live, time);
    }

    private boolean isKnownOffProcessor(LiveThread live) {
        return (live.activity == LiveThread.READY || live.activity == LiveThread.WAITING) && live.lossesThen == losses;
    }

    private void end(int thread, LiveThread live, long time) throws IOException {
        threads[thread] = GONE;
        if (time >= from) {
            listener.statistics(thread, time, live);
        }
    }

    /**
     * A thread is made ready.
     *
     * @param waker by whom
     */
    void readied(int thread, int waker, long time) throws IOException {
        hasReadyEvents = true;
        boolean firstSeen = threads.length <= thread || threads[thread] == null;
        LiveThread live = live(thread);
        if (firstSeen && directory.isFromBeforeTrace(thread) && directory.tellsOfStarts()) {
            // Without a loss it has not run since the start: it waited, for what the trace cannot tell.
            live.activity = LiveThread.WAITING;
            live.why = live.waitMode = SwitchEvent.UNKNOWN;
            live.since = ProcessDirectory.BEFORE_TRACE;
            live.lossesThen = 0;
        }
        switch (live.activity) {
            case LiveThread.WAITING -> {
                tellWaiting(thread, live, time, waker, false);
                becomeReady(live, time, ReadyCause.READIED, waker, ThreadRef.NONE);
            }
            case LiveThread.UNKNOWN -> becomeReady(live, time, ReadyCause.READIED, waker, ThreadRef.NONE);
            case LiveThread.RUNNING -> {
                if (running[live.processor] != thread) {
                    // It ran where switches were lost since.
                    becomeReady(live, time, ReadyCause.READIED, waker, ThreadRef.NONE);
                }
            }
            default -> {
                // Nothing new.
            }
        }
    }

    /**
     * A processor goes from one thread to another.
     *
     * @param followedByLoss whether switches may be missing after it
     */
    void switched(SwitchEvent event, boolean followedByLoss) throws IOException {
        int processor = event.processor();
        ensure(processor);
        endLoss(processor);
        leave(event);
        if (event.newThread() == ThreadRef.NONE) {
            running[processor] = ThreadRef.NONE;
            if (followedByLoss) {
                startLoss(processor);
            } else {
                takenSince[processor] = event.time();
            }
        } else {
            enterFromSwitch(event);
        }
    }

    /** From now on switches of a processor may be missing; the next one that is seen ends it. */
    void lost(int processor) {
        ensure(processor);
        running[processor] = ThreadRef.NONE;
        startLoss(processor);
    }

    /**
     * It turns out who runs on a processor where that was unknown: for a trace that is being written, in which
     * nothing is missing but came after what follows it.
     *
     * @param since session clock's value at which it took the processor
     */
    void foundRunning(int processor, int thread, long since) {
        ensure(processor);
        if (running[processor] == thread) {
            return;
        }
        if (!ThreadRef.isIdle(thread)) {
            LiveThread live = live(thread);
            boolean seenSince = live.activity == LiveThread.ENDED
                    || live.activity == LiveThread.RUNNING && running[live.processor] == thread
                    || live.since > since;
            if (seenSince) {
                return;
            }
        }
        enter(processor, thread, since);
    }

    private void startLoss(int processor) {
        if (!losing[processor]) {
            losing[processor] = true;
            losingCount++;
            losses++;
        }
    }

    private void endLoss(int processor) {
        if (losing[processor]) {
            losing[processor] = false;
            losingCount--;
        }
    }

    private void leave(SwitchEvent event) throws IOException {
        int thread = event.oldThread();
        int processor = event.processor();
        long time = event.time();
        boolean known = running[processor] == thread;
        if (ThreadRef.isIdle(thread)) {
            if (known) {
                tellIdle(processor, time, event.previousCState());
            }
            return;
        }
        LiveThread live = live(thread);
        int state = event.oldThreadState();
        int reason = event.waitReason();
        if (known) {
            if (event.oldThreadPriority() != SwitchEvent.UNKNOWN) {
                // As it was last; batches tell no other.
                runningPriority[processor] = event.oldThreadPriority();
            }
            slice.state = state;
            slice.waitReason = reason;
            slice.nextThread = event.newThread();
            tellRunning(processor, live, time, false);
        }
        runsNowhereBut(processor, thread, live, time);
        live.lastRanOn = processor;
        live.processor = processor;
        boolean couldGoOn = ThreadState.isReady(state);
        if (time >= from) {
            count(live, reason, couldGoOn);
        }
        if (state == ThreadState.WAITING.code()) {
            live.activity = LiveThread.WAITING;
            live.why = reason;
            live.waitMode = event.oldThreadWaitMode();
            since(live, time);
        } else if (couldGoOn) {
            becomeReady(live, time, ReadyCause.ofSwitchOut(reason), ThreadRef.NONE, event.newThread());
        } else if (state == ThreadState.TERMINATED.code()) {
            end(thread, live, time);
            if (event.newThread() == thread) {
                // Damaged: it would go on as one that all have in common.
                threads[thread] = new LiveThread(reasons);
            }
        } else {
            live.activity = LiveThread.UNKNOWN;
            live.since = time;
        }
    }

    private static void count(LiveThread statistics, int reason, boolean couldGoOn) {
        statistics.contextSwitches++;
        if (couldGoOn) {
            statistics.involuntarySwitches++;
        }
        if (reason != SwitchEvent.UNKNOWN) {
            statistics.countReason(reason);
        }
    }

    private void enterFromSwitch(SwitchEvent event) throws IOException {
        int thread = event.newThread();
        int processor = event.processor();
        if (!ThreadRef.isIdle(thread)) {
            LiveThread live = live(thread);
            if (live.activity == LiveThread.READY) {
                live.processor = processor;
                tellReady(thread, live, event.time(), false);
            } else if (live.activity == LiveThread.WAITING && !readyEventsMayBeMissing) {
                tellWaiting(thread, live, event.time(), ThreadRef.NONE, false);
            }
            if (live.lastRanOn != SwitchEvent.UNKNOWN && live.lastRanOn != processor && event.time() >= from) {
                live.migrations++;
            }
            run(processor, thread, live, event.time());
        }
        take(processor, thread, event.time(), event.newThreadPriority());
    }

    private void enter(int processor, int thread, long time) {
        if (!ThreadRef.isIdle(thread)) {
            run(processor, thread, live(thread), time);
        }
        take(processor, thread, time, SwitchEvent.UNKNOWN);
    }

    private void run(int processor, int thread, LiveThread live, long time) {
        runsNowhereBut(processor, thread, live, time);
        live.activity = LiveThread.RUNNING;
        live.since = time;
        live.processor = processor;
    }

    private void take(int processor, int thread, long time, int priority) {
        running[processor] = thread;
        runningSince[processor] = time;
        takenSince[processor] = NEVER;
        runningPriority[processor] = priority;
    }

    /** Where a trace contradicts itself, the thread is where it was seen last. */
    private void runsNowhereBut(int processor, int thread, LiveThread live, long time) {
        if (live.activity == LiveThread.RUNNING && live.processor != processor && running[live.processor] == thread) {
            running[live.processor] = ThreadRef.NONE;
            contradictions.found(Damage.THREAD_ON_TWO_PROCESSORS, thread, live.processor, time);
        }
    }

    private void becomeReady(LiveThread live, long time, ReadyCause cause, int readiedBy, int runningInstead) {
        live.activity = LiveThread.READY;
        live.why = cause.code();
        live.readiedBy = readiedBy;
        live.runningInstead = runningInstead;
        since(live, time);
    }

    private void since(LiveThread live, long time) {
        live.since = time;
        live.lossesThen = losingCount == 0 ? losses : UNTRUSTED;
    }

    /**
     * The trace is over: tells what its end cuts off, and the statistics of all who are still there.
     *
     * @param to session clock's value at the end
     */
    void finish(long to) throws IOException {
        for (int processor = 0; processor < running.length; processor++) {
            int thread = running[processor];
            if (ThreadRef.isIdle(thread)) {
                tellIdle(processor, to, SwitchEvent.UNKNOWN);
            } else if (thread != ThreadRef.NONE) {
                slice.state = slice.waitReason = SwitchEvent.UNKNOWN;
                slice.nextThread = ThreadRef.NONE;
                tellRunning(processor, live(thread), to, true);
            }
        }
        for (int thread = 0; thread < threads.length; thread++) {
            LiveThread live = threads[thread];
            if (live == null || live == GONE) {
                continue;
            }
            long until = offProcessorUntil(live, to);
            if (isKnownOffProcessor(live)
                    && until == to
                    && directory.endEvent(thread) <= to
                    && live.since < directory.endEvent(thread)) {
                // It ran to tell of its end.
                contradictions.found(Damage.LAST_SWITCH_MISSING, thread, live.processor, live.since);
            } else if (live.activity == LiveThread.READY) {
                live.processor = SwitchEvent.UNKNOWN;
                tellReady(thread, live, until, true);
            } else if (live.activity == LiveThread.WAITING && !readyEventsMayBeMissing) {
                tellWaiting(thread, live, until, ThreadRef.NONE, true);
            }
            listener.statistics(thread, to, live);
        }
    }

    /**
     * Until when a thread that was not seen to run since surely did not. A processor's last switch in a batch does not
     * tell whom it put there: that may be any thread that was ready, or waited where no event would tell that it became
     * ready, but for the one that left it then.
     */
    private long offProcessorUntil(LiveThread live, long to) {
        boolean isReady = live.activity == LiveThread.READY;
        if (!isReady && (live.activity != LiveThread.WAITING || hasReadyEvents)) {
            return to;
        }
        boolean sinceSwitch =
                !isReady || live.why != ReadyCause.READIED.code() && live.why != ReadyCause.STARTED.code();
        long until = to;
        for (int processor = 0; processor < takenSince.length; processor++) {
            long taken = takenSince[processor];
            boolean leftThen = sinceSwitch && live.processor == processor && live.since == taken;
            if (taken >= live.since && !leftThen) {
                until = Math.min(until, taken);
            }
        }
        return until;
    }

    /** What a thread does now: the slice that it is in, as far as that is known before it ends. */
    ThreadActivity activityOf(int thread) {
        LiveThread live = thread < threads.length ? threads[thread] : null;
        int now = live == null ? LiveThread.UNKNOWN : live.activity;
        activity.kind = ThreadActivity.Kind.UNKNOWN;
        activity.mayBeOver = false;
        if (now == LiveThread.RUNNING) {
            if (running[live.processor] == thread) {
                activity.kind = ThreadActivity.Kind.RUNNING;
                activity.since = Math.max(from, runningSince[live.processor]);
            }
        } else if ((now == LiveThread.READY || now == LiveThread.WAITING && !readyEventsMayBeMissing)
                && live.lossesThen == losses) {
            activity.kind = now == LiveThread.READY ? ThreadActivity.Kind.READY : ThreadActivity.Kind.WAITING;
            activity.since = Math.max(from, live.since);
            activity.waitReason = live.why;
            activity.mayBeOver = offProcessorUntil(live, Long.MAX_VALUE) < Long.MAX_VALUE;
        }
        return activity;
    }

    private void tellIdle(int processor, long end, int cState) throws IOException {
        slice.thread = ThreadRef.idle(processor);
        slice.processor = processor;
        slice.cState = cState;
        if (cut(runningSince[processor], end, false)) {
            listener.idle(slice);
        }
    }

    private void tellRunning(int processor, LiveThread live, long end, boolean cutAtEnd) throws IOException {
        slice.thread = running[processor];
        slice.processor = processor;
        slice.priority = runningPriority[processor];
        if (cut(runningSince[processor], end, cutAtEnd)) {
            live.runningTime += slice.end - slice.start;
            listener.running(slice);
        }
    }

    private void tellReady(int thread, LiveThread live, long end, boolean cutAtEnd) throws IOException {
        slice.thread = thread;
        slice.processor = live.processor;
        slice.cause = live.why;
        slice.readiedBy = live.readiedBy;
        slice.runningInstead = live.runningInstead;
        if (live.lossesThen == losses && cut(live.since, end, cutAtEnd)) {
            live.addReady(slice.start, slice.end - slice.start);
            listener.ready(slice);
        }
    }

    private void tellWaiting(int thread, LiveThread live, long end, int readiedBy, boolean cutAtEnd)
            throws IOException {
        slice.thread = thread;
        slice.processor = live.processor;
        slice.waitReason = live.why;
        slice.waitMode = live.waitMode;
        slice.readiedBy = readiedBy;
        if (live.lossesThen == losses && cut(live.since, end, cutAtEnd)) {
            live.waitingTime += slice.end - slice.start;
            listener.waiting(slice);
        }
    }

    /**
     * Sets the slice's time, cut at the start of what is told.
     *
     * @return false if nothing is left of it
     */
    private boolean cut(long start, long end, boolean cutAtEnd) {
        slice.start = Math.max(start, from);
        slice.end = end;
        slice.clipped = start < from || cutAtEnd;
        return slice.start < slice.end;
    }

    /** Whether a thread has left its processor for good. */
    boolean hasEnded(int thread) {
        return thread < threads.length && threads[thread] == GONE;
    }

    private LiveThread live(int thread) {
        if (thread >= threads.length) {
            threads = Arrays.copyOf(threads, Math.max(thread + 1, 2 * threads.length));
        }
        LiveThread live = threads[thread];
        if (live == null) {
            live = new LiveThread(reasons);
            threads[thread] = live;
        }
        return live;
    }
}
