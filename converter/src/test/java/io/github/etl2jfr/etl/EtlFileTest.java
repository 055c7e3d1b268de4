package io.github.etl2jfr.etl;

import static io.github.etl2jfr.etl.TraceFiles.join;
import static io.github.etl2jfr.etl.TraceFiles.putU16;
import static io.github.etl2jfr.etl.TraceFiles.putU32;
import static io.github.etl2jfr.etl.TraceFiles.split;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.compression.CompressionFormat;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import io.github.etl2jfr.testing.Bytes;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.DosFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The container: which buffers a file holds, and which events they hold. */
class EtlFileTest {
    private static final int HOOK = 0x0F2E;
    private static final int LOG_HEADER = BufferHeader.SIZE + 0x20;

    /** What a reader finds. */
    private static final class Contents {
        final List<BufferEntry> buffers;
        final List<Long> times = new ArrayList<>();
        final DamageLog damage = new DamageLog();
        int undecodable;

        Contents(EtlFile file) throws IOException {
            buffers = file.buffers(damage);
            BufferReader reader = new BufferReader(file);
            EventCursor event = new EventCursor();
            for (BufferEntry buffer : buffers) {
                try {
                    reader.open(buffer, event);
                } catch (CorruptDataException e) {
                    undecodable++;
                    continue;
                }
                while (event.next()) {
                    if (event.hook() == HOOK) {
                        assertThat(event.payloadSize()).isEqualTo(payload(event.time()).length);
                        assertThat(Arrays.copyOfRange(event.bytes(), event.payloadOffset(), event.payloadEnd()))
                                .isEqualTo(payload(event.time()));
                        times.add(event.time());
                    }
                }
            }
        }

        List<String> damages() {
            return damage.entries().stream()
                    .map(entry -> entry.kind() + " at " + entry.fileOffset() + " " + entry.detail())
                    .toList();
        }
    }

    /** Of a size and a content that its event's time decides. */
    private static byte[] payload(long time) {
        byte[] bytes = new byte[(int) (time * 31 % 200)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i < bytes.length / 2 ? time : i * time);
        }
        return bytes;
    }

    private static EventBytes event(long time) {
        return EventBytes.of(HeaderType.PERFINFO64, HOOK).time(time).payload(payload(time));
    }

    private static Contents read(byte[] trace) throws IOException, InputException {
        return TraceFiles.read(trace, Contents::new);
    }

    private static LogFileHeader header(byte[] trace) throws IOException, InputException {
        return TraceFiles.read(trace, EtlFile::header);
    }

    private static byte[] trace(TraceOptions options, int events) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        for (int time = 1; time <= events; time++) {
            trace.builder().append(time % options.processors(), event(time));
        }
        return trace.finish();
    }

    private static List<Long> timesUpTo(int events) {
        return IntStream.rangeClosed(1, events).mapToObj(time -> (long) time).toList();
    }

    private static UnaryOperator<byte[]> encoder(CompressionFormat format) {
        return switch (format) {
            case LZNT1 -> Lznt1Encoder::encode;
            case XPRESS -> XpressEncoder::encode;
            case XPRESS_HUFFMAN -> XpressHuffmanEncoder::encode;
        };
    }

    private static int code(CompressionFormat format) {
        return switch (format) {
            case LZNT1 -> 2;
            case XPRESS -> 3;
            case XPRESS_HUFFMAN -> 4;
        };
    }

    private static TraceOptions compressed(CompressionFormat format) {
        return new TraceOptions().bufferSize(0x1000).compression(code(format), encoder(format));
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 10, 2 << 10, 4 << 10, 64 << 10, 1 << 20, 16 << 20})
    void bufferSizes(int bufferSize) throws Exception {
        int events = 3000;
        Contents contents = read(trace(new TraceOptions().bufferSize(bufferSize).processors(1), events));

        assertThat(contents.times).isEqualTo(timesUpTo(events));
        assertThat(contents.buffers.get(0).storedSize()).isEqualTo(bufferSize);
        assertThat(contents.damages()).isEmpty();
    }

    @Test
    void sizeThatIsNoPowerOfTwo() throws Exception {
        Contents contents = read(trace(new TraceOptions().bufferSize(0x2A48), 1000));

        assertThat(contents.times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
    }

    @ParameterizedTest
    @EnumSource(CompressionFormat.class)
    void everyCompression(CompressionFormat format) throws Exception {
        for (int bufferSize : new int[] {1 << 10, 64 << 10, 1 << 20}) {
            TraceOptions options = compressed(format).bufferSize(bufferSize).processors(1);
            Contents contents = read(trace(options, 3000));

            assertThat(contents.times).isEqualTo(timesUpTo(3000));
            assertThat(contents.damages()).isEmpty();
            assertThat(contents.buffers).anyMatch(buffer -> buffer.compression() == format);
        }
    }

    @ParameterizedTest
    @EnumSource(CompressionFormat.class)
    void largestCompressedBuffer(CompressionFormat format) throws Exception {
        TraceOptions options = compressed(format).bufferSize(16 << 20).processors(1);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        byte[] zeros = new byte[60_000];
        int events = ((16 << 20) - BufferHeader.SIZE) / (zeros.length + 0x10);
        for (int i = 1; i <= events; i++) {
            trace.builder()
                    .append(
                            0,
                            EventBytes.of(HeaderType.PERFINFO64, 0x1234).time(i).payload(zeros));
        }
        byte[] file = trace.finish();

        assertThat(split(file)).hasSize(2);
        long last = TraceFiles.read(file, open -> {
            BufferEntry buffer = open.buffers(new DamageLog()).get(1);
            assertThat(buffer.compression()).isEqualTo(format);
            EventCursor event = new EventCursor();
            try {
                new BufferReader(open).open(buffer, event);
            } catch (CorruptDataException e) {
                throw new AssertionError(e);
            }
            long time = 0;
            while (event.next()) {
                assertThat(event.time()).isEqualTo(++time);
            }
            return time;
        });
        assertThat(last).isEqualTo(events);
    }

    /** Buffers name their own format; State 3 in the first means nothing where they do. */
    @Test
    void lznt1BuffersInAFileWhoseHeaderSaysXpress() throws Exception {
        Contents contents = read(trace(compressed(CompressionFormat.LZNT1).headerBufferState(3), 1000));

        assertThat(contents.times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
        assertThat(contents.damages()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CompressionFormat.class)
    void buffersThatNameNoFormatHaveTheFirstOnes(CompressionFormat format) throws Exception {
        List<byte[]> buffers = split(trace(compressed(format), 1000));
        for (byte[] buffer : buffers.subList(1, buffers.size())) {
            putU32(buffer, 0x2C, 0);
        }
        Contents contents = read(join(buffers));

        assertThat(contents.times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
    }

    /** Damage in a State makes one format another: the first buffer's, documented to hold for the file, fits. */
    @ParameterizedTest
    @EnumSource(CompressionFormat.class)
    void buffersThatNameAWrongFormat(CompressionFormat format) throws Exception {
        for (CompressionFormat wrong : CompressionFormat.values()) {
            List<byte[]> buffers = split(trace(compressed(format), 1000));
            putU32(buffers.get(1), 0x2C, code(wrong));
            putU32(buffers.get(5), 0x2C, code(wrong));
            Contents contents = read(join(buffers));

            assertThat(contents.times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
            assertThat(contents.undecodable).isZero();
        }
    }

    @Test
    void unknownCompressionFormat() throws Exception {
        List<byte[]> buffers = split(trace(compressed(CompressionFormat.XPRESS), 1000));
        List<Long> whole = read(join(buffers)).times;
        putU32(buffers.get(0), 0x2C, 9);
        putU32(buffers.get(2), 0x2C, 9);
        Contents contents = read(join(buffers));

        int offset = buffers.get(0).length + buffers.get(1).length;
        assertThat(contents.damages()).containsExactly("UNKNOWN_COMPRESSION at " + offset + " format 9");
        assertThat(contents.buffers).hasSize(buffers.size() - 1);
        assertThat(contents.times).hasSizeLessThan(whole.size());
        assertThat(whole).containsAll(contents.times);
    }

    /** Flag 0x40 is tested per buffer: what does not shrink stays as it is. */
    @Test
    void someBuffersCompressed() throws Exception {
        Random random = new Random(1);
        TraceOptions options = new TraceOptions()
                .bufferSize(0x1000)
                .compression(3, bytes -> random.nextBoolean() ? XpressEncoder.encode(bytes) : bytes);
        Contents contents = read(trace(options, 1000));

        assertThat(contents.times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
        assertThat(contents.buffers.stream().skip(1).map(BufferEntry::compression))
                .contains(null, CompressionFormat.XPRESS);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void headersOfBothPointerSizes(int logHeaderPointerSize) throws Exception {
        TraceBuilder.InMemory trace =
                TraceBuilder.inMemory(new TraceOptions().logHeaderPointerSize(logHeaderPointerSize));
        HeaderType[] types = {
            HeaderType.PERFINFO32,
            HeaderType.SYSTEM64,
            HeaderType.COMPACT32,
            HeaderType.PERFINFO64,
            HeaderType.SYSTEM32,
            HeaderType.COMPACT64
        };
        for (int i = 0; i < types.length; i++) {
            trace.builder()
                    .append(0, EventBytes.of(types[i], HOOK).time(i + 1).payload(payload(i + 1)))
                    .append(
                            0,
                            EventBytes.of(HeaderType.EVENT64, HOOK).time(i + 1).payload(payload(i + 1)));
        }
        byte[] file = trace.finish();

        assertThat(read(file).times).isEqualTo(timesUpTo(types.length));
        assertThat(header(file).pointerSize()).isEqualTo(logHeaderPointerSize);
    }

    @Test
    void entriesSayWhatTheHeadersSay() throws Exception {
        TraceBuilder.InMemory trace =
                TraceBuilder.inMemory(new TraceOptions().bufferSize(0x1000).processors(301));
        trace.builder()
                .append(300, event(1))
                .flush(300)
                .append(1, event(2))
                .loseEvents(1, 3)
                .flush(1);
        trace.builder().append(1, event(3)).drop(1).append(1, event(4)).flush(1);
        List<BufferEntry> buffers = read(trace.finish()).buffers;

        int size = BufferHeader.SIZE + event(1).size() + 7 & ~7;
        assertThat(buffers.get(1))
                .isEqualTo(new BufferEntry(0x1000, 0x1000, size, 300, 7, 1, null, false, false, false));
        assertThat(buffers.get(2))
                .extracting(BufferEntry::processor, BufferEntry::sequenceNumber, BufferEntry::eventsLost)
                .containsExactly(1, 2L, true);
        assertThat(buffers.get(3))
                .extracting(BufferEntry::fileOffset, BufferEntry::sequenceNumber, BufferEntry::bufferLost)
                .containsExactly(0x3000L, 4L, true);
    }

    @Test
    void sessionThatWasNeverStopped() throws Exception {
        byte[] file = trace(new TraceOptions().bufferSize(0x1000).staleTail(), 1000);

        assertThat(read(file).times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
        TraceFiles.read(file, open -> {
            assertThat(open.header().endTime()).isZero();
            assertThat(open.header().buffersWritten()).isZero();
            return null;
        });
    }

    @Test
    void headerBufferWithoutSavedOffset() throws Exception {
        byte[] file = trace(new TraceOptions().bufferSize(0x1000).noSavedOffsetInHeaderBuffer(), 100);

        assertThat(read(file).times).containsExactlyInAnyOrderElementsOf(timesUpTo(100));
        assertThat(read(file).buffers.get(0).usedSize()).isGreaterThan(0x100);
    }

    /** In recorded traces events lie between SavedOffset and Offset of the first buffer. */
    @Test
    void eventsBehindTheHeaderBuffersSavedOffset() throws Exception {
        List<byte[]> buffers = split(trace(new TraceOptions().bufferSize(0x1000), 10));
        byte[] first = buffers.get(0);
        int saved = TraceFiles.u32(first, 0x04);
        Bytes more = new Bytes();
        event(77).writeTo(more);
        System.arraycopy(more.toByteArray(), 0, first, saved, more.size());
        putU32(first, 0x30, saved + more.size());

        assertThat(read(join(buffers)).times).contains(77L).hasSize(11);
    }

    /** What lies behind the bytes in use are an earlier buffer's events. */
    @Test
    void staleRestOfABuffer() throws Exception {
        TraceBuilder.InMemory trace =
                TraceBuilder.inMemory(new TraceOptions().bufferSize(0x1000).staleRest());
        for (int time = 1; time <= 100; time++) {
            trace.builder().append(0, event(time));
            if (time % 7 == 0) {
                trace.builder().flush(0);
            }
        }

        assertThat(read(trace.finish()).times).isEqualTo(timesUpTo(100));
    }

    @Test
    void emptyBuffers() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().bufferSize(0x400));
        trace.builder()
                .append(0, event(1))
                .emptyBuffer(0, TraceBuilder.EMPTY_MARKER, TraceBuilder.FLUSH_MARKER)
                .append(0, event(2));

        assertThat(read(trace.finish()).times).isEqualTo(timesUpTo(2));
    }

    /** Any cut: the events of the whole buffers are there, and of a cut one those that are whole. */
    @Test
    void lastBufferCutOff() throws Exception {
        byte[] file = trace(new TraceOptions().bufferSize(0x400).processors(1), 20);
        List<Long> whole = read(file).times;
        int lastBuffer = file.length - 0x400;
        for (int length = lastBuffer; length < file.length; length++) {
            Contents contents = read(Arrays.copyOf(file, length));

            assertThat(whole).startsWith(contents.times.toArray(Long[]::new));
            if (length == lastBuffer) {
                assertThat(contents.damages()).isEmpty();
            } else if (length - lastBuffer < BufferHeader.SIZE) {
                assertThat(contents.damages()).containsExactly("FILE_ENDS_IN_BUFFER_HEADER at " + lastBuffer + " ");
            } else {
                assertThat(contents.damages()).containsExactly("FILE_ENDS_IN_BUFFER at " + lastBuffer + " ");
                assertThat(contents.buffers.get(contents.buffers.size() - 1).truncated())
                        .isTrue();
                assertThat(contents.buffers.get(contents.buffers.size() - 1).storedSize())
                        .isEqualTo(length - lastBuffer);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CompressionFormat.class)
    void lastCompressedBufferCutOff(CompressionFormat format) throws Exception {
        // Nearly two whole buffers, so that the second one shrinks as well.
        byte[] file = trace(compressed(format).processors(1), 62);
        assertThat(read(file).buffers).hasSize(3).last().returns(format, BufferEntry::compression);
        List<byte[]> buffers = split(file);
        byte[] last = buffers.remove(buffers.size() - 1);
        List<Long> before = read(join(buffers)).times;
        for (int cut = 1; cut < last.length - BufferHeader.SIZE; cut += 17) {
            Contents contents = read(Arrays.copyOf(file, file.length - cut));

            if (contents.undecodable == 0) {
                // The last bytes were not needed.
                assertThat(contents.times).isEqualTo(timesUpTo(62));
            } else {
                assertThat(contents.times).isEqualTo(before);
            }
            assertThat(contents.buffers.get(contents.buffers.size() - 1).truncated())
                    .isTrue();
        }
    }

    /** Uncompressed buffers lie at multiples of their size: the next one is found there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void garbageBetweenBuffers(int places) throws Exception {
        for (int value : new int[] {0, 0xFF, 0x41}) {
            List<byte[]> buffers =
                    split(trace(new TraceOptions().bufferSize(0x400).processors(1), 100));
            for (int i = 0; i < places; i++) {
                byte[] garbage = new byte[0x400];
                Arrays.fill(garbage, (byte) value);
                buffers.add(3, garbage);
            }
            Contents contents = read(join(buffers));

            assertThat(contents.times).isEqualTo(timesUpTo(100));
            long skipped = contents.damage.entries().stream()
                    .mapToLong(DamageLog.Entry::amount)
                    .sum();
            assertThat(skipped).isEqualTo(places);
            assertThat(contents.damages().get(0)).startsWith(kindOf(value) + " at 3072 skipped ");
        }
    }

    /** Zeros are a header but for the size. */
    private static Damage kindOf(int garbage) {
        return garbage == 0 ? Damage.BUFFER_SIZE_ZERO : Damage.NO_BUFFER_HEADER;
    }

    /** Compressed buffers may begin anywhere: the next one is known by its header. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 0x47, 0x48, 0x49, 1000, 65_535, 65_536, 65_537, 200_000})
    void garbageBetweenCompressedBuffers(int size) throws Exception {
        for (int kind = 0; kind < 3; kind++) {
            List<byte[]> buffers =
                    split(trace(compressed(CompressionFormat.XPRESS).processors(1), 300));
            byte[] garbage = new byte[size];
            switch (kind) {
                case 0 -> Arrays.fill(garbage, (byte) 0xFF);
                case 1 -> new Random(size).nextBytes(garbage);
                default -> Arrays.fill(garbage, (byte) 0);
            }
            buffers.add(3, garbage);
            Contents contents = read(join(buffers));

            assertThat(contents.times).isEqualTo(timesUpTo(300));
            int offset = buffers.subList(0, 3).stream()
                    .mapToInt(buffer -> buffer.length)
                    .sum();
            assertThat(contents.damages())
                    .containsExactly("%s at %d skipped %d bytes"
                            .formatted(kindOf(kind == 2 && size >= BufferHeader.SIZE - 1 ? 0 : 0xFF), offset, size));
        }
    }

    @Test
    void garbageAtTheEnd() throws Exception {
        for (CompressionFormat format : new CompressionFormat[] {null, CompressionFormat.XPRESS}) {
            TraceOptions options = format == null ? new TraceOptions().bufferSize(0x400) : compressed(format);
            List<byte[]> buffers = split(trace(options.processors(1), 100));
            byte[] garbage = new byte[5000];
            Arrays.fill(garbage, (byte) 0xFF);
            buffers.add(garbage);

            assertThat(read(join(buffers)).times).isEqualTo(timesUpTo(100));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x47, 0x01000001, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF})
    void impossibleBufferSize(int size) throws Exception {
        List<byte[]> buffers = split(trace(new TraceOptions().bufferSize(0x400).processors(1), 100));
        List<Long> lost = read(join(List.of(buffers.get(0), buffers.get(3)))).times;
        putU32(buffers.get(3), 0, size);
        Contents contents = read(join(buffers));

        List<Long> expected = new ArrayList<>(timesUpTo(100));
        expected.removeAll(lost);
        assertThat(contents.times).isEqualTo(expected);
        assertThat(contents.damages()).hasSize(1);
    }

    /** A size that could be but is not leads astray for one buffer, not for the rest of the file. */
    @ParameterizedTest
    @ValueSource(ints = {0x48, 0x401, 0x600, 0x800})
    void wrongBufferSize(int size) throws Exception {
        assertAstrayForOneBuffer(size);
    }

    @Test
    void wrongBufferSizeThatMakesTheNextOneBelievable() throws Exception {
        assertAstrayForOneBuffer(0x3FF);
    }

    /** Where it should end, bytes in the next buffer's unused rest could open one. */
    @Test
    void missingBytesThatMakeOthersBelievable() throws Exception {
        List<byte[]> buffers = split(trace(new TraceOptions().bufferSize(0x400).processors(1), 101));
        byte[] next = buffers.remove(buffers.size() - 1);
        int missing = 0x400 - 2 * BufferHeader.SIZE;
        assertThat(new BufferHeader(next).savedOffset()).isLessThan(missing);
        Arrays.fill(next, missing, 0x400, (byte) 0);
        putU32(next, missing, BufferHeader.SIZE + 1);
        List<Long> lost = read(join(List.of(buffers.get(0), buffers.get(3)))).times;
        buffers.set(3, Arrays.copyOf(buffers.get(3), 0x400 - missing));
        buffers.add(4, next);
        Contents contents = read(join(buffers));

        List<Long> expected = new ArrayList<>(timesUpTo(101));
        expected.removeAll(lost);
        assertThat(contents.times).containsAll(expected).doesNotHaveDuplicates();
    }

    private static void assertAstrayForOneBuffer(int size) throws IOException, InputException {
        List<byte[]> buffers = split(trace(new TraceOptions().bufferSize(0x400).processors(1), 100));
        List<Long> doubtful = read(join(List.of(buffers.get(0), buffers.get(3), buffers.get(4)))).times;
        putU32(buffers.get(3), 0, size);
        Contents contents = read(join(buffers));

        List<Long> expected = new ArrayList<>(timesUpTo(100));
        expected.removeAll(doubtful);
        assertThat(contents.times).containsAll(expected).doesNotHaveDuplicates();
        assertThat(timesUpTo(100)).containsAll(contents.times);
    }

    /** One byte of the first buffer's BufferSize or SavedOffset: the log file header is sound, as are all others. */
    @ParameterizedTest
    @ValueSource(ints = {0x03, 0x07})
    void damageInTheFirstHeader(int offset) throws Exception {
        for (CompressionFormat format : new CompressionFormat[] {null, CompressionFormat.LZNT1}) {
            TraceOptions options = format == null ? new TraceOptions().bufferSize(0x1000) : compressed(format);
            List<byte[]> buffers = split(trace(options, 1000));
            // Where the others name no format, the first one's counts, read or not.
            putU32(buffers.get(1), 0x2C, 0);
            buffers.get(0)[offset] = 1;
            Contents contents = read(join(buffers));

            assertThat(contents.times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
            assertThat(contents.damages()).singleElement().asString().endsWith(" at 0 skipped 4096 bytes");
        }
    }

    /** The first buffer is never compressed: the flag there is damage, and costs nothing. */
    @ParameterizedTest
    @EnumSource(CompressionFormat.class)
    void firstBufferThatClaimsToBeCompressed(CompressionFormat format) throws Exception {
        List<byte[]> buffers = split(trace(compressed(format), 100));
        byte[] first = buffers.get(0);
        int used = TraceFiles.u32(first, 0x04);
        Bytes more = new Bytes();
        event(77_000).writeTo(more);
        System.arraycopy(more.toByteArray(), 0, first, used, more.size());
        putU32(first, 0x04, used + more.size());
        putU32(first, 0x30, used + more.size());
        first[0x34] |= 0x40;
        Contents contents = read(join(buffers));

        assertThat(contents.times).contains(77_000L).hasSize(101);
        assertThat(contents.undecodable).isZero();
        assertThat(contents.damages()).isEmpty();
    }

    /** The others are known by each other, then: also behind a place where there is none. */
    @Test
    void wrongSessionInTheFirstHeader() throws Exception {
        for (CompressionFormat format : new CompressionFormat[] {null, CompressionFormat.XPRESS}) {
            TraceOptions options = format == null ? new TraceOptions().bufferSize(0x1000) : compressed(format);
            List<byte[]> buffers = split(trace(options, 1000));
            buffers.get(0)[0x2A] ^= 1;
            assertThat(read(join(buffers)).times).containsExactlyInAnyOrderElementsOf(timesUpTo(1000));
            assertThat(read(join(buffers)).damages()).isEmpty();

            List<Long> lost = read(join(List.of(buffers.get(0), buffers.get(3)))).times;
            putU32(buffers.get(3), 0, 0);
            Contents contents = read(join(buffers));

            List<Long> expected = new ArrayList<>(timesUpTo(1000));
            expected.removeAll(lost);
            assertThat(contents.times).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(contents.damages()).singleElement().asString().startsWith("BUFFER_SIZE_ZERO");
        }
    }

    /** A file can get its room before its bytes: they are looked for anew whenever somebody asks. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void roomThatIsWrittenIntoLater(boolean isWhole) throws Exception {
        for (CompressionFormat format : new CompressionFormat[] {null, CompressionFormat.XPRESS}) {
            byte[] whole = trace(format == null ? new TraceOptions().bufferSize(0x400) : compressed(format), 100);
            List<byte[]> buffers = split(whole);
            int written = buffers.get(0).length + buffers.get(1).length;
            byte[] content = Arrays.copyOf(Arrays.copyOf(whole, written), whole.length);
            EtlFile file = new EtlFile(Path.of("trace.etl"), new CountingChannel(content));
            BufferWalk walk = new BufferWalk(file);
            DamageLog damage = new DamageLog();
            assertThat(walk.next(content.length, false, damage).fileOffset()).isZero();
            assertThat(walk.next(content.length, false, damage).storedSize()).isEqualTo(buffers.get(1).length);
            assertThat(walk.next(content.length, false, damage)).isNull();

            System.arraycopy(whole, 0, content, 0, whole.length);
            for (byte[] buffer : buffers.subList(2, buffers.size())) {
                assertThat(walk.next(content.length, isWhole, damage).storedSize())
                        .isEqualTo(buffer.length);
            }
            assertThat(damage.entries()).isEmpty();
        }
    }

    @Test
    void headerBufferOnly() throws Exception {
        byte[] file = TraceBuilder.inMemory(new TraceOptions()).finish();
        Contents contents = read(file);

        assertThat(contents.buffers).hasSize(1);
        assertThat(contents.times).isEmpty();
        assertThat(contents.damages()).isEmpty();
        TraceFiles.read(file, open -> {
            assertThat(open.size()).isEqualTo(0x10000);
            assertThat(open.header().osBuild()).isEqualTo(19045);
            assertThat(open.clock().type()).isEqualTo(SessionClock.Type.QPC);
            assertThat(open.path()).exists();
            return null;
        });
    }

    @Test
    void notATrace() {
        assertInput(new byte[0], "not an ETL file: it is only 0 bytes long");
        assertInput(new byte[71], "not an ETL file: it is only 71 bytes long");
        assertInput(new byte[72], "not an ETL file: no WMI buffer header at offset 0");
        byte[] gzip = new byte[1000];
        gzip[0] = 0x1F;
        gzip[1] = (byte) 0x8B;
        gzip[2] = 8;
        assertInput(gzip, "not an ETL file: compressed with gzip; decompress it first");
        assertInput(new byte[100_000], "not an ETL file: no WMI buffer header at offset 0");
        assertInput(
                "FLR\0 a flight recording, and other text".repeat(1000).getBytes(StandardCharsets.UTF_8),
                "not an ETL file: no WMI buffer header at offset 0");
        byte[] random = new byte[100_000];
        new Random(1).nextBytes(random);
        assertInput(random, "not an ETL file: no WMI buffer header at offset 0");
    }

    /** As the JDK tells them on Windows: a reparse point that is no link is "other", and so is a device. */
    @ParameterizedTest
    @CsvSource({
        "regular,      false, 4096, true",
        "deduplicated, false, 4096, true",
        "device,       false,    0, false",
        "junction,     true,  4096, false"
    })
    void filesOfWindows(String kind, boolean isDirectory, long size, boolean isFile) {
        DosFileAttributes attributes = (DosFileAttributes) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DosFileAttributes.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isRegularFile" -> kind.equals("regular");
                    case "isOther" -> !kind.equals("regular");
                    case "isDirectory" -> isDirectory;
                    case "size" -> size;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        assertThat(EtlFile.isFile(attributes)).isEqualTo(isFile);
    }

    @Test
    void dataBufferWithoutItsHeaderBuffer() {
        List<byte[]> buffers = split(trace(new TraceOptions().bufferSize(0x400), 100));

        assertInput(join(buffers.subList(1, 5)), "not an ETL file: no WMI buffer header at offset 0");
    }

    @Test
    void headerBufferWithoutLogFileHeader() {
        byte[] file = trace(new TraceOptions().bufferSize(0x400), 100);
        putU16(file, BufferHeader.SIZE + 6, 0x0524);
        assertInput(file, "not an ETL file: no log file header in its first buffer");

        putU32(file, BufferHeader.SIZE, 0);
        assertInput(file, "not an ETL file: no log file header in its first buffer");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1023, 0x1000001, 0x7FFFFFFF})
    void impossibleBufferSizeInTheLogFileHeader(int size) {
        byte[] file = trace(new TraceOptions().bufferSize(0x400), 100);
        putU32(file, LOG_HEADER, size);

        assertInput(file, "impossible buffer size %d in the log file header".formatted(size));
    }

    private static void assertInput(byte[] file, String message) {
        assertThatThrownBy(() -> read(file)).isInstanceOf(InputException.class).hasMessage(message);
    }

    @Test
    void noSuchFile() {
        assertThatThrownBy(() -> EtlFile.open(Path.of("no such file.etl"))).isInstanceOf(NoSuchFileException.class);
    }

    /** Log file names have up to 1024 characters: with them the log file header passes the first kilobyte. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 300, 1024, 4000})
    void longNames(int length) throws Exception {
        String name = "C:\\" + "x".repeat(length);
        TraceOptions options = new TraceOptions().bufferSize(0x4000).loggerName(name);
        byte[] file = trace(options, 100);

        assertThat(header(file).loggerName()).isEqualTo(name);
        assertThat(read(file).times).containsExactlyInAnyOrderElementsOf(timesUpTo(100));
    }
}
