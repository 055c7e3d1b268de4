package io.github.etl2jfr.views.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A recording that can be read, as often as one likes. */
public interface Recording {
    Path file();

    /**
     * A cursor before the first event.
     *
     * @throws RecordingException if it is none, or not complete
     */
    Events events() throws IOException, RecordingException;

    /** The types of the JVM's events that its threads take time for, by their names. */
    Map<String, JavaEventType> javaEvents();

    /** The time that its chunks cover together, by their headers. */
    Span span() throws IOException, RecordingException;
}
