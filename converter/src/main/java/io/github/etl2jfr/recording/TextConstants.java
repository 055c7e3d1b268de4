package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.AddedConstants;
import java.util.LinkedHashMap;
import java.util.Map;

/** Texts that a chunk's events name by the keys they have in its pool of strings, as many events have the same. */
final class TextConstants {
    /** Some megabytes. Whoever has more has most likely each once. */
    private static final int MOST_IN_A_CHUNK = 1 << 12;

    /** The longest text that becomes a constant, in characters. */
    private static final int LONGEST = 200;

    private final Map<String, Long> keys = new LinkedHashMap<>();
    private long nextKey;

    /**
     * @param firstKey of those not used yet
     */
    TextConstants(long firstKey) {
        nextKey = firstKey;
    }

    /**
     * The key of a text, which will be in the chunk's pool from now on; 0 if there is no room for it.
     *
     * @param isOneOfFew whether there is always room for it, unless it is long
     */
    long use(String text, boolean isOneOfFew) {
        Long key = keys.get(text);
        if (key != null) {
            return key;
        }
        if (text.length() > LONGEST || keys.size() >= MOST_IN_A_CHUNK && !isOneOfFew) {
            return 0;
        }
        keys.put(text, nextKey);
        return nextKey++;
    }

    /** Adds the constants of this chunk and starts those of the next. */
    void drainTo(AddedConstants target) {
        keys.forEach((text, key) -> target.put(key, text));
        keys.clear();
    }
}
