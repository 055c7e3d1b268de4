package io.github.etl2jfr.views.model;

import java.io.Closeable;
import java.io.IOException;

/**
 * Goes over the events of a recording, in the order of the file. Fields are those of the event it is at, by their names.
 * Times are in nanoseconds since 1970.
 *
 * <p>All fail with a {@link RecordingException} where the recording is damaged, or the event has no such field.
 */
public interface Events extends Closeable {
    /** Goes to the next event, and tells whether there is one. */
    boolean next() throws IOException, RecordingException;

    /** Its type, as {@code windows.ThreadReady}. */
    String type();

    long start();

    /** When it ended; its start if it has no duration. */
    long end();

    /** Whether its type has a field. */
    boolean has(String field);

    /** A number as it was recorded; 1 is true. */
    long number(String field) throws IOException, RecordingException;

    /** A point in time. */
    long time(String field) throws IOException, RecordingException;

    /** A length of time, in nanoseconds. */
    long length(String field) throws IOException, RecordingException;

    /** The text of a field; null if there is none. */
    String text(String field) throws IOException, RecordingException;

    /** Whether it is one of the JVM's, or of what runs in it, that is to be explained if a thread took time for it. */
    boolean isJavaEvent();

    /** Whether Java threads stand still in an event of the JVM: the VM thread has them stop, and works or has it done. */
    boolean isPause();

    /** What an event of the JVM is about; null if it does not tell. */
    String detail() throws IOException, RecordingException;

    /** The calls that its thread was in; {@link StackTrace#NONE} if it does not tell. */
    StackTrace stackTrace() throws IOException, RecordingException;

    /** The key of the thread whose event it is; 0 if it has none. */
    long threadKey() throws IOException, RecordingException;

    /** The key of a thread; 0 if there is none. */
    long threadKey(String field) throws IOException, RecordingException;

    /** Whom a key of this event means; null if the recording does not tell. */
    ThreadDescription thread(long key) throws IOException, RecordingException;

    /**
     * A thread as a recording describes it.
     *
     * @param osName its name for the operating system; null if unknown
     * @param javaName null if it runs no Java
     * @param javaThreadId negative for threads that are no JVM's
     * @param group the group of threads that it is in; null if unknown
     * @param isVirtual whether only the JVM knows it
     */
    record ThreadDescription(
            String osName, long osThreadId, String javaName, long javaThreadId, String group, boolean isVirtual) {}
}
