package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.jfr.AddedConstants;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The constants of texts in chunks of ours: each has a key that it keeps, and that no other ever gets. */
final class LaneTexts {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Map<String, Text> texts = new HashMap<>();

    private static final class Text {
        final long key = Lane.FIRST_KEY + NUMBERS.getAndIncrement();

        /** Number of the chunk that has it. */
        int chunk;
    }

    /**
     * Key of a text.
     *
     * @param chunk number of a chunk
     * @param constants of that chunk, which then have it
     */
    long key(String text, int chunk, AddedConstants constants) {
        Text known = texts.get(text);
        if (known == null) {
            known = new Text();
            texts.put(text, known);
        }
        if (known.chunk != chunk) {
            constants.put(known.key, text);
            known.chunk = chunk;
        }
        return known.key;
    }
}
