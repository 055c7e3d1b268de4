package io.github.etl2jfr.agent.feed;

import java.io.IOException;
import java.nio.file.Path;

/** The thread that asks, as Linux counts it. */
final class OsThread {
    private OsThread() {}

    static String id() throws IOException {
        return Path.of("/proc/thread-self").toRealPath().getFileName().toString();
    }
}
