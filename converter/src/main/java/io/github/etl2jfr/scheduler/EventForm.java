package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.EventSummary;
import io.github.etl2jfr.kernel.GroupMasks;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.util.Collection;

/** How a trace tells of switches: the events of one form are a stream of their own. */
enum EventForm {
    /** CSwitch and ReadyThread. */
    EVENTS,
    /** Compact batches. */
    BATCHES;

    EventSummary of(SurveyedBuffer buffer) {
        return this == EVENTS ? buffer.events() : buffer.batches();
    }

    EventSummary of(SurveyedBuffer.Piece piece) {
        return this == EVENTS ? piece.events() : piece.batches();
    }

    /**
     * Whether ReadyThread events may lie in other buffers than the switches of their time, so that they can be
     * lost where those are not. With batches the two always do. Where a whole trace has none, and nothing says that there
     * should be, none were recorded.
     *
     * @param forms what the trace has of its session
     * @param recorded null if nothing tells
     * @param isWhole whether that is all, and nothing is to come
     */
    static boolean haveReadyEventsApart(Collection<EventForm> forms, GroupMasks recorded, boolean isWhole) {
        boolean areRecorded = recorded == null ? !isWhole : recorded.readyThreads();
        return forms.contains(BATCHES) && (forms.contains(EVENTS) || areRecorded);
    }
}
