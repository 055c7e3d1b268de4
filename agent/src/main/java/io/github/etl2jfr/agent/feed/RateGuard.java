package io.github.etl2jfr.agent.feed;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Keeps the agent from filling the recording: a recording of bounded size throws its oldest chunks away, the JVM's own
 * events among them. Two buckets run empty as events are written. One is refilled by the trace's time, and holds what a
 * second may have; the other by time itself, and holds the room that the agent may take. Whenever the first is empty,
 * or the second holds half as much as the last time, the minimum duration is doubled, up to a second. With no room left
 * nothing is written until there is some. Nobody bears what is written while nobody records, so that raises nothing.
 * Allocates nothing.
 *
 * <p>Of switches there are not fewer then. So they never raise it, but are left out themselves as long as either bucket
 * holds no more than the share of the slices: half of the first, three quarters of the second.
 */
final class RateGuard {
    /** Is told of the minimum duration whenever it grows. */
    interface Listener {
        /**
         * It has grown.
         *
         * @param minDuration in units of the trace's clock
         * @param isForRate whether that is for the rate, not for the room there is
         */
        void raised(long minDuration, boolean isForRate);
    }

    /** Bytes that an event takes with its share of constants, more than any that was measured. */
    static final int BYTES_PER_EVENT = 64;

    /** As {@link #BYTES_PER_EVENT}, of events in chunks of ours, whose keys are larger. */
    static final int BYTES_PER_LANE_EVENT = 96;

    private static final int REFILL_AFTER_RAISE = 4;
    private static final double SLICES_SHARE_OF_RATE = 0.5;
    private static final double SLICES_SHARE_OF_ROOM = 0.75;

    private final int maxRate;
    private final double eventsPerUnit;
    private final long leastRaised;
    private final long mostRaised;
    private final boolean hasSlices;
    private final BooleanSupplier isRecorded;
    private final Listener listener;

    private long minDuration;
    private int raises;

    private double allowance;
    private long allowanceTime = Long.MIN_VALUE;

    private double capacity = Double.POSITIVE_INFINITY;
    private double bytesPerNano;
    private double room = Double.POSITIVE_INFINITY;
    private double raiseAt;
    private long roomNanos;

    /**
     * @param minDuration in units of the trace's clock
     * @param unitsPerSecond of the trace's clock
     * @param hasSlices whether there are any, whose share switches leave
     * @param isRecorded whether somebody records, asked before the minimum duration is raised
     */
    RateGuard(
            long minDuration,
            int maxRate,
            long unitsPerSecond,
            boolean hasSlices,
            BooleanSupplier isRecorded,
            Listener listener) {
        this.minDuration = minDuration;
        this.maxRate = maxRate;
        this.eventsPerUnit = (double) maxRate / unitsPerSecond;
        this.leastRaised = Math.max(1, unitsPerSecond / 1_000_000);
        this.mostRaised = unitsPerSecond;
        this.hasSlices = hasSlices;
        this.isRecorded = isRecorded;
        this.listener = listener;
        this.allowance = maxRate;
    }

    /** The minimum duration in units of the trace's clock. */
    long minDuration() {
        return minDuration;
    }

    /** How often it grew. */
    int raises() {
        return raises;
    }

    /**
     * Tells the room there is, whenever it may have changed. Of another size, as much of it is left as of the one
     * before: neither does a smaller recording that begins bear what a larger one was filled with, nor has it room for
     * what that had.
     *
     * @param bytes that the agent may take in a window of time
     * @param window length of the window
     * @param now on a clock of nanoseconds
     */
    void setRoom(double bytes, Duration window, long now) {
        room = Math.min(capacity, room + (now - roomNanos) * bytesPerNano);
        if (bytes != capacity) {
            boolean isFirst = capacity == 0 || Double.isInfinite(capacity) || Double.isInfinite(bytes);
            double scale = bytes / capacity;
            room = isFirst ? bytes : room * scale;
            raiseAt = isFirst ? bytes / 2 : raiseAt * scale;
            capacity = bytes;
        }
        bytesPerNano = Double.isInfinite(bytes) ? 0 : bytes / window.toNanos();
        roomNanos = now;
        if (room >= 0.9 * capacity) {
            raiseAt = capacity / 2;
        }
    }

    /** Whether there is room for an event. */
    boolean hasRoom() {
        return room >= BYTES_PER_EVENT;
    }

    /**
     * Whether there is room for a switch, which leaves the slices their share.
     *
     * @param time on the trace's clock
     */
    boolean hasRoomForSwitch(long time) {
        refill(time);
        return hasRoom()
                && allowance >= 1
                && (!hasSlices
                        || allowance >= SLICES_SHARE_OF_RATE * maxRate && room >= SLICES_SHARE_OF_ROOM * capacity);
    }

    /** Tells that the agent took room other than with events. */
    void took(long bytes) {
        room -= bytes;
        raiseIfNarrow();
    }

    /**
     * A switch was written, for which there was room.
     *
     * @param bytes that it takes at most
     */
    void writtenSwitch(int bytes) {
        allowance--;
        room -= bytes;
    }

    private void refill(long time) {
        if (time > allowanceTime) {
            if (allowanceTime != Long.MIN_VALUE) {
                allowance = Math.min(maxRate, allowance + (time - allowanceTime) * eventsPerUnit);
            }
            allowanceTime = time;
        }
    }

    /**
     * A slice was written.
     *
     * @param time on the trace's clock
     * @param bytes that it takes at most
     */
    void written(long time, int bytes) {
        refill(time);
        allowance--;
        room -= bytes;
        if (allowance < 0) {
            allowance = (double) maxRate / REFILL_AFTER_RAISE;
            if (isRecorded.getAsBoolean()) {
                raise(true);
            }
        } else {
            raiseIfNarrow();
        }
    }

    /** Of less than an event there is no half: nothing is written until there is more room. */
    private void raiseIfNarrow() {
        if (room < raiseAt && raiseAt >= BYTES_PER_EVENT && isRecorded.getAsBoolean()) {
            raiseAt /= 2;
            raise(false);
        }
    }

    private void raise(boolean isForRate) {
        if (minDuration < mostRaised) {
            minDuration = Math.max(leastRaised, Math.min(mostRaised, 2 * minDuration));
            raises++;
            listener.raised(minDuration, isForRate);
        }
    }
}
