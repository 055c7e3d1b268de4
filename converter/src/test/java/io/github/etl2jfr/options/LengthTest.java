package io.github.etl2jfr.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LengthTest {
    @ParameterizedTest
    @CsvSource({
        "50us, 50000",
        // The micro sign, and the Greek letter.
        "3.4\u00B5s, 3400",
        "3.4\u03BCs, 3400",
        "1.5ms, 1500000",
        "2s, 2000000000",
        "7ns, 7",
        "123456789012ns, 123456789012",
        "1234567890us, 1234567890000",
        "999999999s, 999999999000000000",
        "0, 0"
    })
    void lengths(String text, long nanos) {
        assertThat(Length.parse(text).toNanos()).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({"-7.3ms, -7300000", "+7ns, 7", "2s, 2000000000", "-0, 0"})
    void signedLengths(String text, long nanos) {
        assertThat(Length.parseSigned(text).toNanos()).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "-5x", "+5", "--5us", "1h"})
    void noSignedLengths(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Length.parseSigned(text))
                .withMessage("'%s' is not a length of time; use 50us, -1.5ms or 0", text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "-5us", "us", "5 us", "5m", "1e3us", "5.us", "1000000000s", "999999999999999999us"})
    void noLengths(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Length.parse(text))
                .withMessage("'%s' is not a length of time; use 50us, 1.5ms or 2s", text);
    }
}
