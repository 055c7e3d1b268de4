package io.github.etl2jfr.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.testing.Bytes;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;

/** An event cursor that stands on a single event. What lies behind the event is 0xEE, to betray reads past its end. */
final class EventUnderTest {
    private EventUnderTest() {}

    /** A payload of literal bytes behind a header without ids. */
    static EventCursor event(int hook, int version, int pointerSize, String payload) {
        return on(EventBytes.of(HeaderType.perfInfo(pointerSize), hook)
                .version(version)
                .payload(Bytes.hex(payload)));
    }

    /** The first bytes of a payload. */
    static EventCursor cut(int hook, int version, int pointerSize, String payload, int size) {
        return event(hook, version, pointerSize, payload.replaceAll("\\s", "").substring(0, 2 * size));
    }

    static EventCursor on(EventBytes event) {
        Bytes buffer = new Bytes().zeros(BufferHeader.SIZE);
        event.writeTo(buffer);
        int used = buffer.size();
        EventCursor cursor = new EventCursor();
        cursor.wrap(buffer.fill(64, 0xEE).toByteArray(), used);
        assertThat(cursor.next()).isTrue();
        return cursor;
    }
}
