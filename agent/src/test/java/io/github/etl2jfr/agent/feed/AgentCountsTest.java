package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.agent.live.TracedThread;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the agent says is the same for everybody: the application's language is not its own. */
class AgentCountsTest {
    private static void speaking(Locale language, Runnable test) {
        Locale locale = Locale.getDefault();
        Locale.setDefault(language);
        try {
            test.run();
        } finally {
            Locale.setDefault(locale);
        }
    }

    /** French has a separator that few consoles know. */
    @Test
    void inFrance() {
        speaking(Locale.FRANCE, () -> {
            Counts counts = new Counts();
            IntStream.range(0, 12_345).forEach(i -> counts.written.increment());
            IntStream.range(0, 1234).forEach(i -> counts.tooShort.increment());
            assertThat(counts.summary())
                    .isEqualTo("12,345 events written; left out: 1,234 shorter than the minimum duration");
        });
    }

    @Test
    void reasonsOneAfterTheOther() {
        Counts counts = new Counts();
        assertThat(counts.summary()).isEqualTo("0 events written");
        counts.written.increment();
        counts.tooOld.increment();
        counts.noRoom.increment();
        assertThat(counts.summary())
                .isEqualTo(
                        "1 event written; left out: 1 older than the recording, 1 for which the recording has no room");
    }

    /** It was not known when they were written. */
    @Test
    void whatIsLostLaterWasNotWritten() {
        Counts counts = new Counts();
        IntStream.range(0, 10).forEach(i -> counts.written.increment());
        counts.tooShort.increment();
        counts.lose(9);
        assertThat(counts.written.get()).isEqualTo(1);
        assertThat(counts.leftOut()).isEqualTo(10);
        assertThat(counts.total()).isEqualTo(11);
        assertThat(counts.summary())
                .isEqualTo("1 event written; left out: 1 shorter than the minimum duration,"
                        + " 9 lost, as no recording got the agent's chunk with them");
    }

    /** Arabic has digits of its own, by which no thread would be found. */
    @Test
    void inEgypt() {
        speaking(Locale.forLanguageTag("ar-EG"), () -> assertThat(TracedThread.name("java.exe", 4711))
                .isEqualTo("java.exe (4711)"));
    }
}
