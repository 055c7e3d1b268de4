package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.isUtf16Ended;
import static io.github.etl2jfr.etl.bytes.LittleEndian.utf16;

import io.github.etl2jfr.etl.EventCursor;

/**
 * A thread gets a name, hook 0x0548: ProcessId u32, ThreadId u32, name (UTF-16, NUL). Not documented;
 * seen in traces of Windows 10.
 *
 * @param processId process of the thread
 * @param threadId the thread
 * @param name its name from now on, null if it has none any more
 * @param cutOff whether the event ends before the name does
 */
public record ThreadName(int processId, int threadId, String name, boolean cutOff) {
    private static final int IDS_SIZE = 8;

    /**
     * Decodes the event the cursor stands on.
     *
     * @return null if it is too short
     */
    public static ThreadName read(EventCursor event) {
        if (event.payloadSize() < IDS_SIZE) {
            return null;
        }
        byte[] bytes = event.bytes();
        int base = event.payloadOffset();
        int start = base + IDS_SIZE;
        int end = event.payloadEnd();
        String name = utf16(bytes, start, end);
        return new ThreadName(
                i32(bytes, base),
                i32(bytes, base + 4),
                name.isEmpty() ? null : name,
                start < end && !isUtf16Ended(bytes, start, end));
    }
}
