package io.github.etl2jfr.agent.live;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Objects;

/** A thread as slices name it: one of this JVM, of which its recording has a constant, or any other. */
public final class TracedThread {
    static final long NO_KEY = 0;

    private static final WeakReference<Thread> NONE = new WeakReference<>(null);

    private final long osThreadId;
    private final long key;
    private final long javaThreadId;
    private final long sinceTicks;
    private volatile String name;
    private volatile long endTicks = Long.MAX_VALUE;
    private volatile WeakReference<Thread> javaThread;

    /** The next thread that has the same id of the operating system. */
    private volatile TracedThread successor;

    /**
     * @param key of the constant in this JVM's recording, 0 if it has none
     * @param javaThreadId 0 if it runs no Java
     * @param sinceTicks when it started, or was first seen
     */
    TracedThread(long osThreadId, long key, String name, long javaThreadId, long sinceTicks) {
        this.osThreadId = osThreadId;
        this.key = key;
        this.javaThreadId = javaThreadId;
        this.sinceTicks = sinceTicks;
        rename(name);
    }

    /**
     * A thread of another process.
     *
     * @param name of the thread or its program
     */
    public static TracedThread foreign(long osThreadId, String name) {
        return new TracedThread(osThreadId, NO_KEY, Objects.requireNonNull(name), 0, 0);
    }

    /** The idle thread of a processor. */
    public static TracedThread processor(int number) {
        TracedThread thread = new TracedThread(0, NO_KEY, "CPU", 0, 0);
        thread.name = "CPU " + number;
        return thread;
    }

    /** The operating system's id. */
    public long osThreadId() {
        return osThreadId;
    }

    /** Name and id: <code>java.exe (4711)</code>. */
    public String name() {
        return name;
    }

    /** As {@link #name}, null if there is no thread. */
    static String nameOf(TracedThread thread) {
        return thread == null ? null : thread.name();
    }

    /** Whether it is, or was, a thread of this JVM. */
    public boolean isOfThisJvm() {
        return key != NO_KEY;
    }

    /** Whether it runs Java, unlike the JVM's own threads and those of other processes. */
    public boolean isJava() {
        return javaThreadId != 0;
    }

    /** What events of this JVM's recording hold for it. */
    long key() {
        return key;
    }

    void rename(String newName) {
        name = name(newName, osThreadId);
    }

    /** Name and id, as all threads are named: <code>java.exe (4711)</code>. */
    public static String name(String name, long osThreadId) {
        return "%s (%d)".formatted(name, osThreadId);
    }

    /** Whether it is this thread. */
    public boolean is(Thread thread) {
        return javaThreadId == thread.getId();
    }

    /** Whether it had not ended at a time, as far as is known. */
    public boolean isThereAt(long ticks) {
        return ticks <= endTicks;
    }

    /** When it started, or was first seen. */
    long sinceTicks() {
        return sinceTicks;
    }

    /** When it ended, {@link Long#MAX_VALUE} before it is known to. */
    long endTicks() {
        return endTicks;
    }

    void end(long ticks) {
        endTicks = ticks;
    }

    TracedThread successor() {
        return successor;
    }

    void setSuccessor(TracedThread next) {
        successor = next;
    }

    /** The thread itself, null if it runs no Java or has ended. */
    Thread javaThread() {
        WeakReference<Thread> reference = javaThread;
        if (reference == null) {
            reference = isJava() ? find(javaThreadId) : NONE;
            javaThread = reference;
        }
        Thread thread = reference.get();
        return thread != null && thread.isAlive() ? thread : null;
    }

    private static WeakReference<Thread> find(long javaThreadId) {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        // More than there are now: those that do not fit would silently be missing.
        Thread[] threads = new Thread[2 * root.activeCount() + 16];
        int count = root.enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .filter(thread -> thread.getId() == javaThreadId)
                .findAny()
                .map(WeakReference::new)
                .orElse(NONE);
    }
}
