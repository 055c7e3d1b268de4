package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/recording.md lists the event types as the code has them. */
class RecordingDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "recording.md");
    private static final String BEGIN = "<!-- event types -->\n";
    private static final String END = "<!-- end of event types -->\n";

    /** Set it to write the document anew. */
    private static final String UPDATE_PROPERTY = "etl2jfr.update-docs";

    @Test
    void theDocumentListsTheEventTypes() throws IOException {
        String document = Files.readString(DOCUMENT);
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        int end = document.indexOf(END);
        String expected = Stream.of(EventType.values())
                .map(RecordingDocumentTest::describe)
                .collect(Collectors.joining("\n", "\n", "\n"));
        if (Boolean.getBoolean(UPDATE_PROPERTY)) {
            Files.writeString(DOCUMENT, document.substring(0, begin) + expected + document.substring(end));
        } else {
            assertThat(document.substring(begin, end))
                    .as(
                            "to update: mvn -pl converter -am test -Dtest=RecordingDocumentTest"
                                    + " -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
                            UPDATE_PROPERTY)
                    .isEqualTo(expected);
        }
    }

    private static String describe(EventType type) {
        return "### `%s`%s\n\n%s. In *%s*.\n\n| field | type | |\n|---|---|---|\n%s\n"
                .formatted(
                        type.typeName(),
                        type.implicitFields().size() > 1 ? ", of a thread" : "",
                        type.description(),
                        String.join(" > ", type.category()),
                        type.fields().stream()
                                .map(RecordingDocumentTest::describe)
                                .collect(Collectors.joining("\n")));
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
