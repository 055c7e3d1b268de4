package io.github.etl2jfr.system;

/** The system that this runs on. */
public final class OperatingSystem {
    private OperatingSystem() {}

    public static boolean isWindows() {
        return System.getProperty("os.name").startsWith("Windows");
    }
}
