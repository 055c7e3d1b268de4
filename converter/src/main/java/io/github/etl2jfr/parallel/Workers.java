package io.github.etl2jfr.parallel;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * The threads beside the one that follows the scheduler, one for each other processor. They decode ahead
 * of it and encode behind it; when they have enough to do, it does such work itself: so all processors
 * are busy however the work is spread.
 *
 * <p>Handing over, waiting and ending allocate nothing. The JDK's locks, queues and pools do, for whoever waits in
 * them: of two of their threads that come to an end in a heap without any room, one can wait for the other forever.
 */
public final class Workers implements Executor, Closeable {
    /** Tasks that wait for one worker at most: enough that the caller seldom has to help in a burst of them. */
    private static final int QUEUE = 8;

    private final Thread[] threads;

    /** What a worker ended by. */
    private volatile Throwable failure;

    // Guarded by this.
    private final Queue<Runnable> waiting;
    private boolean isClosed;

    private Workers(int size) {
        threads = new Thread[size];
        waiting = new ArrayDeque<>(QUEUE * size);
    }

    /** Starts as many workers as there are processors, less the caller's. */
    public static Workers start() {
        return start(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }

    /** So many. */
    public static Workers start(int size) {
        Workers workers = new Workers(size);
        for (int i = 0; i < size; i++) {
            workers.threads[i] = new Thread(workers::work, "etl2jfr worker");
            workers.threads[i].setDaemon(true);
            workers.threads[i].setUncaughtExceptionHandler((thread, reason) -> workers.failure = reason);
        }
        try {
            for (Thread thread : workers.threads) {
                thread.start();
            }
        } catch (OutOfMemoryError e) {
            workers.close();
            throw e;
        }
        return workers;
    }

    /** None: whoever wants something done does it himself, at once. */
    public static Workers none() {
        return new Workers(0);
    }

    /** Number of threads. */
    public int size() {
        return threads.length;
    }

    /**
     * For whoever waits for what a worker is to do: where there is no memory left, it may have ended instead.
     *
     * @throws IOException if one has ended
     */
    public void requireAlive() throws IOException {
        for (Thread thread : threads) {
            if (!thread.isAlive()) {
                throw Task.failed(failure == null ? new OutOfMemoryError("a worker has ended") : failure);
            }
        }
    }

    /**
     * Has a task done, by a worker or, if they are busy, by the caller.
     *
     * @param task throws nothing: it keeps what it meets for those who wait for it
     */
    @Override
    public void execute(Runnable task) {
        if (!queue(task)) {
            task.run();
        }
    }

    private synchronized boolean queue(Runnable task) {
        if (waiting.size() == QUEUE * threads.length) {
            return false;
        }
        waiting.add(task);
        notify();
        return true;
    }

    private void work() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    /** The next task, when there is one; null if there will be none. */
    private synchronized Runnable next() {
        while (waiting.isEmpty() && !isClosed) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Nobody interrupts a worker, and it has nothing else to do.
            }
        }
        return waiting.poll();
    }

    /** Drops what has not begun, and waits for the rest. */
    @Override
    public void close() {
        synchronized (this) {
            waiting.clear();
            isClosed = true;
            notifyAll();
        }
        for (Thread thread : threads) {
            awaitEnd(thread);
        }
    }

    /** Waits until a thread has ended, and leaves an interrupt meanwhile to the caller's next wait. */
    public static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
