package io.github.etl2jfr.agent;

import io.github.etl2jfr.views.terminal.Harmless;

/** Lines for whoever runs the application: on its standard error, which belongs to it too. */
final class Log {
    private Log() {}

    @SuppressWarnings("SystemOut")
    static void line(String text) {
        if (!isEnding()) {
            System.err.println("etl2jfr: " + Harmless.text(text));
        }
    }

    /** Whether the JVM shuts down: then JFR does, and what fails for want of it is no news. */
    private static boolean isEnding() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        } catch (SecurityException e) {
            // The application's security manager lets nobody know.
            return false;
        }
    }
}
