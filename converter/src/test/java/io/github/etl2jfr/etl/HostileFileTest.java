package io.github.etl2jfr.etl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made to take memory and time that are not theirs. */
class HostileFileTest {
    private static final int SAVED_OFFSET = 0x04;
    private static final int LOGGER_ID = 0x2A;
    private static final int OFFSET = 0x30;

    /** Behind the buffer header (48 hex bytes) and the event's SYSTEM header (20). */
    private static final int BUFFER_SIZE = 0x68;

    /** A few bytes that claim to be 16 MB: thousands of them would take hours. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void decompressionBomb(int format) throws Exception {
        int size = 16 << 20;
        List<UnaryOperator<byte[]>> encoders =
                List.of(Lznt1Encoder::encode, XpressEncoder::encode, XpressHuffmanEncoder::encode);
        byte[] trace = new SyntheticTrace(1)
                .threads(4)
                .switches(50)
                .toTrace(new TraceOptions()
                        .bufferSize(size)
                        .processors(1)
                        .compression(format, encoders.get(format - 2)));
        List<byte[]> buffers = TraceFiles.split(trace);
        TraceFiles.putU32(buffers.get(1), SAVED_OFFSET, size);
        TraceFiles.putU32(buffers.get(1), OFFSET, size);

        DamageLog damage = new DamageLog();
        List<BufferEntry> found = TraceFiles.read(TraceFiles.join(buffers), file -> file.buffers(damage));
        assertThat(found).hasSize(1);
        assertThat(damage.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.kind()).isEqualTo(Damage.IMPOSSIBLE_COMPRESSION);
            assertThat(entry.fileOffset()).isEqualTo(buffers.get(0).length);
            assertThat(entry.detail()).isEqualTo("%d bytes made of %d".formatted(size, buffers.get(1).length));
        });
    }

    @Test
    void buffersOfFourGigabytes() {
        byte[] trace = new SyntheticTrace(1).switches(10).toTrace(new TraceOptions().bufferSize(0x400));
        TraceFiles.putU32(trace, BUFFER_SIZE, -1);

        assertThatThrownBy(() -> TraceFiles.read(trace, file -> null))
                .isInstanceOf(InputException.class)
                .hasMessage("impossible buffer size 4294967295 in the log file header");
    }

    /** Every other byte begins what looks like a buffer of 64 KB, at whose end none begins. */
    @Test
    void buffersEverywhere() throws Exception {
        byte[] header = new SyntheticTrace(1).switches(1).toTrace(new TraceOptions().bufferSize(1 << 20));
        TraceFiles.putU16(header, LOGGER_ID, 1);
        byte[] hostile = Arrays.copyOf(header, 2 << 20);
        for (int at = 1 << 20; at < hostile.length; at += 2) {
            TraceFiles.putU16(hostile, at, 1);
        }
        CountingChannel channel = new CountingChannel(hostile);

        DamageLog damage = new DamageLog();
        assertThat(new EtlFile(Path.of("hostile.etl"), channel).buffers(damage)).hasSizeLessThan(10);
        assertThat(damage.amount(Damage.BUFFER_BEGINS_INSIDE)).isGreaterThan(400_000);
        assertThat(channel.bytesRead).isLessThan(3L * hostile.length);
        assertThat(channel.reads).isLessThan(1000);
    }

    /** Whoever follows a file asks again and again: what was searched in vain is not searched anew. */
    @Test
    void garbageInAFileThatGrows() throws Exception {
        byte[] trace = new SyntheticTrace(1).switches(1).toTrace(new TraceOptions().bufferSize(0x400));
        byte[] hostile = Arrays.copyOf(trace, 4 << 20);
        Arrays.fill(hostile, 0x400, hostile.length, (byte) 0xEE);
        CountingChannel channel = new CountingChannel(hostile);
        BufferWalk walk = new BufferWalk(new EtlFile(Path.of("hostile.etl"), channel));
        DamageLog damage = new DamageLog();

        assertThat(walk.next(hostile.length, false, damage)).isNotNull();
        assertThat(walk.next(hostile.length, false, damage)).isNull();
        channel.bytesRead = 0;
        for (int i = 0; i < 100; i++) {
            assertThat(walk.next(hostile.length, false, damage)).isNull();
        }
        assertThat(channel.bytesRead).isLessThan(hostile.length);
    }

    /** Bytes are missing in a buffer, so that the next one begins before this one's size says. */
    @Test
    void aBufferThatLacksBytesCostsTheNextOneNothing() throws Exception {
        byte[] whole = new SyntheticTrace(1).switches(200).toTrace(new TraceOptions().bufferSize(0x400));
        List<byte[]> buffers = TraceFiles.split(whole);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int i = 0; i < buffers.size(); i++) {
            file.write(buffers.get(i), 0, i == 2 ? 1000 : 0x400);
        }

        DamageLog damage = new DamageLog();
        List<BufferEntry> found = TraceFiles.read(file.toByteArray(), open -> open.buffers(damage));
        assertThat(found).hasSameSizeAs(buffers);
        assertThat(found.get(2).truncated()).isTrue();
        assertThat(damage.entries())
                .containsExactly(new DamageLog.Entry(
                        Damage.BUFFER_BEGINS_INSIDE, found.get(2).processor(), 1, 0x800, ""));
        assertThat(found.get(3).fileOffset()).isEqualTo(2 * 0x400 + 1000);
    }
}
