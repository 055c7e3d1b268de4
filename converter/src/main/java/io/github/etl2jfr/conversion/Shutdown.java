package io.github.etl2jfr.conversion;

import java.io.IOException;

/** The end of the JVM, by a signal or an exit. */
public final class Shutdown {
    private Shutdown() {}

    /** Whether it has begun: what fails from then on, as others clean up, is no news. */
    public static boolean hasBegun() {
        try {
            Thread hook = new Thread(() -> {});
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
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
