package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.LaneChunks;
import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.agent.live.UnavailableException;
import java.util.function.Consumer;

/**
 * The lanes of those of a trace's threads to which JFR gives none. They are opened when the first is needed; if
 * they fail, which the user is told once, there are none from then on. One thread opens and closes them; any may ask
 * whether they are there, and end a chunk.
 */
final class SessionLanes implements AutoCloseable {
    private final LiveRecorder recorder;
    private final Lanes wanted;
    private final Counts counts;
    private final Consumer<String> log;

    /** Null as long as none was needed. */
    private volatile LaneChunks chunks;

    /** Whether they do not work here, or no more. */
    private volatile boolean hasFailed;

    /**
     * @param counts of events, of which the lost ones are taken away
     * @param log told what the user should know
     */
    SessionLanes(LiveRecorder recorder, Lanes wanted, Counts counts, Consumer<String> log) {
        this.recorder = recorder;
        this.wanted = wanted;
        this.counts = counts;
        this.log = log;
    }

    /** Whether the user wants threads of other processes to have them. */
    boolean areWantedForAll() {
        return wanted == Lanes.ALL;
    }

    /** Whether threads of other processes have them. */
    boolean areThereForAll() {
        return areWantedForAll() && chunks != null && !hasFailed;
    }

    /**
     * Opens them, if that is still to be done; not before all event types are registered.
     *
     * @return whether there are such lanes
     */
    boolean open() {
        if (chunks == null && !hasFailed) {
            try {
                chunks = recorder.openLanes();
            } catch (UnavailableException e) {
                hasFailed = true;
                log.accept("%s have no lanes here: %s".formatted(threads(), e.getMessage()));
            }
        }
        return !hasFailed;
    }

    private String threads() {
        return areWantedForAll() ? "threads of other processes" : "threads that have ended";
    }

    /** Gives to the recordings what was written since the last time. On any thread. */
    void endChunk() {
        LaneChunks opened = chunks;
        if (opened != null) {
            opened.endChunk();
        }
    }

    /** Bytes that they took besides the events, since this was asked last. */
    long takeOverhead() {
        return chunks == null ? 0 : chunks.takeOverhead();
    }

    /**
     * Counts the events that were lost since the last time.
     *
     * @return false if there are no lanes any more since then
     */
    boolean countLosses() {
        if (chunks == null) {
            return true;
        }
        counts.lose(chunks.takeLost());
        String failure = chunks.takeFailure();
        if (failure != null) {
            hasFailed = true;
            log.accept("%s have no lanes any more: %s".formatted(threads(), failure));
        }
        return failure == null;
    }

    /** Gives to the recordings what is left, and counts what is lost of it. */
    @Override
    public void close() {
        try {
            if (chunks != null) {
                chunks.close();
            }
        } finally {
            countLosses();
        }
    }
}
