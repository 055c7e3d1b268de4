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
                    processor.isFirstThreadKnown() ? thread(first, processor.number(), slices) : ThreadRef.NONE);
        }
        while (events.next() && events.time() <= to) {
            threads.advanceTo(events.time(), slices);
            SchedulerEvents table = events.table();
            int event = events.event();
            if (table.isReady(event)) {
                readied(table, event, slices);
            } else {
                switched(table, event, slices, listener, from);
            }
        }
        slices.finish();
    }

    private void switched(SchedulerEvents table, int event, SliceBuilder slices, SchedulerListener listener, long from)
            throws IOException {
        int processor = events.processor();
        int oldThread = thread(table.threadId(event), processor, slices);
        int newThread =
                table.isIncomingKnown(event) ? thread(table.newThreadId(event), processor, slices) : ThreadRef.NONE;
        switchEvent.set(table, event, processor, oldThread, newThread);
        slices.switched(switchEvent, table.isFollowedByLoss(event));
        if (events.time() >= from) {
            listener.contextSwitch(switchEvent);
        }
    }

    private void readied(SchedulerEvents table, int event, SliceBuilder slices) throws IOException {
        int threadId = table.threadId(event);
        if (threadId == 0) {
            // The idle thread is always ready.
            return;
        }
        int waker;
        if (table.wakerRunsHere(event)) {
            int running = slices.runningOn(events.processor());
            waker = ThreadRef.isIdle(running) ? ThreadRef.NONE : running;
        } else {
            int wakerId = table.wakerThreadId(event);
            waker = wakerId == 0 ? ThreadRef.NONE : threads.lifeOf(wakerId);
        }
        slices.readied(threads.lifeOf(threadId), waker, events.time());
    }

    /**
     * The thread on a processor. Thread id 0 is the idle thread of whichever processor runs it; an id whose
     * thread has ended belongs to another one, whose start is lost.
     */
    private int thread(int threadId, int processor, SliceBuilder slices) {
        if (threadId == 0) {
            return ThreadRef.idle(processor);
        }
        int life = threads.lifeOf(threadId);
        return slices.hasEnded(life) ? threads.nextLifeOf(threadId, events.time()) : life;
    }
}
