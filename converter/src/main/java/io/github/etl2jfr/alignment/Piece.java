package io.github.etl2jfr.alignment;

/**
 * A piece of evidence: a wait of a JVM's thread from one time to another, or an instant at which it ran, if these are
 * the same.
 */
record Piece(int thread, long start, long end) {
    boolean isWait() {
        return start != end;
    }
}
