package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.kernel.EventUnderTest.cut;
import static io.github.etl2jfr.kernel.EventUnderTest.event;
import static io.github.etl2jfr.kernel.EventUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.testing.Bytes;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layout: the documented class ReadyThread; an unused byte fills it up to 8. */
class ReadyThreadTest {
    private static final int HOOK = 0x0532;

    /** Captured on a real machine: thread 2252, readied from a deferred procedure call. */
    @Test
    void captured() {
        ReadyThread ready = view(event(HOOK, 2, 8, "CC080000 01 00 01 00"));

        assertThat(ready.threadId()).isEqualTo(2252);
        assertThat(ready.wakerRunsHere()).isFalse();
        assertThat(ready.wakerThreadId()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void headerWithoutIds(int pointerSize) {
        ReadyThread ready = view(event(HOOK, 2, pointerSize, "CC080000 01 02 00 00"));

        assertThat(ready.threadId()).isEqualTo(2252);
        assertThat(ready.wakerRunsHere()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = HeaderType.class,
            names = {"SYSTEM32", "SYSTEM64", "COMPACT32", "COMPACT64"})
    void headerThatNamesTheWaker(HeaderType type) {
        assertThat(view(readied(type, 9, "CC080000 01 00 00 00")).threadId()).isEqualTo(2252);
        assertThat(view(readied(type, 9, "CC080000 01 00 00 00")).wakerThreadId())
                .isEqualTo(9);
        assertThat(view(readied(type, 0, "CC080000 01 00 00 00")).wakerThreadId())
                .isZero();
        // So no thread is written elsewhere.
        assertThat(view(readied(type, -1, "CC080000 01 00 00 00")).wakerThreadId())
                .isZero();
        assertThat(view(readied(type, -1, "CC080000 01 00 00 00")).wakerRunsHere())
                .isFalse();
        // A deferred procedure call only borrows the thread.
        assertThat(view(readied(type, 9, "CC080000 01 00 01 00")).wakerThreadId())
                .isZero();
    }

    private static EventCursor readied(HeaderType type, int waker, String payload) {
        return on(EventBytes.of(type, HOOK).threadId(waker).payload(Bytes.hex(payload)));
    }

    /** 1 executing a DPC; 2 kernel stack not resident, 4 process out of memory, 8 direct switch attempt. */
    @ParameterizedTest
    @CsvSource({"00, true", "01, false", "02, true", "04, true", "08, true", "FE, true", "FF, false"})
    void onlyTheDpcFlagMatters(String flags, boolean wakerRunsHere) {
        assertThat(view(event(HOOK, 2, 8, "CC080000 01 00" + flags + "00")).wakerRunsHere())
                .isEqualTo(wakerRunsHere);
    }

    @Test
    void tooShort() {
        ReadyThread ready = new ReadyThread();
        for (int size = 0; size <= 8; size++) {
            assertThat(ready.wrap(cut(HOOK, 2, 8, "CC080000 01 00 01 00", size)))
                    .isEqualTo(size >= 7);
        }
    }

    private static ReadyThread view(EventCursor event) {
        ReadyThread ready = new ReadyThread();
        assertThat(ready.wrap(event)).isTrue();
        return ready;
    }
}
