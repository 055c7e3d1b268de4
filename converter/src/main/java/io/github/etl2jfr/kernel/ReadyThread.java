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
    /** What a header has in place of an id where there is no thread; as an id it would be no multiple of four. */
    private static final int NO_THREAD = -1;

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

    /** Whether the thread that then runs on the event's processor made it ready. */
    public boolean wakerRunsHere() {
        return !isByDpc() && !event.hasThread();
    }

    /** Who made it ready, unless {@link #wakerRunsHere}: 0 for no thread, as where a deferred procedure call did. */
    public int wakerThreadId() {
        return isByDpc() || !event.hasThread() || event.threadId() == NO_THREAD ? 0 : event.threadId();
    }

    private boolean isByDpc() {
        return (u8(bytes, base + 0x06) & FLAG_DPC) != 0;
    }
}
