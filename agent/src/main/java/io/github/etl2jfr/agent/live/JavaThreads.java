package io.github.etl2jfr.agent.live;

import java.util.Arrays;
import java.util.stream.Stream;

/** The threads that run Java, but for those that the JVM hides, as some of its own. */
final class JavaThreads {
    private JavaThreads() {}

    /** Those that live now. */
    static Stream<Thread> alive() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        // More than there are now: those that do not fit would silently be missing.
        Thread[] threads = new Thread[2 * root.activeCount() + 16];
        int count = root.enumerate(threads);
        return Arrays.stream(threads, 0, count);
    }

    /** The ids of those that live now, sorted. */
    static long[] aliveIds() {
        return alive().mapToLong(Thread::getId).sorted().toArray();
    }
}
