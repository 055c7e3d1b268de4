package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.views.terminal.Amount;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;

/** What became of the events of the threads that have lanes. One thread counts, any may read. */
final class Counts {
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong tooShort = new AtomicLong();
    private final AtomicLong tooOld = new AtomicLong();
    private final AtomicLong noRoom = new AtomicLong();
    private final AtomicLong notWanted = new AtomicLong();
    private final AtomicLong readBefore = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();

    private static void increment(AtomicLong count) {
        add(count, 1);
    }

    private static void add(AtomicLong count, long more) {
        // Plain: there is only one who writes.
        count.lazySet(count.getPlain() + more);
    }

    void addWritten() {
        increment(written);
    }

    void addTooShort() {
        increment(tooShort);
    }

    void addTooOld() {
        increment(tooOld);
    }

    void addNoRoom() {
        increment(noRoom);
    }

    void addNotWanted() {
        increment(notWanted);
    }

    void addReadBefore() {
        increment(readBefore);
    }

    /** So many that were counted as written are not. */
    void lose(long events) {
        add(written, -events);
        add(lost, events);
    }

    long written() {
        return written.get();
    }

    /** Those shorter than the minimum duration. */
    long tooShort() {
        return tooShort.get();
    }

    /** Those that ended before the recording began. */
    long tooOld() {
        return tooOld.get();
    }

    /** Those for which the recording had no room. */
    long noRoom() {
        return noRoom.get();
    }

    /** Those that no recording wants. */
    long notWanted() {
        return notWanted.get();
    }

    /** Those of the time that the agent had read when it was here before, whether it wrote them or not. */
    long readBefore() {
        return readBefore.get();
    }

    /** Those that were in chunks of the agent's own that no recording got. */
    long lost() {
        return lost.get();
    }

    /** All that were not written. */
    long leftOut() {
        return tooShort() + tooOld() + noRoom() + notWanted() + readBefore() + lost();
    }

    /** All of them. */
    long total() {
        return written() + leftOut();
    }

    /** For the user. */
    String summary() {
        String written = Amount.of(written(), "event") + " written";
        StringJoiner text = new StringJoiner(", ", written + "; left out: ", "").setEmptyValue(written);
        add(text, tooShort(), "shorter than the minimum duration");
        add(text, readBefore(), "that an earlier run has read (again reads them once more)");
        add(text, tooOld(), "older than the recording");
        add(text, notWanted(), "that no recording wants");
        add(text, noRoom(), "for which the recording has no room");
        add(text, lost(), "lost, as no recording got the agent's chunk with them");
        return text.toString();
    }

    private static void add(StringJoiner text, long count, String which) {
        if (count > 0) {
            text.add(Amount.number(count) + " " + which);
        }
    }
}
