package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.jfr.ConstantPools;
import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.recording.Chunks;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks of a recording that disagree in what time of day a tick was: those of many hours, or with a clock set anew. */
class ChunkClocksTest {
    private static final Path SAMPLES = Path.of("samples");
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    // In a chunk's header.
    private static final int HEADER = 0x44;
    private static final int SIZE = 0x08;
    private static final int CHECKPOINT = 0x10;
    private static final int METADATA = 0x18;
    private static final int START_NANOS = 0x20;
    private static final int DURATION_NANOS = 0x28;
    private static final int START_TICKS = 0x30;

    @TempDir
    private Path directory;

    /** The sample after a chunk without events, whose clock is behind. */
    private Path recording(long nanosBehind) throws Exception {
        Chunks.Chunk chunk = Chunks.of(SAMPLES.resolve("contention.jfr")).get(0);
        byte[] sample = chunk.bytes();
        byte[] metadata = chunk.metadata();
        EventBuffer checkpoint = new EventBuffer(1 << 10);
        ConstantPools.beginCheckpoint(checkpoint, 1, 0, 0);
        checkpoint.putInt(0);
        checkpoint.endEvent();
        ByteBuffer both = ByteBuffer.allocate(HEADER + checkpoint.size() + metadata.length + sample.length);
        both.put(sample, 0, HEADER).put(checkpoint.toBuffer()).put(metadata).put(sample);
        both.putLong(SIZE, both.capacity() - sample.length)
                .putLong(CHECKPOINT, HEADER)
                .putLong(METADATA, HEADER + checkpoint.size())
                .putLong(START_NANOS, chunk.startNanos() - NANOS_PER_SECOND - nanosBehind)
                .putLong(DURATION_NANOS, NANOS_PER_SECOND)
                .putLong(START_TICKS, chunk.startTicks() - chunk.ticksPerSecond());
        return Files.write(directory.resolve("jvm.jfr"), both.array());
    }

    private MergeReport merge(Path recording, Duration clockOffset) throws Exception {
        ConversionOptions options = ConversionOptions.all(
                EventSelection.DEFAULT, new MergeOptions(recording, OptionalLong.empty(), clockOffset, false));
        return new Conversion(
                        SAMPLES.resolve("contention-full.etl"), directory.resolve("merged.jfr"), options, bytes -> {})
                .run()
                .merge();
    }

    /** The samples' clocks agree to a microsecond. */
    @ParameterizedTest
    @ValueSource(longs = {0, 2500, -10_000, 86_400_000})
    void thatOfTheTracesTimeCounts(long millisBehind) throws Exception {
        MergeReport whole = merge(SAMPLES.resolve("contention.jfr"), null);
        MergeReport report = merge(recording(millisBehind * 1_000_000), null);
        assertThat(report.clock().offsetNanos()).isCloseTo(0, within(5000L));
        assertThat(report.clock().evidence()).isEqualTo(whole.clock().evidence());
        assertThat(report.clock().contradicting()).isZero();
        assertThat(report.threadsSeen()).isEqualTo(whole.threadsSeen());
    }

    @Test
    void isTrustedWhereTheUserTrustsIt() throws Exception {
        MergeReport report = merge(recording(10 * NANOS_PER_SECOND), Duration.ZERO);
        assertThat(Duration.between(report.from(), report.to())).isGreaterThan(Duration.ofSeconds(2));
    }
}
