package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveTracedThreadTest {
    private static final String LONG = "x".repeat(300);

    /** JDK 17 would write it out in each event: more than the recording has room for. */
    @Test
    void eventsHaveTheBeginningOfALongNameAndTheId() {
        TracedThread thread = TracedThread.foreign(4711, LONG);
        assertThat(thread.name()).isEqualTo(LONG + " (4711)");
        assertThat(thread.label()).hasSize(127).startsWith("xxx").endsWith("x (4711)");
        assertThat(thread.rename("short")).isTrue();
        assertThat(thread.label()).isEqualTo("short (4711)");
        assertThat(thread.rename(LONG)).isTrue();
        assertThat(thread.label()).hasSize(127).endsWith("x (4711)");
    }
}
