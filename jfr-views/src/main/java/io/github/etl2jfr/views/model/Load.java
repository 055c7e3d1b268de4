package io.github.etl2jfr.views.model;

import java.util.Collection;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How many threads ran and how many were ready, in some steps of time. Memory depends on how many threads there are, not
 * on how many slices.
 */
public final class Load implements TraceSink {
    private final ThreadTimes[] running;
    private final long[] ready;

    /**
     * Ready times are put in rows in which none overlap, each into the row whose last one ended latest before it. As they
     * come in the order of their ends, there are no more rows than ready times that go on at once. Keys are when the last
     * one of a row ended, values how many rows that is so of.
     */
    private final TreeMap<Long, Integer> rows = new TreeMap<>();

    private int mostReady;
    private boolean isInOrder = true;
    private Columns columns;

    /** One with so many columns. */
    public Load(int columns) {
        running = Stream.generate(ThreadTimes::new).limit(columns).toArray(ThreadTimes[]::new);
        ready = new long[columns];
    }

    @Override
    public void begin(Session session, Span shown) {
        columns = new Columns(shown, ready.length);
    }

    @Override
    public void slice(Slice slice) {
        boolean ran = slice.kind() == Slice.Kind.RUNNING;
        if (slice.thread() == null
                || !ran && (slice.kind() != Slice.Kind.READY || !slice.thread().isChosen())) {
            return;
        }
        for (int i = columns.at(slice.start()); i < ready.length && columns.start(i) < slice.end(); i++) {
            long time = columns.overlap(i, slice.start(), slice.end());
            if (ran) {
                running[i].add(slice.thread(), time);
            } else {
                ready[i] += time;
            }
        }
        if (!ran) {
            count(slice.start(), slice.end());
        }
    }

    private void count(long start, long end) {
        isInOrder &= rows.isEmpty() || rows.lastKey() <= end;
        Long before = rows.floorKey(start);
        if (before == null) {
            mostReady++;
        } else {
            rows.computeIfPresent(before, (time, count) -> count == 1 ? null : count - 1);
        }
        rows.merge(end, 1, Integer::sum);
    }

    /** How long threads ran in each column, all together. */
    public long[] running() {
        return Stream.of(running).mapToLong(ThreadTimes::total).toArray();
    }

    /** How long some of them did. */
    public long[] running(Collection<TraceThread> threads) {
        return Stream.of(running)
                .mapToLong(times ->
                        threads.stream().mapToLong(thread -> times.time(thread)).sum())
                .toArray();
    }

    /** How long chosen threads were ready in each column, all together. */
    public long[] ready() {
        return ready;
    }

    /** How many chosen threads were ready at once; null if the recording told it in another order than that of time. */
    public Integer mostReady() {
        return isInOrder ? mostReady : null;
    }
}
