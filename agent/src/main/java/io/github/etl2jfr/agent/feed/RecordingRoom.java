package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.UnavailableException;
import io.github.etl2jfr.agent.live.UserRecordings;
import java.io.File;
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
 * @param start when the first of the recordings began; null if none that is on disk runs
 */
record RecordingRoom(double bytes, Duration window, Instant start) {
    /** The time that a recording keeps where it does not say. */
    private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(5);

    /** To begin takes a dozen chunks, each with all of the JVM's types: some MB. */
    private static final long LEAST_TO_BEGIN = 32L << 20;

    static RecordingRoom now() {
        double least = Double.POSITIVE_INFINITY;
        Duration window = DEFAULT_WINDOW;
        Instant start = null;
        for (Recording recording : UserRecordings.running()) {
            if (!recording.isToDisk()) {
                // It has nothing in it while the agent records to disk.
                continue;
            }
            long kept = recording.getMaxSize();
            if (kept > 0 && kept < least) {
                least = kept;
                window = window(recording.getMaxAge());
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

    /** The time that a recording keeps; it does not say with an age of nought either, as jcmd gives it ({@code maxage=0}). */
    private static Duration window(Duration maxAge) {
        return maxAge == null || maxAge.isZero() ? DEFAULT_WINDOW : maxAge;
    }

    /**
     * Demands that there is enough to begin.
     *
     * @throws UnavailableException if there is not: JFR ends the JVM once it cannot write any more
     */
    static void requireEnoughToBegin() throws UnavailableException {
        requireEnoughToBegin(usableSpace());
    }

    static void requireEnoughToBegin(double bytes) throws UnavailableException {
        if (bytes < LEAST_TO_BEGIN) {
            throw new UnavailableException(
                    ("only %s MB are free in %s, where JFR records; once none are, JFR ends the JVM; free at least"
                                    + " 32 MB, or start the JVM with another directory"
                                    + " (-XX:FlightRecorderOptions=repository=...)")
                            .formatted((long) bytes >> 20, System.getProperty(UserRecordings.REPOSITORY)));
        }
    }

    /** Free space, by one question to the system, as it is asked every second: a {@link java.nio.file.FileStore} asks many. */
    private static double usableSpace() {
        String repository = System.getProperty(UserRecordings.REPOSITORY);
        if (repository == null) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            long free = new File(repository).getUsableSpace();
            // If it tells of nothing, that may be for want of an answer, which is an exception here.
            return free > 0 ? free : Files.getFileStore(Path.of(repository)).getUsableSpace();
        } catch (IOException | RuntimeException e) {
            return Double.POSITIVE_INFINITY;
        }
    }
}
