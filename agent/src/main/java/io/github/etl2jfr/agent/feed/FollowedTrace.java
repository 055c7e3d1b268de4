package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.conversion.UsageException;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.follow.TraceFollower;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.scheduler.SchedulerListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A trace that its session still writes: what is appended is told, until the session ends. */
public final class FollowedTrace implements TraceSource {
    private static final Duration MIN_POLL = Duration.ofMillis(20);
    private static final Duration MAX_POLL = Duration.ofMillis(250);

    /** What happened is told later by the delay: to look more often makes little of it earlier. */
    private static final int POLLS_PER_DELAY = 8;

    private final Path path;
    private final Duration delay;
    private final Silence silence;
    private final Duration poll;

    /**
     * @param path need not be there yet; {@code %d} in its name stands for the number of a file, if the session
     *     writes one after the other
     * @param delay how long a buffer may be late
     * @param isFlushed whether the session writes its buffers more often than that, also those that are not full:
     *     then nothing has happened on a processor that is silent for so long
     */
    public FollowedTrace(Path path, Duration delay, boolean isFlushed) {
        this.path = path;
        this.delay = delay;
        this.silence = isFlushed ? Silence.UNCHANGED : Silence.UNKNOWN;
        this.poll = poll(delay);
    }

    static Duration poll(Duration delay) {
        Duration part = delay.dividedBy(POLLS_PER_DELAY);
        Duration poll = part.compareTo(MAX_POLL) < 0 ? part : MAX_POLL;
        return poll.compareTo(MIN_POLL) < 0 ? MIN_POLL : poll;
    }

    /** Whether a name stands for several files, one after the other. */
    public static boolean isPattern(Path path) {
        return TraceFollower.isPattern(path);
    }

    /**
     * Whether a trace is there, or the first file of a name that stands for several.
     *
     * @throws InputException if there is no directory for these files
     */
    public static boolean isThere(Path path) throws IOException, InputException {
        requireDirectory(path);
        return TraceFollower.isThere(path);
    }

    /** Demands that there is a directory for the files of a name that stands for several. */
    public static void requireDirectory(Path path) throws InputException {
        Path directory = path.getParent();
        if (isPattern(path) && directory != null && !Files.isDirectory(directory)) {
            throw new InputException("no such directory").in(directory);
        }
    }

    /** What a trace tells of its session. */
    public enum Stage {
        /** Nothing yet. */
        TO_COME,
        /** The session goes on. */
        GOES_ON,
        /** The session has ended. */
        ENDED
    }

    /**
     * How it stands with a trace.
     *
     * @throws InputException if it is none, and will not become one
     */
    public static Stage stage(Path path) throws IOException, InputException {
        if (isPattern(path)) {
            return Stage.GOES_ON;
        }
        try (EtlFile file = openBegun(path)) {
            if (file == null) {
                return Stage.TO_COME;
            }
            return file.header().endTime() == 0 ? Stage.GOES_ON : Stage.ENDED;
        }
    }

    /**
     * The clock of a trace's session.
     *
     * @return null if the trace does not tell of it yet
     * @throws InputException if it is none, and will not become one
     */
    public static SessionClock clock(Path path) throws IOException, InputException {
        if (isPattern(path)) {
            try (TraceFollower follower = TraceFollower.open(path, Duration.ZERO, Silence.UNKNOWN)) {
                return follower.clock();
            }
        }
        try (EtlFile file = openBegun(path)) {
            return file == null ? null : file.clock();
        }
    }

    private static EtlFile openBegun(Path path) throws IOException, InputException {
        TraceFile.requireNoRecording(path);
        try {
            return EtlFile.openBegun(path);
        } catch (InputException e) {
            throw e.in(path);
        }
    }

    @Override
    public void read(Receiver receiver, StopSignal stop) throws IOException, InputException, UsageException {
        try (TraceFollower follower = begun(stop)) {
            TraceDescription trace = new TraceDescription(
                    path,
                    follower.header(),
                    follower.clock(),
                    follower::isCompact,
                    follower::hasReadyEvents,
                    follower.clock().origin(),
                    0,
                    0,
                    follower.damage(),
                    List.of());
            SchedulerListener listener = receiver.begin(trace, follower.threads());
            while (follower.poll(listener) != TraceFollower.State.ENDED) {
                receiver.told(follower.toldUntil());
                stop.sleep(poll);
            }
            follower.finish(listener);
            receiver.told(follower.toldUntil());
        }
    }

    /** Waits for the trace's first buffer, before which nothing is known of it. */
    private TraceFollower begun(StopSignal stop) throws IOException, InputException {
        while (true) {
            TraceFollower follower = TraceFollower.open(path, delay, silence);
            if (follower.clock() != null) {
                return follower;
            }
            follower.close();
            stop.sleep(poll);
        }
    }
}
