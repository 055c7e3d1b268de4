package io.github.etl2jfr.views.findings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers, one after the other, of which neighbors differ little: they take as few bytes as that allows. */
final class Column {
    /** Enough to make little of what a block costs; a power of two. */
    private static final int BLOCK_SIZE = 1 << 12;

    private static final long BYTES = 1L << Byte.SIZE;
    private static final long CHARS = 1L << Character.SIZE;
    private static final long INTS = 1L << Integer.SIZE;

    /** Numbers that do not change any more. */
    @FunctionalInterface
    private interface Block {
        long get(int index);
    }

    private final List<Block> blocks = new ArrayList<>();

    /** Those that are in no block yet. */
    private long[] last = new long[1];

    private int lastSize;

    void add(long number) {
        if (lastSize == BLOCK_SIZE) {
            blocks.add(block(last));
            lastSize = 0;
        } else if (lastSize == last.length) {
            last = Arrays.copyOf(last, lastSize * 2);
        }
        last[lastSize++] = number;
    }

    long get(long row) {
        int block = (int) (row / BLOCK_SIZE);
        int index = (int) (row % BLOCK_SIZE);
        return block == blocks.size() ? last[index] : blocks.get(block).get(index);
    }

    private static Block block(long[] numbers) {
        long least = Arrays.stream(numbers).min().orElseThrow();
        long range = Arrays.stream(numbers).max().orElseThrow() - least + 1;
        if (range == 1) {
            return index -> least;
        }
        if (range > 0 && range <= BYTES) {
            byte[] bytes = new byte[numbers.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (numbers[i] - least);
            }
            return index -> least + Byte.toUnsignedLong(bytes[index]);
        }
        if (range > 0 && range <= CHARS) {
            char[] chars = new char[numbers.length];
            for (int i = 0; i < chars.length; i++) {
                chars[i] = (char) (numbers[i] - least);
            }
            return index -> least + chars[index];
        }
        if (range > 0 && range <= INTS) {
            int[] ints = new int[numbers.length];
            for (int i = 0; i < ints.length; i++) {
                ints[i] = (int) (numbers[i] - least);
            }
            return index -> least + Integer.toUnsignedLong(ints[index]);
        }
        long[] longs = numbers.clone();
        return index -> longs[index];
    }
}
