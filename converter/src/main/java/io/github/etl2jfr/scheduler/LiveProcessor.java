package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What is known of one processor of a trace that is being written. */
final class LiveProcessor {
    /** {@link #plannedThreadId} where there is no plan. */
    static final int NO_PLAN = -1;

    final int number;

    /** The kinds of events it has. */
    final Map<EventForm, LiveStream> streams = new EnumMap<>(EventForm.class);

    /** Whether switches may be missing before all that is there. */
    boolean isStartMissing;

    /** Whether {@link #runsSince} is known, and nothing is missing since. */
    boolean isUnbroken = true;

    /** Session clock's value since which the thread runs that the next switch takes off. */
    long runsSince = ProcessDirectory.BEFORE_TRACE;

    /** The thread that is planned to run since then. */
    int plannedThreadId = NO_PLAN;

    /** Forms of which events may be missing before the first to come, though none came yet. */
    private final Set<EventForm> lossBefore = EnumSet.noneOf(EventForm.class);

    /** Whether there was a buffer that may lack some. */
    private boolean anyLoss;

    /** The plain switches that are known and not told yet. */
    final FullSwitches fullSwitches = new FullSwitches();

    LiveProcessor(int number) {
        this.number = number;
    }

    /**
     * Takes in its next buffer.
     *
     * @param told session clock's value before which everything is told
     * @return whether switches may be missing between those that there are
     */
    boolean take(BufferOrder.Item item, long told) {
        SurveyedBuffer buffer = item.buffer();
        fullSwitches.forget(told);
        if (fullSwitches.add(buffer)) {
            lossBefore.add(EventForm.EVENTS);
        }
        boolean lossOfBuffer = buffer.hasLossBefore() || buffer.hasLossAfter();
        anyLoss |= lossOfBuffer;
        boolean loss = false;
        for (EventForm form : EventForm.values()) {
            LiveStream stream = streams.get(form);
            if (stream != null) {
                loss |= stream.add(item, lossBefore.remove(form));
            } else if (lossOfBuffer || form.of(buffer).hasLossBefore()) {
                anyLoss = true;
                loss = true;
                lossBefore.add(form);
            }
        }
        return loss;
    }

    /** Whether it has buffers, but no switch that tells what it did, as they are damaged. */
    boolean isLost() {
        return anyLoss && streams.values().stream().noneMatch(LiveStream::hasSwitches);
    }

    /**
     * Switches may be missing after what it has.
     *
     * @return whether a switch is still to be told, which is then followed by the loss
     */
    boolean breakOff() {
        fullSwitches.breakOff();
        boolean isOpen = false;
        for (EventForm form : EventForm.values()) {
            LiveStream stream = streams.get(form);
            if (stream == null) {
                lossBefore.add(form);
            } else {
                stream.breakOff();
                isOpen |= stream.hasSwitchesToTell();
            }
        }
        return isOpen;
    }

    /** Session clock's value at the last event it has. */
    long lastTime() {
        long last = Long.MIN_VALUE;
        for (LiveStream stream : streams.values()) {
            last = Math.max(last, stream.lastTime());
        }
        return last;
    }

    /** Session clock's value before which nothing can come any more: it is known as far as its switches are. */
    long completeUntil() {
        long complete = Long.MAX_VALUE;
        boolean anySwitches = false;
        for (LiveStream stream : streams.values()) {
            if (stream.hasSwitches()) {
                anySwitches = true;
                complete = Math.min(complete, stream.completeUntil());
            }
        }
        return anySwitches ? complete : Long.MIN_VALUE;
    }
}
