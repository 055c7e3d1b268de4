package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.IdentityEvents;
import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.NameTable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The threads of a trace: for each id, who had it when. A life is one thread from its start to the start
 * of the next thread with its id (a thread still runs for a moment after the event that reports its end).
 * Lives are numbered in the order of their starts; the number is what the scheduler and the recording
 * know a thread by.
 *
 * <p>Kept in columns, as a trace can name hundreds of thousands. Built whole from the survey, then walked
 * forward in time; only threads that the trace never announces are added on the way.
 */
public final class ThreadDirectory {
    private static final int INITIAL_CAPACITY = 256;

    private final ProcessDirectory processes;
    private final NameTable nameTable;

    /** By thread id: who has it now; while the directory is built, who had it last. */
    private final IntMap current;

    private int size;
    private int[] threadIds;
    private long[] starts;
    private int[] names;
    private ProcessDirectory.Life[] owners;

    /** Lives whose start the trace tells; others are there when they are first heard of. */
    private final BitSet startTold = new BitSet();

    /** The first life that has not begun yet at the time the directory stands at. */
    private int nextToBegin;

    /** Lives from the survey; those after them were met on the way. */
    private final int announced;

    /**
     * @param identities what the trace tells, in the order of time
     * @param processes the processes the threads belong to
     */
    public ThreadDirectory(IdentityEvents identities, ProcessDirectory processes) {
        this.processes = processes;
        nameTable = identities.names();
        int capacity = expected(identities);
        current = new IntMap(capacity);
        threadIds = new int[capacity];
        starts = new long[capacity];
        names = new int[capacity];
        owners = new ProcessDirectory.Life[capacity];
        BitSet ended = new BitSet();
        int[] processIds = new int[capacity];
        for (int i = 0; i < identities.threads(); i++) {
            Kind kind = identities.kind(i);
            int threadId = identities.threadId(i);
            int life = current.get(threadId);
            boolean isNew = life == IntMap.MISSING
                    || kind == Kind.START
                    // Its start was lost; an ended thread may stay in rundowns, but not change its process.
                    || ended.get(life) && processIds[life] != identities.processId(i);
            if (isNew) {
                boolean startsHere = life != IntMap.MISSING || kind == Kind.START;
                life = add(threadId, startsHere ? identities.time(i) : ProcessDirectory.BEFORE_TRACE);
                if (processIds.length < threadIds.length) {
                    processIds = Arrays.copyOf(processIds, threadIds.length);
                }
                processIds[life] = identities.processId(i);
                current.put(threadId, life);
                startTold.set(life, kind == Kind.START);
            }
            if (owners[life] == null) {
                owners[life] = processes.find(identities.processId(i), identities.time(i));
            }
            if (identities.nameIndex(i) != NameTable.NONE || kind == Kind.NAME) {
                names[life] = identities.nameIndex(i);
            }
            if (kind == Kind.END) {
                ended.set(life);
            }
        }
        announced = size;
        current.clear();
        for (int life = 0; life < announced; life++) {
            if (isFromBeforeTrace(life)) {
                current.put(threadIds[life], life);
            }
        }
    }

    /** Threads that the trace announces, and some more: growing the columns takes twice their memory. */
    private static int expected(IdentityEvents identities) {
        int starts = 0;
        for (int i = 0; i < identities.threads(); i++) {
            Kind kind = identities.kind(i);
            if (kind == Kind.START || kind == Kind.RUNDOWN_START) {
                starts++;
            }
        }
        return starts + INITIAL_CAPACITY;
    }

    private void setCapacity(int capacity) {
        threadIds = Arrays.copyOf(threadIds, capacity);
        starts = Arrays.copyOf(starts, capacity);
        names = Arrays.copyOf(names, capacity);
        owners = Arrays.copyOf(owners, capacity);
    }

    private int add(int threadId, long start) {
        if (size == threadIds.length) {
            setCapacity(size + (size >> 1));
        }
        threadIds[size] = threadId;
        starts[size] = start;
        names[size] = NameTable.NONE;
        return size++;
    }

    /**
     * Moves on: from now on {@link #lifeOf} tells who has an id at this time.
     *
     * @param slices told of the threads that start
     */
    void advanceTo(long time, SliceBuilder slices) {
        while (nextToBegin < announced && starts[nextToBegin] <= time) {
            int life = nextToBegin++;
            if (!isFromBeforeTrace(life)) {
                current.put(threadIds[life], life);
                if (startTold.get(life)) {
                    slices.started(life, starts[life]);
                }
            }
        }
    }

    /** Whether the thread was there before the trace, as far as is known. */
    boolean isFromBeforeTrace(int life) {
        return starts[life] == ProcessDirectory.BEFORE_TRACE;
    }

    /** The thread that has an id now. One the trace has not announced yet is taken down as unknown. */
    int lifeOf(int threadId) {
        int life = current.get(threadId);
        if (life == IntMap.MISSING) {
            life = add(threadId, ProcessDirectory.BEFORE_TRACE);
            current.put(threadId, life);
        }
        return life;
    }

    /** The thread that has an id now, as the one that had it has ended. Who it is, the trace does not tell. */
    int nextLifeOf(int threadId, long time) {
        int life = add(threadId, time);
        current.put(threadId, life);
        return life;
    }

    /** Number of lives so far. */
    public int size() {
        return size;
    }

    /** The thread id, as unsigned number. */
    public long threadId(int life) {
        return Integer.toUnsignedLong(threadIds[life]);
    }

    /** The thread's own name, its last one if it had several; null if it has none. */
    public String name(int life) {
        return nameTable.get(names[life]);
    }

    /** The process the thread belongs to, null if the trace does not tell. */
    public ProcessDirectory.Life process(int life) {
        return owners[life];
    }

    public ProcessDirectory processes() {
        return processes;
    }
}
