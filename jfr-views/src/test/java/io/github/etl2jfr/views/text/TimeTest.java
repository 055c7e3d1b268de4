package io.github.etl2jfr.views.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTest {
    @Test
    void toTheMicrosecond() {
        assertThat(Time.millis(1_234_567_890)).isEqualTo("1,234.568");
        assertThat(Time.seconds(1_234_567_890)).isEqualTo("1.234568");
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
    void rounded(long nanos, String text) {
        assertThat(Time.rounded(nanos)).isEqualTo(text);
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
    void exact(long nanos, String text) {
        assertThat(Time.exact(nanos)).isEqualTo(text);
    }

    @Test
    void moment() {
        assertThat(Time.moment(1_500_000_000)).isEqualTo("1970-01-01T00:00:01.500Z");
    }
}
