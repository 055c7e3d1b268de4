package io.github.etl2jfr.views.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventNameTest {
    @ParameterizedTest
    @CsvSource({
        "jdk.ThreadPark, ThreadPark",
        "com.acme.Request, c.a.Request",
        "com.acme.Request$Slow, c.a.Request$Slow",
        "Request, Request",
        "..a, ..a",
        "a., a."
    })
    void of(String type, String name) {
        assertThat(EventName.of(type)).isEqualTo(name);
    }

    /** A name is other people's text, and may be made to take long. */
    @Test
    void ofLongNameWithoutPoint() {
        String name = "a".repeat(1 << 20);
        assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> assertThat(EventName.of(name)).isEqualTo(name));
    }
}
