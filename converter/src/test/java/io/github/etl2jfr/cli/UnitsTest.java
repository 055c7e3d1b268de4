package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is rounded up to 1000 of a unit is 1 of the next. */
class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "999, 999 B",
        "1000, 1.0 KB",
        "999949, 999.9 KB",
        "999950, 1.0 MB",
        "999950000, 1.0 GB",
        "999949999999, 999.9 GB",
        "999950000000, 1.0 TB",
        "1500000000000000, 1500.0 TB"
    })
    void bytes(long bytes, String text) {
        assertThat(Units.bytes(bytes)).isEqualTo(text);
    }
}
