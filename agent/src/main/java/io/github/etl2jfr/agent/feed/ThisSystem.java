package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Which traces may be of this system, since it was started: those whose session's clock and time of day agree with what
 * both are here now.
 *
 * <p>The clock alone tells nothing: it counts how long a system has been up, and others have been up as long. So does
 * the boot time in the header: the session's start is later by what its clock shows (in traces of Windows 8 and 10 to
 * half a second, in one of Windows 7 to 35 s after four days). What is known once stays known, whatever becomes of the
 * time of day.
 */
public final class ThisSystem {
    /** Who sets the time of day seldom sets it by more; who starts the system anew begins at nought. */
    private static final Duration MAX_DISAGREEMENT = Duration.ofMinutes(1);

    /** Both may disagree by this part of a session's age, beside that: a counter that nobody corrects runs away by less. */
    private static final long MAX_DRIFT_ONE_OF = 10_000;

    private final LongSupplier nanoTime;
    private final InstantSource timeOfDay;

    /** The clock that was this system's when it was looked at; null if none was. */
    private SessionClock known;

    public ThisSystem() {
        this(System::nanoTime, InstantSource.system());
    }

    /**
     * As another system.
     *
     * @param nanoTime its {@link System#nanoTime}
     */
    ThisSystem(LongSupplier nanoTime, InstantSource timeOfDay) {
        this.nanoTime = nanoTime;
        this.timeOfDay = timeOfDay;
    }

    /**
     * Demands that a trace may be of this system. If its session does not count QPC, it may.
     *
     * @param trace for the message
     * @param clock its session's
     * @throws InputException if its clock cannot be the one of this system, since it was started
     */
    public void require(Path trace, SessionClock clock) throws InputException {
        if (clock.type() != SessionClock.Type.QPC || clock.equals(known)) {
            return;
        }
        long age = nanoTime.getAsLong() - clock.nanosBetween(0, clock.origin());
        Duration disagreement =
                Duration.between(Instant.EPOCH.plusNanos(clock.originNanos() + age), timeOfDay.instant());
        if (disagreement.abs().compareTo(MAX_DISAGREEMENT.plusNanos(Math.max(0, age) / MAX_DRIFT_ONE_OF)) > 0) {
            throw new InputException(
                            ("its clock differs from this system's by %s s (%s): it is another machine's or older than"
                                            + " this one's start, or the time of day was set since; etl2jfr.jar"
                                            + " merges it with the JVM's recording of that time (--jfr)")
                                    .formatted(
                                            disagreement.abs().toSeconds(),
                                            disagreement.isNegative() ? "ahead" : "behind"))
                    .in(trace);
        }
        known = clock;
    }
}
