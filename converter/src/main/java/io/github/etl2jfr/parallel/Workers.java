package io.github.etl2jfr.parallel;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads beside the one that follows the scheduler, one for each other processor. They decode ahead
 * of it and encode behind it; when they have enough to do, it does such work itself: so all processors
 * are busy however the work is spread.
 */
public final class Workers implements Executor, Closeable {
    /** Tasks that wait for one worker at most: enough that the caller seldom has to help in a burst of them. */
    private static final int QUEUE = 8;

    private final int size;

    /** Null if the caller does all the work. */
    private final ThreadPoolExecutor threads;

    private Workers(int size) {
        this.size = size;
        threads = size == 0
                ? null
                : new ThreadPoolExecutor(
                        size,
                        size,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(QUEUE * size),
                        Workers::daemon,
                        new ThreadPoolExecutor.CallerRunsPolicy());
    }

    /** As many as there are processors, less the caller's. */
    public static Workers start() {
        return start(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }

    /** So many. */
    public static Workers start(int size) {
        return new Workers(size);
    }

    /** None: whoever wants something done does it himself, at once. */
    public static Workers none() {
        return new Workers(0);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "etl2jfr worker");
        thread.setDaemon(true);
        return thread;
    }

    /** Number of threads. */
    public int size() {
        return size;
    }

    /** Has a task done, by a worker or, if they are busy, by the caller. */
    @Override
    public void execute(Runnable task) {
        if (threads == null) {
            task.run();
        } else {
            threads.execute(task);
        }
    }

    /**
     * The result of a task that was given to the workers; done by the caller if none of them has begun with
     * it.
     *
     * @throws IOException if the task threw it
     */
    public static <T> T join(FutureTask<T> task) throws IOException {
        task.run();
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        }
    }

    /**
     * What somebody else's task met, for those who wait for it: an error is thrown as it is, and the name of a file
     * stays with what is wrong with it.
     *
     * @return what else there is to throw
     */
    public static IOException failed(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException) {
            throw new IllegalStateException(cause);
        }
        return cause instanceof IOException failure ? failure : new IOException(cause.getMessage(), cause);
    }

    /** Drops what has not begun, and waits for the rest. */
    @Override
    public void close() {
        if (threads == null) {
            return;
        }
        threads.getQueue().clear();
        threads.shutdown();
        boolean interrupted = false;
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                // A task is short.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
