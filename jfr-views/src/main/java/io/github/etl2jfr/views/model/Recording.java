package io.github.etl2jfr.views.model;

import java.io.IOException;

/** A recording that can be read, as often as one likes. */
public interface Recording {
    /**
     * A cursor before the first event.
     *
     * @throws RecordingException if it is none, or not complete
     */
    Events events() throws IOException, RecordingException;

    /** The time that its chunks cover together, by their headers. */
    Span span() throws IOException, RecordingException;
}
