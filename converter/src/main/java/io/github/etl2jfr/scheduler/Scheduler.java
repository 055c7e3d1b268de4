package io.github.etl2jfr.scheduler;

import java.io.IOException;

/** Goes through the scheduler events of a trace in the order of time, and tells what they mean. */
public final class Scheduler {
    private final EventMerge events;
    private final ThreadDirectory threads;
    private final EndingThreads ending = new EndingThreads();
    private SliceBuilder slices;
    private EventTeller teller;
    private InstantOrder instant;

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
        slices = new SliceBuilder(
                listener,
                threads,
                from,
                (kind, thread, processor, time) ->
                        events.contradiction(kind, threads.threadId(thread), processor, time));
        if (events.readyEventsMayBeMissing()) {
            slices.readyEventsMayBeMissing();
        }
        teller = new EventTeller(threads, slices);
        instant = new InstantOrder(events.streams(), threads, slices);
        for (EventMerge.Processor processor : events.processors()) {
            int first = processor.firstThreadId();
            slices.processor(
                    processor.number(),
                    processor.isFirstThreadKnown()
                            ? teller.thread(first, ProcessDirectory.BEFORE_TRACE, processor.number())
                            : ThreadRef.NONE);
        }
        MergedEvents batch = events.next();
        while (batch != null && replay(batch, from, to, listener)) {
            batch = events.next();
        }
        // Without switches, nothing is known of what the others mean.
        if (events.hasSwitches()) {
            threads.advanceTo(to, slices, ThreadDirectory.NOBODY);
        }
        listener.reached(to);
        slices.finish(to);
    }

    /**
     * What a thread does at the moment that the listener is being told of: before what it is told has changed it.
     *
     * @param thread number of a life
     */
    public ThreadActivity activityOf(int thread) {
        return slices.activityOf(thread);
    }

    /**
     * @return whether none of the events is past the end
     */
    private boolean replay(MergedEvents batch, long from, long to, SchedulerListener listener) throws IOException {
        SchedulerEvents table = batch.events();
        int size = table.size();
        for (int event = 0; event < size; ) {
            long time = table.time(event);
            if (time > to) {
                return false;
            }
            int next = event + 1;
            while (next < size && table.time(next) == time) {
                next++;
            }
            if (threads.startsUpTo(time)) {
                threads.advanceTo(time, slices, ending.at(table, event, next));
            }
            SchedulerListener switches = time >= from ? listener : null;
            if (switches != null) {
                switches.reached(time);
            }
            if (next - event == 1) {
                tell(batch, event, switches);
            } else {
                instant.begin(batch, event, next);
                for (int one = instant.next(); one >= 0; one = instant.next()) {
                    tell(batch, one, switches);
                }
            }
            threads.beginHeldBack(slices);
            event = next;
        }
        return true;
    }

    private void tell(MergedEvents batch, int event, SchedulerListener switches) throws IOException {
        SchedulerEvents table = batch.events();
        int processor = batch.processor(event);
        if (table.isReadyThread(event)) {
            teller.readied(table, event, processor);
            return;
        }
        teller.switched(table, event, processor);
        if (switches != null) {
            switches.contextSwitch(teller.switchEvent());
        }
    }
}
