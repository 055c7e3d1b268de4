package io.github.etl2jfr.system;

import java.io.IOException;

/** The end of the JVM, by a signal or an exit. */
public final class Shutdown {
    /**
     * Does nothing. One for all times, with a name: the JVM would number the threads of an application anew, which the
     * agent is in, by each that has none.
     */
    private static final Thread HOOK = new Thread(null, () -> {}, "etl2jfr shutdown", 0, false);

    private Shutdown() {}

    /** Whether it has begun: what fails from then on, as others clean up, is no news. */
    public static synchronized boolean hasBegun() {
        try {
            Runtime.getRuntime().addShutdownHook(HOOK);
            Runtime.getRuntime().removeShutdownHook(HOOK);
            return false;
        } catch (IllegalStateException e) {
            return true;
        } catch (SecurityException e) {
            // An application's security manager lets nobody know.
            return false;
        }
    }

    /**
     * Demands that it has not begun, before something that would be left behind, as others have cleaned up already.
     *
     * @throws IOException if it has
     */
    public static void requireNotBegun() throws IOException {
        if (hasBegun()) {
            throw new IOException("the JVM ends");
        }
    }
}
