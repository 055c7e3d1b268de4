package io.github.etl2jfr.views.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns stay straight. */
class WidthTest {
    @ParameterizedTest
    @CsvSource({"abc, 3", "程序, 4", "e\u0301, 1", "\uD83D\uDE00, 2"})
    void of(String text, int places) {
        assertThat(Width.of(text)).isEqualTo(places);
    }

    @ParameterizedTest
    @CsvSource({
        "abc, 5, 'abc  '",
        "abcdef, 5, ab...",
        "abcde, 5, abcde",
        "程序程序, 6, '程... '",
        "abcdef, 2, ..",
        "a thread (17268), 15, 'a th... (17268)'",
        "a thread (17268), 12, 'a... (17268)'",
        "a thread (17268), 11, a thread...",
        "http-nio-8080-exec-17, 16, 'http-nio-8...-17'",
        "C2 CompilerThread0, 12, 'C2 Compi...0'",
        "ForkJoinPool.commonPool-worker-3, 12, 'ForkJoi...-3'",
        "a1234567890, 9, 'a12345...'"
    })
    void fit(String text, int places, String fitted) {
        assertThat(Width.fit(text, places)).isEqualTo(fitted);
        assertThat(Width.of(fitted)).isEqualTo(places);
    }

    /** A name is other people's text, and may be made to take long. */
    @Test
    void fitOfLongNumber() {
        String name = "1".repeat(1 << 20) + "a";
        assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> assertThat(Width.fit(name, 8)).isEqualTo("11111..."));
    }

    @Test
    void wrap() {
        assertThat(Width.wrap("one two three", 8)).isEqualTo("one two\nthree");
        assertThat(Width.wrap("unbreakable word", 4)).isEqualTo("unbreakable\nword");
    }
}
