package io.github.etl2jfr.agent.feed;

import java.io.IOException;

/**
 * When it is time to look at clocks and recordings, while a trace is told: after some thousand switches, and between two
 * moments, so that of the later one nothing is written yet.
 */
final class Looks {
    /** Switches of all the machine's threads between two looks. */
    static final int SWITCHES = 1 << 12;

    private final Look look;
    private long switches;
    private long nextLook = 1;
    private long now = Long.MIN_VALUE;

    /** What is done now and then. */
    interface Look {
        /**
         * Looks at clocks and recordings.
         *
         * @param time session clock's value before which all is told
         */
        void look(long time) throws IOException;
    }

    Looks(Look look) {
        this.look = look;
    }

    /** Session clock's value before which all is told, whatever became of what is told just now. */
    long toldUntil() {
        return now;
    }

    /** How many were told. */
    long switches() {
        return switches;
    }

    /** A switch was told. */
    void switched() {
        switches++;
    }

    /**
     * Something is to be told.
     *
     * @param time session clock's value at which it ended
     */
    void before(long time) throws IOException {
        if (time > now) {
            now = time;
            if (switches >= nextLook) {
                nextLook = switches + SWITCHES;
                look.look(time);
            }
        }
    }
}
