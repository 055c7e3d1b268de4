package io.github.etl2jfr.views.report;

import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.TraceThread;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** The longest of many slices, as many as are wanted, in columns: there are millions. */
final class SliceStore {
    static final int NONE = -1;

    /** Added to the code of a slice's kind. */
    static final int CLIPPED = 4;

    private static final int FIRST_SIZE = 1 << 10;

    private final int wanted;
    private final ToIntFunction<String> textIndex;
    private long[] starts = new long[FIRST_SIZE];
    private long[] ends = new long[FIRST_SIZE];
    private int[] threads = new int[FIRST_SIZE];
    private int[] processors = new int[FIRST_SIZE];
    private byte[] priorities = new byte[FIRST_SIZE];
    private int[] reasons = new int[FIRST_SIZE];
    private int[] readiedBy = new int[FIRST_SIZE];
    private int[] runningInstead = new int[FIRST_SIZE];

    /** The kind's code, and {@link #CLIPPED}. */
    private byte[] kinds = new byte[FIRST_SIZE];

    private int size;

    /** There are as many longer ones, or earlier ones as long, as are wanted. */
    private long tooShort = Long.MIN_VALUE;

    private long leftOut;
    private long longestLeftOut;

    /**
     * An empty one.
     *
     * @param wanted how many slices to keep
     * @param textIndex gives a reason its number
     */
    SliceStore(int wanted, ToIntFunction<String> textIndex) {
        this.wanted = wanted;
        this.textIndex = textIndex;
    }

    void add(Slice slice) {
        if (slice.duration() <= tooShort) {
            leaveOut(slice.duration());
            return;
        }
        if (size == starts.length) {
            makeRoom();
        }
        starts[size] = slice.start();
        ends[size] = slice.end();
        threads[size] = index(slice.thread());
        processors[size] = slice.processor();
        priorities[size] = (byte) slice.priority();
        reasons[size] = slice.reason() == null ? NONE : textIndex.applyAsInt(slice.reason());
        readiedBy[size] = index(slice.readiedBy());
        runningInstead[size] = index(slice.runningInstead());
        kinds[size] = (byte) (code(slice.kind()) | (slice.clipped() ? CLIPPED : 0));
        size++;
    }

    /** A thread's number, {@link #NONE} if there is none. */
    static int index(TraceThread thread) {
        return thread == null ? NONE : thread.index();
    }

    private static int code(Slice.Kind kind) {
        return switch (kind) {
            case RUNNING -> 0;
            case READY -> 1;
            case WAITING -> 2;
            case IDLE -> 3;
        };
    }

    /** Grows to a quarter more than is wanted; so few slices are left out so seldom that it costs little. */
    private void makeRoom() {
        long most = wanted + wanted / 4L + FIRST_SIZE;
        if (size >= most) {
            keepLongest();
            return;
        }
        int newSize = (int) Math.min(Math.min(most, Integer.MAX_VALUE - 8), size * 2L);
        starts = Arrays.copyOf(starts, newSize);
        ends = Arrays.copyOf(ends, newSize);
        threads = Arrays.copyOf(threads, newSize);
        processors = Arrays.copyOf(processors, newSize);
        priorities = Arrays.copyOf(priorities, newSize);
        reasons = Arrays.copyOf(reasons, newSize);
        readiedBy = Arrays.copyOf(readiedBy, newSize);
        runningInstead = Arrays.copyOf(runningInstead, newSize);
        kinds = Arrays.copyOf(kinds, newSize);
    }

    /** Leaves out the shortest of more than are wanted; of those as long as each other the last. */
    void keepLongest() {
        if (size <= wanted) {
            return;
        }
        long[] durations = new long[size];
        for (int i = 0; i < size; i++) {
            durations[i] = ends[i] - starts[i];
        }
        long[] sorted = durations.clone();
        Arrays.sort(sorted);
        long shortest = wanted == 0 ? Long.MAX_VALUE : sorted[size - wanted];
        int room = wanted;
        for (int i = size - 1; i >= 0 && sorted[i] > shortest; i--) {
            room--;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (durations[i] > shortest || durations[i] == shortest && room-- > 0) {
                move(i, kept++);
            } else {
                leaveOut(durations[i]);
            }
        }
        size = kept;
        tooShort = shortest;
    }

    private void leaveOut(long duration) {
        leftOut++;
        longestLeftOut = Math.max(longestLeftOut, duration);
    }

    private void move(int from, int to) {
        starts[to] = starts[from];
        ends[to] = ends[from];
        threads[to] = threads[from];
        processors[to] = processors[from];
        priorities[to] = priorities[from];
        reasons[to] = reasons[from];
        readiedBy[to] = readiedBy[from];
        runningInstead[to] = runningInstead[from];
        kinds[to] = kinds[from];
    }

    int size() {
        return size;
    }

    /** How many slices there was no room for. */
    long leftOut() {
        return leftOut;
    }

    /** The duration of the longest slice that was left out, in nanoseconds. */
    long longestLeftOut() {
        return longestLeftOut;
    }

    long start(int slice) {
        return starts[slice];
    }

    long end(int slice) {
        return ends[slice];
    }

    int thread(int slice) {
        return threads[slice];
    }

    int processor(int slice) {
        return processors[slice];
    }

    int priority(int slice) {
        return priorities[slice];
    }

    int reason(int slice) {
        return reasons[slice];
    }

    int readiedBy(int slice) {
        return readiedBy[slice];
    }

    int runningInstead(int slice) {
        return runningInstead[slice];
    }

    int kind(int slice) {
        return kinds[slice];
    }

    /** The slices of each thread one after the other, each thread's in the order of their starts. */
    int[] byThread(int threadCount) {
        int[] first = new int[threadCount + 1];
        for (int i = 0; i < size; i++) {
            first[threads[i] + 1]++;
        }
        Arrays.parallelPrefix(first, Integer::sum);
        int[] next = first.clone();
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[next[threads[i]]++] = i;
        }
        for (int thread = 0; thread < threadCount; thread++) {
            sortByStart(order, first[thread], first[thread + 1]);
        }
        return order;
    }

    /** Slices come in this order, but for those of a JVM that wrote them itself. */
    private void sortByStart(int[] order, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (starts[order[i - 1]] > starts[order[i]]) {
                int[] sorted = IntStream.range(from, to)
                        .mapToObj(place -> order[place])
                        .sorted(Comparator.comparingLong(this::start))
                        .mapToInt(Integer::intValue)
                        .toArray();
                System.arraycopy(sorted, 0, order, from, sorted.length);
                return;
            }
        }
    }
}
