package io.github.etl2jfr.views.model;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Passes on what is told, in the same order and some at a time, to be taken in by a thread of its own while the caller
 * reads on: adding up takes about as long as reading.
 */
final class Handover implements AutoCloseable {
    static final String THREAD_NAME = "etl2jfr adding up";

    static final int BATCH = 1 << 10;

    /** Batches that may wait: more take memory and make nothing faster. */
    private static final int MOST_BATCHES = 8;

    /** Between two looks whether the other thread has failed, while it takes in nothing. */
    private static final long LOOK_MILLIS = 10;

    /** The last of all. */
    private static final List<Told> END = List.of();

    private final List<TraceSink> sinks;
    private final BlockingQueue<List<Told>> batches = new ArrayBlockingQueue<>(MOST_BATCHES);
    private final Thread thread = new Thread(this::take, THREAD_NAME);
    private List<Told> batch = new ArrayList<>(BATCH);

    /** What went wrong in the other thread, which has then ended; null if nothing did. */
    private volatile Throwable failure;

    /** Something to be told. */
    @FunctionalInterface
    interface Told {
        void to(TraceSink sink);
    }

    Handover(List<TraceSink> sinks) {
        this.sinks = sinks;
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Tells all sinks, some time.
     *
     * @throws InterruptedIOException if the caller is interrupted while it waits for the other thread
     */
    void tell(Told told) throws InterruptedIOException {
        if (sinks.isEmpty()) {
            // Only the threads' names are read.
            return;
        }
        batch.add(told);
        if (batch.size() == BATCH) {
            pass(batch);
            batch = new ArrayList<>(BATCH);
        }
    }

    /** Waits until all is told. A sink's failure is the caller's. */
    void finish() throws InterruptedIOException {
        pass(batch);
        pass(END);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        fail();
    }

    private void pass(List<Told> full) throws InterruptedIOException {
        try {
            do {
                fail();
            } while (!batches.offer(full, LOOK_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private void fail() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted");
    }

    private void take() {
        try {
            for (List<Told> taken = batches.take(); taken != END; taken = batches.take()) {
                for (Told told : taken) {
                    for (TraceSink sink : sinks) {
                        told.to(sink);
                    }
                }
            }
        } catch (InterruptedException e) {
            // Closed: nobody wants to know any more.
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /**
     * What was not told yet never will be, and nothing is told any more: after a failure the sinks may hold all memory,
     * of which whoever tidies up needs some.
     */
    @Override
    public void close() {
        thread.interrupt();
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
