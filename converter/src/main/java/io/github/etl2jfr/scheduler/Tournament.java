package io.github.etl2jfr.scheduler;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/**
 * Which of several streams is the earliest: a tree whose leaves are the streams, which play on up to its root. Whoever
 * moves on plays its way up again, past as many others as the number of all has binary digits. Allocates nothing.
 */
final class Tournament {
    /** Time of a stream that has no event. */
    static final long ENDED = Long.MAX_VALUE;

    private final long[] times;
    private final IntBinaryOperator earlierOfEqual;

    /** In an array: node n has the children 2n and 2n + 1 and holds the number of the earliest stream below it. */
    private final int[] earliest;

    /**
     * None has an event yet.
     *
     * @param streams how many there are
     * @param earlierOfEqual given two numbers of streams whose events have the same time, tells which one's is first
     */
    Tournament(int streams, IntBinaryOperator earlierOfEqual) {
        this.earlierOfEqual = earlierOfEqual;
        int leaves = Math.max(2, Integer.highestOneBit(2 * streams - 1));
        times = new long[leaves];
        Arrays.fill(times, ENDED);
        earliest = new int[2 * leaves];
        for (int i = 0; i < leaves; i++) {
            earliest[leaves + i] = i;
        }
        play();
    }

    /** All play. */
    void play() {
        for (int stream = 0; stream < times.length; stream++) {
            move(stream, times[stream]);
        }
    }

    /**
     * Sets the time of a stream, before all {@link #play()}.
     *
     * @param time not negative, so that the difference of two does not overflow
     */
    void set(int stream, long time) {
        times[stream] = time;
    }

    /** As {@link #set}, and it plays. */
    void move(int stream, long time) {
        times[stream] = time;
        int winner = stream;
        long winning = time;
        for (int node = times.length + stream; node > 1; node >>>= 1) {
            // Who waits here, and since when, does not depend on the game before: it is known by then.
            int other = earliest[node ^ 1];
            long lead = winning - times[other];
            if (lead == 0) {
                winner = (node & 1) == 0 ? equal(winner, other) : equal(other, winner);
            } else {
                // Not by a branch: who wins, no processor could foresee.
                long isEarlier = lead >> Long.SIZE - 1;
                winner = other ^ (winner ^ other) & (int) isEarlier;
                winning -= lead & ~isEarlier;
            }
            earliest[node >>> 1] = winner;
        }
    }

    /** Number of the earliest stream. */
    int earliest() {
        return earliest[1];
    }

    /** Time of the earliest stream, {@link #ENDED} if all have. */
    long time() {
        return times[earliest[1]];
    }

    private int equal(int a, int b) {
        return times[a] == ENDED ? a : earlierOfEqual.applyAsInt(a, b);
    }
}
