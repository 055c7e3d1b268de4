package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.system.Shutdown;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * The recordings that somebody makes, other than this agent for its own use: without any, nothing need be written or
 * kept going. {@link LiveRecorder} sees itself what recordings want, but not whose they are: the agent's own also count as
 * wanting slices, as does any that has no setting for them.
 */
public final class UserRecordings {
    /** The system property in which JFR itself tells where it records. */
    public static final String REPOSITORY = "jdk.jfr.repository";

    /** Whether one that runs is the agent's, by its id, which no other gets: JFR copies all settings to tell. */
    private static final Map<Long, Boolean> KNOWN = new ConcurrentHashMap<>();

    private UserRecordings() {}

    /** The recordings that run; none while the JVM ends, when JFR is not to begin any more. */
    public static List<Recording> running() {
        // To ask for recordings would have JFR begin, with its buffers and its directory.
        if (!FlightRecorder.isInitialized() || Shutdown.hasBegun()) {
            return List.of();
        }
        List<Recording> running = FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getState() == RecordingState.RUNNING)
                .toList();
        KNOWN.keySet().retainAll(running.stream().map(Recording::getId).toList());
        return running.stream().filter(recording -> !isOwn(recording)).toList();
    }

    /** Asks JFR, which takes a lock, without holding one. */
    private static boolean isOwn(Recording recording) {
        Boolean known = KNOWN.get(recording.getId());
        if (known == null) {
            known = OwnRecording.isOwn(recording);
            KNOWN.put(recording.getId(), known);
        }
        return known;
    }

    /**
     * Demands that none that runs is in memory only. JFR keeps nothing of such a one while any other is on disk, as all
     * of the agent's are, and throws away what it had.
     *
     * @throws UnavailableException if there is one
     */
    public static void requireOnDisk() throws UnavailableException {
        for (Recording recording : running()) {
            if (!recording.isToDisk()) {
                throw new UnavailableException(
                        "the recording '%s' is in memory only, and would lose what it has; record with disk=true"
                                .formatted(recording.getName()));
            }
        }
    }
}
