package io.github.etl2jfr.agent.live;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * A monitor that one can wait on without an event of JFR's, which tells all other waits: a {@code jdk.ThreadPark},
 * {@code jdk.ThreadSleep} or {@code jdk.JavaMonitorWait} each time. Of a thread that looks for news again and again no
 * user wants to see them. JFR leaves out the waits on monitors of one class, that of its own ({@code
 * ObjectMonitor::wait} in HotSpot, JDK-8286707).
 */
public final class QuietMonitor {
    /** What JFR's own threads wait on. Its class has a name in JDK 17 and another one in JDK 25. */
    private static final String MONITOR = "CHUNK_ROTATION_MONITOR";

    private QuietMonitor() {}

    /**
     * Gives a monitor of the caller's own.
     *
     * @param instrumentation which alone can open JFR's packages; null if there is none
     * @return where JFR's inside is not as expected, one on which waits are told
     */
    public static Object create(Instrumentation instrumentation) {
        try {
            Class<?> jvm = Class.forName(EventWriters.JVM);
            Class<?> quiet = EventWriters.lookup(instrumentation, jvm)
                    .findStaticVarHandle(jvm, MONITOR, Object.class)
                    .get()
                    .getClass();
            if (quiet.getModule() != jvm.getModule()) {
                return new Object();
            }
            MethodHandle constructor = EventWriters.lookup(instrumentation, quiet)
                    .findConstructor(quiet, MethodType.methodType(void.class));
            return constructor.asType(MethodType.methodType(Object.class)).invokeExact();
        } catch (Throwable e) {
            // It costs events that say nothing.
            return new Object();
        }
    }
}
