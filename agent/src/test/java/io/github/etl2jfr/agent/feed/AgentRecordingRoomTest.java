package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.agent.live.UnavailableException;
import org.junit.jupiter.api.Test;

/** Whether there is room for what the agent writes. */
class AgentRecordingRoomTest {
    /** JFR ends the JVM where it cannot write. */
    @Test
    void nothingIsBegunOnADiskThatIsNearlyFull() {
        assertThatThrownBy(() -> RecordingRoom.requireEnoughToBegin(1_500_000))
                .isInstanceOf(UnavailableException.class)
                .hasMessage(
                        "only 1 MB are free in %s, where JFR records; once none are, JFR ends the JVM; free at"
                                + " least 32 MB, or start the JVM with another directory"
                                + " (-XX:FlightRecorderOptions=repository=...)",
                        System.getProperty("jdk.jfr.repository"));
        assertThatCode(() -> RecordingRoom.requireEnoughToBegin(1 << 30)).doesNotThrowAnyException();
        assertThatCode(() -> RecordingRoom.requireEnoughToBegin(Double.POSITIVE_INFINITY))
                .doesNotThrowAnyException();
    }
}
