package io.github.etl2jfr.testing;

import java.nio.ByteBuffer;

/** A trace as it is in its file while its session still writes: the log file header is completed at the end. */
public final class UnfinishedTrace {
    /** Where in the file of a 64-bit trace the header's EndTime is: behind the buffer's header and the event's. */
    private static final int END_TIME = 0x48 + 0x20 + 0x10;

    /** Where it counts the buffers. */
    public static final int BUFFERS_WRITTEN = 0x48 + 0x20 + 0x24;

    /** Where what is written at the end ends. */
    public static final int COMPLETED_END = BUFFERS_WRITTEN + Integer.BYTES;

    private UnfinishedTrace() {}

    /** A copy of a trace, or of its beginning, as it was before the session's end. */
    public static byte[] of(byte[] trace) {
        byte[] copy = trace.clone();
        ByteBuffer.wrap(copy).putLong(END_TIME, 0).putInt(BUFFERS_WRITTEN, 0);
        return copy;
    }
}
