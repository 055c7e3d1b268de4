package io.github.etl2jfr.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log file header is believed in nothing that memory or an answer depends on. */
class LyingHeaderTest {
    private static final Path SAMPLE = Path.of("samples", "contention-compact.etl");
    private static final int SWITCHES = 19_768;

    /** Behind the buffer header (48 hex bytes) and the event's SYSTEM header (20). */
    private static final int LOG_FILE_HEADER = 0x68;

    private static final int TIME = 0x48 + 0x10;
    private static final int NUMBER_OF_PROCESSORS = 0x0C;
    private static final int TIMER_RESOLUTION = 0x18;
    private static final int PERF_FREQUENCY = 0x100;
    private static final int START_TIME = 0x108;

    @TempDir
    Path directory;

    private ConversionReport convert(ByteBuffer trace) throws Exception {
        Path input = directory.resolve("trace.etl");
        try (FileChannel channel = FileChannel.open(input, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(trace);
        }
        return new Conversion(input, directory.resolve("out.jfr"), ConversionOptions.DEFAULT, bytes -> {}).run();
    }

    private static ByteBuffer sample() throws Exception {
        return ByteBuffer.wrap(Files.readAllBytes(SAMPLE)).order(ByteOrder.LITTLE_ENDIAN);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void theNumberOfProcessors(int processors) throws Exception {
        ByteBuffer trace = sample().putInt(LOG_FILE_HEADER + NUMBER_OF_PROCESSORS, processors);

        assertThat(convert(trace).switches().written()).isEqualTo(SWITCHES);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE})
    void theFrequencyOfTheClock(long frequency) throws Exception {
        ByteBuffer trace = sample().putLong(LOG_FILE_HEADER + PERF_FREQUENCY, frequency);

        assertThatThrownBy(() -> convert(trace))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(": impossible clock frequency " + frequency + " in the log file header");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE})
    void theStartTime(long startTime) throws Exception {
        ByteBuffer trace = sample().putLong(LOG_FILE_HEADER + START_TIME, startTime);

        assertThatThrownBy(() -> convert(trace))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(": impossible start time " + startTime + " in the log file header");
    }

    /** Wait times are told in ticks: of a length that cannot be, nobody knows what they are. */
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void theLengthOfATimerTick(int resolution) throws Exception {
        ByteBuffer trace = sample().putInt(LOG_FILE_HEADER + TIMER_RESOLUTION, resolution);

        assertThat(convert(trace).switches().written()).isEqualTo(SWITCHES);
        List<RecordedEvent> events = RecordingFile.readAllEvents(directory.resolve("out.jfr"));
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("windows.ContextSwitch"))
                .hasSize(SWITCHES)
                .allMatch(event -> event.getLong("newThreadWaitTime") == Long.MIN_VALUE);
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .singleElement()
                .returns(Long.MIN_VALUE, event -> event.getLong("timerResolution"));
    }

    /** Seen from a clock that starts 10,000 years later, no event makes sense. */
    @Test
    void theClockItself() throws Exception {
        ByteBuffer trace = sample().putLong(TIME, Long.MAX_VALUE / 2);

        assertThatThrownBy(() -> convert(trace))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(": no context switches in the trace that make sense");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE})
    void aClockThatIsAboutToOverflow(long time) throws Exception {
        ByteBuffer trace = sample().putLong(TIME, time);

        assertThatThrownBy(() -> convert(trace))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(": impossible start timestamp " + time + " in the log file header");
    }
}
