package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An id of the operating system is one thread's at a time. */
class LiveThreadTableTest {
    private static final long RETENTION = 1000;

    private final ThreadTable table = new ThreadTable(RETENTION);

    private TracedThread add(long osThreadId, long key, long since) {
        TracedThread thread = new TracedThread(osThreadId, key, "thread", key, since, since);
        table.add(thread);
        return thread;
    }

    private TracedThread find(long osThreadId, long ticks) {
        return find(osThreadId, ticks, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Of a trace that does not tell of threads' starts. */
    private TracedThread find(long osThreadId, long ticks, long from, long until) {
        return table.find(osThreadId, ticks, from, until, false);
    }

    @Test
    void nobodyHasAnUnknownId() {
        add(4, 1, 0);
        assertThat(find(8, 0)).isNull();
    }

    @Test
    void idGoesFromThreadToThread() {
        TracedThread first = add(4, 1, 0);
        first.end(100);
        assertThat(find(4, 500)).isSameAs(first);

        TracedThread second = add(4, 2, 200);
        second.end(300);
        TracedThread third = add(4, 3, 400);
        assertThat(find(4, -5)).isSameAs(first);
        assertThat(find(4, 100)).isSameAs(first);
        assertThat(find(4, 101)).isSameAs(second);
        assertThat(find(4, 300)).isSameAs(second);
        assertThat(find(4, 301)).isSameAs(third);
        assertThat(find(4, Long.MAX_VALUE)).isSameAs(third);
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
        assertThat(find(4, 150)).isSameAs(first);
        assertThat(find(4, 151)).isSameAs(second);
    }

    /** What is told of threads that start comes after they were seen. */
    @Test
    void threadMayBeToldLaterThanTheNext() {
        TracedThread third = add(4, 3, 300);
        TracedThread first = add(4, 1, 100);
        TracedThread second = add(4, 2, 200);
        second.end(250);
        assertThat(find(4, 0)).isSameAs(first);
        assertThat(find(4, 200)).isSameAs(first);
        assertThat(find(4, 201)).isSameAs(second);
        assertThat(find(4, 251)).isSameAs(third);
        assertThat(third.endTicks()).isEqualTo(Long.MAX_VALUE);
    }

    /** JFR tells of a thread's end before the thread has ended, and of its start after it has. */
    @Test
    void whoseLifeItIsCountsMoreThanWhatJfrTells() {
        TracedThread first = add(4, 1, 100);
        first.end(190);
        TracedThread second = add(4, 2, 220);
        assertThat(find(4, 195, 90, 200)).isSameAs(first);
        assertThat(find(4, 205, 205, 300)).isSameAs(second);
        // Its end is not told, but by the next one's start.
        second.end(Long.MAX_VALUE);
        TracedThread third = add(4, 3, 330);
        assertThat(find(4, 325, 320, Long.MAX_VALUE)).isSameAs(third);
        assertThat(find(4, 315, Long.MIN_VALUE, 315)).isSameAs(second);
        // Others that JFR knows nothing of.
        assertThat(find(4, 50, Long.MIN_VALUE, 60)).isNull();
        assertThat(find(4, 210, 200, 210)).isNull();
        assertThat(find(4, 400, 400, Long.MAX_VALUE)).isNull();
    }

    /** As of a trace that is being written: that a thread ends is told after what it did. */
    @Test
    void whoseEndIsNotToldYetIsNotTheNext() {
        TracedThread first = add(4, 1, 100);
        first.end(190);
        TracedThread second = add(4, 2, 300);
        for (long from : new long[] {Long.MIN_VALUE, 90}) {
            assertThat(table.find(4, 195, from, Long.MAX_VALUE, true)).isSameAs(first);
            assertThat(table.find(4, 299, from, Long.MAX_VALUE, true)).isSameAs(first);
            // What was told in between is lost.
            assertThat(table.find(4, 300, from, Long.MAX_VALUE, true)).isSameAs(second);
            assertThat(find(4, 195, from, Long.MAX_VALUE)).isSameAs(second);
        }
        // A thread does more before JFR says that it starts, but not one that was there before the trace.
        assertThat(table.find(4, 295, 290, Long.MAX_VALUE, true)).isSameAs(second);
        TracedThread late = add(8, 3, 300);
        assertThat(table.find(8, 299, Long.MIN_VALUE, Long.MAX_VALUE, true)).isNull();
        assertThat(table.find(8, 300, Long.MIN_VALUE, Long.MAX_VALUE, true)).isSameAs(late);
        // Others of which it is not known when they started.
        TracedThread seen = new TracedThread(12, 4, "thread", 4, 100, 200);
        table.add(seen);
        assertThat(table.find(12, 50, Long.MIN_VALUE, Long.MAX_VALUE, true)).isSameAs(seen);
    }

    /** It was there at some time while it was looked for; its end, and its start, may be told later. */
    @Test
    void whoWasSeenWasThereAtSomeTime() {
        TracedThread seen = new TracedThread(4, 1, "thread", 1, 100, 200);
        table.add(seen);
        assertThat(find(4, 50, Long.MIN_VALUE, 99)).isNull();
        assertThat(find(4, 50, Long.MIN_VALUE, 100)).isSameAs(seen);
        assertThat(find(4, 250, 200, Long.MAX_VALUE)).isSameAs(seen);
        assertThat(find(4, 250, 201, Long.MAX_VALUE)).isNull();
        seen.end(150);
        assertThat(find(4, 155, 150, Long.MAX_VALUE)).isSameAs(seen);
        assertThat(find(4, 155, 151, Long.MAX_VALUE)).isNull();
        seen.started(140);
        assertThat(find(4, 139, Long.MIN_VALUE, 139)).isNull();
        assertThat(find(4, 139, Long.MIN_VALUE, 140)).isSameAs(seen);
    }

    /** What was found is remembered as long as no other could be, and nothing has changed. */
    @Test
    void anotherThreadOfTheSameIdIsAChange() {
        int changes = table.changes();
        assertThat(table.isSameAlways(4, Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
        TracedThread first = add(4, 1, 100);
        assertThat(table.changes()).isNotEqualTo(changes);
        changes = table.changes();
        assertThat(table.isSameAlways(4, Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();

        first.end(150);
        assertThat(table.isSameAlways(4, Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
        assertThat(table.changes()).isEqualTo(changes);
        table.changed();
        assertThat(table.changes()).isNotEqualTo(changes);
        changes = table.changes();

        add(4, 2, 200);
        assertThat(table.changes()).isNotEqualTo(changes);
        assertThat(table.isSameAlways(4, Long.MIN_VALUE, Long.MAX_VALUE)).isFalse();
        assertThat(table.isSameAlways(4, 100, 200)).isFalse();
        // Of the first, the second, and none.
        assertThat(table.isSameAlways(4, 50, 199)).isTrue();
        assertThat(table.isSameAlways(4, 151, 250)).isTrue();
        assertThat(table.isSameAlways(4, 160, 190)).isTrue();
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
            assertThat(find(4L * i, 0).key()).isEqualTo(i + 1);
        }
        assertThat(find(0, 0)).isNull();
    }

    @Test
    void forgetsThreadsOfOneId() {
        for (int i = 0; i < 10_000; i++) {
            add(4, i + 1, 10L * i).end(10L * i + 5);
        }
        assertThat(table.all()).hasSizeBetween(2, 2 * (int) RETENTION / 10);
    }
}
