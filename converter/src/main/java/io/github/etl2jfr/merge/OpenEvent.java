package io.github.etl2jfr.merge;

import io.github.etl2jfr.recording.JvmThreads;
import io.github.etl2jfr.recording.LatencyBreakdown;
import io.github.etl2jfr.recording.ThreadTimes;
import java.util.List;

/** An event of the JVM that is going on, or not told yet. */
final class OpenEvent {
    private final JvmEvent event;
    private final ThreadShare own;

    /** What the VM thread does; null if it does not do the work. */
    private final ThreadShare vmThread;

    /**
     * @param vmThread by its place among the JVM's threads, if it does the event's work for its thread, else none
     */
    OpenEvent(JvmEvent event, int vmThread) {
        this.event = event;
        own = new ThreadShare(this, event.thread());
        this.vmThread = vmThread == JvmThreads.NONE ? null : new ThreadShare(this, vmThread);
    }

    JvmEvent event() {
        return event;
    }

    /** What each thread does in it of which that is told. */
    List<ThreadShare> shares() {
        return vmThread == null ? List.of(own) : List.of(own, vmThread);
    }

    /** Whether it is over, but not all is known of what its threads did. */
    boolean isAwaited() {
        return shares().stream().anyMatch(ThreadShare::isAwaited);
    }

    /**
     * All of it.
     *
     * @param detail what the event is about
     */
    LatencyBreakdown breakdown(String detail) {
        return new LatencyBreakdown(
                event.type().name(),
                detail,
                event.thread(),
                event.startTicks(),
                event.endTicks() - event.startTicks(),
                own.times(),
                event.chunk(),
                event.stackTrace(),
                vmThread == null ? JvmThreads.NONE : vmThread.thread(),
                vmThread == null ? ThreadTimes.NONE : vmThread.times());
    }
}
