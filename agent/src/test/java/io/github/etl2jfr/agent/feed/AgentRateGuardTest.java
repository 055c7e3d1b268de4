package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How many slices there may be before short ones are left out. */
class AgentRateGuardTest {
    private static final long UNITS_PER_SECOND = 10_000_000;
    private static final Duration WINDOW = Duration.ofSeconds(100);

    private final List<Long> raised = new ArrayList<>();
    private final Set<Boolean> isForRate = new HashSet<>();
    private boolean isRecorded = true;

    private void raised(long minDuration, boolean forRate) {
        raised.add(minDuration);
        isForRate.add(forRate);
    }

    private RateGuard guard(int maxRate) {
        return new RateGuard(200, maxRate, UNITS_PER_SECOND, true, () -> isRecorded, this::raised);
    }

    @Test
    void rateThatIsAllowedChangesNothing() {
        RateGuard guard = guard(1000);
        for (int i = 0; i < 10_000; i++) {
            guard.written(i * UNITS_PER_SECOND / 1000, RateGuard.BYTES_PER_EVENT);
        }
        assertThat(raised).isEmpty();
        assertThat(guard.minDuration()).isEqualTo(200);
        assertThat(guard.raises()).isZero();
    }

    @Test
    void rateAboveRaisesTheMinimumAgainAndAgain() {
        RateGuard guard = guard(1000);
        for (int i = 0; i < 2000; i++) {
            guard.written(i * UNITS_PER_SECOND / 4000, RateGuard.BYTES_PER_EVENT);
        }
        // 1000 at once, 750 a thousand more than are refilled; then every 250 that are too many.
        assertThat(raised).startsWith(400L, 800L).hasSizeBetween(2, 5).isSorted();
        assertThat(guard.minDuration()).isEqualTo(raised.get(raised.size() - 1));
        assertThat(isForRate).containsExactly(true);
    }

    @Test
    void noMinimumIsRaisedToMicroseconds() {
        RateGuard guard = new RateGuard(0, 1, UNITS_PER_SECOND, true, () -> isRecorded, this::raised);
        guard.written(0, RateGuard.BYTES_PER_EVENT);
        guard.written(1, RateGuard.BYTES_PER_EVENT);
        guard.written(2, RateGuard.BYTES_PER_EVENT);
        assertThat(raised).first().isEqualTo(10L);
    }

    @Test
    void roomThatShrinksRaisesTheMinimumWheneverHalfOfTheRestIsGone() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(1024.0 * RateGuard.BYTES_PER_EVENT, WINDOW, 0);
        int written = 0;
        while (guard.hasRoom()) {
            guard.written(written++, RateGuard.BYTES_PER_EVENT);
        }
        assertThat(written).isEqualTo(1024);
        assertThat(raised).startsWith(400L, 800L, 1600L).hasSizeBetween(9, 16);
        assertThat(isForRate).containsExactly(false);

        // As much as a tenth of the window refills.
        guard.setRoom(1024.0 * RateGuard.BYTES_PER_EVENT, WINDOW, WINDOW.toNanos() / 10);
        assertThat(guard.hasRoom()).isTrue();
        for (written = 0; guard.hasRoom(); written++) {
            guard.written(written, RateGuard.BYTES_PER_EVENT);
        }
        assertThat(written).isEqualTo(102);
    }

    @Test
    void smallerRecordingThatBeginsHasItsShare() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(100_000, WINDOW, 0);
        guard.took(40_000);
        guard.setRoom(1000, WINDOW, 1);
        assertThat(raised).isEmpty();
        assertThat(guard.hasRoom()).isTrue();
        guard.took(99);
        assertThat(raised).isEmpty();
        guard.took(2);
        assertThat(raised).containsExactly(400L);
    }

    @Test
    void roomThatChangesIsRefilled() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(1000, WINDOW, 0);
        guard.took(1000);
        for (int second = 1; second <= 50; second++) {
            guard.setRoom(1000 + second % 2, WINDOW, WINDOW.toNanos() / 100 * second);
        }
        guard.took(400);
        assertThat(guard.hasRoom()).isTrue();
    }

    @Test
    void roomOfNothingIsNone() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(0, WINDOW, 0);
        assertThat(guard.hasRoom()).isFalse();
        guard.setRoom(1000, WINDOW, 1);
        assertThat(guard.hasRoom()).isTrue();
        guard.setRoom(Double.POSITIVE_INFINITY, WINDOW, 2);
        assertThat(guard.hasRoom()).isTrue();
    }

    @Test
    void whatIsTakenBesidesCounts() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(1024, WINDOW, 0);
        guard.took(500);
        assertThat(raised).isEmpty();
        guard.written(0, RateGuard.BYTES_PER_LANE_EVENT);
        assertThat(raised).containsExactly(400L);
        guard.took(500);
        assertThat(guard.hasRoom()).isFalse();
    }

    /** What is taken besides events goes on, and must not raise the minimum until nothing is long enough. */
    @Test
    void withNoRoomLeftTheMinimumStays() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(1024, WINDOW, 0);
        for (int i = 0; i < 10_000; i++) {
            guard.took(i % 2);
        }
        assertThat(guard.hasRoom()).isFalse();
        assertThat(raised).containsExactly(400L, 800L, 1600L, 3200L);
    }

    /** A recording that has ended bears nothing any more. */
    @Test
    void whileNobodyRecordsNothingIsRaised() {
        RateGuard guard = guard(1000);
        guard.setRoom(1024.0 * RateGuard.BYTES_PER_EVENT, WINDOW, 0);
        isRecorded = false;
        for (int i = 0; i < 2000; i++) {
            guard.written(0, RateGuard.BYTES_PER_EVENT);
        }
        guard.took(1);
        assertThat(raised).isEmpty();
        assertThat(guard.minDuration()).isEqualTo(200);
        assertThat(guard.raises()).isZero();
        isRecorded = true;
        guard.took(1);
        assertThat(raised).containsExactly(400L);
    }

    /** What lasts longer can be neither that many nor meant. */
    @Test
    void minimumIsRaisedToASecond() {
        RateGuard guard = guard(1);
        for (int i = 0; i < 1000; i++) {
            guard.written(0, RateGuard.BYTES_PER_EVENT);
        }
        assertThat(guard.minDuration()).isEqualTo(UNITS_PER_SECOND);
        // From 20 us: 16 times, the last one cut off.
        assertThat(raised).isSorted().doesNotHaveDuplicates().hasSize(16);
        assertThat(guard.raises()).isEqualTo(16);
    }

    private static int switches(RateGuard guard, long time) {
        int written = 0;
        while (guard.hasRoomForSwitch(time)) {
            guard.writtenSwitch(RateGuard.BYTES_PER_EVENT);
            written++;
        }
        return written;
    }

    /** A longer minimum would make no fewer of them. */
    @Test
    void switchesAboveTheRateAreLeftOutAndLeaveHalfToSlices() {
        RateGuard guard = guard(1000);
        assertThat(switches(guard, 0)).isEqualTo(501);
        for (int i = 0; i < 499; i++) {
            guard.written(0, RateGuard.BYTES_PER_EVENT);
        }
        assertThat(raised).isEmpty();
        // As much as refills above that half in the rest of a second.
        assertThat(switches(guard, UNITS_PER_SECOND)).isEqualTo(501);
        assertThat(raised).isEmpty();
    }

    @Test
    void switchesLeaveThreeQuartersOfTheRoomToSlices() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(1024.0 * RateGuard.BYTES_PER_EVENT, WINDOW, 0);
        assertThat(switches(guard, 0)).isEqualTo(257);
        for (int i = 0; i < 255; i++) {
            guard.written(0, RateGuard.BYTES_PER_EVENT);
        }
        assertThat(raised).isEmpty();
        guard.written(0, RateGuard.BYTES_PER_EVENT);
        assertThat(raised).containsExactly(400L);
        assertThat(switches(guard, 0)).isZero();
    }

    @Test
    void switchesAloneHaveAllThereIs() {
        RateGuard guard = new RateGuard(200, 2000, UNITS_PER_SECOND, false, () -> isRecorded, this::raised);
        guard.setRoom(1024.0 * RateGuard.BYTES_PER_EVENT, WINDOW, 0);
        assertThat(switches(guard, 0)).isEqualTo(1024);
        guard.setRoom(Double.POSITIVE_INFINITY, WINDOW, 1);
        assertThat(switches(guard, 0)).isEqualTo(2000 - 1024);
        assertThat(raised).isEmpty();
    }

    @Test
    void withoutBoundsThereIsAlwaysRoom() {
        RateGuard guard = guard(Integer.MAX_VALUE);
        guard.setRoom(Double.POSITIVE_INFINITY, WINDOW, 0);
        guard.written(0, RateGuard.BYTES_PER_EVENT);
        guard.setRoom(Double.POSITIVE_INFINITY, WINDOW, 0);
        assertThat(guard.hasRoom()).isTrue();
        assertThat(raised).isEmpty();
    }
}
