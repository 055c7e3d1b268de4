package io.github.etl2jfr.views.model;

/** A time in as many steps as a picture has columns. */
record Columns(Span span, int count) {

    /** The one that a time of the span lies in. */
    int at(long time) {
        int column = (int) ((double) (time - span.start()) / span.length() * count);
        // Whichever way that was rounded.
        while (column > 0 && start(column) > time) {
            column--;
        }
        while (column + 1 < count && start(column + 1) <= time) {
            column++;
        }
        return column;
    }

    /** When a column begins; that past the last begins when the last ends. */
    long start(int column) {
        // Not the length times the column, which a trace of years would be too long for.
        long step = span.length() / count;
        long rest = span.length() % count;
        return span.start() + step * column + rest * column / count;
    }

    /** How much of a time lies in a column. */
    long overlap(int column, long from, long to) {
        return new Span(start(column), start(column + 1)).overlap(from, to);
    }
}
