package io.github.etl2jfr.agent;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

/**
 * Hears that others stop a recording. A class of its own, as a JVM without JFR cannot load it, nor any class that passes
 * such an object on as what JFR takes it for.
 */
final class StopListener implements FlightRecorderListener, AutoCloseable {
    private final Recording recording;
    private final Runnable stopped;

    private StopListener(Recording recording, Runnable stopped) {
        this.recording = recording;
        this.stopped = stopped;
    }

    /**
     * Begins to listen.
     *
     * @param stopped called on the thread of who stops it
     */
    static StopListener to(Recording recording, Runnable stopped) {
        StopListener listener = new StopListener(recording, stopped);
        FlightRecorder.addListener(listener);
        return listener;
    }

    @Override
    public void recordingStateChanged(Recording changed) {
        if (changed.getId() == recording.getId()) {
            stopped.run();
        }
    }

    @Override
    public void close() {
        FlightRecorder.removeListener(this);
    }
}
