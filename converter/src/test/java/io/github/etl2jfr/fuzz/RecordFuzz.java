package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.kernel.CompactContextSwitches;
import io.github.etl2jfr.kernel.ContextSwitch;
import io.github.etl2jfr.kernel.GroupMasks;
import io.github.etl2jfr.kernel.ProcessRecord;
import io.github.etl2jfr.kernel.ReadyThread;
import io.github.etl2jfr.kernel.ThreadName;
import io.github.etl2jfr.kernel.ThreadRecord;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The input is the version, the kind of header and the payload of one event, read as each of the kernel's records. */
public final class RecordFuzz {
    private static final int HEAD = 4;
    private static final int BUFFER_HEADER = 0x48;
    private static final int MAX_PAYLOAD = 0x8000;
    private static final HeaderType[] HEADERS = {
        HeaderType.SYSTEM32,
        HeaderType.SYSTEM64,
        HeaderType.COMPACT32,
        HeaderType.COMPACT64,
        HeaderType.PERFINFO32,
        HeaderType.PERFINFO64
    };

    private RecordFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < HEAD || input.length > MAX_PAYLOAD) {
            return;
        }
        byte[] event = EventBytes.of(HEADERS[(input[0] & 0xFF) % HEADERS.length], 0x0524)
                .version(input[1] & 0xFF)
                .payload(Arrays.copyOfRange(input, HEAD, input.length))
                .toBytes();
        byte[] buffer = new byte[BUFFER_HEADER + event.length];
        System.arraycopy(event, 0, buffer, BUFFER_HEADER, event.length);
        EventCursor cursor = new EventCursor();
        cursor.wrap(buffer, buffer.length);
        Checks.require(cursor.next(), "no event");
        batch(cursor, (input[2] & 0xFF) << Byte.SIZE | input[3] & 0xFF);
        contextSwitch(cursor);
        ReadyThread ready = new ReadyThread();
        if (ready.wrap(cursor)) {
            ready.threadId();
            ready.wakerThreadId();
        }
        ProcessRecord process = ProcessRecord.read(cursor);
        if (process != null) {
            text(process.image());
            text(process.commandLine());
        }
        ThreadRecord thread = ThreadRecord.read(cursor);
        if (thread != null) {
            text(thread.name());
        }
        ThreadName name = ThreadName.read(cursor);
        if (name != null) {
            text(name.name());
        }
        GroupMasks.read(cursor);
    }

    private static void batch(EventCursor cursor, int build) {
        CompactContextSwitches batch = new CompactContextSwitches(build);
        if (!batch.wrap(cursor)) {
            return;
        }
        int switches = 0;
        while (batch.next()) {
            batch.oldThreadState();
            batch.oldThreadWaitReason();
            Checks.require(
                    (batch.oldThreadPriority() < 0) == (batch.oldThreadId() == 0) || batch.oldThreadId() != 0,
                    "the idle thread has a priority");
            switches++;
        }
        Checks.require(2 * switches <= cursor.payloadSize(), "more switches than bytes");
    }

    private static void contextSwitch(EventCursor cursor) {
        ContextSwitch contextSwitch = new ContextSwitch();
        if (contextSwitch.wrap(cursor)) {
            contextSwitch.newThreadId();
            contextSwitch.oldThreadId();
            contextSwitch.newThreadWaitTicks();
            contextSwitch.oldThreadRemainingQuantum();
        }
    }

    /** Can be written as UTF-8 and read again. */
    private static void text(String text) {
        if (text != null) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            Checks.require(new String(utf8, StandardCharsets.UTF_8).equals(text), "a text with half a character");
        }
    }
}
