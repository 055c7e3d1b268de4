package io.github.etl2jfr.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class WorkersTest {
    /** More than can wait for three workers. */
    private static final int MANY = 10_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void doesEachTaskOnce(int size) throws InterruptedException {
        AtomicIntegerArray done = new AtomicIntegerArray(MANY);
        CountDownLatch all = new CountDownLatch(MANY);
        try (Workers workers = Workers.start(size)) {
            assertThat(workers.size()).isEqualTo(size);
            for (int i = 0; i < MANY; i++) {
                int task = i;
                workers.execute(() -> {
                    done.incrementAndGet(task);
                    all.countDown();
                });
            }
            all.await();
        }
        assertThat(IntStream.range(0, MANY).map(done::get)).containsOnly(1);
    }

    @Test
    void callerHelpsWhereWorkersAreBusy() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> helpers = Collections.synchronizedList(new ArrayList<>());
        try (Workers workers = Workers.start(2)) {
            for (int i = 0; i < 2; i++) {
                CountDownLatch begun = new CountDownLatch(1);
                workers.execute(() -> {
                    begun.countDown();
                    await(end);
                });
                begun.await();
            }
            for (int i = 0; i < 17; i++) {
                workers.execute(() -> helpers.add(Thread.currentThread()));
            }
            assertThat(helpers).containsExactly(Thread.currentThread());
            end.countDown();
        }
    }

    @Test
    void closeDropsWhatHasNotBegunAndWaitsForTheRest() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger dropped = new AtomicInteger();
        Workers workers = Workers.start(1);
        workers.execute(() -> {
            begun.countDown();
            await(end);
            ended.incrementAndGet();
        });
        begun.await();
        workers.execute(dropped::incrementAndGet);
        Thread closing = new Thread(workers::close);
        closing.start();
        closing.join(50);
        assertThat(closing.isAlive()).isTrue();
        end.countDown();
        closing.join();
        assertThat(ended).hasValue(1);
        assertThat(dropped).hasValue(0);
    }

    @Test
    void whatAWorkerEndedByIsTold() throws Exception {
        try (Workers workers = Workers.start(2)) {
            workers.requireAlive();
            OutOfMemoryError error = new OutOfMemoryError("heap");
            workers.execute(() -> {
                throw error;
            });
            while (true) {
                try {
                    workers.requireAlive();
                    Thread.sleep(1);
                } catch (OutOfMemoryError e) {
                    assertThat(e).isSameAs(error);
                    break;
                }
            }
        }
    }

    @Test
    void interruptWhileClosingIsLeftToTheCaller() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        try (Workers workers = Workers.start(1)) {
            workers.execute(() -> {
                begun.countDown();
                await(new CountDownLatch(1), 50);
                ended.incrementAndGet();
            });
            begun.await();
            Thread.currentThread().interrupt();
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        await(latch, Long.MAX_VALUE);
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            assertThat(latch.await(millis, TimeUnit.MILLISECONDS)).isEqualTo(millis == Long.MAX_VALUE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
