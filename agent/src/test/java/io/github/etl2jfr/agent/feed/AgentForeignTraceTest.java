package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Why nothing of a trace is this JVM's, for the user. */
class AgentForeignTraceTest {
    private static final Instant TEN = Instant.parse("2026-11-28T10:00:00.123Z");
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00.456Z");

    @Test
    void ofTheSameTime() {
        assertThat(ForeignTrace.explain(12_345, 4711, TEN, NOON, TEN.plusSeconds(1), NOON.plusSeconds(1)))
                .isEqualTo("; of 12,345 switches read, none is of this process (4711)");
        assertThat(ForeignTrace.explain(1, 4711, TEN, TEN, null, NOON))
                .isEqualTo("; of 1 switch read, none is of this process (4711)");
    }

    /** Whose digits would be others. */
    @Test
    void inAnotherLanguage() {
        Locale locale = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(ForeignTrace.explain(1, 4711, TEN, TEN, null, NOON)).endsWith("(4711)");
        } finally {
            Locale.setDefault(locale);
        }
    }

    @Test
    void ofAnotherTime() {
        assertThat(ForeignTrace.explain(2, 4711, TEN, TEN.plusSeconds(60), NOON, NOON.plusSeconds(1)))
                .isEqualTo("; of 2 switches read, none is of this process (4711): they end at"
                        + " 2026-11-28T10:01:00Z, and this JVM started at 2026-11-28T12:00:00Z");
        assertThat(ForeignTrace.explain(2, 4711, NOON, NOON.plusSeconds(60), TEN, TEN.plusSeconds(1)))
                .isEqualTo("; of 2 switches read, none is of this process (4711): they begin at"
                        + " 2026-11-28T12:00:00Z, which is in the future");
    }
}
