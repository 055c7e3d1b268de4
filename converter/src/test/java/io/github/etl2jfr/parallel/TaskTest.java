package io.github.etl2jfr.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class TaskTest {
    @Test
    void isDoneOnceByWhoeverComesFirst() throws IOException {
        AtomicInteger times = new AtomicInteger();
        Task<Integer> task = new Task<>(times::incrementAndGet);
        assertThat(task.join()).isEqualTo(1);
        task.run();
        assertThat(task.join()).isEqualTo(1);
        assertThat(task.result()).isEqualTo(1);
        assertThat(times).hasValue(1);
    }

    @Test
    void resultIsWaitedFor() throws Exception {
        Task<Thread> task = new Task<>(() -> {
            Thread.sleep(50);
            return Thread.currentThread();
        });
        Thread other = new Thread(task);
        other.start();
        assertThat(task.result()).isSameAs(other);
    }

    static Stream<Throwable> thrown() {
        return Stream.of(new NoSuchFileException("trace.etl"), new OutOfMemoryError("heap"), new LinkageError());
    }

    @ParameterizedTest
    @MethodSource
    void thrown(Throwable thrown) throws InterruptedException {
        Task<Void> task = new Task<>(throwing(thrown));
        Thread other = new Thread(task);
        other.start();
        other.join();
        assertThatThrownBy(task::join).isSameAs(thrown);
        assertThatThrownBy(task::join).isSameAs(thrown);
    }

    @Test
    void faultsAreTellableFromFailures() {
        IllegalArgumentException fault = new IllegalArgumentException("fault");
        assertThatThrownBy(new Task<>(throwing(fault))::join)
                .isInstanceOf(IllegalStateException.class)
                .hasCause(fault);
    }

    private static Callable<Void> throwing(Throwable thrown) {
        return () -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        };
    }

    /** As one does that has no memory to keep a result. */
    @Test
    void whoeverEndedWithoutAResultIsNotWaitedFor() throws InterruptedException {
        Task<Void> task = new Task<>(() -> null);
        Thread other = new Thread(task::begin);
        other.start();
        other.join();
        assertThatThrownBy(task::join).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void interruptEndsTheWait() {
        Task<Void> nobodyBegins = new Task<>(() -> null);
        Thread.currentThread().interrupt();
        assertThatThrownBy(nobodyBegins::result).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
