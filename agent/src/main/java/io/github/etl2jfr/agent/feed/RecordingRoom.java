package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.UserRecordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import jdk.jfr.Recording;

/**
 * How much the agent may write into the recordings that run: half of what the smallest keeps, within the time that it
 * is to keep.
 *
 * @param bytes infinite where nothing bounds them
 * @param window in which it may write so many
 * @param start when the first of the recordings began; null if none runs
 */
record RecordingRoom(double bytes, Duration window, Instant start) {
    /** Where a recording does not say what time it is to keep. */
    private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(5);

    /** JFR itself tells where it records. */
    private static final String REPOSITORY = "jdk.jfr.repository";

    static RecordingRoom now() {
        double least = Double.POSITIVE_INFINITY;
        Duration window = DEFAULT_WINDOW;
        Instant start = null;
        for (Recording recording : UserRecordings.running()) {
            // One in memory has nothing in it while the agent records to disk.
            long kept = recording.isToDisk() ? recording.getMaxSize() : 0;
            if (kept > 0 && kept < least) {
                least = kept;
                window = recording.getMaxAge() == null ? DEFAULT_WINDOW : recording.getMaxAge();
            }
            Instant began = recording.getStartTime();
            if (began != null && (start == null || began.isBefore(start))) {
                start = began;
            }
        }
        double disk = usableSpace();
        if (disk < least) {
            least = disk;
            window = DEFAULT_WINDOW;
        }
        return new RecordingRoom(least / 2, window, start);
    }

    private static double usableSpace() {
        String repository = System.getProperty(REPOSITORY);
        if (repository == null) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            return Files.getFileStore(Path.of(repository)).getUsableSpace();
        } catch (IOException | RuntimeException e) {
            return Double.POSITIVE_INFINITY;
        }
    }
}
