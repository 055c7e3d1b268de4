package io.github.etl2jfr.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.merge.MergeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recordings that the views are tested with are what this converter makes of the samples. */
class ViewSamplesTest {
    private static final Path TRACE = Path.of("samples", "contention-full.etl");
    private static final Path JVM = Path.of("samples", "contention.jfr");
    private static final Path RECORDINGS = Path.of("..", "jfr-views", "samples");

    /** Set it to write the recordings anew. */
    private static final String UPDATE_PROPERTY = "etl2jfr.update-samples";

    @TempDir
    private Path directory;

    @Test
    void traceAlone() throws Exception {
        check("contention-converted.jfr", EventSelection.of(List.of("all")), null);
    }

    @Test
    void traceInTheRecordingOfItsJvm() throws Exception {
        check(
                "contention-merged.jfr",
                EventSelection.DEFAULT,
                new MergeOptions(JVM, OptionalLong.empty(), null, false));
    }

    private void check(String name, EventSelection events, MergeOptions merge) throws Exception {
        Path made = directory.resolve(name);
        ConversionOptions options = ConversionOptions.all(events, merge);
        new Conversion(TRACE, made, options, bytes -> {}).run();
        Path kept = RECORDINGS.resolve(name);
        if (Boolean.getBoolean(UPDATE_PROPERTY)) {
            Files.copy(made, kept, StandardCopyOption.REPLACE_EXISTING);
        } else {
            assertThat(events(kept))
                    .as(
                            "to update: mvn -pl converter -am test -Dtest=ViewSamplesTest"
                                    + " -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
                            UPDATE_PROPERTY)
                    .isEqualTo(events(made));
        }
    }

    /** All fields of all events as they are recorded; as text of their own times would be rounded. */
    private static List<String> events(Path recording) throws IOException {
        List<String> events = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                events.add(event.getEventType().getName() + " " + event.getStartTime() + " " + text(event));
            }
        }
        return events;
    }

    private static String text(Object value) {
        if (value instanceof RecordedObject object) {
            return object.getFields().stream()
                    .map(field -> field.getName() + "=" + text(object.getValue(field.getName())))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Object[] array) {
            return Arrays.stream(array).map(ViewSamplesTest::text).toList().toString();
        }
        return String.valueOf(value);
    }
}
