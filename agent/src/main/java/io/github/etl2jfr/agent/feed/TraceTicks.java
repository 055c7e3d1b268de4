package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.JfrClock;
import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import java.time.Duration;
import java.time.Instant;

/**
 * Which tick of JFR's clock a time of the trace is.
 *
 * <p>A session that counts QPC counts what {@link System#nanoTime} tells in nanoseconds: HotSpot takes it from there.
 * The processor's cycles nobody can read from Java; of these, and of system time, the time of day is all there is.
 */
final class TraceTicks {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Who sets the time of day seldom sets it by more; who starts the system anew begins at nought. */
    private static final Duration MAX_DISAGREEMENT = Duration.ofMinutes(1);

    /** Each narrows how far off the first can be. */
    private static final int FIRST_READINGS = 20;

    private final SessionClock clock;
    private final boolean isNanoTime;
    private final long nanosPerUnit;
    private final JfrClock ticks;

    private TraceTicks(SessionClock clock, LiveRecorder recorder, long ticksPerSecond) {
        this.clock = clock;
        this.isNanoTime = clock.type() == SessionClock.Type.QPC;
        this.nanosPerUnit = NANOS_PER_SECOND % clock.frequency() == 0 ? NANOS_PER_SECOND / clock.frequency() : 0;
        this.ticks = isNanoTime
                ? JfrClock.of(recorder, ticksPerSecond, System::nanoTime, NANOS_PER_SECOND)
                : JfrClock.ofWallClock(recorder, ticksPerSecond);
    }

    /**
     * @throws InputException if the trace's clock cannot be the one of this system, since it was started
     */
    static TraceTicks of(SessionClock clock, LiveRecorder recorder, long ticksPerSecond) throws InputException {
        TraceTicks ticks = new TraceTicks(clock, recorder, ticksPerSecond);
        if (ticks.isNanoTime) {
            ticks.requireSameSystem();
        }
        for (int i = 0; i < FIRST_READINGS; i++) {
            ticks.update();
        }
        return ticks;
    }

    private void requireSameSystem() throws InputException {
        Instant told = Instant.EPOCH.plusNanos(clock.originNanos() + System.nanoTime() - nanos(clock.origin()));
        Duration disagreement = Duration.between(told, Instant.now());
        if (disagreement.abs().compareTo(MAX_DISAGREEMENT) > 0) {
            throw new InputException(
                    "its clock is not this system's, by %s s; it is of another machine, or of before its last start"
                            .formatted(disagreement.toSeconds()));
        }
    }

    /** The tick at a session clock's value. */
    long ticks(long time) {
        return ticks.ticks(isNanoTime ? nanos(time) : clock.epochNanos(time));
    }

    private long nanos(long time) {
        if (nanosPerUnit != 0) {
            return time * nanosPerUnit;
        }
        long seconds = Math.floorDiv(time, clock.frequency());
        long rest = Math.floorMod(time, clock.frequency());
        return seconds * NANOS_PER_SECOND + rest * NANOS_PER_SECOND / clock.frequency();
    }

    /** Compares the clocks again, to be done every few seconds. */
    void update() {
        ticks.update();
    }

    /** How far from the truth a time of now may be. */
    double uncertaintyNanos() {
        return ticks.uncertaintyNanos();
    }

    /** For the user. */
    String meaning() {
        return ticks.kind().meaning();
    }
}
