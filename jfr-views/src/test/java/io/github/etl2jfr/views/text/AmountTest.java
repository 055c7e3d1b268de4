package io.github.etl2jfr.views.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | buffer | 0 buffers",
                "1 | buffer | 1 buffer",
                "1234567 | buffer | 1,234,567 buffers",
                "1 | process | 1 process",
                "2 | process | 2 processes",
                "1 | switch | 1 switch",
                "2 | switch | 2 switches",
                "1 | latency | 1 latency",
                "2 | latency | 2 latencies",
                "1 | JVM event | 1 JVM event"
            })
    void oneIsOne(long count, String one, String text) {
        assertThat(Amount.of(count, one)).isEqualTo(text);
    }

    @Test
    void numbers() {
        assertThat(Amount.number(1_234_567)).isEqualTo("1,234,567");
        assertThat(Amount.percent(0.1234)).isEqualTo("12.3");
    }
}
