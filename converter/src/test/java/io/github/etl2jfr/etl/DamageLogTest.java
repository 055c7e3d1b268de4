package io.github.etl2jfr.etl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class DamageLogTest {
    @Test
    void totalsNameTheFirstInTheFile() {
        DamageLog log = new DamageLog();
        log.add(Damage.SEQUENCE_NUMBERS_MISSING, 1, 3, 2000, "late");
        log.add(Damage.TIME_BACKWARDS, 2, 1, 500);
        log.add(Damage.SEQUENCE_NUMBERS_MISSING, DamageLog.NO_PROCESSOR, 4, 1000, "early");

        assertThat(log.amount(Damage.SEQUENCE_NUMBERS_MISSING)).isEqualTo(7);
        assertThat(log.amount(Damage.FILE_ENDS_IN_BUFFER)).isZero();
        assertThat(log.totals().keySet()).containsExactly(Damage.SEQUENCE_NUMBERS_MISSING, Damage.TIME_BACKWARDS);
        assertThat(log.totals())
                .contains(entry(
                        Damage.SEQUENCE_NUMBERS_MISSING,
                        new DamageLog.Total(
                                7, new DamageLog.Entry(Damage.SEQUENCE_NUMBERS_MISSING, -1, 4, 1000, "early"))));
        assertThat(log.totals().get(Damage.SEQUENCE_NUMBERS_MISSING).minus(2).amount())
                .isEqualTo(5);
        assertThat(log.entries()).extracting(DamageLog.Entry::detail).containsExactly("late", "", "early");
        assertThat(log.size()).isEqualTo(3);
    }

    @Test
    void countsGoOnWhereEntriesStop() {
        DamageLog log = new DamageLog();
        for (int i = 0; i < 10_005; i++) {
            log.add(Damage.TIME_BACKWARDS, 0, 2, i, "one more");
        }

        assertThat(log.size()).isEqualTo(10_000);
        assertThat(log.entries()).hasSize(10_000);
        assertThat(log.amount(Damage.TIME_BACKWARDS)).isEqualTo(20_010);
    }

    /** Those of {@code docs/recording.md}: the recording's interface. */
    @Test
    void reasons() {
        assertThat(Damage.Reason.values())
                .extracting(Damage.Reason::label)
                .containsExactly("EventsLost", "BufferLost", "CorruptBuffer", "CorruptEvent", "Truncated");
    }

    /** A counter's name is what scripts ask for: one word, the constant's, and no other's. */
    @Test
    void names() {
        assertThat(Damage.values()).allSatisfy(damage -> {
            assertThat(damage.label()).matches("([A-Z][a-z]+)+");
            assertThat(damage.label().replaceAll("(?<!^)([A-Z])", "_$1").toUpperCase(Locale.ROOT))
                    .isEqualTo(damage.name());
            assertThat(damage.explanation()).matches("[A-Za-z].*[^.]").doesNotContain("|");
        });
        assertThat(Damage.values()).extracting(Damage::explanation).doesNotHaveDuplicates();
    }
}
