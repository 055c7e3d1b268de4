package io.github.etl2jfr.conversion;

import io.github.etl2jfr.parallel.Workers;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * Has the system bring a file to the disk while it is still being written: it would begin with that much
 * later by itself, and the end would have to wait for all of it.
 */
final class WriteBehind implements Closeable {
    /** Bytes written before they are worth a trip to the disk. */
    private static final long STEP = 32 << 20;

    private static final long PAUSE_NANOS = 20_000_000;

    private final FileChannel channel;
    private final Thread thread = new Thread(this::run, "etl2jfr write-behind");
    private volatile boolean isStopped;
    private IOException failure;

    WriteBehind(FileChannel channel) {
        this.channel = channel;
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long done = 0;
        try {
            for (pause(); !isStopped; pause()) {
                long size = channel.size();
                if (size - done >= STEP) {
                    channel.force(false);
                    done = size;
                }
            }
        } catch (IOException e) {
            // A system tells of an error once: whoever forces the file later would not hear of it again.
            failure = e;
        }
    }

    private void pause() {
        LockSupport.parkNanos(this, PAUSE_NANOS);
    }

    /**
     * Ends it, as somebody else will force the file.
     *
     * @throws IOException if something could not be brought to the disk
     */
    void stop() throws IOException {
        close();
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        isStopped = true;
        LockSupport.unpark(thread);
        Workers.awaitEnd(thread);
    }
}
