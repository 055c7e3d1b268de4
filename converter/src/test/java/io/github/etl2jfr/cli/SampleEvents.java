package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What the sample's recording holds when nothing is left out, and how tests compare events with it. */
record SampleEvents(Path recording, List<RecordedEvent> all, Instant start, Instant end) {
    static final Path TRACE = Path.of("samples", "contention-full.etl");

    static final String SWITCH = "windows.ContextSwitch";

    /** Converts it into a directory. */
    static SampleEvents convert(Path directory) throws IOException {
        Path recording = directory.resolve("everything.jfr");
        assertThat(Program.run(TRACE, recording).exitCode()).isZero();
        List<RecordedEvent> all = RecordingFile.readAllEvents(recording);
        RecordedEvent session = all.stream()
                .filter(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .findFirst()
                .orElseThrow();
        return new SampleEvents(recording, all, session.getInstant("traceStart"), session.getInstant("traceEnd"));
    }

    /** A run on the sample, with options that spaces part. */
    static Program.Result runWith(String options, Path recording) {
        List<Object> arguments = new ArrayList<>(List.of(options.split(" ", -1)));
        arguments.addAll(List.of(TRACE, recording));
        return Program.run(arguments.toArray());
    }

    static Path copyTrace(Path directory, String name) throws IOException {
        return Files.copy(TRACE, directory.resolve(name));
    }

    /** The texts of a recording's events of a type. */
    static List<String> written(Path recording, String type) throws IOException {
        return texts(RecordingFile.readAllEvents(recording), type, event -> true);
    }

    /** What a test of the recording compares: all that an event says. */
    static List<String> texts(List<RecordedEvent> events, String type, Predicate<RecordedEvent> filter) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .filter(filter)
                .map(SampleEvents::text)
                .toList();
    }

    static String text(RecordedEvent event) {
        StringBuilder text = new StringBuilder().append(event.getStartTime());
        event.getFields().stream().skip(1).forEach(field -> {
            Object value = event.getValue(field.getName());
            text.append(' ').append(value instanceof RecordedThread thread ? name(thread) : value);
        });
        return text.toString();
    }

    static String name(RecordedThread thread) {
        return thread == null
                ? ""
                : thread.getOSName()
                        + (thread.getThreadGroup() == null
                                ? ""
                                : " in " + thread.getThreadGroup().getName());
    }

    /** Told apart one by one: a message with all would be read by nobody. */
    static void assertSame(List<String> actual, List<String> expected) {
        for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
            assertThat(actual.get(i)).as("event %d", i).isEqualTo(expected.get(i));
        }
        assertThat(actual.size()).isEqualTo(expected.size());
    }
}
