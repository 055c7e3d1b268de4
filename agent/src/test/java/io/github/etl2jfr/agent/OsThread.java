package io.github.etl2jfr.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The thread that asks, as Linux counts it. */
public final class OsThread {
    private OsThread() {}

    public static int id() throws IOException {
        Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
        return Integer.parseInt(self.getFileName().toString());
    }
}
