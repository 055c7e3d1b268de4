package io.github.etl2jfr.etl;

import io.github.etl2jfr.testing.DocumentSection;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/robustness.md lists the counters of damage as the code has them. */
class DamageDocumentTest {
    @Test
    void theDocumentListsTheSeverities() throws IOException {
        String severities = Stream.of(Damage.Severity.values())
                .map(severity -> "| `%s` | %s |\n".formatted(severity.label(), severity.meaning()))
                .collect(Collectors.joining("", "\n| severity | |\n|---|---|\n", "\n"));
        DocumentSection.assertIs(severities, "severities", "robustness.md", getClass());
    }

    @Test
    void theDocumentListsTheCounters() throws IOException {
        String counters = Stream.of(Damage.values())
                .map(damage -> "| `%s` | `%s` | `%s` | %s |\n"
                        .formatted(
                                damage.label(),
                                damage.reason().label(),
                                damage.severity().label(),
                                damage.explanation()))
                .collect(Collectors.joining(
                        "", "\n| counter | reason | severity | counts |\n|---|---|---|---|\n", "\n"));
        DocumentSection.assertIs(counters, "counters", "robustness.md", getClass());
    }
}
