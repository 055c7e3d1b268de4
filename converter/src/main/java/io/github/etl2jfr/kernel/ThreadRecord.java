package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.isUtf16Ended;
import static io.github.etl2jfr.etl.bytes.LittleEndian.utf16;

import io.github.etl2jfr.etl.EventCursor;

/**
 * Start, end or rundown of a thread, hooks 0x0501 to 0x0504. Meaning of the fields: the documented
 * classes Thread_V0_TypeGroup1 to Thread_TypeGroup1; the name after them is Windows 10's.
 *
 * <pre>
 *   version 0   ThreadId u32, ProcessId u32
 *   version 1+  ProcessId u32, ThreadId u32, then
 *   version 3   7 pointers, SubProcessTag u32, base priority, page priority, I/O priority, flags (u8 each),
 *               name (UTF-16, NUL) if there are bytes left
 * </pre>
 *
 * @param processId process of the thread
 * @param threadId the thread; 0 is an idle thread, one a processor
 * @param name the thread's own name, null if it has none
 * @param cutOff whether the event ends before the name does
 */
public record ThreadRecord(int processId, int threadId, String name, boolean cutOff) {
    private static final int IDS_SIZE = 8;
    private static final int POINTERS_VERSION_3 = 7;
    private static final int TAIL_VERSION_3 = 8;

    /**
     * Decodes the event the cursor stands on.
     *
     * @return null if it is too short
     */
    public static ThreadRecord read(EventCursor event) {
        if (event.payloadSize() < IDS_SIZE) {
            return null;
        }
        int first = i32(event.bytes(), event.payloadOffset());
        int second = i32(event.bytes(), event.payloadOffset() + 4);
        if (event.version() == 0) {
            return new ThreadRecord(second, first, null, false);
        }
        int start = event.payloadOffset() + IDS_SIZE + POINTERS_VERSION_3 * event.pointerSize() + TAIL_VERSION_3;
        int end = event.payloadEnd();
        if (event.version() < 3 || start >= end) {
            return new ThreadRecord(first, second, null, false);
        }
        String name = utf16(event.bytes(), start, end);
        return new ThreadRecord(first, second, name.isEmpty() ? null : name, !isUtf16Ended(event.bytes(), start, end));
    }
}
