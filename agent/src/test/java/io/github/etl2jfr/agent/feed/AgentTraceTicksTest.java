package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.etl.SessionClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

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
