package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.JfrClock;
import io.github.etl2jfr.etl.SessionClock;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Which tick of JFR's clock a time of the trace is.
 *
 * <p>A session that counts QPC counts what {@link System#nanoTime} tells in nanoseconds: HotSpot takes it from there.
 * The processor's cycles nobody can read from Java; of these, and of system time, the time of day is all there is.
 */
final class TraceTicks {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Each narrows how far off the first can be. */
    private static final int FIRST_READINGS = 20;

    /** Somewhat more than it takes until clocks that run apart are believed rather than what JFR says of them. */
    private static final Duration BETWEEN_READINGS = Duration.ofMillis(1100);

    private static final long NOTHING = Long.MAX_VALUE;

    /** Nothing is known then; any tick can be told from it without overflow. */
    private static final long MAX_TICKS_OFF = Long.MAX_VALUE / 4;

    private final SessionClock clock;
    private final boolean isNanoTime;

    /** Whether JFR claims to count as often as the trace does: then no time need be converted. */
    private final boolean isCountedAlike;

    private final LongSupplier nanoTime;
    private final long nanosPerUnit;
    private final JfrClock ticks;
    private final double ticksPerNano;

    /** Session clock's value of the earliest that was written since the clocks were compared last. */
    private long earliest = NOTHING;

    private volatile double writtenUncertainty;

    private TraceTicks(SessionClock clock, LongSupplier jfrTicks, long ticksPerSecond, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.isNanoTime = clock.type() == SessionClock.Type.QPC;
        this.isCountedAlike = isNanoTime && clock.frequency() == ticksPerSecond;
        this.nanosPerUnit = NANOS_PER_SECOND % clock.frequency() == 0 ? NANOS_PER_SECOND / clock.frequency() : 0;
        this.ticks = jfrClock(jfrTicks, ticksPerSecond);
        this.ticksPerNano = (double) ticksPerSecond / NANOS_PER_SECOND;
    }

    private JfrClock jfrClock(LongSupplier jfrTicks, long ticksPerSecond) {
        if (isCountedAlike) {
            return JfrClock.of(jfrTicks, ticksPerSecond, () -> counts(nanoTime.getAsLong()), clock.frequency());
        }
        return isNanoTime
                ? JfrClock.of(jfrTicks, ticksPerSecond, nanoTime, NANOS_PER_SECOND)
                : JfrClock.ofWallClock(jfrTicks, ticksPerSecond);
    }

    /**
     * What the performance counter showed, given what HotSpot made of it: on Windows the nanoseconds are cut off behind
     * the whole ones, and up to JDK 21 one too few now and then, as they come from doubles (os_windows.cpp).
     */
    private long counts(long nanos) {
        long seconds = Math.floorDiv(nanos, NANOS_PER_SECOND);
        long rest = Math.floorMod(nanos, NANOS_PER_SECOND);
        return seconds * clock.frequency() + (rest * clock.frequency() + NANOS_PER_SECOND / 2) / NANOS_PER_SECOND;
    }

    /**
     * Compares the clocks; the trace's must be {@linkplain ThisSystem#require this system's}. Where they are two, that
     * takes a second: most of the trace may be long ago.
     *
     * @param jfrTicks JFR's clock
     * @param ticksPerSecond that JFR claims for it
     * @param stop waited at
     */
    static TraceTicks of(SessionClock clock, LongSupplier jfrTicks, long ticksPerSecond, StopSignal stop)
            throws StopSignal.StoppedException {
        return of(clock, jfrTicks, ticksPerSecond, System::nanoTime, stop);
    }

    /** As {@link #of}, with another clock in place of {@link System#nanoTime}. */
    static TraceTicks of(
            SessionClock clock, LongSupplier jfrTicks, long ticksPerSecond, LongSupplier nanoTime, StopSignal stop)
            throws StopSignal.StoppedException {
        TraceTicks ticks = new TraceTicks(clock, jfrTicks, ticksPerSecond, nanoTime);
        ticks.readOften();
        if (ticks.ticks.kind() != JfrClock.Kind.SAME_CLOCK) {
            stop.sleep(BETWEEN_READINGS);
            ticks.readOften();
        }
        return ticks;
    }

    private void readOften() {
        for (int i = 0; i < FIRST_READINGS; i++) {
            ticks.update();
        }
    }

    /** The tick at a session clock's value. */
    long ticks(long time) {
        return ticks.ticks(jfrClockTime(time));
    }

    /** The first tick that may have been at a session clock's value, as far as the clocks are known. */
    long earliest(long time) {
        return ticks(time) - ticksOff(time);
    }

    /** The last tick that may have been at a session clock's value. */
    long latest(long time) {
        return ticks(time) + ticksOff(time);
    }

    private long ticksOff(long time) {
        return (long) Math.min((double) MAX_TICKS_OFF, Math.ceil(nanosOff(time) * ticksPerNano));
    }

    private long jfrClockTime(long time) {
        if (isCountedAlike) {
            return time;
        }
        return isNanoTime ? nanos(time) : clock.epochNanos(time);
    }

    private long nanos(long time) {
        if (nanosPerUnit != 0) {
            return time * nanosPerUnit;
        }
        long seconds = Math.floorDiv(time, clock.frequency());
        long rest = Math.floorMod(time, clock.frequency());
        return seconds * NANOS_PER_SECOND + rest * NANOS_PER_SECOND / clock.frequency();
    }

    /** Notes how far off it may be what is to be written with this session clock's value. */
    void willWrite(long time) {
        if (time < earliest) {
            earliest = time;
            note(time);
        }
    }

    private void note(long time) {
        writtenUncertainty = Math.max(writtenUncertainty, nanosOff(time));
    }

    /**
     * Compares the clocks again, to be done every few seconds.
     *
     * @param toldUntil session clock's value before which all is told
     */
    void update(long toldUntil) {
        if (earliest != NOTHING) {
            note(toldUntil);
            earliest = NOTHING;
        }
        ticks.update();
    }

    /**
     * How far from the truth, in nanoseconds, what was written may be.
     *
     * @param toldUntil session clock's value before which all is told
     */
    double uncertaintyNanos(long toldUntil) {
        return Math.max(writtenUncertainty, nanosOff(toldUntil));
    }

    private double nanosOff(long time) {
        return ticks.uncertaintyNanos(jfrClockTime(time));
    }

    /**
     * How far from the truth times may be, for the user.
     *
     * @param firstTime session clock's value where the trace begins
     */
    String precision(long firstTime) {
        long now = (long) Math.ceil(ticks.uncertaintyNanos());
        long atFirst = (long) Math.ceil(nanosOff(firstTime));
        return atFirst == now
                ? "within %s ns".formatted(now)
                : "within %s ns now, and %s ns where the trace begins".formatted(now, atFirst);
    }

    /** How times are known, in words for the user. */
    String meaning() {
        return ticks.kind().meaning();
    }
}
