package io.github.etl2jfr.etl.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.compression.Inputs.Data;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** What was compressed comes back, at any place in its array, and with one decompressor for all. */
@Domain(Inputs.class)
@Domain(DomainContext.Global.class)
class RoundTripTest {
    private static final Decompressor LZNT1 = CompressionFormat.LZNT1.newDecompressor();
    private static final Decompressor XPRESS = CompressionFormat.XPRESS.newDecompressor();
    private static final Decompressor XPRESS_HUFFMAN = CompressionFormat.XPRESS_HUFFMAN.newDecompressor();

    @Property(tries = 300)
    void everyFormat(@ForAll Data data, @ForAll @IntRange(max = 20) int before, @ForAll @IntRange(max = 20) int after)
            throws CorruptDataException {
        byte[] bytes = data.bytes();
        assertThat(Inputs.decompress(LZNT1, Lznt1Encoder.encode(bytes), bytes.length, before, after))
                .isEqualTo(bytes);
        assertThat(Inputs.decompress(XPRESS, XpressEncoder.encode(bytes), bytes.length, before, after))
                .isEqualTo(bytes);
        assertThat(Inputs.decompress(XPRESS_HUFFMAN, XpressHuffmanEncoder.encode(bytes), bytes.length, before, after))
                .isEqualTo(bytes);
    }
}
