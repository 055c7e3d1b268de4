package io.github.etl2jfr.scheduler;

import java.io.IOException;

/** Goes through the scheduler events of a trace in the order of time, and tells what they mean. */
public final class Scheduler {
    private final EventMerge events;
    private final ThreadDirectory threads;
    private final SwitchEvent switchEvent = new SwitchEvent();

    public Scheduler(EventMerge events, ThreadDirectory threads) {
        this.events = events;
        this.threads = threads;
    }

    /**
     * Goes through the trace. What lies outside of the given time is taken in, but not told; slices are
     * cut there.
     *
     * @param from session clock's value, not before the trace's start
     * @param to session clock's value, not after the trace's end
     */
    public void replay(long from, long to, SchedulerListener listener) throws IOException {
        SliceBuilder slices = new SliceBuilder(listener, threads, events.readyEventsMayBeMissing(), from, to);
        for (EventMerge.Processor processor : events.processors()) {
            int first = processor.firstThreadId();
            slices.processor(
                    processor.number(),
                    processor.isFirstThreadKnown()
                            ? thread(first, ProcessDirectory.BEFORE_TRACE, processor.number(), slices)
                            : ThreadRef.NONE);
        }
        MergedEvents batch = events.next();
        while (batch != null && replay(batch, from, to, slices, listener)) {
            batch = events.next();
        }
        slices.finish();
    }

    /**
     * @return whether none of the events is past the end
     */
    private boolean replay(MergedEvents batch, long from, long to, SliceBuilder slices, SchedulerListener listener)
            throws IOException {
        SchedulerEvents table = batch.events();
        for (int event = 0; event < table.size(); event++) {
            long time = table.time(event);
            if (time > to) {
                return false;
            }
            threads.advanceTo(time, slices);
            int processor = batch.processor(event);
            if (table.isReady(event)) {
                readied(table, event, processor, slices);
            } else {
                switched(table, event, processor, slices);
                if (time >= from) {
                    listener.contextSwitch(switchEvent);
                }
            }
        }
        return true;
    }

    private void switched(SchedulerEvents table, int event, int processor, SliceBuilder slices) throws IOException {
        long time = table.time(event);
        int oldThread = thread(table.threadId(event), time, processor, slices);
        int newThread = table.isIncomingKnown(event)
                ? thread(table.newThreadId(event), time, processor, slices)
                : ThreadRef.NONE;
        switchEvent.set(table, event, processor, oldThread, newThread);
        slices.switched(switchEvent, table.isFollowedByLoss(event));
    }

    private void readied(SchedulerEvents table, int event, int processor, SliceBuilder slices) throws IOException {
        int threadId = table.threadId(event);
        if (threadId == 0) {
            // The idle thread is always ready.
            return;
        }
        int waker;
        if (table.wakerRunsHere(event)) {
            int running = slices.runningOn(processor);
            waker = ThreadRef.isIdle(running) ? ThreadRef.NONE : running;
        } else {
            int wakerId = table.wakerThreadId(event);
            waker = wakerId == 0 ? ThreadRef.NONE : threads.lifeOf(wakerId);
        }
        slices.readied(threads.lifeOf(threadId), waker, table.time(event));
    }

    /**
     * The thread on a processor. Thread id 0 is the idle thread of whichever processor runs it; an id whose
     * thread has ended belongs to another one, whose start is lost.
     */
    private int thread(int threadId, long time, int processor, SliceBuilder slices) {
        if (threadId == 0) {
            return ThreadRef.idle(processor);
        }
        int life = threads.lifeOf(threadId);
        return slices.hasEnded(life) ? threads.nextLifeOf(threadId, time) : life;
    }
}
