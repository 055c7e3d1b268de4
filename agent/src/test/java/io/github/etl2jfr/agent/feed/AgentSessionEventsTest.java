package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

/** What is done whenever a chunk ends. */
class AgentSessionEventsTest {
    /** Otherwise threads would be taken for known in the next chunk, and chunks of ours be kept back. */
    @Test
    void sessionThatCannotBeToldKeepsNothingElse() {
        AtomicInteger done = new AtomicInteger();
        SessionEvents events = new SessionEvents(() -> {
            throw new IllegalStateException("no session");
        });
        events.after(done::incrementAndGet);
        try (Recording recording = new Recording()) {
            recording.enable(TraceSession.class);
            recording.start();
        } finally {
            assertThatThrownBy(events::close).hasMessage("no session");
        }
        assertThat(done).hasPositiveValue();
    }
}
