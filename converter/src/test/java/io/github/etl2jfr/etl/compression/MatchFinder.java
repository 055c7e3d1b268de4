package io.github.etl2jfr.etl.compression;

import java.util.Arrays;

/** Finds earlier occurrences of the bytes at a position: hash chains over three bytes, the newest 32 tried. */
final class MatchFinder {
    static final int MIN_MATCH = 3;

    private static final int TRIES = 32;
    private static final int HASH_BITS = 14;

    private final byte[] data;
    private final int[] heads = new int[1 << HASH_BITS];
    private final int[] previous;
    private int inserted;

    /** The match found last. */
    int distance;

    int length;

    MatchFinder(byte[] data) {
        this.data = data;
        this.previous = new int[data.length];
        Arrays.fill(heads, -1);
    }

    /** Whether the bytes at a position, up to an end, match some from {@code oldest} on by three or more. */
    boolean find(int position, int oldest, int end, int maxLength) {
        length = 0;
        int limit = Math.min(end - position, maxLength);
        if (limit < MIN_MATCH) {
            return false;
        }
        insertUpTo(position);
        int tries = TRIES;
        for (int at = heads[hash(position)]; at >= Math.max(0, oldest) && tries > 0; at = previous[at], tries--) {
            int same = 0;
            while (same < limit && data[at + same] == data[position + same]) {
                same++;
            }
            if (same > length) {
                length = same;
                distance = position - at;
            }
            if (length == limit) {
                break;
            }
        }
        return length >= MIN_MATCH;
    }

    private void insertUpTo(int position) {
        for (; inserted < position; inserted++) {
            int hash = hash(inserted);
            previous[inserted] = heads[hash];
            heads[hash] = inserted;
        }
    }

    private int hash(int position) {
        int three = (data[position] & 0xFF) | (data[position + 1] & 0xFF) << 8 | (data[position + 2] & 0xFF) << 16;
        return (three * 0x9E37_79B1) >>> (32 - HASH_BITS);
    }
}
