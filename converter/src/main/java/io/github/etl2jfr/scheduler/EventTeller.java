package io.github.etl2jfr.scheduler;

import java.io.IOException;

/** Finds the threads of a scheduler event by their ids, and passes it on to the slices. */
final class EventTeller {
    private final ThreadDirectory threads;
    private final SliceBuilder slices;
    private final SwitchEvent switchEvent = new SwitchEvent();

    EventTeller(ThreadDirectory threads, SliceBuilder slices) {
        this.threads = threads;
        this.slices = slices;
    }

    void switched(SchedulerEvents table, int event, int processor) throws IOException {
        long time = table.time(event);
        int oldThread = thread(table.threadId(event), time, processor);
        int newThread =
                table.isIncomingKnown(event) ? thread(table.newThreadId(event), time, processor) : ThreadRef.NONE;
        switchEvent.set(table, event, processor, oldThread, newThread);
        slices.switched(switchEvent, table.isFollowedByLoss(event));
        threads.beginHeldBack(table.threadId(event), slices);
    }

    /** The switch that was passed on last. */
    SwitchEvent switchEvent() {
        return switchEvent;
    }

    void readied(SchedulerEvents table, int event, int processor) throws IOException {
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
    int thread(int threadId, long time, int processor) throws IOException {
        int life = planned(threadId, processor);
        return !ThreadRef.isIdle(life) && slices.hasEnded(life) ? threads.nextLifeOf(threadId, time) : life;
    }

    /** The thread that was to get a processor; perhaps it has ended. Thread id 0 as in {@link #thread}. */
    int planned(int threadId, int processor) throws IOException {
        return threadId == 0 ? ThreadRef.idle(processor) : threads.lifeOf(threadId);
    }
}
