package io.github.etl2jfr.kernel;

import java.io.IOException;
import java.util.ArrayList;
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
        /** It was there, or still referred to, when the trace ended. */
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
     * @param buffer its number in the file
     */
    public record ProcessEvent(Kind kind, long time, ProcessRecord process, int buffer) {}

    /** Some events about threads, in columns. */
    private static final class Block {
        static final int SHIFT = 12;
        static final int SIZE = 1 << SHIFT;

        final long[] times = new long[SIZE];
        final int[] threadIds = new int[SIZE];
        final int[] processIds = new int[SIZE];
        final int[] names = new int[SIZE];
        final byte[] kinds = new byte[SIZE];

        /** Numbers in the file of the buffers that tell. */
        final int[] buffers = new int[SIZE];

        /** Copies an event to a place. */
        void set(int at, Block source, int event) {
            times[at] = source.times[event];
            threadIds[at] = source.threadIds[event];
            processIds[at] = source.processIds[event];
            names[at] = source.names[event];
            kinds[at] = source.kinds[event];
            buffers[at] = source.buffers[event];
        }
    }

    private final IdentityLimits limits;
    private List<ProcessEvent> processes = new ArrayList<>();

    /** Texts of processes, each once: a process is told of at least twice. */
    private final Map<String, String> texts = new HashMap<>();

    private long textBytes;

    /** Blocks, not ever larger arrays: growing those takes twice the memory. */
    private final List<Block> blocks = new ArrayList<>();

    private int threads;
    private final NameTable names;

    IdentityEvents(IdentityLimits limits) {
        this.limits = limits;
        names = new NameTable(limits);
    }

    /**
     * Takes in what a buffer tells, for one thread. Buffers may be looked through by several, in any order.
     *
     * @param buffer its number in the file
     */
    IdentitySink ofBuffer(int buffer) {
        return new IdentitySink() {
            @Override
            public void add(Kind kind, long time, ProcessRecord process) throws IOException {
                IdentityEvents.this.add(buffer, kind, time, process);
            }

            @Override
            public void add(Kind kind, long time, int processId, int threadId, String name) throws IOException {
                IdentityEvents.this.add(buffer, kind, time, processId, threadId, name);
            }
        };
    }

    private synchronized void add(int buffer, Kind kind, long time, ProcessRecord process) throws IOException {
        limits.requireProcess(processes.size());
        ProcessRecord compact = process.withTexts(shared(process.image()), shared(process.commandLine()));
        processes.add(new ProcessEvent(kind, time, compact, buffer));
    }

    private String shared(String text) throws IOException {
        if (text == null) {
            return null;
        }
        String known = texts.putIfAbsent(text, text);
        if (known != null) {
            return known;
        }
        textBytes += (long) text.length() * Character.BYTES;
        limits.requireNames(textBytes);
        return text;
    }

    private synchronized void add(int buffer, Kind kind, long time, int processId, int threadId, String name)
            throws IOException {
        limits.requireThread(threads);
        if (at(threads) == 0) {
            blocks.add(new Block());
        }
        Block block = block(threads);
        int at = at(threads);
        block.times[at] = time;
        block.threadIds[at] = threadId;
        block.processIds[at] = processId;
        block.names[at] = names.add(name);
        block.kinds[at] = kind.code;
        block.buffers[at] = buffer;
        threads++;
    }

    private Block block(int thread) {
        return blocks.get(thread >>> Block.SHIFT);
    }

    private static int at(int thread) {
        return thread & Block.SIZE - 1;
    }

    /**
     * Brings the events into an order that depends on what they say and where they lie in the file, not on who found
     * them first. Those of a buffer stay in its order.
     */
    synchronized void sort() {
        processes.sort(Comparator.comparingLong(ProcessEvent::time)
                .thenComparing(ProcessEvent::kind)
                .thenComparingInt(event -> event.process().processId())
                .thenComparingInt(ProcessEvent::buffer));
        permute(IndexSort.sorted(threads, this::compare));
        texts.clear();
    }

    /** Brings each event to its place, in place: round each cycle, and then that is done. */
    private void permute(int[] order) {
        Block spare = new Block();
        for (int start = 0; start < order.length; start++) {
            if (order[start] == start) {
                continue;
            }
            spare.set(0, block(start), at(start));
            int target = start;
            while (order[target] != start) {
                int source = order[target];
                block(target).set(at(target), block(source), at(source));
                order[target] = target;
                target = source;
            }
            block(target).set(at(target), spare, 0);
            order[target] = target;
        }
    }

    private int compare(int a, int b) {
        int byTime = Long.compare(time(a), time(b));
        if (byTime != 0) {
            return byTime;
        }
        int byKind = Byte.compare(block(a).kinds[at(a)], block(b).kinds[at(b)]);
        if (byKind != 0) {
            return byKind;
        }
        int byThread = Integer.compareUnsigned(threadId(a), threadId(b));
        if (byThread != 0) {
            return byThread;
        }
        int byProcess = Integer.compareUnsigned(processId(a), processId(b));
        return byProcess != 0 ? byProcess : Integer.compare(block(a).buffers[at(a)], block(b).buffers[at(b)]);
    }

    public List<ProcessEvent> processes() {
        return processes;
    }

    /** Gives back the memory of what is told of processes, once all who need it have read it. */
    public void forgetProcesses() {
        processes = List.of();
    }

    /** Number of events about threads; the other methods take an index below it. */
    public int threads() {
        return threads;
    }

    public Kind kind(int thread) {
        return Kind.BY_CODE[block(thread).kinds[at(thread)]];
    }

    /** Session clock's value. */
    public long time(int thread) {
        return block(thread).times[at(thread)];
    }

    public int threadId(int thread) {
        return block(thread).threadIds[at(thread)];
    }

    public int processId(int thread) {
        return block(thread).processIds[at(thread)];
    }

    /** The thread's name as {@link #names} knows it: that of null if the event gives none. */
    public int nameIndex(int thread) {
        return block(thread).names[at(thread)];
    }

    public NameTable names() {
        return names;
    }

    /** How much may be kept of what is met on the way, too. */
    public IdentityLimits limits() {
        return limits;
    }
}
