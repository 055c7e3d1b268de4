package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.LogFileHeader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Up to where which traces were written into this JVM's recordings, so that nothing of them is written twice. */
public final class ToldTraces {
    /** What {@link #until} answers of a trace that is new. */
    static final long NOTHING = Long.MIN_VALUE;

    /** A session is known by its start, whatever its file is called. */
    private record Session(String loggerName, long startTime, long startTimestamp) {
        static Session of(LogFileHeader header) {
            return new Session(header.loggerName(), header.startTime(), header.startTimestamp());
        }
    }

    private final Map<Session, Long> until = new HashMap<>();

    private final Map<Session, Set<DamageLog.Entry>> damage = new HashMap<>();

    /** Session clock's value before which everything was written, or {@link #NOTHING}. */
    synchronized long until(LogFileHeader trace) {
        return until.getOrDefault(Session.of(trace), NOTHING);
    }

    /**
     * Something of a trace was written.
     *
     * @param time session clock's value before which everything was
     */
    synchronized void add(LogFileHeader trace, long time) {
        until.merge(Session.of(trace), time, Math::max);
    }

    /** What is wrong with a trace, as far as it was written: whoever writes more adds it. One thread at a time. */
    synchronized Set<DamageLog.Entry> damage(LogFileHeader trace) {
        return damage.computeIfAbsent(Session.of(trace), session -> new HashSet<>());
    }
}
