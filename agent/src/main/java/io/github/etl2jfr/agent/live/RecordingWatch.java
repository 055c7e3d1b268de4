package io.github.etl2jfr.agent.live;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Tells when somebody records, other than this agent for its own use: otherwise slices need not be read at all. What
 * of them a recording wants, {@link LiveRecorder} sees itself.
 */
public final class RecordingWatch implements AutoCloseable {
    private final Runnable onFirst;
    private final Runnable onNone;

    /** JFR calls its listeners while it starts and stops recordings, which they may then not do. */
    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "etl2jfr recordings");
        thread.setDaemon(true);
        return thread;
    });

    private final FlightRecorderListener listener = new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
            try {
                executor.execute(RecordingWatch.this::look);
            } catch (RejectedExecutionException e) {
                // Closed meanwhile.
            }
        }
    };

    private boolean recorded;

    private RecordingWatch(Runnable onFirst, Runnable onNone) {
        this.onFirst = onFirst;
        this.onNone = onNone;
    }

    /**
     * Begins to watch. Both run on a thread of the watch's own, never at the same time.
     *
     * @param onFirst when a recording starts while there is no other, or if there is one now
     * @param onNone when the last one stops
     */
    public static RecordingWatch open(Runnable onFirst, Runnable onNone) {
        RecordingWatch watch = new RecordingWatch(onFirst, onNone);
        FlightRecorder.addListener(watch.listener);
        watch.executor.execute(watch::look);
        return watch;
    }

    /** The recordings that run, but for those of the agent for its own use. */
    public static List<Recording> running() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getState() == RecordingState.RUNNING && !OwnRecording.isOwn(recording))
                .toList();
    }

    private void look() {
        boolean now = !running().isEmpty();
        if (now != recorded) {
            recorded = now;
            (now ? onFirst : onNone).run();
        }
    }

    @Override
    public void close() {
        FlightRecorder.removeListener(listener);
        executor.shutdown();
    }
}
