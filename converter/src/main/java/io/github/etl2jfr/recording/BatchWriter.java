package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.parallel.Task;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Encodes batches side by side, and writes them one after the other, in the order in which they were
 * submitted: whoever has encoded the batch that is next writes it, and those behind it that are ready.
 * The number of batches is limited, and so is the memory. As {@link Workers} do, they pass from thread to
 * thread without allocating anything: a batch that got lost for want of memory would be waited for forever.
 */
final class BatchWriter {
    /** A batch on its way to the file. */
    final class Job {
        final EventBatch batch = new EventBatch();
        private final EventBuffer encoded = new EventBuffer(EventBatch.CAPACITY * EventEncoder.MAX_EVENT_SIZE);
        private final Runnable task = this::encode;
        private boolean isEncoded;
        private ChunkSink.Ending ending;

        private void encode() {
            try {
                encoder.encode(batch, encoded);
            } catch (RuntimeException | Error e) {
                fail(e);
            }
            finished(this);
        }
    }

    private static final long LOOK_MILLIS = 500;

    private final EventEncoder encoder;
    private final ChunkSink chunks;
    private final Workers workers;
    private final int maxJobs;

    /** How many jobs were needed so far; known to the one who fills them. */
    private int jobs;

    // Guarded by this.
    private final Queue<Job> free;
    private final Queue<Job> submitted;
    private boolean isWriting;

    private volatile Throwable failure;

    /**
     * @param chunks receive what is encoded
     * @param workers encode the batches
     */
    BatchWriter(EventEncoder encoder, ChunkSink chunks, Workers workers) {
        this.encoder = encoder;
        this.chunks = chunks;
        this.workers = workers;
        // One is being filled, one is being written, and for each worker one is being encoded and some wait.
        maxJobs = 4 * workers.size() + 4;
        free = new ArrayDeque<>(maxJobs);
        submitted = new ArrayDeque<>(maxJobs);
    }

    /** An empty batch; waits until there is one. */
    Job take() throws IOException {
        if (jobs < maxJobs && noneIsFree()) {
            release(new Job());
            jobs++;
        }
        Job job = takeFree();
        job.batch.clear();
        job.isEncoded = false;
        job.ending = null;
        return job;
    }

    private synchronized boolean noneIsFree() {
        return free.isEmpty();
    }

    private synchronized void release(Job job) {
        free.add(job);
        notifyAll();
    }

    private synchronized Job takeFree() throws IOException {
        try {
            while (free.isEmpty()) {
                wait(LOOK_MILLIS);
                if (free.isEmpty()) {
                    workers.requireAlive();
                }
            }
        } catch (InterruptedException e) {
            throw Task.interrupted();
        }
        checkFailure();
        return free.remove();
    }

    /**
     * @param ending of the chunk that the batch is the last of; null if the chunk goes on
     */
    void submit(Job job, ChunkSink.Ending ending) {
        job.ending = ending;
        synchronized (this) {
            submitted.add(job);
        }
        workers.execute(job.task);
    }

    /** Waits until all batches are written. */
    void finish() throws IOException {
        for (int i = 0; i < jobs; i++) {
            takeFree();
        }
    }

    private void finished(Job job) {
        synchronized (this) {
            job.isEncoded = true;
            if (isWriting) {
                return;
            }
            isWriting = true;
        }
        for (Job next = nextToWrite(); next != null; next = nextToWrite()) {
            if (failure == null) {
                write(next);
            }
            release(next);
        }
    }

    private synchronized Job nextToWrite() {
        if (submitted.isEmpty() || !submitted.peek().isEncoded) {
            isWriting = false;
            return null;
        }
        return submitted.remove();
    }

    private void write(Job job) {
        try {
            chunks.write(job.encoded);
            if (job.ending != null) {
                job.ending.write();
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable cause) {
        failure = cause;
    }

    private void checkFailure() throws IOException {
        if (failure != null) {
            throw Task.failed(failure);
        }
    }
}
