package io.github.etl2jfr.agent;

import io.github.etl2jfr.conversion.Shutdown;
import io.github.etl2jfr.views.terminal.Harmless;

/** Lines for whoever runs the application: on its standard error, which belongs to it too. */
final class Log {
    private Log() {}

    @SuppressWarnings("SystemOut")
    static void line(String text) {
        if (!Shutdown.hasBegun()) {
            System.err.println("etl2jfr: " + Harmless.text(text));
        }
    }
}
