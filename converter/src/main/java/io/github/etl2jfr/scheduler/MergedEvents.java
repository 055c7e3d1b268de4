package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.DamageLog;
import java.util.ArrayList;
import java.util.List;

/**
 * Some thousand events of all processors in the order of time, and what was met on the way to them:
 * told together, so that it does not matter how far ahead they were merged.
 */
final class MergedEvents {
    /** Of which all but the first many may be those of an instant that would be cut in two otherwise. */
    private static final int CAPACITY = 1 << 14;

    private static final int ENOUGH = 4096;

    private final SchedulerEvents events = new SchedulerEvents(ENOUGH);
    private final short[] processors = new short[CAPACITY];
    private final short[] streams = new short[CAPACITY];
    private final List<DamageLog.Entry> damage = new ArrayList<>(0);
    private long plansMissed;
    private long duplicates;

    void clear() {
        events.clear();
        damage.clear();
        plansMissed = 0;
        duplicates = 0;
    }

    /**
     * Whether no more are to be added.
     *
     * @param nextTime of the next one
     */
    boolean isFull(long nextTime) {
        int size = events.size();
        return size >= ENOUGH && (size == CAPACITY || events.time(size - 1) != nextTime);
    }

    /**
     * Adds an event.
     *
     * @param table in which it is
     * @param stream number of the stream that it comes from
     */
    void add(SchedulerEvents table, int event, int processor, int stream) {
        processors[events.size()] = (short) processor;
        streams[events.size()] = (short) stream;
        events.add(table, event);
    }

    /** A piece of a buffer was opened. */
    void opened(SchedulerEvents piece) {
        plansMissed += piece.plansMissed();
        duplicates += piece.duplicates();
    }

    void damaged(DamageLog.Entry entry) {
        damage.add(entry);
    }

    SchedulerEvents events() {
        return events;
    }

    int processor(int event) {
        return processors[event];
    }

    /** Number of the stream that an event comes from. */
    int stream(int event) {
        return streams[event];
    }

    List<DamageLog.Entry> damage() {
        return damage;
    }

    /** Number of switches whose incoming thread was another than the one planned. */
    long plansMissed() {
        return plansMissed;
    }

    /** Number of switches passed over because CSwitch events describe them too. */
    long duplicates() {
        return duplicates;
    }
}
