package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.AddedConstants;
import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.jfr.ShortText;
import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The constants that stand for threads, and for the groups they are shown in. Threads have numbers here:
 * first nobody and the processors, then those that a JVM's recording knows, then all others, in the order
 * of their {@link ThreadRef}. The key of a constant follows from the number, so that it is the same in
 * every chunk, as readers demand; a chunk holds those its events refer to.
 *
 * <p>Every thread has a Java thread id of its own, and an OS thread id, as some tools put events on one
 * lane by the one and some by the other. Java thread ids are negative here: no Java thread has such a
 * one. Processors are pseudo-threads; their OS thread ids are past those Windows can give. So are, in a
 * JVM's recording, those of threads whose id the JVM knows as another's, or which got that of an earlier
 * one; in a recording of ours these two have the same.
 */
final class ThreadConstants {
    private static final long FIRST_PROCESSOR_OS_ID = 1L << 32;
    private static final long FIRST_REPLACED_OS_ID = 1L << 33;

    /** Longer names are cut: no real one is, and all threads of a process that has no names for them have its name. */
    private static final int LONGEST_NAME = 1000;

    /** Then another chunk is begun: the names of these, and of as many processes, fit into an event of 256 MB. */
    private static final int MOST_IN_A_CHUNK = 1 << 15;

    /** Numbers in a word. */
    private static final int BITS = 6;

    private static final int UNKNOWN_GROUP = 0;
    private static final int PROCESSORS_GROUP = 1;
    private static final int FIRST_PROCESS_GROUP = 2;

    private final ThreadDirectory threads;

    /** The JVM's threads; null without its recording. */
    private final JvmThreads jvm;

    private final ThreadKeys keys;

    /** Added to the keys of groups. */
    private final long groupShift;

    private final long threadTypeId;
    private final long threadGroupTypeId;

    /** Threads with lower numbers are processors; they come first, as they are few and used often. */
    private final int firstJvmThread;

    private final int firstThread;

    /** A bit for each number that this chunk uses. */
    private long[] used;

    /**
     * The threads of a recording of ours.
     *
     * @param processors number of processors, each below it
     */
    ThreadConstants(ThreadDirectory threads, int processors, Metadata metadata) {
        this(threads, processors, metadata, null, new ThreadKeys(1 + processors, new long[0], 0), 0);
    }

    /**
     * The threads of a JVM's recording, and others.
     *
     * @param processors number of processors, each below it
     * @param firstThreadKey of those not used yet
     * @param firstGroupKey of those not used yet
     */
    ThreadConstants(
            ThreadDirectory threads,
            int processors,
            Metadata metadata,
            JvmThreads jvm,
            long firstThreadKey,
            long firstGroupKey) {
        this(
                threads,
                processors,
                metadata,
                jvm,
                new ThreadKeys(
                        1 + processors,
                        jvm.constants().stream().mapToLong(ThreadConstant::key).toArray(),
                        firstThreadKey - 1),
                firstGroupKey - 1);
    }

    private ThreadConstants(
            ThreadDirectory threads,
            int processors,
            Metadata metadata,
            JvmThreads jvm,
            ThreadKeys keys,
            long groupShift) {
        this.threads = threads;
        this.jvm = jvm;
        this.keys = keys;
        this.groupShift = groupShift;
        this.threadTypeId = metadata.threadTypeId();
        this.threadGroupTypeId = metadata.threadGroupTypeId();
        this.firstJvmThread = 1 + processors;
        this.firstThread = firstJvmThread + (jvm == null ? 0 : jvm.constants().size());
        // Only threads met later make it grow: whenever it does, the compiler starts anew with all that use it.
        this.used = new long[1 + (firstThread + threads.size() >> BITS)];
    }

    ThreadKeys keys() {
        return keys;
    }

    /**
     * The number of a thread, which will be in the chunk's pool from now on; 0 for no thread.
     *
     * @param time session clock's value at which it is meant
     */
    int use(int thread, long time) {
        if (thread == ThreadRef.NONE) {
            return 0;
        }
        return used(ThreadRef.isIdle(thread) ? 1 + ThreadRef.processor(thread) : number(thread, time));
    }

    private int number(int life, long time) {
        if (jvm != null) {
            int index = jvm.indexOf(life, time);
            if (index != JvmThreads.NONE) {
                return firstJvmThread + index;
            }
        }
        return firstThread + life;
    }

    /** As {@link #use}, of one of the JVM's threads by its place among them. */
    int useJvmThread(int index) {
        return used(firstJvmThread + index);
    }

    private int used(int number) {
        int word = number >>> BITS;
        if (word >= used.length) {
            used = Arrays.copyOf(used, Math.max(word + 1, used.length * 2));
        }
        used[word] |= 1L << number;
        return number;
    }

    /** Whether more threads had better be in another chunk's pool. */
    boolean isFull() {
        int inUse = 0;
        for (long word : used) {
            inUse += Long.bitCount(word);
        }
        return inUse >= MOST_IN_A_CHUNK;
    }

    /**
     * Writes the pools of this chunk and starts those of the next.
     *
     * @param target receives the number of pools and the pools
     */
    void drainTo(EventBuffer target) {
        BitSet numbers = drain();
        BitSet groups = groups(numbers);
        // A pool without constants makes the whole file unreadable for the JDK.
        target.putInt((numbers.isEmpty() ? 0 : 1) + (groups.isEmpty() ? 0 : 1));
        if (!numbers.isEmpty()) {
            target.putLong(threadTypeId);
            target.putInt(numbers.cardinality());
            numbers.stream().forEach(number -> put(constant(number), target));
        }
        if (!groups.isEmpty()) {
            target.putLong(threadGroupTypeId);
            target.putInt(groups.cardinality());
            groups.stream().forEach(group -> put(groupConstant(group), target));
        }
    }

    private static void put(ThreadConstant thread, EventBuffer target) {
        target.putLong(thread.key());
        target.putString(thread.osName());
        target.putLong(thread.osThreadId());
        target.putString(thread.javaName());
        target.putLong(thread.javaThreadId());
        target.putLong(thread.groupKey());
    }

    private static void put(ThreadGroupConstant group, EventBuffer target) {
        target.putLong(group.key());
        target.putLong(group.parentKey());
        target.putString(group.name());
    }

    /** Adds the constants of this chunk and starts those of the next. */
    void drainTo(AddedConstants target) {
        BitSet numbers = drain();
        numbers.stream().forEach(number -> target.put(constant(number)));
        groups(numbers).stream().forEach(group -> target.put(groupConstant(group)));
        numbers.stream().filter(this::isJvmThread).forEach(number -> {
            ThreadGroupConstant group = jvm.group(constant(number).groupKey());
            while (group != null && target.put(group)) {
                group = jvm.group(group.parentKey());
            }
        });
    }

    private BitSet drain() {
        BitSet numbers = BitSet.valueOf(used);
        Arrays.fill(used, 0);
        return numbers;
    }

    private boolean isJvmThread(int number) {
        return number >= firstJvmThread && number < firstThread;
    }

    private ThreadConstant constant(int number) {
        long key = keys.key(number);
        if (isJvmThread(number)) {
            return jvm.constants().get(number - firstJvmThread);
        }
        if (number < firstJvmThread) {
            int processor = number - 1;
            return constant(key, number, "CPU " + processor, FIRST_PROCESSOR_OS_ID + processor);
        }
        int life = number - firstThread;
        long threadId = threads.threadId(life);
        boolean isTaken = jvm != null && (jvm.hasThreadId(threadId) || threads.isThreadIdReused(life));
        return constant(key, number, threadName(life), isTaken ? FIRST_REPLACED_OS_ID + life : threadId);
    }

    private ThreadConstant constant(long key, int number, String name, long osThreadId) {
        int group = group(number);
        return new ThreadConstant(
                key, name, osThreadId, null, -1L - number, group == UNKNOWN_GROUP ? 0 : group + groupShift, false);
    }

    /** The groups of threads, but those that the JVM's recording has. */
    private BitSet groups(BitSet numbers) {
        BitSet groups = new BitSet();
        numbers.stream().filter(number -> !isJvmThread(number)).forEach(number -> groups.set(group(number)));
        groups.clear(UNKNOWN_GROUP);
        return groups;
    }

    /** The group of a thread that the JVM does not know. */
    private int group(int number) {
        if (number < firstJvmThread) {
            return PROCESSORS_GROUP;
        }
        ProcessDirectory.Life process = threads.process(number - firstThread);
        return process == null ? UNKNOWN_GROUP : FIRST_PROCESS_GROUP + process.index();
    }

    private ThreadGroupConstant groupConstant(int group) {
        String name = group == PROCESSORS_GROUP
                ? "Processors"
                : processName(threads.processes().lives().get(group - FIRST_PROCESS_GROUP));
        return new ThreadGroupConstant(group + groupShift, 0, name);
    }

    private static String processName(ProcessDirectory.Life process) {
        return named(imageOf(process), Integer.toUnsignedLong(process.processId()));
    }

    /** Not by a format, whose digits would be those of the user's language. */
    private static String named(String name, long id) {
        return ShortText.of(name, LONGEST_NAME) + " (" + id + ")";
    }

    /** The process of a thread, as its group is named; null if the trace does not tell. */
    String processName(int thread) {
        ProcessDirectory.Life process = threads.process(thread);
        return process == null ? null : processName(process);
    }

    /**
     * The JVM's process, as the group of its threads that the JVM does not know is named; null if the trace does not tell
     * of it, or if there is no JVM.
     *
     * @param time session clock's value at which it was there; the process before may have had its id
     */
    String jvmProcessName(long time) {
        return threads.processes().lives().stream()
                .filter(process -> jvm != null && jvm.processId() == Integer.toUnsignedLong(process.processId()))
                .filter(process -> process.image() != null)
                .reduce((earlier, later) -> later.start() <= time ? later : earlier)
                .map(ThreadConstants::processName)
                .orElse(null);
    }

    private static String imageOf(ProcessDirectory.Life process) {
        return process == null || process.image() == null ? "Unknown" : process.image();
    }

    private String threadName(int life) {
        String name = threads.name(life);
        return named(name == null ? imageOf(threads.process(life)) : name, threads.threadId(life));
    }
}
