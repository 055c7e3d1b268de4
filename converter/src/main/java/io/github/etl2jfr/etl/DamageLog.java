package io.github.etl2jfr.etl;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was found wrong with a trace: a counter for each {@link Damage}, and where it was met first. Safe for use
 * by several threads; the hot path never comes here but for damage.
 */
public final class DamageLog {
    /** The {@link Entry#processor()} of damage that belongs to none. */
    public static final int NO_PROCESSOR = -1;

    /** Single cases kept; the counts go on. */
    private static final int MAX_ENTRIES = 10_000;

    /**
     * One case of damage.
     *
     * @param kind what is wrong
     * @param processor whose events are concerned, or {@link #NO_PROCESSOR}
     * @param amount how many of what {@link Damage#explanation} names
     * @param fileOffset where in the file
     * @param detail what of it differs from case to case: one lower-case phrase for the user, or empty
     */
    public record Entry(Damage kind, int processor, long amount, long fileOffset, String detail) {
        /** The amount as recordings have it. */
        public int recordedAmount() {
            return recorded(amount);
        }
    }

    /**
     * All cases of one kind together.
     *
     * @param amount sum of the cases' amounts
     * @param first the case that lies first in the file
     */
    public record Total(long amount, Entry first) {
        /** What remains when this much of it is told elsewhere. */
        public Total minus(long told) {
            return new Total(amount - told, first);
        }
    }

    private final Map<Damage, Total> totals = new EnumMap<>(Damage.class);
    private final List<Entry> entries = new ArrayList<>();

    private long cases;

    /** Number of {@link #entries}; read without a lock, on the hot path. */
    private volatile int size;

    public void add(Damage kind, int processor, long amount, long fileOffset) {
        add(kind, processor, amount, fileOffset, "");
    }

    public void add(Damage kind, int processor, long amount, long fileOffset, String detail) {
        add(new Entry(kind, processor, amount, fileOffset, detail));
    }

    public synchronized void add(Entry entry) {
        cases++;
        totals.merge(entry.kind, new Total(entry.amount, entry), DamageLog::sum);
        if (size < MAX_ENTRIES) {
            entries.add(entry);
            size = entries.size();
        }
    }

    /** Adds what the log file header, which counts all losses of the session, has beyond those found so far. */
    public void addRest(LogFileHeader header) {
        addRest(Damage.EVENTS_LOST_ELSEWHERE, header.eventsLost(), amount(Damage.EVENTS_LOST_FLAGGED));
        addRest(
                Damage.BUFFERS_LOST_ELSEWHERE,
                header.buffersLost(),
                amount(Damage.BUFFER_LOST_FLAGGED) + amount(Damage.SEQUENCE_NUMBERS_MISSING));
    }

    private void addRest(Damage kind, long count, long found) {
        long rest = count - found;
        if (rest > 0) {
            add(kind, NO_PROCESSOR, rest, 0);
        }
    }

    /** What was lost or damaged, as recordings have it: 2,147,483,647 stands for more, too. */
    public static int recorded(long amount) {
        return (int) Math.min(amount, Integer.MAX_VALUE);
    }

    private static Total sum(Total a, Total b) {
        Entry first = a.first.fileOffset <= b.first.fileOffset ? a.first : b.first;
        return new Total(a.amount + b.amount, first);
    }

    /** The totals by kind, in the order of {@link Damage}. */
    public synchronized Map<Damage, Total> totals() {
        return new EnumMap<>(totals);
    }

    /** Number of {@link #entries}. Cheap enough to be asked for each event. */
    public int size() {
        return size;
    }

    /** Number of all cases, of which {@link #entries} has the first. */
    public synchronized long cases() {
        return cases;
    }

    /** The first cases noted, at most {@value #MAX_ENTRIES}, in the order in which they were. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** What {@link #entries} has no room for: one for each kind that there is more of. */
    public synchronized List<Entry> rest() {
        Map<Damage, Total> rest = totals();
        entries.forEach(entry -> rest.computeIfPresent(entry.kind, (kind, total) -> total.minus(entry.amount)));
        return rest.values().stream()
                .filter(total -> total.amount > 0)
                .map(total -> new Entry(total.first.kind, NO_PROCESSOR, total.amount, total.first.fileOffset, ""))
                .toList();
    }

    /** One of the {@link #entries}. */
    public synchronized Entry entry(int index) {
        return entries.get(index);
    }

    /** The sum of the amounts of one kind. */
    public synchronized long amount(Damage kind) {
        Total total = totals.get(kind);
        return total == null ? 0 : total.amount;
    }
}
