package io.github.etl2jfr.agent;

import io.github.etl2jfr.system.Shutdown;
import io.github.etl2jfr.views.text.Harmless;

/** Lines for whoever runs the application: on its standard error, which belongs to it too. */
final class Log {
    private Log() {}

    /** What the application has made of its standard error is no matter of the agent's, which goes on without. */
    @SuppressWarnings("SystemOut")
    static void line(String text) {
        if (Shutdown.hasBegun()) {
            return;
        }
        try {
            System.err.println("etl2jfr: " + Harmless.text(text));
        } catch (OutOfMemoryError e) {
            // It can be said again once there is memory.
            throw e;
        } catch (Throwable e) {
            // Nobody is left to tell.
        }
    }
}
