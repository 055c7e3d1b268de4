package io.github.etl2jfr.scheduler;

import java.io.IOException;

/** Goes through the scheduler events of a trace in the order of time, and tells who the threads are. */
public final class Scheduler {
    private final EventMerge events;
    private final ThreadDirectory threads;
    private final SwitchEvent switchEvent = new SwitchEvent();

    public Scheduler(EventMerge events, ThreadDirectory threads) {
        this.events = events;
        this.threads = threads;
    }

    /** Goes through all of them. */
    public void replay(SchedulerListener listener) throws IOException {
        while (events.next()) {
            SchedulerEvents table = events.table();
            int event = events.event();
            if (!table.isReady(event)) {
                threads.advanceTo(events.time());
                int oldThread = thread(table.threadId(event));
                int newThread = table.isIncomingKnown(event) ? thread(table.newThreadId(event)) : ThreadRef.NONE;
                switchEvent.set(table, event, events.processor(), oldThread, newThread);
                listener.contextSwitch(switchEvent);
            }
        }
    }

    /** Thread id 0 is the idle thread of whichever processor runs it. */
    private int thread(int threadId) {
        return threadId == 0 ? ThreadRef.idle(events.processor()) : threads.lifeOf(threadId);
    }
}
