package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;

import io.github.etl2jfr.etl.EventCursor;

/**
 * A thread becomes ready to run, hook 0x0532. Meaning of the fields: the documented class ReadyThread.
 *
 * <pre>
 *   00       04           05              06    07
 *   +--------+------------+---------------+-----+
 *   | tid    |adjustReason|adjustIncrement|flags|
 *   +--------+------------+---------------+-----+
 * </pre>
 */
public final class ReadyThread {
    /** {@link #wakerThreadId}: the thread then running on the event's processor. */
    public static final int WAKER_RUNS_HERE = -1;

    private static final int SIZE = 0x07;
    private static final int FLAG_DPC = 1;

    private EventCursor event;
    private byte[] bytes;
    private int base;

    /**
     * Views the event the cursor stands on.
     *
     * @return false if it is too short to be one
     */
    public boolean wrap(EventCursor cursor) {
        event = cursor;
        bytes = cursor.bytes();
        base = cursor.payloadOffset();
        return cursor.payloadSize() >= SIZE;
    }

    /** The thread made ready. */
    public int threadId() {
        return i32(bytes, base);
    }

    /**
     * Who made it ready: a thread id, 0 for no thread (a deferred procedure call did), or
     * {@link #WAKER_RUNS_HERE}.
     */
    public int wakerThreadId() {
        if ((u8(bytes, base + 0x06) & FLAG_DPC) != 0) {
            return 0;
        }
        return event.hasThread() ? event.threadId() : WAKER_RUNS_HERE;
    }
}
