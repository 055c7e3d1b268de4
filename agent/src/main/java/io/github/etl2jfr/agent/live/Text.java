package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.jfr.AddedConstants;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A text that events have again and again. In chunks of ours it is a constant, by a key that it keeps, and that no other
 * ever gets.
 */
public final class Text {
    /** The JVM counts its keys up from 1. */
    private static final long FIRST_KEY = 1L << 34;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final String value;
    private final long key = FIRST_KEY + NUMBERS.getAndIncrement();

    /** Number of the chunk that has the constant. */
    private int chunk;

    public Text(String value) {
        this.value = value;
    }

    /** What it says, null if there is none. */
    static String string(Text text) {
        return text == null ? null : text.value;
    }

    @Override
    public String toString() {
        return value;
    }

    /**
     * Its key. Asked for under the lock of the chunks.
     *
     * @param chunkNumber of a chunk
     * @param constants of that chunk, which then have it
     */
    long key(int chunkNumber, AddedConstants constants) {
        if (chunk != chunkNumber) {
            constants.put(key, value);
            chunk = chunkNumber;
        }
        return key;
    }
}
