package io.github.etl2jfr.views.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.model.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns stay straight. */
class TextTest {
    @ParameterizedTest
    @CsvSource({"abc, 3", "程序, 4", "e\u0301, 1", "\uD83D\uDE00, 2"})
    void width(String text, int places) {
        assertThat(Text.width(text)).isEqualTo(places);
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
        assertThat(Text.fit(text, places)).isEqualTo(fitted);
        assertThat(Text.width(fitted)).isEqualTo(places);
    }

    @Test
    void wrap() {
        assertThat(Text.wrap("one two three", 8)).isEqualTo("one two\nthree");
        assertThat(Text.wrap("unbreakable word", 4)).isEqualTo("unbreakable\nword");
    }

    @Test
    void numbers() {
        assertThat(Amount.number(1_234_567)).isEqualTo("1,234,567");
        assertThat(Text.millis(1_234_567_890)).isEqualTo("1,234.568");
        assertThat(Text.seconds(1_234_567_890)).isEqualTo("1.234568");
        assertThat(Text.percent(0.1234)).isEqualTo("12.3");
    }

    /** What is rounded up to 1000 of a unit is 1 of the next. */
    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1000, 1.0 µs",
        "999949, 999.9 µs",
        "999950, 1.0000 ms",
        "-999950, -1.0000 ms",
        "1000000, 1.0000 ms",
        "999999949, 999.9999 ms",
        "999999950, 1.000 s",
        "1000000000, 1.000 s",
        "999999999999, 1000.000 s"
    })
    void shortTime(long nanos, String text) {
        assertThat(Text.shortTime(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1 ns",
        "10, 10 ns",
        "999, 999 ns",
        "1000, 1 µs",
        "1500000, 1.5 ms",
        "1234567, 1.234567 ms",
        "1000400000, 1.0004 s",
        "200000000000, 200 s"
    })
    void exactTime(long nanos, String text) {
        assertThat(Text.exactTime(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "java, , those of java",
        ", GC*, GC*",
        ", those of this JVM, those of this JVM",
        "'java, 7', 'GC*, main', 'GC*, main of java, 7'"
    })
    void leftOutThreads(String processes, String threads, String kept) {
        Session.LeftOut leftOut = new Session.LeftOut(0, 0, 0, processes, threads, null);
        assertThat(Text.leftOut(leftOut)).isEqualTo("all threads but " + kept);
    }
}
