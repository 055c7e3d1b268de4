package io.github.etl2jfr.parallel;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;

/**
 * Work with a result, done once, by whoever comes first. It is kept for those who wait for it, and so is whatever was
 * thrown instead. Where there is no memory even for that, they see that whoever did the work is gone; for one of the
 * JDK's own tasks they would wait forever.
 */
public final class Task<T> implements Runnable {
    private static final long LOOK_MILLIS = 500;

    private final Callable<T> work;

    // Guarded by this.
    private Thread worker;
    private boolean hasEnded;
    private T result;
    private Throwable failure;

    public Task(Callable<T> work) {
        this.work = work;
    }

    /** Does the work unless somebody has begun with it. */
    @Override
    public void run() {
        if (!begin()) {
            return;
        }
        T told = null;
        Throwable met = null;
        try {
            told = work.call();
        } catch (Throwable e) {
            met = e;
        }
        synchronized (this) {
            result = told;
            failure = met;
            hasEnded = true;
            notifyAll();
        }
    }

    /** Whether the caller is the first, who then does the work. */
    synchronized boolean begin() {
        if (worker != null) {
            return false;
        }
        worker = Thread.currentThread();
        return true;
    }

    /**
     * The result; the work is done by the caller if nobody has begun with it.
     *
     * @throws IOException if the work threw it
     */
    public T join() throws IOException {
        run();
        return result();
    }

    /**
     * The result, once somebody has done the work.
     *
     * @throws IOException if the work threw it
     */
    public synchronized T result() throws IOException {
        try {
            while (!hasEnded) {
                wait(LOOK_MILLIS);
                if (!hasEnded && worker != null && !worker.isAlive()) {
                    throw new OutOfMemoryError("no result");
                }
            }
        } catch (InterruptedException e) {
            throw interrupted();
        }
        if (failure != null) {
            throw failed(failure);
        }
        return result;
    }

    /** What to throw when a wait is interrupted; the interrupt stays for the caller's next one. */
    public static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted");
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
}
