package io.github.etl2jfr.recording;

import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The constants that stand for threads, and for the groups they are shown in. A thread's key follows
 * from its {@link ThreadRef}, so that it is the same in every chunk, as readers demand; a chunk holds
 * those its events refer to.
 *
 * <p>Every thread has an OS thread id and a Java thread id of its own, as some tools put events on one
 * lane by the one and some by the other. Java thread ids are negative here: no Java thread has such a
 * one. Processors are pseudo-threads; their OS thread ids are past those Windows can give.
 */
final class ThreadConstants {
    private static final long FIRST_PROCESSOR_OS_ID = 1L << 32;

    /** Keys in a word. */
    private static final int BITS = 6;

    private static final int UNKNOWN_GROUP = 0;
    private static final int PROCESSORS_GROUP = 1;
    private static final int FIRST_PROCESS_GROUP = 2;

    private final ThreadDirectory threads;
    private final Metadata metadata;
    private final BitSet groups = new BitSet();

    /** A bit for each key that this chunk uses. */
    private long[] used = new long[64];

    /** Keys below are processors; they come first, as they are few and used often. */
    private final int firstThreadKey;

    /**
     * @param processors number of processors, each below it
     */
    ThreadConstants(ThreadDirectory threads, int processors, Metadata metadata) {
        this.threads = threads;
        this.metadata = metadata;
        this.firstThreadKey = 1 + processors;
    }

    /** The key of a thread, which will be in the chunk's pool from now on; 0 for no thread. */
    int use(int thread) {
        if (thread == ThreadRef.NONE) {
            return 0;
        }
        int key = ThreadRef.isIdle(thread) ? 1 + ThreadRef.processor(thread) : firstThreadKey + thread;
        int word = key >>> BITS;
        if (word >= used.length) {
            used = Arrays.copyOf(used, Math.max(word + 1, used.length * 2));
        }
        used[word] |= 1L << key;
        return key;
    }

    /**
     * Writes the pools of this chunk and starts those of the next.
     *
     * @param target receives the number of pools and the pools
     */
    void drainTo(EventBuffer target) {
        BitSet keys = BitSet.valueOf(used);
        int usedCount = keys.cardinality();
        keys.stream().forEach(key -> groups.set(group(key)));
        groups.clear(UNKNOWN_GROUP);
        // A pool without constants makes the whole file unreadable for the JDK.
        target.reserve(64);
        target.putInt((usedCount == 0 ? 0 : 1) + (groups.isEmpty() ? 0 : 1));
        if (usedCount > 0) {
            target.putLong(metadata.threadTypeId());
            target.putInt(usedCount);
            keys.stream().forEach(key -> putThread(key, target));
        }
        if (!groups.isEmpty()) {
            target.reserve(64);
            target.putLong(metadata.threadGroupTypeId());
            target.putInt(groups.cardinality());
            groups.stream().forEach(group -> putGroup(group, target));
        }
        groups.clear();
        Arrays.fill(used, 0);
    }

    private void putThread(int key, EventBuffer target) {
        target.reserve(64);
        target.putLong(key);
        if (key < firstThreadKey) {
            int processor = key - 1;
            target.putString(processorName(processor));
            target.putLong(FIRST_PROCESSOR_OS_ID + processor);
            target.putString(null);
            target.putLong(javaThreadId(key));
            target.putLong(group(key));
            return;
        }
        int life = key - firstThreadKey;
        target.putString(threadName(life));
        target.putLong(threads.threadId(life));
        target.putString(null);
        target.putLong(javaThreadId(key));
        target.putLong(group(key));
    }

    private static long javaThreadId(int key) {
        return -1L - key;
    }

    /** Key of the group of a thread. */
    private int group(int key) {
        if (key < firstThreadKey) {
            return PROCESSORS_GROUP;
        }
        ProcessDirectory.Life process = threads.process(key - firstThreadKey);
        return process == null ? UNKNOWN_GROUP : FIRST_PROCESS_GROUP + process.index();
    }

    private void putGroup(int key, EventBuffer target) {
        target.putLong(key);
        target.putLong(UNKNOWN_GROUP); // parent
        target.putString(
                key == PROCESSORS_GROUP
                        ? "Processors"
                        : processName(threads.processes().lives().get(key - FIRST_PROCESS_GROUP)));
    }

    static String processorName(int processor) {
        return "CPU " + processor;
    }

    private static String processName(ProcessDirectory.Life process) {
        return named(imageOf(process), Integer.toUnsignedLong(process.processId()));
    }

    /** Not by a format, whose digits would be those of the user's language. */
    private static String named(String name, long id) {
        return name + " (" + id + ")";
    }

    /** The process of a thread, as its group is named; null if the trace does not tell. */
    String processName(int thread) {
        ProcessDirectory.Life process = threads.process(thread);
        return process == null ? null : processName(process);
    }

    private static String imageOf(ProcessDirectory.Life process) {
        return process == null || process.image() == null ? "Unknown" : process.image();
    }

    private String threadName(int life) {
        String name = threads.name(life);
        return named(name == null ? imageOf(threads.process(life)) : name, threads.threadId(life));
    }
}
