package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;

/** A feed that fails to open. */
class AgentFeedTest {
    @Test
    void whoCannotBeToldLeavesNothingBehind() {
        FeedOptions options = new FeedOptions(
                EventKind.slices(), List.of(), Lanes.OWN, Duration.ZERO, 1, Duration.ofSeconds(2), false);
        // That the precise way does not work is to be said.
        assertThatThrownBy(() -> Feed.open(
                        options,
                        null,
                        line -> {
                            throw new IllegalStateException(line);
                        },
                        status -> {}))
                .hasMessage("the precise way does not work: there is no instrumentation");
        assertThat(FlightRecorder.getFlightRecorder().getEventTypes())
                .noneMatch(type -> type.getName().startsWith("windows."));
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();
    }
}
