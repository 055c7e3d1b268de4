package io.github.etl2jfr.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a trace tells about the identity of threads and processes: starts, ends, rundowns and names, in
 * the order of time. Thread events are kept in columns, as a trace can hold hundreds of thousands.
 */
public final class IdentityEvents {
    /** What an event says; at equal times the earlier constant comes first. */
    public enum Kind {
        /** It was there when the trace started. */
        RUNDOWN_START(0),
        START(1),
        /** Its name from now on. */
        NAME(2),
        END(3),
        /** It was there when the trace ended. */
        RUNDOWN_END(4);

        private static final Kind[] BY_CODE = values();

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    /**
     * One event about a process.
     *
     * @param kind what it says
     * @param time session clock's value
     * @param process the process
     */
    public record ProcessEvent(Kind kind, long time, ProcessRecord process) {}

    private static final int INITIAL_CAPACITY = 256;

    private final List<ProcessEvent> processes = new ArrayList<>();

    /** Texts of processes, each once: a process is told of at least twice. */
    private final Map<String, String> texts = new HashMap<>();

    private int threads;
    private long[] threadTimes = new long[INITIAL_CAPACITY];
    private int[] threadIds = new int[INITIAL_CAPACITY];
    private int[] processIds = new int[INITIAL_CAPACITY];
    private byte[] kinds = new byte[INITIAL_CAPACITY];
    private int[] threadNames = new int[INITIAL_CAPACITY];
    private final NameTable names = new NameTable();

    void add(Kind kind, long time, ProcessRecord process) {
        ProcessRecord compact = process.withTexts(shared(process.image()), shared(process.commandLine()));
        processes.add(new ProcessEvent(kind, time, compact));
    }

    private String shared(String text) {
        if (text == null) {
            return null;
        }
        String known = texts.putIfAbsent(text, text);
        return known == null ? text : known;
    }

    void add(Kind kind, long time, int processId, int threadId, String name) {
        if (threads == threadTimes.length) {
            setCapacity(threads + (threads >> 1));
        }
        threadTimes[threads] = time;
        threadIds[threads] = threadId;
        processIds[threads] = processId;
        kinds[threads] = kind.code;
        threadNames[threads] = names.add(name);
        threads++;
    }

    private void setCapacity(int capacity) {
        threadTimes = Arrays.copyOf(threadTimes, capacity);
        threadIds = Arrays.copyOf(threadIds, capacity);
        processIds = Arrays.copyOf(processIds, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        threadNames = Arrays.copyOf(threadNames, capacity);
    }

    /** Takes over what another worker found; the order is lost until {@link #sort}. */
    void addAll(IdentityEvents other) {
        for (ProcessEvent event : other.processes) {
            add(event.kind, event.time, event.process);
        }
        setCapacity(Math.max(INITIAL_CAPACITY, threads + other.threads));
        for (int i = 0; i < other.threads; i++) {
            add(other.kind(i), other.threadTimes[i], other.processIds[i], other.threadIds[i], other.name(i));
        }
    }

    /** Brings the events into an order that depends on what they say only, not on who found them. */
    void sort() {
        processes.sort(Comparator.comparingLong(ProcessEvent::time)
                .thenComparing(ProcessEvent::kind)
                .thenComparingInt(event -> event.process().processId()));
        int[] order = new int[threads];
        Arrays.setAll(order, i -> i);
        mergeSort(order);
        threadTimes = permuted(threadTimes, order);
        threadIds = permuted(threadIds, order);
        processIds = permuted(processIds, order);
        threadNames = permuted(threadNames, order);
        byte[] sortedKinds = new byte[threads];
        for (int i = 0; i < threads; i++) {
            sortedKinds[i] = kinds[order[i]];
        }
        kinds = sortedKinds;
    }

    /** Bottom-up, on plain ints: sorting boxed indexes would need many times the memory. */
    private void mergeSort(int[] order) {
        int[] from = order;
        int[] to = new int[order.length];
        for (int width = 1; width < order.length; width *= 2) {
            for (int left = 0; left < order.length; left += 2 * width) {
                merge(from, to, left, Math.min(left + width, order.length), Math.min(left + 2 * width, order.length));
            }
            int[] sorted = to;
            to = from;
            from = sorted;
        }
        if (from != order) {
            System.arraycopy(from, 0, order, 0, order.length);
        }
    }

    private void merge(int[] from, int[] to, int left, int middle, int right) {
        int a = left;
        int b = middle;
        for (int i = left; i < right; i++) {
            boolean takeLeft = b >= right || a < middle && compare(from[a], from[b]) <= 0;
            to[i] = takeLeft ? from[a++] : from[b++];
        }
    }

    private int compare(int a, int b) {
        int byTime = Long.compare(threadTimes[a], threadTimes[b]);
        if (byTime != 0) {
            return byTime;
        }
        int byKind = Byte.compare(kinds[a], kinds[b]);
        if (byKind != 0) {
            return byKind;
        }
        int byThread = Integer.compareUnsigned(threadIds[a], threadIds[b]);
        return byThread != 0 ? byThread : Integer.compareUnsigned(processIds[a], processIds[b]);
    }

    private static long[] permuted(long[] values, int[] order) {
        long[] result = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            result[i] = values[order[i]];
        }
        return result;
    }

    private static int[] permuted(int[] values, int[] order) {
        int[] result = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            result[i] = values[order[i]];
        }
        return result;
    }

    public List<ProcessEvent> processes() {
        return processes;
    }

    /** Number of events about threads; the other methods take an index below it. */
    public int threads() {
        return threads;
    }

    public Kind kind(int thread) {
        return Kind.BY_CODE[kinds[thread]];
    }

    /** Session clock's value. */
    public long time(int thread) {
        return threadTimes[thread];
    }

    public int threadId(int thread) {
        return threadIds[thread];
    }

    public int processId(int thread) {
        return processIds[thread];
    }

    /** The thread's name, null if the event gives none. */
    public String name(int thread) {
        return names.get(threadNames[thread]);
    }

    /** The thread's name as {@link #names} knows it. */
    public int nameIndex(int thread) {
        return threadNames[thread];
    }

    public NameTable names() {
        return names;
    }
}
