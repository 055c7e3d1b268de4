package io.github.etl2jfr.testing;

import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceBuilderTest {
    private static final int BUFFER = 1024;
    private static final int HEADER_EVENT = 0x48;
    private static final int LOG_HEADER = HEADER_EVENT + 0x20;

    @Test
    void headerBufferThenDataBuffers() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(small().start(1000, 5_000_000_000L));
        trace.builder().append(1, event(1010)).append(0, event(1020)).flush(1);
        byte[] file = trace.finish();

        assertThat(file).hasSize(3 * BUFFER);
        assertThat(Arrays.copyOfRange(file, 0, HEADER_EVENT + 0x20))
                .isEqualTo(hex("00040000 D0010000 18020000 00000000 0000000000000000 0000000000000000"
                        + "0000000000000000 0000 0700 03000000 D0010000 2100 0400 00000000000000000000000000000000"
                        + "0200 02C0 8401 0000 D2040000 2E160000 E803000000000000 0000000000000000"));
        // Seven bytes of payload in a header of 0x10, padded to 0x18.
        assertThat(Arrays.copyOfRange(file, BUFFER, BUFFER + 0x64))
                .isEqualTo(hex("00040000 60000000 A8000000 00000000 0AF2052A01000000 0100000000000000"
                        + "0000000000000000 0100 0700 03000000 60000000 2000 0000 00000000000000000000000000000000"
                        + "0200 11C0 1700 0005 F203000000000000 01020304050607 00 FFFFFFFF"));
        assertThat(u16(file, 2 * BUFFER + 0x28)).isZero();
        assertThat(u16(file, 2 * BUFFER + 0x34)).isEqualTo(0x21);
        assertThat(u64(file, 2 * BUFFER + 0x18)).isEqualTo(2);
    }

    @Test
    void tailIsWrittenAtTheEndUnlessStale() {
        TraceBuilder.InMemory whole = TraceBuilder.inMemory(small().start(1000, 5_000_000_000L));
        whole.builder().append(0, event(1010)).drop(0).loseEvents(0, 9).append(0, event(1030));
        byte[] file = whole.finish();
        assertThat(u64(file, LOG_HEADER + 0x10)).isEqualTo(5_000_000_030L);
        assertThat(u32(file, LOG_HEADER + 0x24)).isEqualTo(2);
        assertThat(u32(file, LOG_HEADER + 0x30)).isEqualTo(9);
        assertThat(u32(file, LOG_HEADER + 0x114)).isEqualTo(1);

        TraceBuilder.InMemory broken = TraceBuilder.inMemory(small().staleTail());
        broken.builder().append(0, event(1010));
        file = broken.finish();
        assertThat(u64(file, LOG_HEADER + 0x10)).isZero();
        assertThat(u32(file, LOG_HEADER + 0x24)).isZero();
    }

    @Test
    void fullBufferIsWrittenAndTheNextBegun() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(small());
        // 0x3B8 bytes of room, 0x18 an event: 39 and 16 bytes left.
        for (int i = 0; i < 40; i++) {
            trace.builder().append(0, event(i));
        }
        byte[] file = trace.finish();

        assertThat(file).hasSize(3 * BUFFER);
        assertThat(u32(file, BUFFER + 0x04)).isEqualTo(HEADER_EVENT + 39 * 0x18);
        assertThat(u32(file, 2 * BUFFER + 0x04)).isEqualTo(HEADER_EVENT + 0x18);
        assertThat(Arrays.copyOfRange(file, BUFFER + 0x3F0, BUFFER + 0x400)).containsOnly(0xFF);
    }

    @Test
    void lossLeavesAGapAndAFlag() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(small());
        trace.builder().append(0, event(1)).flush(0).append(0, event(2)).drop(0);
        trace.builder()
                .append(0, event(3))
                .loseEvents(0, 5)
                .flush(0)
                .append(0, event(4))
                .flush(0);
        byte[] file = trace.finish();

        assertThat(file).hasSize(4 * BUFFER);
        assertThat(u64(file, BUFFER + 0x18)).isEqualTo(1);
        assertThat(u64(file, 2 * BUFFER + 0x18)).isEqualTo(3);
        assertThat(u16(file, 2 * BUFFER + 0x34)).isEqualTo(0x26);
        assertThat(u64(file, 3 * BUFFER + 0x18)).isEqualTo(4);
        assertThat(u16(file, 3 * BUFFER + 0x34)).isEqualTo(0x20);
    }

    @Test
    void emptyBuffer() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(small());
        trace.builder().emptyBuffer(1, TraceBuilder.EMPTY_MARKER, TraceBuilder.FLUSH_MARKER);
        byte[] file = trace.finish();

        assertThat(file).hasSize(2 * BUFFER);
        assertThat(u32(file, BUFFER + 0x04)).isEqualTo(HEADER_EVENT);
        assertThat(u16(file, BUFFER + 0x34)).isEqualTo(0x21);
        assertThat(u16(file, BUFFER + 0x36)).isEqualTo(6);
    }

    @Test
    void compressedBuffersAreAsLongAsTheirContent() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(
                small().compression(2, bytes -> new byte[] {1, 2, 3}).headerBufferState(3));
        trace.builder().append(0, event(1)).flush(0).append(0, event(2));
        byte[] file = trace.finish();

        assertThat(file).hasSize(BUFFER + 2 * (HEADER_EVENT + 3));
        assertThat(u32(file, BUFFER)).isEqualTo(HEADER_EVENT + 3);
        assertThat(u32(file, BUFFER + 0x04)).isEqualTo(HEADER_EVENT + 0x18);
        assertThat(u16(file, 0x2C)).isEqualTo(3);
        assertThat(u16(file, BUFFER + 0x2C)).isEqualTo(2);
        assertThat(u16(file, BUFFER + 0x34)).isEqualTo(0x60);
        assertThat(Arrays.copyOfRange(file, BUFFER + HEADER_EVENT, BUFFER + HEADER_EVENT + 3))
                .containsExactly(1, 2, 3);
        assertThat(u32(file, LOG_HEADER + 0x20)).isEqualTo(0x0400_0000);
    }

    @Test
    void bufferThatDoesNotShrinkStaysUncompressed() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(small().compression(3, bytes -> bytes));
        trace.builder().append(0, event(1));
        byte[] file = trace.finish();

        assertThat(file).hasSize(2 * BUFFER);
        assertThat(u16(file, BUFFER + 0x34)).isEqualTo(0x21);
    }

    @Test
    void circularFileTakesTheOldestBuffersPlace() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(small().circular(2));
        for (int i = 1; i <= 3; i++) {
            trace.builder().append(0, event(i)).flush(0);
        }
        byte[] file = trace.finish();

        assertThat(file).hasSize(3 * BUFFER);
        assertThat(u64(file, BUFFER + 0x18)).isEqualTo(3);
        assertThat(u64(file, 2 * BUFFER + 0x18)).isEqualTo(2);
        assertThat(u32(file, LOG_HEADER + 0x20)).isEqualTo(2);
        assertThat(u32(file, LOG_HEADER + 0x24)).isEqualTo(3);
    }

    @Test
    void oldProcessorIndexHasOneByteAndNoFlag() {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(small().oldProcessorIndex());
        trace.builder().append(1, event(1));
        byte[] file = trace.finish();

        assertThat(u16(file, BUFFER + 0x28)).isEqualTo(0x0801);
        assertThat(u16(file, BUFFER + 0x34)).isEqualTo(0x01);
    }

    @Test
    void fileStreamAndMemoryHoldTheSame(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("trace.etl");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                TraceBuilder trace = TraceBuilder.to(small(), file)) {
            fill(trace);
        }
        TraceBuilder.InMemory inMemory = TraceBuilder.inMemory(small());
        fill(inMemory.builder());
        assertThat(Files.readAllBytes(path)).isEqualTo(inMemory.finish());

        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (TraceBuilder trace = TraceBuilder.to(small().staleTail(), stream)) {
            fill(trace);
        }
        inMemory = TraceBuilder.inMemory(small().staleTail());
        fill(inMemory.builder());
        assertThat(stream.toByteArray()).isEqualTo(inMemory.finish());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> TraceBuilder.to(small(), stream))
                .withMessage("a stream cannot go back: use a file, or a stale tail in sequential order");
    }

    @Test
    void ticksBecomeFileTimes() {
        TraceOptions options = new TraceOptions().clock(Clock.QPC, 3_000_000).start(100, 1_000);

        assertThat(options.fileTime(options.ticks(3_000_000))).isEqualTo(10_001_000);
        assertThat(options.fileTime(options.ticks(1))).isEqualTo(1_003);
        assertThat(options.fileTime(options.ticks(3_000_000L * 1_000_000_000L))).isEqualTo(10_000_000_000_001_000L);
    }

    private static void fill(TraceBuilder trace) {
        for (int i = 0; i < 500; i++) {
            trace.append(i % 2, event(i));
        }
    }

    private static TraceOptions small() {
        return new TraceOptions().bufferSize(BUFFER);
    }

    private static EventBytes event(long time) {
        return EventBytes.of(HeaderType.PERFINFO64, 0x0500).time(time).payload(hex("01020304050607"));
    }

    private static int u16(byte[] file, int at) {
        return Short.toUnsignedInt(
                ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getShort(at));
    }

    private static int u32(byte[] file, int at) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    private static long u64(byte[] file, int at) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
    }
}
