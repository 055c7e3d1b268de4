package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.jfr.AddedConstants;
import org.junit.jupiter.api.Test;

class TextConstantsTest {
    private final TextConstants texts = new TextConstants(100);

    @Test
    void equalTextsHaveOneKeyInAChunk() {
        assertThat(texts.use("a", false)).isEqualTo(100);
        assertThat(texts.use("b", true)).isEqualTo(101);
        assertThat(texts.use("a", false)).isEqualTo(100);
        texts.drainTo(new AddedConstants());
        // Nor is a key another text's in another chunk.
        assertThat(texts.use("b", false)).isEqualTo(102);
    }

    /** A chunk's pools are one event, which may have 256 MB, and lie in memory until then. */
    @Test
    void longTextsHaveNone() {
        assertThat(texts.use("x".repeat(200), false)).isEqualTo(100);
        assertThat(texts.use("x".repeat(201), false)).isZero();
        assertThat(texts.use("x".repeat(201), true)).isZero();
    }

    @Test
    void thereIsRoomForFew() {
        int used = 0;
        while (texts.use("text " + used, false) != 0) {
            used++;
        }
        assertThat(used).isBetween(1000, 10_000);
        assertThat(texts.use("text 0", false)).isEqualTo(100);
        assertThat(texts.use("jdk.ThreadPark", true)).isEqualTo(100 + used);
    }
}
