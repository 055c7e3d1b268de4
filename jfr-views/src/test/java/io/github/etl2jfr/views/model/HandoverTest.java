package io.github.etl2jfr.views.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HandoverTest {
    /** More than may wait. */
    private static final int MANY = 100_000;

    /** Told numbers, in place of amounts of damage. */
    private static class Numbers implements TraceSink {
        final List<Long> told = new ArrayList<>();

        @Override
        public void dataLoss(String cause, long amount, boolean isNotice) {
            told.add(amount);
        }
    }

    private static void tell(Handover handover, long number) throws Exception {
        handover.tell(sink -> sink.dataLoss("any", number, false));
    }

    @Test
    void everySinkIsToldAllInOrder() throws Exception {
        Numbers one = new Numbers();
        Numbers other = new Numbers();
        try (Handover handover = new Handover(List.of(one, other))) {
            for (int i = 0; i < MANY; i++) {
                tell(handover, i);
            }
            handover.finish();
        }
        List<Long> all = LongStream.range(0, MANY).boxed().toList();
        assertEquals(all, one.told);
        assertEquals(all, other.told);
    }

    @Test
    void failureOfASinkIsTheCallers() throws Exception {
        AssertionError failure = new AssertionError("as tests do");
        TraceSink failing = new TraceSink() {
            @Override
            public void dataLoss(String cause, long amount, boolean isNotice) {
                throw failure;
            }
        };
        try (Handover handover = new Handover(List.of(failing))) {
            Error thrown = assertThrows(AssertionError.class, () -> {
                for (int i = 0; i < MANY; i++) {
                    tell(handover, i);
                }
            });
            assertSame(failure, thrown);
        }
        try (Handover handover = new Handover(List.of(failing))) {
            tell(handover, 1);
            assertSame(failure, assertThrows(AssertionError.class, handover::finish));
        }
    }

    @Test
    void noThreadIsLeftBehind() throws Exception {
        CountDownLatch isTold = new CountDownLatch(1);
        TraceSink slow = new TraceSink() {
            @Override
            public void dataLoss(String cause, long amount, boolean isNotice) {
                if (amount > 0) {
                    return;
                }
                isTold.countDown();
                long end = System.nanoTime() + Duration.ofMillis(50).toNanos();
                while (System.nanoTime() < end) {
                    // At work, and so not to be interrupted.
                }
            }
        };
        Set<Thread> before = handovers();
        try (Handover handover = new Handover(List.of(slow))) {
            for (int i = 0; i < Handover.BATCH; i++) {
                tell(handover, i);
            }
            isTold.await();
            // The caller fails here: nothing is finished.
        }
        assertTrue(before.containsAll(handovers()));
    }

    private static Set<Thread> handovers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(Handover.THREAD_NAME))
                .collect(Collectors.toSet());
    }
}
