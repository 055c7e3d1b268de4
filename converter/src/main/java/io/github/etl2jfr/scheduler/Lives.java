package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.NameTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What is known of the lives of threads ({@link ThreadDirectory} says what they are), in columns, as a trace can name
 * hundreds of thousands. Those with the same id are numbered in the order of their starts.
 */
final class Lives {
    static final long NEVER = Long.MIN_VALUE;

    private final IdentityLimits limits;

    int size;
    int[] threadIds;
    long[] starts;
    long[] endEvents;
    int[] names;
    ProcessDirectory.Life[] owners;

    /** Lives whose start the trace tells; others are there when they are first heard of. */
    final BitSet startTold = new BitSet();

    /**
     * Those that stand for nobody: from a loss on, in which a thread ended, to the last one before the trace tells of
     * another with its id, it is not known who had that.
     */
    final BitSet nobodys = new BitSet();

    /** Lives whose start was lost, and that have their ids since the end of a loss, after a life that is nobody's. */
    final BitSet knownSinceLoss = new BitSet();

    /** By life that has ended: what is told after that of its id, in its process. Of few, most of them in a rundown. */
    final Map<Integer, Again> toldAgain = new HashMap<>();

    /**
     * Of the life that ended, which may still run then, or be referred to; or of the next one with its id, if there is
     * one by then. In between it can be either's.
     *
     * @param nameTime when the name was told, or {@link #NEVER}
     */
    record Again(long time, ProcessDirectory.Life owner, int name, long nameTime) {
        Again then(Again later) {
            return later.nameTime == NEVER ? new Again(later.time, later.owner, name, nameTime) : later;
        }

        /** The name of the next life, if it was there by then. */
        int nameSince(long start) {
            return nameTime >= start ? name : NameTable.NONE;
        }
    }

    /**
     * @param capacity lives for which there is room at first: growing takes twice the memory
     */
    Lives(int capacity, IdentityLimits limits) {
        this.limits = limits;
        threadIds = new int[capacity];
        starts = new long[capacity];
        endEvents = new long[capacity];
        names = new int[capacity];
        owners = new ProcessDirectory.Life[capacity];
    }

    /**
     * Adds a life.
     *
     * @return its number
     * @throws IOException if there is no room for more
     */
    int add(int threadId, long start) throws IOException {
        limits.requireThread(size);
        if (size == threadIds.length) {
            setCapacity(size + (size >> 1));
        }
        threadIds[size] = threadId;
        starts[size] = start;
        endEvents[size] = ProcessDirectory.AFTER_TRACE;
        names[size] = NameTable.NONE;
        owners[size] = null;
        return size++;
    }

    private void setCapacity(int capacity) {
        threadIds = Arrays.copyOf(threadIds, capacity);
        starts = Arrays.copyOf(starts, capacity);
        endEvents = Arrays.copyOf(endEvents, capacity);
        names = Arrays.copyOf(names, capacity);
        owners = Arrays.copyOf(owners, capacity);
    }

    /** Whether the thread was there before the trace, as far as is known. */
    boolean isFromBeforeTrace(int life) {
        return starts[life] == ProcessDirectory.BEFORE_TRACE;
    }

    boolean isToldToStart(int life, long time) {
        return startTold.get(life) && starts[life] == time;
    }
}
