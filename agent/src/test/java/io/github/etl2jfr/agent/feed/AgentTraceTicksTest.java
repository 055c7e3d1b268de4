package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.etl.SessionClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is in a trace already when the agent comes is right within what is told of it. */
class AgentTraceTicksTest {
    private static final long QPC = 10_000_000;
    private static final long NANOS_PER_QPC = 100;
    private static final long HOUR = 3600 * QPC;
    private static final long CLAIMED_TICKS_PER_SECOND = 2_994_000_000L;
    private static final double TICKS_PER_NANO = 2.994 * (1 + 50e-6);

    private final long startNanos = System.nanoTime();
    private final long now = startNanos / NANOS_PER_QPC;
    private final SessionClock clock = new SessionClock(
            SessionClock.Type.QPC,
            QPC,
            now - HOUR,
            ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()) - 3600L * 1_000_000_000);

    private TraceTicks of(LongSupplier jfrTicks, long ticksPerSecond) throws Exception {
        return TraceTicks.of(clock, jfrTicks, ticksPerSecond, new StopSignal());
    }

    /** The processor's counter: the frequency that JFR claims for it is wrong by 0.18 s an hour. */
    @Test
    void anHourAgo() throws Exception {
        TraceTicks ticks =
                of(() -> (long) ((System.nanoTime() - startNanos) * TICKS_PER_NANO), CLAIMED_TICKS_PER_SECOND);
        long anHourAgo = now - HOUR;
        double truth = (anHourAgo * NANOS_PER_QPC - startNanos) * TICKS_PER_NANO;

        assertThat(ticks.uncertaintyNanos(now)).isLessThan(100_000);
        ticks.willWrite(anHourAgo);
        double told = ticks.uncertaintyNanos(now);
        assertThat(told).isBetween(100_000.0, 100_000_000.0);
        assertThat(ticks.ticks(anHourAgo) / TICKS_PER_NANO).isCloseTo(truth / TICKS_PER_NANO, within(told));
        assertThat(ticks.precision(anHourAgo))
                .matches("within \\d+ ns now, and %d ns where the trace begins".formatted((long) Math.ceil(told)));

        // Later it is known better, which does not help what is written.
        Thread.sleep(1000);
        ticks.update(now);
        assertThat(ticks.ticks(anHourAgo) / TICKS_PER_NANO).isCloseTo(truth / TICKS_PER_NANO, within(told));
        assertThat(ticks.uncertaintyNanos(now)).isEqualTo(told);
    }

    /**
     * Windows: JFR counts the performance counter from the JVM's start on, {@link System#nanoTime} is its seconds in a
     * double, times 10^9 and cut off (JDK 17, os_windows.cpp). Frequencies are those of traces from real machines, and
     * the times of day such that the doubles are too low.
     */
    @ParameterizedTest
    @CsvSource({"10000000, 69000", "10000000, 270000", "3579545, 5000", "2337949, 100", "24000000, 69000"})
    void performanceCounter(long frequency, long uptimeSeconds) throws Exception {
        long jvmStart = uptimeSeconds * frequency;
        AtomicLong counter = new AtomicLong(jvmStart + 12_345);
        Random random = new Random(1);
        LongSupplier passing = () -> counter.addAndGet(random.nextInt(3) / 2);
        long sessionStart = jvmStart - 60 * frequency;
        SessionClock session = new SessionClock(
                SessionClock.Type.QPC,
                frequency,
                sessionStart,
                ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()) - 60L * 1_000_000_000);

        TraceTicks ticks = TraceTicks.of(
                session,
                () -> passing.getAsLong() - jvmStart,
                frequency,
                () -> (long) ((double) passing.getAsLong() / frequency * 1e9),
                new StopSignal());
        for (int i = 0; i < 100; i++) {
            counter.addAndGet(random.nextInt(1_000_000));
            ticks.update(counter.get());
        }
        assertThat(ticks.meaning()).isEqualTo("JFR counts the trace's clock");
        assertThat(ticks.uncertaintyNanos(counter.get())).isLessThan(1.1e9 / frequency);
        for (long time = sessionStart; time < counter.get(); time += 1_234_567) {
            assertThat(ticks.ticks(time)).isEqualTo(time - jvmStart);
        }
    }

    /** Nothing is waited for, and an hour ago is known as well as now. */
    @Test
    void sameClock() throws Exception {
        TraceTicks ticks = of(System::nanoTime, NANOS_PER_QPC * QPC);
        assertThat(System.nanoTime() - startNanos).isLessThan(1_000_000_000);
        ticks.willWrite(now - HOUR);
        assertThat(ticks.uncertaintyNanos(now)).isLessThan(100_000);
        assertThat(ticks.precision(now - HOUR)).matches("within \\d+ ns");
    }
}
