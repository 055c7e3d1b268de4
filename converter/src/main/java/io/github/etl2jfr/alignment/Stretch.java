package io.github.etl2jfr.alignment;

/** A stretch of JVM time, in nanoseconds. */
record Stretch(long from, long until) {
    long length() {
        return until - from;
    }

    long middle() {
        return from + length() / 2;
    }

    boolean holds(Piece piece) {
        return from <= piece.start() && piece.end() <= until;
    }

    /** Three times as long, but not beyond another. */
    Stretch grownWithin(Stretch limit) {
        return new Stretch(Math.max(from - length(), limit.from), Math.min(until + length(), limit.until));
    }
}
