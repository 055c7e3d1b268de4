package io.github.etl2jfr.etl.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Data to compress, named by few numbers so that a failing case reads well, and its compressed form. */
final class Inputs extends DomainContextBase {
    /** What the formats have special cases for. */
    enum Kind {
        RANDOM,
        ZEROS,
        /** A short pattern over and over: distances below eight, lengths of all forms. */
        PATTERN,
        /** Records like those of a trace: equal but for a time that grows and a few small fields. */
        RECORDS,
        /** Literals and copies from anywhere before, most of them short. */
        COPIES,
        /** Bytes whose frequencies fall by half each: the longest codes. */
        SKEWED
    }

    record Data(Kind kind, int size, long seed) {
        byte[] bytes() {
            Random random = new Random(seed);
            byte[] bytes = new byte[size];
            switch (kind) {
                case ZEROS -> {}
                case RANDOM -> random.nextBytes(bytes);
                case PATTERN -> {
                    int length = 1 + random.nextInt(20);
                    for (int i = 0; i < size; i++) {
                        bytes[i] = (byte) (i < length ? random.nextInt() : bytes[i - length]);
                    }
                }
                case RECORDS -> {
                    int length = 24 + 8 * random.nextInt(6);
                    for (int i = 0; i < size; i++) {
                        boolean varies = i % length < 10 || (i % length == 20 && random.nextInt(3) == 0);
                        bytes[i] = (byte) (varies ? (i / length * 977) >>> (i % length) : 7 * (i % length));
                    }
                }
                case COPIES -> {
                    for (int i = 0; i < size; ) {
                        if (i == 0 || random.nextInt(3) == 0) {
                            bytes[i++] = (byte) random.nextInt();
                            continue;
                        }
                        int distance = 1 + random.nextInt(Math.min(i, 1 << random.nextInt(18)));
                        int length = 3 + random.nextInt(1 << random.nextInt(random.nextInt(10) == 0 ? 12 : 5));
                        for (int end = Math.min(i + length, size); i < end; i++) {
                            bytes[i] = bytes[i - distance];
                        }
                    }
                }
                case SKEWED -> {
                    for (int i = 0; i < size; i++) {
                        bytes[i] = (byte) Math.min(Long.numberOfTrailingZeros(random.nextLong()), 40);
                    }
                }
            }
            return bytes;
        }
    }

    @Provide
    Arbitrary<Data> data() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.frequencyOf(
                                Tuple.of(2, Arbitraries.integers().between(0, 300)),
                                Tuple.of(3, Arbitraries.integers().between(0, 20_000)),
                                Tuple.of(1, Arbitraries.integers().between(60_000, 200_000))),
                        Arbitraries.longs())
                .as(Data::new);
    }

    static byte[] encode(CompressionFormat format, byte[] data) {
        return switch (format) {
            case LZNT1 -> Lznt1Encoder.encode(data);
            case XPRESS -> XpressEncoder.encode(data);
            case XPRESS_HUFFMAN -> XpressHuffmanEncoder.encode(data);
        };
    }

    /** Bytes written as hexadecimal digits, with spaces between as one likes. */
    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    private static final byte GUARD = 0x5A;

    /**
     * Decompresses between guards: with bytes before and after both ranges, checked afterwards together with the
     * source being what it was.
     */
    static byte[] decompress(Decompressor decompressor, byte[] source, int targetLength, int before, int after)
            throws CorruptDataException {
        byte[] guardedSource = guarded(before, source, after);
        byte[] guardedTarget = guarded(after, new byte[targetLength], before);
        try {
            decompressor.decompress(guardedSource, before, source.length, guardedTarget, after, targetLength);
        } catch (CorruptDataException e) {
            assertIntact(guardedSource, source, before);
            assertIntact(guardedTarget, Arrays.copyOfRange(guardedTarget, after, after + targetLength), after);
            throw e;
        }
        assertIntact(guardedSource, source, before);
        byte[] target = Arrays.copyOfRange(guardedTarget, after, after + targetLength);
        assertIntact(guardedTarget, target, after);
        return target;
    }

    private static void assertIntact(byte[] guarded, byte[] bytes, int before) {
        assertThat(guarded).isEqualTo(guarded(before, bytes, guarded.length - before - bytes.length));
    }

    private static byte[] guarded(int before, byte[] bytes, int after) {
        byte[] guarded = new byte[before + bytes.length + after];
        Arrays.fill(guarded, GUARD);
        System.arraycopy(bytes, 0, guarded, before, bytes.length);
        return guarded;
    }
}
