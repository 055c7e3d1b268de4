package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortTextTest {
    @Test
    void aTextThatFitsIsWhole() {
        assertThat(ShortText.of("", 0)).isEmpty();
        assertThat(ShortText.of("abc", 3)).isEqualTo("abc");
    }

    @Test
    void aLongOneIsCutBetweenCharacters() {
        assertThat(ShortText.of("abc", 2)).isEqualTo("ab");
        assertThat(ShortText.of("abc", 0)).isEmpty();
        assertThat(ShortText.of("a\uD83D\uDE00b", 2)).isEqualTo("a");
        assertThat(ShortText.of("a\uD83D\uDE00b", 3)).isEqualTo("a\uD83D\uDE00");
    }
}
