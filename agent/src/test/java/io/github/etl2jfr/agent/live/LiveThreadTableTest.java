package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An id of the operating system is one thread's at a time. */
class LiveThreadTableTest {
    private static final long RETENTION = 1000;

    private final ThreadTable table = new ThreadTable(RETENTION);

    private TracedThread add(long osThreadId, long key, long since) {
        TracedThread thread = new TracedThread(osThreadId, key, "thread", key, since);
        table.add(thread);
        return thread;
    }

    @Test
    void nobodyHasAnUnknownId() {
        add(4, 1, 0);
        assertThat(table.find(8, 0)).isNull();
    }

    @Test
    void idGoesFromThreadToThread() {
        TracedThread first = add(4, 1, 0);
        first.end(100);
        assertThat(table.find(4, 500)).isSameAs(first);

        TracedThread second = add(4, 2, 200);
        second.end(300);
        TracedThread third = add(4, 3, 400);
        assertThat(table.find(4, -5)).isSameAs(first);
        assertThat(table.find(4, 100)).isSameAs(first);
        assertThat(table.find(4, 101)).isSameAs(second);
        assertThat(table.find(4, 300)).isSameAs(second);
        assertThat(table.find(4, 301)).isSameAs(third);
        assertThat(table.find(4, Long.MAX_VALUE)).isSameAs(third);
        assertThat(table.findKey(4, 2)).isSameAs(second);
        assertThat(table.findKey(4, 9)).isNull();
    }

    @Test
    void newThreadEndsTheOneBefore() {
        TracedThread first = add(4, 1, 0);
        TracedThread second = add(4, 2, 200);
        assertThat(first.endTicks()).isEqualTo(200);

        // Told later, and better.
        first.end(150);
        assertThat(table.find(4, 150)).isSameAs(first);
        assertThat(table.find(4, 151)).isSameAs(second);
    }

    /** What is told of threads that start comes after they were seen. */
    @Test
    void threadMayBeToldLaterThanTheNext() {
        TracedThread third = add(4, 3, 300);
        TracedThread first = add(4, 1, 100);
        TracedThread second = add(4, 2, 200);
        second.end(250);
        assertThat(table.find(4, 0)).isSameAs(first);
        assertThat(table.find(4, 200)).isSameAs(first);
        assertThat(table.find(4, 201)).isSameAs(second);
        assertThat(table.find(4, 251)).isSameAs(third);
        assertThat(third.endTicks()).isEqualTo(Long.MAX_VALUE);
    }

    /** What was found is remembered as long as it is the only one of its id, and nothing has changed. */
    @Test
    void anotherThreadOfTheSameIdIsAChange() {
        TracedThread first = add(4, 1, 100);
        int changes = table.changes();
        assertThat(table.isOnly(first)).isTrue();

        first.end(150);
        assertThat(table.isOnly(first)).isTrue();
        assertThat(table.changes()).isEqualTo(changes);

        TracedThread second = add(4, 2, 200);
        assertThat(table.changes()).isNotEqualTo(changes);
        assertThat(table.isOnly(first)).isFalse();
        assertThat(table.isOnly(second)).isFalse();
    }

    @Test
    void forgetsThreadsThatEndedLongAgo() {
        for (int i = 0; i < 100_000; i++) {
            TracedThread thread = add(4L * i, i + 1, 10L * i);
            if (i % 2 == 0) {
                thread.end(10L * i + 5);
            }
        }
        // The other half lives.
        assertThat(table.all()).hasSizeBetween(50_000, 80_000);
        for (int i = 1; i < 100_000; i += 2) {
            assertThat(table.find(4L * i, 0).key()).isEqualTo(i + 1);
        }
        assertThat(table.find(0, 0)).isNull();
    }

    @Test
    void forgetsThreadsOfOneId() {
        for (int i = 0; i < 10_000; i++) {
            add(4, i + 1, 10L * i).end(10L * i + 5);
        }
        assertThat(table.all()).hasSizeBetween(2, 2 * (int) RETENTION / 10);
    }
}
