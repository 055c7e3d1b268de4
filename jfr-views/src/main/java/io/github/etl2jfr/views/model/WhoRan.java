package io.github.etl2jfr.views.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who ran where and when, in as many steps of time as a picture has columns. Memory: three numbers for each
 * thread and column from the first to the last that tells of it, and one for each that ran there.
 */
public final class WhoRan implements TraceSink {
    private final int count;
    private final Map<Integer, ThreadTimes[]> processors = new TreeMap<>();
    private final Map<TraceThread, Lane> threads = new HashMap<>();
    private Columns columns;

    /** How long a thread was in each state, in each column from the first on that tells of it. */
    private static final class Lane {
        private static final List<Slice.Kind> STATES = Slice.Kind.OF_THREADS;

        private int first;
        private long[] times = {};

        void add(int column, Slice.Kind state, long time) {
            if (times.length == 0) {
                first = column;
            } else if (column < first) {
                int more = STATES.size() * (first - column);
                long[] longer = new long[more + times.length];
                System.arraycopy(times, 0, longer, more, times.length);
                times = longer;
                first = column;
            }
            int place = place(column, state);
            if (place >= times.length) {
                times = Arrays.copyOf(times, Math.max(STATES.size() * (column - first + 1), 2 * times.length));
            }
            times[place] += time;
        }

        private int place(int column, Slice.Kind state) {
            return STATES.size() * (column - first) + STATES.indexOf(state);
        }

        long time(int column, Slice.Kind state) {
            int place = place(column, state);
            return column < first || place >= times.length ? 0 : times[place];
        }

        long running() {
            long running = 0;
            for (int column = first; place(column, Slice.Kind.RUNNING) < times.length; column++) {
                running += time(column, Slice.Kind.RUNNING);
            }
            return running;
        }
    }

    /** Who ran longest on a processor in a column, and how long. */
    public record Cell(TraceThread thread, long running) {}

    /** A picture with so many columns. */
    public WhoRan(int columns) {
        count = columns;
    }

    @Override
    public void begin(Session session, Span shown) {
        columns = new Columns(shown, count);
    }

    @Override
    public void slice(Slice slice) {
        if (slice.kind() == Slice.Kind.IDLE) {
            ThreadTimes[] processor = processor(slice);
            forEachColumn(slice, (column, time) -> processor[column].addNobody(time));
            return;
        }
        if (slice.thread() == null) {
            return;
        }
        Lane lane = threads.computeIfAbsent(slice.thread(), key -> new Lane());
        ThreadTimes[] processor = slice.kind() == Slice.Kind.RUNNING ? processor(slice) : null;
        forEachColumn(slice, (column, time) -> {
            lane.add(column, slice.kind(), time);
            if (processor != null) {
                processor[column].add(slice.thread(), time);
            }
        });
    }

    private ThreadTimes[] processor(Slice slice) {
        return processors.computeIfAbsent(
                slice.processor(),
                key -> Stream.generate(ThreadTimes::new).limit(count).toArray(ThreadTimes[]::new));
    }

    private interface InColumn {
        void add(int column, long time);
    }

    private void forEachColumn(Slice slice, InColumn inColumn) {
        for (int column = columns.at(slice.start()); column < count && start(column) < slice.end(); column++) {
            long time = columns.overlap(column, slice.start(), slice.end());
            if (time > 0) {
                inColumn.add(column, time);
            }
        }
    }

    /** When a column begins; that past the last begins when the last ends. */
    public long start(int column) {
        return columns.start(column);
    }

    public int columns() {
        return count;
    }

    /** Who ran longest on a processor in a column; null if nobody did. */
    public Cell cell(int processor, int column) {
        ThreadTimes times = times(processor, column);
        TraceThread longest = times.longest();
        return longest == null ? null : new Cell(longest, times.longestTime());
    }

    /** How long threads ran on a processor in a column. */
    public long running(int processor, int column) {
        return times(processor, column).total();
    }

    /** How long it is told that a processor was idle in a column. */
    public long idle(int processor, int column) {
        return times(processor, column).nobody();
    }

    private ThreadTimes times(int processor, int column) {
        ThreadTimes[] times = processors.get(processor);
        return times == null ? new ThreadTimes() : times[column];
    }

    /** The chosen ones, the busiest first. */
    public List<TraceThread> threads() {
        return threads.keySet().stream()
                .filter(TraceThread::isChosen)
                .sorted(Comparator.comparingLong((TraceThread thread) -> running(thread))
                        .reversed()
                        .thenComparing(TraceThread::index))
                .toList();
    }

    /** How long a thread ran. */
    public long running(TraceThread thread) {
        return threads.get(thread).running();
    }

    /** How long a thread was in a state in a column. */
    public long time(TraceThread thread, Slice.Kind state, int column) {
        return threads.get(thread).time(column, state);
    }
}
