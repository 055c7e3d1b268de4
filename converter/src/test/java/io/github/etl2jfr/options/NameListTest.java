package io.github.etl2jfr.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which processes and threads a list names. */
class NameListTest {
    private static final NameList LIST = new NameList(List.of("main", "G1 *", "*-7", "4711", "a.b", "java", "x (9)"));

    @ParameterizedTest
    @CsvSource({
        "main (1), 1, true",
        "MAIN, 1, true",
        "main loop (1), 1, false",
        "main (6) (6), 6, false",
        "G1 Conc#0 (2), 2, true",
        "worker-7 (3), 3, true",
        "worker-77 (3), 3, false",
        "any (4711), 4711, true",
        ", 4711, true",
        ", 1, false",
        "axb (5), 5, false",
        "java.EXE (8), 8, true",
        "javaw.exe (8), 8, false",
        "x, 9, true",
        "x, 10, false",
    })
    void namesIdsAndStars(String name, String id, boolean listed) {
        assertThat(LIST.matches(NameList.namesOf(name, id))).isEqualTo(listed);
    }

    @ParameterizedTest
    @CsvSource({
        "*, '', true",
        "'', a, false",
        "a*, a, true",
        "*a, a, true",
        "a*a, a, false",
        "*ab*ab, aabab, true",
        "*ab*ab, abaab, true",
        "*ab*ab, abab-, false",
        "a**b, ab, true",
        "*a*b*c*, 1a2b3c4, true",
        "*a*b*c*, 1a2c3b4, false",
        "*.exe, a*.exe, true",
        "ÄRGER*, ärger 1, true",
        "\uD801\uDC00*, \uD801\uDC28x, true",
    })
    void stars(String pattern, String name, boolean matches) {
        assertThat(new NamePattern(pattern).matches(name)).isEqualTo(matches);
    }

    /** A program may name its threads as it likes: there are more ways to try than would ever end. */
    @Test
    void manyStars() {
        NamePattern pattern = new NamePattern("*a".repeat(20) + "*b");
        String name = "a".repeat(200);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            assertThat(pattern.matches(name)).isFalse();
            assertThat(pattern.matches(name + "b")).isTrue();
        });
    }

    @Test
    void noneNamesNothing() {
        NameList none = new NameList(List.of());
        assertThat(none.isEmpty()).isTrue();
        assertThat(none.matches(Stream.of("", "any"))).isFalse();
    }

    @Test
    void tellsWhatIsMissing() {
        NameList processes = new NameList(List.of("java", "b*", "7"));
        NameList threads = new NameList(List.of("main", "8", "9"));
        assertThat(NameList.missing(processes, Stream.of("java", "c"), threads, Stream.of("Main", "8")))
                .isEqualTo("no process 'b*', no process '7', no thread 9");
        assertThat(NameList.missing(processes, Stream.of("java", "b", "7"), threads, Stream.of("main", "8", "9")))
                .isEmpty();
    }

    @Test
    void tellsWhatProcessesLack() {
        NameList processes = new NameList(List.of("java", "b*"));
        NameList threads = new NameList(List.of("main", "8", "GC*"));
        assertThat(NameList.missingOf(processes, threads, Stream.of("gc 1", "7")))
                .isEqualTo("no thread 'main' of process 'java', 'b*', no thread 8 of process 'java', 'b*'");
        assertThat(NameList.missingOf(processes, threads, Stream.of("Main", "8", "GC")))
                .isEmpty();
        assertThat(NameList.missingOf(processes, NameList.NONE, Stream.of())).isEmpty();
        assertThat(NameList.missingOf(NameList.NONE, threads, Stream.of())).isEmpty();
    }
}
