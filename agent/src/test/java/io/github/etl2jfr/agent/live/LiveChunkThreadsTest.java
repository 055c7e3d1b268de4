package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveChunkThreadsTest {
    private static final long NO_JAVA = 0;

    private final AtomicLong now = new AtomicLong(1000);
    private final ChunkThreads chunk = new ChunkThreads(now::get);
    private final CountDownLatch end = new CountDownLatch(1);

    private Thread start() {
        Thread thread = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    private static TracedThread traced(long javaThreadId, long since) {
        return new TracedThread(4711, 12, "thread", javaThreadId, since, since);
    }

    private void chunkEnds() {
        now.addAndGet(1000);
        chunk.chunkEnds();
    }

    @Test
    void threadIsInTheChunkInWhichItEndsAndInNoLaterOne() throws Exception {
        Thread thread = start();
        TracedThread traced = traced(thread.getId(), 500);
        assertThat(chunk.lacks(traced)).isFalse();
        chunkEnds();
        assertThat(chunk.lacks(traced)).isFalse();
        end.countDown();
        thread.join();
        assertThat(chunk.lacks(traced)).isFalse();
        chunkEnds();
        assertThat(chunk.lacks(traced)).isTrue();
        assertThat(chunk.lacks(traced)).isTrue();
    }

    @Test
    void threadThatStartedInTheChunkIsInItEvenIfItHasEnded() throws Exception {
        Thread thread = start();
        end.countDown();
        thread.join();
        chunkEnds();
        TracedThread traced = traced(thread.getId(), now.get() + 1);
        assertThat(chunk.lacks(traced)).isFalse();
        now.addAndGet(10);
        chunkEnds();
        assertThat(chunk.lacks(traced)).isTrue();
    }

    /** JFR tells of a thread when it may have ended long ago. */
    @Test
    void threadThatWasThereBeforeAnyoneAskedIsInNoChunkOfLater() throws Exception {
        Thread thread = start();
        end.countDown();
        thread.join();
        assertThat(chunk.lacks(traced(thread.getId(), 500))).isTrue();
    }

    /** Java does not tell of all that the JVM runs for itself. */
    @Test
    void threadsThatJavaDoesNotTellOfAreThereUntilJfrSaysThatTheyEnded() {
        TracedThread ofTheJvm = traced(NO_JAVA, 500);
        TracedThread hidden = traced(Long.MAX_VALUE, 500);
        hidden.hide();
        chunkEnds();
        assertThat(chunk.lacks(ofTheJvm)).isFalse();
        assertThat(chunk.lacks(hidden)).isFalse();
        hidden.end(now.get() + 5);
        now.addAndGet(10);
        chunkEnds();
        assertThat(chunk.lacks(hidden)).isTrue();
    }
}
