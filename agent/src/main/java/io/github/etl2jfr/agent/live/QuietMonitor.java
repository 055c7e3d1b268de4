package io.github.etl2jfr.agent.live;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;

/**
 * A monitor that one can wait on without an event of JFR's. It leaves out the waits on monitors of one class, which is
 * that of its own ({@code ObjectMonitor::wait} in HotSpot, JDK-8286707), and tells all others: {@code jdk.ThreadPark},
 * {@code jdk.ThreadSleep} and {@code jdk.JavaMonitorWait} of a thread that looks for news again and again are nothing
 * that the user of a recording wants to see.
 */
public final class QuietMonitor {
    private static final String JVM = "jdk.jfr.internal.JVM";

    /** What JFR's own threads wait on. Its class has another name in each of the JDKs 17, 23 and 25. */
    private static final String MONITOR = "CHUNK_ROTATION_MONITOR";

    private QuietMonitor() {}

    /**
     * Gives a monitor of the caller's own.
     *
     * @param instrumentation null if there is none
     * @return where JFR's inside is not as expected, one on which waits are told
     */
    public static Object create(Instrumentation instrumentation) {
        if (instrumentation == null) {
            return new Object();
        }
        try {
            Class<?> jvm = Class.forName(JVM);
            open(instrumentation, jvm);
            Class<?> quiet = lookup(jvm)
                    .findStaticVarHandle(jvm, MONITOR, Object.class)
                    .get()
                    .getClass();
            open(instrumentation, quiet);
            MethodHandle constructor = lookup(quiet).findConstructor(quiet, MethodType.methodType(void.class));
            return constructor.asType(MethodType.methodType(Object.class)).invokeExact();
        } catch (Throwable e) {
            // It costs events that say nothing.
            return new Object();
        }
    }

    private static Lookup lookup(Class<?> in) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(in, MethodHandles.lookup());
    }

    private static void open(Instrumentation instrumentation, Class<?> to) {
        Set<Module> here = Set.of(QuietMonitor.class.getModule());
        instrumentation.redefineModule(
                to.getModule(), Set.of(), Map.of(), Map.of(to.getPackageName(), here), Set.of(), Map.of());
    }
}
