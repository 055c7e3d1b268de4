package io.github.etl2jfr.scheduler;

/**
 * The order of two events of different processors that have the same time, as coarse clocks give many: a thread is made
 * ready before it is switched in, but leaves a processor before it is made ready again, or is switched in elsewhere.
 */
final class SameInstant {
    private SameInstant() {}

    /** Negative if the left event comes first, positive if the right one does, 0 if neither needs to. */
    static int compare(SchedulerEvents left, int leftEvent, SchedulerEvents right, int rightEvent) {
        boolean rightIsFirst = leaves(right, rightEvent, left, leftEvent);
        boolean leftIsFirst = leaves(left, leftEvent, right, rightEvent);
        return rightIsFirst == leftIsFirst
                ? Boolean.compare(right.isReady(rightEvent), left.isReady(leftEvent))
                : rightIsFirst ? 1 : -1;
    }

    /** Whether a thread leaves a processor by an event, which another event makes ready or puts on its processor. */
    private static boolean leaves(SchedulerEvents leaving, int event, SchedulerEvents other, int otherEvent) {
        int threadId = leaving.threadId(event);
        return !leaving.isReady(event)
                && threadId != 0
                && threadId == (other.isReady(otherEvent) ? other.threadId(otherEvent) : other.newThreadId(otherEvent));
    }
}
