package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the agent says is the same for everybody: the application's language is not its own. */
class AgentCountsTest {
    /** French has a separator that few consoles know. */
    @Test
    void inFrance() {
        Locale locale = Locale.getDefault();
        Locale.setDefault(Locale.FRANCE);
        try {
            Counts counts = new Counts();
            IntStream.range(0, 12_345).forEach(i -> counts.addWritten());
            IntStream.range(0, 1234).forEach(i -> counts.addTooShort());
            assertThat(counts.summary())
                    .isEqualTo("12,345 events written; left out: 1,234 shorter than the minimum duration");
        } finally {
            Locale.setDefault(locale);
        }
    }
}
