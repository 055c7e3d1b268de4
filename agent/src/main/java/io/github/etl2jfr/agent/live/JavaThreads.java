package io.github.etl2jfr.agent.live;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The threads that run Java, but for those that the JVM hides, as some of its own. Nothing is asked that an application
 * can override: its code would run on the agent's thread, and may tell anything.
 */
final class JavaThreads {
    /** Stands for an id that cannot be told; no thread has it. */
    static final long UNKNOWN = -1;

    private static final int MIN_CAPACITY = 64;

    private static final Lookup HERE = MethodHandles.lookup();
    private static final MethodType ID = MethodType.methodType(long.class);

    /** Up to JDK 18 the only one that tells the id; applications can override it. */
    private static final String OLD_METHOD = "getId";

    /** What tells a thread's id, by class. */
    private static final ClassValue<MethodHandle> IDS = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> threadClass) {
            MethodHandle id;
            try {
                id = idOf(threadClass);
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                id = MethodHandles.dropArguments(MethodHandles.constant(long.class, UNKNOWN), 0, Thread.class);
            }
            return id.asType(ID.insertParameterTypes(0, Thread.class));
        }
    };

    private JavaThreads() {}

    /** The Java threads that live now. */
    static Stream<Thread> alive() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[MIN_CAPACITY];
        int count = root.enumerate(threads);
        // Those that do not fit would silently be missing; how many there are, applications can override.
        while (count == threads.length) {
            threads = new Thread[2 * threads.length];
            count = root.enumerate(threads);
        }
        return Arrays.stream(threads, 0, count);
    }

    /** The ids of those that live now, sorted. */
    static long[] aliveIds() {
        return alive().mapToLong(JavaThreads::id).sorted().toArray();
    }

    /** The id that Java gave a thread, as JFR tells it, or {@link #UNKNOWN}. */
    static long id(Thread thread) {
        try {
            return (long) IDS.get(thread.getClass()).invokeExact(thread);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle idOf(Class<?> threadClass) throws ReflectiveOperationException {
        try {
            return HERE.findVirtual(Thread.class, "threadId", ID);
        } catch (NoSuchMethodException e) {
            return oldIdOf(threadClass);
        }
    }

    /** A thread's id asked with {@code super}, as its class could, past whatever overrides the method. */
    private static MethodHandle oldIdOf(Class<?> threadClass) throws ReflectiveOperationException {
        Class<?> first = firstOfOthers(threadClass);
        if (first == null) {
            return HERE.findVirtual(Thread.class, OLD_METHOD, ID);
        }
        try {
            return MethodHandles.privateLookupIn(first, HERE).findSpecial(Thread.class, OLD_METHOD, ID, first);
        } catch (IllegalAccessException e) {
            // Of a module that is closed to the agent.
            if (threadClass.getMethod(OLD_METHOD).getDeclaringClass() != Thread.class) {
                throw e;
            }
            return HERE.findVirtual(Thread.class, OLD_METHOD, ID);
        }
    }

    /** The class next to {@link Thread} that is not Java's own, of which none overrides the method; null if all are. */
    private static Class<?> firstOfOthers(Class<?> threadClass) {
        Class<?> first = null;
        for (Class<?> it = threadClass; it != Thread.class; it = it.getSuperclass()) {
            ClassLoader loader = it.getClassLoader();
            if (loader != null && loader != ClassLoader.getPlatformClassLoader()) {
                first = it;
            }
        }
        return first;
    }
}
