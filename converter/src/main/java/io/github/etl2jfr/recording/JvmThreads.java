package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import java.util.List;

/** Which of a trace's threads a JVM's recording has constants of. */
public interface JvmThreads {
    /** Not one of them. */
    int NONE = -1;

    /** The id of the JVM's process. */
    long processId();

    /** The constants, each key once. A thread is named by its place here. */
    List<ThreadConstant> constants();

    /**
     * The largest key of a thread that the recording's events name. There need not be a constant for it; but as soon as
     * there is one, the events are shown as that thread's.
     */
    long largestKey();

    /** A group by its key, null if the recording does not tell. */
    ThreadGroupConstant group(long key);

    /**
     * Which of the constants a thread is. A native thread can be one Java thread after the other.
     *
     * @param life as the scheduler's directory counts threads
     * @param time session clock's value
     * @return its place, or {@link #NONE}
     */
    int indexOf(int life, long time);

    /** Whether a thread id is that of a thread among the constants. */
    boolean hasThreadId(long threadId);
}
