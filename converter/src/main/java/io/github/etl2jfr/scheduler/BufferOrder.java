package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Brings the buffers of a session, which come in any order, into that of their sequence numbers. After a
 * missing one it keeps them back: it may only be late. So may one with number 0, which only some sessions have; before
 * what has number 1 it is waited for as long as that costs nothing.
 */
final class BufferOrder {
    /** Sessions count from 0 or from 1. */
    private static final long FIRST_SEQUENCE_NUMBER = 1;

    /** Past this many missing numbers, one that does not go on from there either is a lie and no loss. */
    private static final long MAX_LIKELY_GAP = 1 << 8;

    /** Missing numbers that are remembered, so that one that comes too late is known for what it is. */
    private static final int MAX_GAPS = 1024;

    /** A buffer and where to read it. */
    record Item(SurveyedBuffer buffer, LiveSource source) {
        long sequenceNumber() {
            return buffer.entry().sequenceNumber();
        }
    }

    /** What becomes of a buffer that comes. */
    enum Place {
        /** It is kept until its turn has come. */
        KEPT,
        /** Its number is before the first, which is taken already. */
        BEFORE_FIRST,
        /** It is dropped, as its number was given up: it counts as missing already. */
        TOO_LATE,
        /** It is dropped, as another had its number, whose turn is over. */
        REPEATED
    }

    private final DamageLog damage;

    /** Whether it is known which buffer comes first, before any has. */
    private boolean beginsWithSession;

    private final TreeMap<Long, Item> waiting = new TreeMap<>();

    /** Numbers that wait and that another buffer had, too, which is dropped: it may have been of any processor. */
    private final Set<Long> contested = new HashSet<>();

    /** Taken as lost: first and last number. */
    private final TreeMap<Long, Long> gaps = new TreeMap<>();

    /** Whether what has number 1 need not wait for one with number 0. */
    private boolean countsFromOne;

    private boolean begun;

    /** Number of the first buffer. */
    private long first;

    private long expected;

    /** The last buffer, if its number is far from those before it; and the number that was expected. */
    private Item leaper;

    private long expectedBeforeLeap;

    /**
     * @param beginsWithSession whether the session's first buffer is the first to come
     */
    BufferOrder(DamageLog damage, boolean beginsWithSession) {
        this.damage = damage;
        this.beginsWithSession = beginsWithSession;
    }

    /** Numbers begin anew: another file, if it does not go on with those of the last one. */
    void restart() {
        believeLeap();
        begun = false;
        beginsWithSession = false;
        gaps.clear();
    }

    /** Whether a buffer's number is before those already there. */
    boolean isBefore(SurveyedBuffer buffer) {
        return begun && buffer.entry().sequenceNumber() < expected;
    }

    /** Takes in a buffer. */
    Place add(Item item) {
        long number = item.sequenceNumber();
        if (leaper != null && number >= expectedBeforeLeap && number < expected) {
            report(Damage.SEQUENCE_NUMBER_IMPOSSIBLE, leaper.buffer);
            expected = expectedBeforeLeap;
            first = Math.min(first, expected);
            leaper = null;
        }
        if (isBefore(item.buffer)) {
            Map.Entry<Long, Long> gap = gaps.floorEntry(number);
            if (gap != null && number <= gap.getValue()) {
                report(Damage.BUFFER_TOO_LATE, item.buffer);
                return Place.TOO_LATE;
            }
            if (number >= 0 && number < first) {
                return Place.BEFORE_FIRST;
            }
            report(Damage.SEQUENCE_NUMBER_REPEATED, item.buffer);
            return Place.REPEATED;
        }
        Item kept = waiting.putIfAbsent(number, item);
        if (kept != null) {
            report(Damage.SEQUENCE_NUMBER_REPEATED, item.buffer);
            if (!isSame(kept.buffer, item.buffer)) {
                contested.add(number);
            }
        }
        return Place.KEPT;
    }

    private static boolean isSame(SurveyedBuffer a, SurveyedBuffer b) {
        return a.entry().processor() == b.entry().processor()
                && a.firstTime() == b.firstTime()
                && a.lastTime() == b.lastTime();
    }

    /** Whether any buffer of a file is kept back. */
    boolean keepsAnyOf(LiveSource source) {
        return waiting.values().stream().anyMatch(item -> item.source == source);
    }

    /** Number of buffers kept back. */
    int size() {
        return waiting.size();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether the next buffer has the number that is due. */
    boolean isNextInOrder() {
        if (waiting.isEmpty()) {
            return false;
        }
        long next = waiting.firstKey();
        return begun
                ? next == expected
                : next < FIRST_SEQUENCE_NUMBER || next == FIRST_SEQUENCE_NUMBER && countsFromOne;
    }

    /** Whether something may be missing that had the next buffer's number. */
    boolean isNextContested() {
        return contested.contains(waiting.firstKey());
    }

    /** Whether the first buffer is there, if the session counts from 1: else one with number 0 is still to come. */
    boolean mayCountFromOne() {
        return !begun && !countsFromOne && !waiting.isEmpty() && waiting.firstKey() == FIRST_SEQUENCE_NUMBER;
    }

    /** Nothing is waited for any more before what has number 1. */
    void countFromOne() {
        countsFromOne = true;
    }

    /** What is kept back, up to the first number that is missing. */
    List<SurveyedBuffer> waitingWithoutGap() {
        List<SurveyedBuffer> row = new ArrayList<>();
        for (Item item : waiting.values()) {
            if (!row.isEmpty() && item.sequenceNumber() != waiting.firstKey() + row.size()) {
                break;
            }
            row.add(item.buffer);
        }
        return row;
    }

    /** Session clock's value at the earliest scheduler event that is kept back. */
    long earliestTime() {
        long earliest = Long.MAX_VALUE;
        for (Item item : waiting.values()) {
            SurveyedBuffer buffer = item.buffer;
            earliest = Math.min(earliest, buffer.events().firstTime());
            earliest = Math.min(earliest, buffer.batches().firstTime());
        }
        return earliest;
    }

    /** The next buffer. If it is not {@link #isNextInOrder}, what is missing before it is given up. */
    Item next() {
        believeLeap();
        Item next = waiting.pollFirstEntry().getValue();
        long number = next.sequenceNumber();
        contested.remove(number);
        long due = begun ? expected : FIRST_SEQUENCE_NUMBER;
        boolean isDue = begun ? number == expected : !beginsWithSession || number <= FIRST_SEQUENCE_NUMBER;
        // A number that makes no sense can be any number of others away.
        if (!isDue && (number - due > MAX_LIKELY_GAP || number - due < 0)) {
            leaper = next;
            expectedBeforeLeap = due;
        } else if (!isDue) {
            giveUp(due, next);
        } else if (next.buffer.entry().bufferLost()) {
            report(Damage.BUFFER_LOST_FLAGGED, next.buffer);
        }
        first = begun ? first : number;
        begun = true;
        expected = number + 1;
        return next;
    }

    /** What comes after a leap, or that nothing comes, shows that the numbers in between are missing. */
    void believeLeap() {
        if (leaper != null) {
            giveUp(expectedBeforeLeap, leaper);
            leaper = null;
        }
    }

    private void giveUp(long from, Item next) {
        long number = next.sequenceNumber();
        damage.add(
                Damage.SEQUENCE_NUMBERS_MISSING,
                DamageLog.NO_PROCESSOR,
                number - from < 0 ? Integer.MAX_VALUE : Math.min(number - from, Integer.MAX_VALUE),
                next.buffer.entry().fileOffset(),
                "before number " + number);
        gaps.put(from, number - 1);
        if (gaps.size() > MAX_GAPS) {
            gaps.pollFirstEntry();
        }
    }

    /** Counts a buffer whose number is not what it should be. */
    void report(Damage kind, SurveyedBuffer buffer) {
        BufferEntry entry = buffer.entry();
        damage.add(kind, entry.processor(), 1, entry.fileOffset(), "number " + entry.sequenceNumber());
    }
}
