package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Leb128Test {
    private static final int AT = 3;

    @Property
    void anyNumberOfBits(@ForAll long value, @ForAll @IntRange(max = 63) int shift) {
        assertThatItIsWritten(value >>> shift);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 14, 21, 28, 35, 42, 49, 56, 63})
    void atTheEndsOfALength(int bits) {
        assertThatItIsWritten((1L << bits) - 1);
        assertThatItIsWritten(1L << bits);
    }

    @Test
    void ends() {
        assertThatItIsWritten(0);
        assertThatItIsWritten(-1);
        assertThatItIsWritten(Long.MIN_VALUE);
    }

    private static void assertThatItIsWritten(long value) {
        byte[] bytes = new byte[AT + Leb128.MAX_SIZE];
        assertThatItIsWritten(value, bytes, Leb128.put(bytes, AT, value));
        byte[] small = new byte[AT + Leb128.MAX_SIZE];
        assertThatItIsWritten(value, small, Leb128.putSmall(small, AT, value));
    }

    private static void assertThatItIsWritten(long value, byte[] bytes, int end) {
        ByteBuffer written = ByteBuffer.wrap(bytes, AT, end - AT);
        assertThat(read(written)).isEqualTo(value);
        assertThat(written.remaining()).isZero();
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
        assertThat(end - AT).isEqualTo(Math.min(Leb128.MAX_SIZE, Math.max(1, (bits + 6) / 7)));
    }

    /** As the JDK's reader does, byte by byte. */
    private static long read(ByteBuffer bytes) {
        long value = 0;
        for (int i = 0; i < Leb128.MAX_SIZE - 1; i++) {
            long part = bytes.get();
            value |= (part & 0x7F) << 7 * i;
            if (part >= 0) {
                return value;
            }
        }
        return value | (long) bytes.get() << 56;
    }
}
