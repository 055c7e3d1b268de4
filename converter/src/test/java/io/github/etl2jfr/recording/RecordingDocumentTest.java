package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.DocumentSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/recording.md lists the event types as the code has them. */
class RecordingDocumentTest {
    @Test
    void theDocumentListsTheEventTypes() throws IOException {
        String types = Stream.of(EventType.values())
                .map(RecordingDocumentTest::describe)
                .collect(Collectors.joining("\n", "\n", "\n"));
        DocumentSection.assertIs(types, "event types", "recording.md", getClass());
    }

    /** A user of those of the JVM's wants to know which they are. */
    @Test
    void theDocumentNamesTheEventsThatAreExplained() throws IOException {
        String document =
                Files.readString(Path.of("..", "docs", "recording.md")).replaceAll("\\s+", " ");
        String types = Stream.of(JvmLatency.values())
                .map(latency -> "`%s`".formatted(latency.typeName().replace("jdk.", "")))
                .collect(Collectors.joining(", "));
        assertThat(document).contains("The events explained, where they have a thread, are " + types + ".");
    }

    private static String describe(EventType type) {
        return "### `%s`%s\n\n%s. In *%s*.\n\n| field | type | |\n|---|---|---|\n%s\n"
                .formatted(
                        type.typeName(),
                        whose(type),
                        type.description(),
                        String.join(" > ", type.category()),
                        type.fields().stream()
                                .map(RecordingDocumentTest::describe)
                                .collect(Collectors.joining("\n")));
    }

    private static String whose(EventType type) {
        List<String> implicit = type.implicitFields().stream().map(Field::name).toList();
        String thread = implicit.contains("eventThread") ? ", of a thread" : "";
        return implicit.contains("stackTrace") ? thread + ", with a stack trace" : thread;
    }

    private static String describe(Field field) {
        String type = field.type().typeName().replaceFirst(".*\\.", "");
        String unit = field.content() == Field.Content.PLAIN
                ? ""
                : ", " + field.content().annotation().replaceFirst(".*\\.", "").toLowerCase(Locale.ROOT);
        return "| `%s` | %s%s | %s |"
                .formatted(field.name(), type, unit, field.description() == null ? field.label() : field.description());
    }
}
