package io.github.etl2jfr.conversion;

import java.io.Closeable;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads beside the one that follows the scheduler, one for each other processor. They decode ahead
 * of it and encode behind it; when they have enough to do, it does such work itself: so all processors
 * are busy however the work is spread.
 */
final class Workers implements Executor, Closeable {
    private final int size = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            size,
            size,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(2 * size),
            Workers::daemon,
            new ThreadPoolExecutor.CallerRunsPolicy());

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "etl2jfr worker");
        thread.setDaemon(true);
        return thread;
    }

    /** Number of threads. */
    int size() {
        return size;
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Drops what has not begun, and waits for the rest. */
    @Override
    public void close() {
        threads.getQueue().clear();
        threads.shutdown();
        boolean interrupted = false;
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                // A task is short; nobody may write once the file is closed.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
