package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.parallel.Task;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BatchWriterTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Times that each thread has nothing to do but wait for the other. */
    private static final int WAITS = 400;

    /** Batches of each time; more than there are. */
    private static final int BATCHES = 20;

    private static final long PAUSE_NANOS = 1_000_000;

    /** Does nothing but take time now and then, so that whoever wants an empty batch must wait. */
    private static final class SlowSink extends NoChunks {
        private int batches;

        @Override
        public void write(EventBuffer events) {
            if (batches++ % BATCHES == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static class NoChunks implements ChunkSink {
        @Override
        public long limit() {
            return Long.MAX_VALUE;
        }

        @Override
        public Ending full(long lastTime) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Ending passed(boolean isEmpty) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Ending last(long lastTime, boolean isEmpty) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(EventBuffer events) throws IOException {
            // It is nobody's.
        }
    }

    private static BatchWriter writer(ChunkSink chunks, Workers workers) {
        EventEncoder encoder = new EventEncoder(
                Vocabulary.of(Metadata.get()), TickClock.of(0, 0, 1), new ThreadKeys(0, new long[0], 0), 1);
        return new BatchWriter(encoder, chunks, workers);
    }

    /**
     * Where there is no memory left, whatever passes batches on must still be able to: a batch lost is waited for
     * forever.
     */
    @Test
    void handingOverAllocatesNothing() throws Exception {
        try (Workers workers = Workers.start(1)) {
            Thread worker = threadOf(workers);
            BatchWriter writer = writer(new SlowSink(), workers);
            pass(writer);
            long before = allocatedBytes(worker);
            pass(writer);
            assertThat(allocatedBytes(worker) - before).isLessThan(WAITS);
        }
    }

    private static Thread threadOf(Workers workers) throws IOException {
        Task<Thread> task = new Task<>(Thread::currentThread);
        workers.execute(task);
        return task.result();
    }

    private static void pass(BatchWriter writer) throws IOException {
        for (int i = 0; i < WAITS; i++) {
            for (int j = 0; j < BATCHES; j++) {
                writer.submit(writer.take(), null);
            }
            // Meanwhile the worker runs out of tasks.
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static long allocatedBytes(Thread worker) {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId())
                + THREADS.getThreadAllocatedBytes(worker.getId());
    }

    /** Not waited for forever. */
    @Test
    void endOfAWorkerIsTold() throws Exception {
        try (Workers workers = Workers.start(1)) {
            BatchWriter writer = writer(new NoChunks(), workers);
            workers.execute(() -> {
                throw new OutOfMemoryError("heap");
            });
            assertThatThrownBy(() -> pass(writer))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("heap");
        }
    }

    @Test
    void failureOfTheFileIsTold() throws Exception {
        ChunkSink full = new NoChunks() {
            @Override
            public void write(EventBuffer events) throws IOException {
                throw new IOException("no space left on device");
            }
        };
        try (Workers workers = Workers.start(1)) {
            BatchWriter writer = writer(full, workers);
            assertThatThrownBy(() -> pass(writer))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no space left on device");
            assertThatThrownBy(writer::finish).hasMessage("no space left on device");
        }
    }
}
