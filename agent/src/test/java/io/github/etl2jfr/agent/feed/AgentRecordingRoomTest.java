package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.agent.live.UnavailableException;
import java.time.Duration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether there is room for what the agent writes. */
class AgentRecordingRoomTest {
    /** Nothing could be written in no time, and room that is infinite is never used up. */
    @ParameterizedTest
    @CsvSource({"0, 300", "20, 20", ", 300"})
    void timeThatARecordingKeeps(Long maxAge, long window) {
        try (Recording recording = new Recording()) {
            recording.setToDisk(true);
            recording.setMaxSize(1000);
            recording.setMaxAge(maxAge == null ? null : Duration.ofSeconds(maxAge));
            recording.start();
            RecordingRoom room = RecordingRoom.now();
            assertThat(room.bytes()).isEqualTo(500);
            assertThat(room.window()).hasSeconds(window);
        }
    }

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
