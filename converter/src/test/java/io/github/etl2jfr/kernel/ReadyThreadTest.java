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
        assertThat(ready.wakerThreadId()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void headerWithoutIds(int pointerSize) {
        ReadyThread ready = view(event(HOOK, 2, pointerSize, "CC080000 01 02 00 00"));

        assertThat(ready.threadId()).isEqualTo(2252);
        assertThat(ready.wakerThreadId()).isEqualTo(ReadyThread.WAKER_RUNS_HERE);
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
        // A deferred procedure call only borrows the thread.
        assertThat(view(readied(type, 9, "CC080000 01 00 01 00")).wakerThreadId())
                .isZero();
    }

    private static EventCursor readied(HeaderType type, int waker, String payload) {
        return on(EventBytes.of(type, HOOK).threadId(waker).payload(Bytes.hex(payload)));
    }

    /** 1 executing a DPC; 2 kernel stack not resident, 4 process out of memory, 8 direct switch attempt. */
    @ParameterizedTest
    @CsvSource({"00, -1", "01, 0", "02, -1", "04, -1", "08, -1", "FE, -1", "FF, 0"})
    void onlyTheDpcFlagMatters(String flags, int waker) {
        assertThat(view(event(HOOK, 2, 8, "CC080000 01 00" + flags + "00")).wakerThreadId())
                .isEqualTo(waker);
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
