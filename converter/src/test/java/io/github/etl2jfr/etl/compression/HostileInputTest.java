package io.github.etl2jfr.etl.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.compression.Inputs.Data;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Bytes no compressor wrote: the same verdict and the same result as the plain decoder's, and nothing else. */
@Domain(Inputs.class)
@Domain(DomainContext.Global.class)
class HostileInputTest {
    @Property(tries = 2000)
    void anyBytes(
            @ForAll CompressionFormat format,
            @ForAll @Size(max = 200) byte[] source,
            @ForAll @IntRange(max = 600) int targetLength) {
        assertAgrees(format, source, targetLength);
    }

    /** Random bytes hardly ever pass as a Huffman block: here they follow code lengths that do. */
    @Property(tries = 500)
    void anyBytesAfterValidCodes(
            @ForAll @Size(max = 200) byte[] items, @ForAll @IntRange(max = 1200) int targetLength) {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) 0x99);
        byte[] source = Arrays.copyOf(codes, 256 + items.length);
        System.arraycopy(items, 0, source, 256, items.length);
        assertAgrees(CompressionFormat.XPRESS_HUFFMAN, source, targetLength);
    }

    @Property(tries = 3000)
    void damagedStreams(
            @ForAll CompressionFormat format,
            @ForAll Data data,
            @ForAll long seed,
            @ForAll @IntRange(max = 6) int hits) {
        byte[] bytes = data.bytes();
        byte[] source = Inputs.encode(format, bytes);
        Random random = new Random(seed);
        for (int i = 0; i < hits && source.length > 0; i++) {
            // Near the start as often as anywhere: headers, and code lengths, are few.
            int bound = random.nextBoolean() ? Math.min(source.length, 300) : source.length;
            source[random.nextInt(bound)] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : random.nextInt());
        }
        if (random.nextInt(4) == 0) {
            source = Arrays.copyOf(source, random.nextInt(source.length + 1));
        }
        int targetLength = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 40) : bytes.length;
        assertAgrees(format, source, targetLength);
    }

    @Property(tries = 60)
    void everyTruncation(
            @ForAll CompressionFormat format, @ForAll Inputs.Kind kind, @ForAll @IntRange(max = 400) int size) {
        byte[] bytes = new Data(kind, size, size).bytes();
        byte[] source = Inputs.encode(format, bytes);
        for (int length = 0; length < source.length; length++) {
            assertAgrees(format, Arrays.copyOf(source, length), size);
        }
    }

    private static void assertAgrees(CompressionFormat format, byte[] source, int targetLength) {
        byte[] expected = Reference.decompress(format, source, targetLength);
        byte[] actual;
        try {
            actual = Inputs.decompress(format.newDecompressor(), source, targetLength, 9, 0);
        } catch (CorruptDataException e) {
            assertThat(e.sourceOffset()).isBetween(0, source.length);
            actual = null;
        }
        assertThat(actual).isEqualTo(expected);
    }
}
