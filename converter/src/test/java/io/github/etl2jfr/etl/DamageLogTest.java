package io.github.etl2jfr.etl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class DamageLogTest {
    @Test
    void totalsNameTheFirstInTheFile() {
        DamageLog log = new DamageLog();
        log.add(Damage.BUFFER_LOST, 1, 3, 2000, "late");
        log.add(Damage.CORRUPT_EVENT, 2, 1, 500, "other");
        log.add(Damage.BUFFER_LOST, DamageLog.NO_PROCESSOR, 4, 1000, "early");

        assertThat(log.amount(Damage.BUFFER_LOST)).isEqualTo(7);
        assertThat(log.amount(Damage.TRUNCATED)).isZero();
        assertThat(log.totals().keySet()).containsExactly(Damage.BUFFER_LOST, Damage.CORRUPT_EVENT);
        assertThat(log.totals())
                .contains(entry(
                        Damage.BUFFER_LOST,
                        new DamageLog.Total(7, new DamageLog.Entry(Damage.BUFFER_LOST, -1, 4, 1000, "early"))));
        assertThat(log.totals().get(Damage.BUFFER_LOST).minus(2).amount()).isEqualTo(5);
        assertThat(log.entries()).extracting(DamageLog.Entry::detail).containsExactly("late", "other", "early");
        assertThat(log.size()).isEqualTo(3);
    }

    @Test
    void countsGoOnWhereEntriesStop() {
        DamageLog log = new DamageLog();
        for (int i = 0; i < 10_005; i++) {
            log.add(Damage.CORRUPT_EVENT, 0, 2, i, "one more");
        }

        assertThat(log.size()).isEqualTo(10_000);
        assertThat(log.entries()).hasSize(10_000);
        assertThat(log.amount(Damage.CORRUPT_EVENT)).isEqualTo(20_010);
    }

    /** The names are those of the recording's events. */
    @Test
    void labels() {
        assertThat(Damage.values())
                .extracting(Damage::label)
                .containsExactly("EventsLost", "BufferLost", "CorruptBuffer", "CorruptEvent", "Truncated");
        assertThat(Damage.values())
                .allSatisfy(damage -> assertThat(damage.explanation()).isNotBlank());
    }
}
