package io.github.etl2jfr.views.model;

/**
 * An event of the JVM that a thread took time for.
 *
 * @param name of its type, such as {@code jdk.ThreadPark}
 * @param collection number of the garbage collection that it belongs to; {@link #NO_COLLECTION} if of none
 * @param detail what it is about; null if it does not tell
 * @param stackTrace the calls that the event's thread was in
 * @param cause why there was a collection, if it is one that tells; else null
 */
public record JavaEvent(
        TraceThread thread,
        String name,
        boolean isPause,
        long start,
        long end,
        String detail,
        StackTrace stackTrace,
        long collection,
        String cause) {
    /** In place of the number of a collection: the event is no part of any. */
    public static final long NO_COLLECTION = -1;
}
