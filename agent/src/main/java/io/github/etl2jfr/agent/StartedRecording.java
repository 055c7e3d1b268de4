package io.github.etl2jfr.agent;

import io.github.etl2jfr.agent.feed.EventKind;
import io.github.etl2jfr.system.Shutdown;
import java.io.IOException;
import java.text.ParseException;
import java.util.Set;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/** The recording that an agent starts for the user. It goes on from one trace to the next, until it is closed. */
final class StartedRecording {
    static final String NAME = "etl2jfr";

    private static final long MAX_BYTES = 250_000_000;

    /** The recording; null if none was started, or it is closed. Others may have closed it, too. */
    private volatile Recording recording;

    /** Told when the recording stops; null if none was started. */
    private StopListener listener;

    /**
     * Starts it.
     *
     * @param kinds which events it has besides JFR's own
     * @param stopped called when others have stopped it, on their thread
     */
    void start(Set<EventKind> kinds, Runnable stopped) throws IOException, ParseException {
        Shutdown.requireNotBegun();
        Recording started = new Recording(Configuration.getConfiguration("default"));
        try {
            started.setName(NAME);
            started.setToDisk(true);
            started.setMaxSize(MAX_BYTES);
            kinds.forEach(kind -> started.enable(kind.typeName()));
            started.start();
            if (listener != null) {
                listener.close();
            }
            listener = StopListener.to(started, stopped);
        } catch (Throwable e) {
            started.close();
            throw e;
        }
        recording = started;
    }

    /** Gives whether there was one to close, which others had not closed yet. */
    boolean close() {
        Recording started = recording;
        if (started == null) {
            return false;
        }
        listener.close();
        boolean wasOpen = started.getState() != RecordingState.CLOSED;
        started.close();
        recording = null;
        return wasOpen;
    }
}
