package io.github.etl2jfr.views.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> WORDS =
            List.of("--from", "--to", "--process", "--processes", "--thread", "FileRead", "GCPhasePause");

    @ParameterizedTest
    @CsvSource({
        "--form, --from",
        "--THREADS, --thread",
        // It is nearer to --from.
        "--proc, --process",
        "FileRaed, FileRead",
        "gcphase, GCPhasePause",
        "GCPause, GCPhasePause",
        "--nothing,",
    })
    void wordThatIsMeant(String typed, String meant) {
        assertThat(Spelling.hint(typed, WORDS).orElse(null))
                .isEqualTo(meant == null ? null : " (did you mean " + meant + "?)");
    }
}
