package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who waits is woken, whatever monitor that is on. */
@Timeout(60)
class AgentStopSignalTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final StopSignal stop = new StopSignal();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wakesWhoWaits(boolean isOnAnother) throws InterruptedException {
        if (isOnAnother) {
            stop.waitOn(new Object());
        }
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                stop.sleep(LONG);
            } catch (StopSignal.StoppedException e) {
                thrown.set(e);
            }
        });
        waiting.start();
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        stop.stop();
        waiting.join();
        assertThat(thrown.get()).isInstanceOf(StopSignal.StoppedException.class);
    }

    @Test
    void nobodyWaitsAfterIt() {
        stop.stop();
        stop.waitOn(new Object());
        assertThatThrownBy(() -> stop.sleep(LONG)).isInstanceOf(StopSignal.StoppedException.class);
        assertThatThrownBy(stop::check).isInstanceOf(StopSignal.StoppedException.class);
    }

    /** Whoever else notifies. */
    @Test
    void waitsAsLongAsItIsTold() throws Exception {
        Object monitor = new Object();
        stop.waitOn(monitor);
        Thread sleeping = Thread.currentThread();
        Thread nuisance = new Thread(() -> {
            while (sleeping.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            synchronized (monitor) {
                monitor.notifyAll();
            }
        });
        nuisance.start();
        long start = System.nanoTime();
        stop.sleep(Duration.ofMillis(300));
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
        nuisance.join();
    }

    /** By an application that interrupts all threads. */
    @Test
    void whoIsInterruptedGoesOn() throws Exception {
        Thread.currentThread().interrupt();
        long start = System.nanoTime();
        stop.sleep(Duration.ofMillis(300));
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
        assertThat(Thread.interrupted()).isFalse();
    }
}
