package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    /** A timer does not wait for a task that it has begun. */
    @Test
    void isNotShownOnceItIsClosed() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        ProgressBar progress = new ProgressBar(100, new PrintStream(shown, true, StandardCharsets.UTF_8));
        progress.show();
        progress.close();
        int size = shown.size();
        assertThat(size).isPositive();
        progress.show();
        assertThat(shown.size()).isEqualTo(size);
    }
}
