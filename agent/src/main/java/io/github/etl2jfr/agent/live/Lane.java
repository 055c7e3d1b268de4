package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The lane of a thread of which JFR has no constant: the one that chunks of ours have. Keys count up from where the
 * JVM's, which count up from 1, never get to, and none is ever given twice: a recording may outlast many traces.
 * Mission Control tells lanes apart by the operating system's ids, the JDK's tools show Java's, which are negative here.
 */
public final class Lane {
    private static final long FIRST_KEY = 1L << 40;

    /** Past the ids that Windows can give. */
    private static final long FIRST_PROCESSOR_ID = 1L << 32;

    private static final long FIRST_REPLACED_ID = 1L << 33;

    private static final AtomicLong THREADS = new AtomicLong();
    private static final AtomicLong GROUPS = new AtomicLong();

    private final ThreadConstant thread;

    /** The group of the thread; null for none. */
    private final ThreadGroupConstant group;

    /** Number of the chunk that has the constants. */
    private int chunk;

    private Lane(ThreadConstant thread, ThreadGroupConstant group) {
        this.thread = thread;
        this.group = group;
    }

    private static Lane of(long number, String name, long osThreadId, ThreadGroupConstant group) {
        return new Lane(
                new ThreadConstant(
                        FIRST_KEY + number,
                        name,
                        osThreadId,
                        null,
                        -1 - number,
                        group == null ? 0 : group.key(),
                        false),
                group);
    }

    /**
     * A lane of a thread's own.
     *
     * @param name with the thread's id
     * @param isIdTaken whether another thread in the recordings has, or had, the id
     * @param group null for none
     */
    static Lane of(String name, long osThreadId, boolean isIdTaken, ThreadGroupConstant group) {
        long number = THREADS.getAndIncrement();
        return of(number, name, isIdTaken ? FIRST_REPLACED_ID + number : osThreadId, group);
    }

    /** The lane of a processor. */
    static Lane ofProcessor(String name, int processor, ThreadGroupConstant group) {
        return of(THREADS.getAndIncrement(), name, FIRST_PROCESSOR_ID + processor, group);
    }

    /**
     * A thread of this JVM, as chunks of ours name it: the JVM's constants are in its chunks only. The lane is the
     * JVM's, as the ids are; the key is not, as all that a key means must be equal in all chunks, and of the JVM's
     * threads not all is known.
     *
     * @param javaThreadId 0 if it runs no Java
     */
    static Lane ofJvmThread(String name, long osThreadId, long javaThreadId) {
        long key = FIRST_KEY + THREADS.getAndIncrement();
        return new Lane(
                new ThreadConstant(key, name, osThreadId, javaThreadId == 0 ? null : name, javaThreadId, 0, false),
                null);
    }

    /** A group of threads, such as those of a process. */
    public static ThreadGroupConstant group(String name) {
        return new ThreadGroupConstant(FIRST_KEY + GROUPS.getAndIncrement(), 0, name);
    }

    ThreadConstant thread() {
        return thread;
    }

    ThreadGroupConstant group() {
        return group;
    }

    /** Whether a chunk is the last that got the constants. */
    boolean isIn(int chunkNumber) {
        return chunk == chunkNumber;
    }

    /** Notes that a chunk has the constants. */
    void enter(int chunkNumber) {
        chunk = chunkNumber;
    }
}
