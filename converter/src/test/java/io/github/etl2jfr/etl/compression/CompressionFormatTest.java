package io.github.etl2jfr.etl.compression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionFormatTest {
    @Test
    void codes() {
        assertThat(CompressionFormat.ofCode(2)).isEqualTo(CompressionFormat.LZNT1);
        assertThat(CompressionFormat.ofCode(3)).isEqualTo(CompressionFormat.XPRESS);
        assertThat(CompressionFormat.ofCode(4)).isEqualTo(CompressionFormat.XPRESS_HUFFMAN);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 5, 0x10003})
    void unknown(int code) {
        assertThat(CompressionFormat.ofCode(code)).isNull();
    }
}
