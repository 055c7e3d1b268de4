package io.github.etl2jfr.recording;

import io.github.etl2jfr.testing.DocumentSection;
import java.io.IOException;
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
