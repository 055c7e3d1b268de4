package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** The longest session there can be, on the fastest clock: its recording is read as it was. */
class LongestRecordingTest {
    private static final long FIVE_YEARS = 5L * 365 * 24 * 3600;
    private static final String START = "2026-11-21T00:00:00Z";

    /** {@link #START} as FILETIME, units of 100 ns since 1601. */
    private static final long START_TIME = 134_396_928_000_000_000L;

    /** The JDK and Mission Control reckon in doubles: of ten years these have units of 64 ns. */
    private static final long ROUNDING_NANOS = 64;

    @TempDir
    private Path directory;

    /**
     * @param startTicks the greatest that is taken, and another
     * @param earliest of the switches, in seconds from the start
     */
    @ParameterizedTest
    @CsvSource({
        "CPU_CYCLES, 8000000000, 4611686018427387904, 0",
        "CPU_CYCLES, 8000000000, -4611686018427387904, -157680000",
        "CPU_CYCLES, 8000000000, 1942608875, -157680000",
        "QPC, 999999999, 1942608875, -157680000",
        "QPC, 10000000, 1942608875, 0",
        "QPC, 1, 1942608875, -157680000"
    })
    void isReadAsItWas(Clock clock, long frequency, long startTicks, long earliest) throws Exception {
        long first = startTicks + earliest * frequency;
        long last = startTicks + FIVE_YEARS * frequency;
        TraceOptions options =
                new TraceOptions().processors(1).clock(clock, frequency).start(startTicks, START_TIME);
        Path recording = convert(options, first, last);

        Instant start = Instant.parse(START).plusSeconds(earliest);
        Instant end = Instant.parse(START).plusSeconds(FIVE_YEARS);
        for (List<Row> rows : List.of(
                Readers.recordingFile(recording),
                Readers.eventStream(recording),
                Readers.jfrPrint(recording),
                Readers.missionControl(recording))) {
            List<Row> switches = Row.sorted(rows.stream()
                    .filter(row -> row.type().equals("windows.ContextSwitch"))
                    .toList());
            assertThat(switches).hasSize(2);
            assertThat(switches.get(0).nanos()).isEqualTo(Row.epochNanos(start));
            assertThat(switches.get(1).nanos()).isCloseTo(Row.epochNanos(end), within(ROUNDING_NANOS));
            List<Row> running = rows.stream()
                    .filter(row -> row.type().equals("windows.ThreadRunning"))
                    .toList();
            assertThat(running).singleElement().satisfies(slice -> {
                assertThat(slice.nanos()).isEqualTo(Row.epochNanos(start));
                assertThat(slice.end()).isCloseTo(Row.epochNanos(end), within(ROUNDING_NANOS));
            });
        }
        assertThat(Chunks.of(recording)).singleElement().satisfies(chunk -> {
            assertThat(chunk.startNanos()).isEqualTo(Row.epochNanos(start));
            assertThat(chunk.endNanos()).isEqualTo(Row.epochNanos(end));
        });
    }

    /** Mission Control reckons the end in ticks since 1970, and where these are too many takes the greatest number. */
    @ParameterizedTest
    @ValueSource(longs = {1_999, 2_394, 2_600, 3_000, 3_333, 4_100, 4_700})
    void missionControlSeesTheEndWhereItIs(long megahertz) throws Exception {
        long frequency = megahertz * 1_000_000;
        long start = 1_942_608_875;
        TraceOptions options = new TraceOptions()
                .processors(1)
                .clock(Clock.CPU_CYCLES, frequency)
                .start(start, START_TIME);
        Path recording = convert(options, start, start + frequency);
        List<Long> ends = new ArrayList<>();
        for (IItemIterable items :
                JfrLoaderToolkit.loadEvents(recording.toFile()).apply(ItemFilters.type("windows.ThreadRunning"))) {
            for (IItem item : items) {
                ends.add(JfrAttributes.END_TIME
                        .getAccessor(items.getType())
                        .getMember(item)
                        .longValueIn(UnitLookup.EPOCH_NS));
            }
        }
        long expected = Row.epochNanos(Instant.parse(START).plusSeconds(1));
        assertThat(ends).singleElement(LONG).isCloseTo(expected, within(1000L));
    }

    /** Thread 7 runs from the first to the last moment. */
    private Path convert(TraceOptions options, long first, long last) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        trace.builder()
                .append(
                        0,
                        options.events()
                                .contextSwitch(
                                        first, new ContextSwitch().oldIdle(0).newThread(7, 8)))
                .append(
                        0,
                        options.events()
                                .contextSwitch(
                                        last,
                                        new ContextSwitch()
                                                .oldThread(7, 8)
                                                .waiting(6)
                                                .newThread(0, 0)));
        Path input = Files.write(directory.resolve("trace.etl"), trace.finish());
        Path recording = directory.resolve("trace.jfr");
        assertThat(new Conversion(input, recording, ConversionOptions.DEFAULT, bytes -> {})
                        .run()
                        .damage())
                .isEmpty();
        return recording;
    }
}
