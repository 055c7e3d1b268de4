package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.InputException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkHeaderTest {
    /** The first bytes of the sample. */
    private static final String SAMPLE = """
            464C5200 0002 0001 000000000006EDF1 00000000000572B6 0000000000057519
            18EA0AA0E12C2587 000000007D4EB6E4 000000002C203A87 000000003B9ACA00 00 0000 03
            """;

    private static ByteBuffer sample() {
        return ByteBuffer.wrap(HexFormat.of().parseHex(SAMPLE.replaceAll("\\s", "")));
    }

    @Test
    void readsEveryField() throws InputException {
        assertThat(ChunkHeader.parse(sample(), 0, 454_129))
                .isEqualTo(new ChunkHeader(
                        0, 454_129, 357_046, 357_657, 1795259087549375879L, 2102310628, 740_309_639, 1_000_000_000));
    }

    @Test
    void timesAreThoseOfItsClock() throws InputException {
        ByteBuffer bytes = sample();
        bytes.putLong(0x38, 3_000_000_000L);
        ChunkHeader header = ChunkHeader.parse(bytes, 0, 454_129);
        assertThat(header.epochNanos(header.startTicks())).isEqualTo(header.startNanos());
        assertThat(header.epochNanos(header.startTicks() + 5)).isEqualTo(header.startNanos() + 1);
        assertThat(header.epochNanos(header.startTicks() - 1)).isEqualTo(header.startNanos() - 1);
        assertThat(header.epochNanos(header.startTicks() + 3_000_000_000L * 86_400 * 365))
                .isEqualTo(header.startNanos() + 1_000_000_000L * 86_400 * 365);
    }

    /** Windows' clock has ten million ticks a second, those of processors some billions. */
    @ParameterizedTest
    @ValueSource(longs = {10_000_000, 1_000_000_000, 2_400_000_000L, 3_187_203_000L})
    void aLaterChunkHasTheSameClockAndAStartOfItsOwn(long ticksPerSecond) throws InputException {
        ByteBuffer bytes = sample();
        bytes.putLong(0x38, ticksPerSecond);
        ChunkHeader first = ChunkHeader.parse(bytes, 0, 454_129);
        long previousStart = first.startNanos();
        for (int steps = 1; steps < 1000; steps++) {
            ByteBuffer patched =
                    ByteBuffer.allocate(ChunkHeader.SIZE).put(bytes.duplicate()).flip();
            ChunkHeader.patchStart(patched, steps);
            ChunkHeader later = ChunkHeader.parse(patched, 0, 454_129);
            assertThat(later.startNanos()).isGreaterThan(previousStart);
            assertThat(later.durationNanos()).isZero();
            long ticks = first.startTicks() + 123_456_789_012L;
            assertThat(later.epochNanos(ticks)).isBetween(first.epochNanos(ticks) - 1, first.epochNanos(ticks));
            previousStart = later.startNanos();
        }
    }
}
