package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.follow.TraceFollower;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.scheduler.SchedulerListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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

    /**
     * The session that a trace is of.
     *
     * @param hasEnded whether it writes no more
     */
    public record Session(SessionClock clock, boolean hasEnded) {}

    /**
     * What a trace tells of its session.
     *
     * @return nothing as long as its first buffer is not there
     * @throws InputException if it is no trace, and will not become one
     */
    public static Optional<Session> session(Path path) throws IOException, InputException {
        if (isPattern(path)) {
            return sessionOfFiles(path);
        }
        TraceFile.requireNoRecording(path);
        try (EtlFile file = EtlFile.openBegun(path)) {
            return Optional.ofNullable(file)
                    .map(begun -> new Session(begun.clock(), begun.header().endTime() != 0));
        } catch (InputException e) {
            throw e.in(path);
        }
    }

    /** Of files that a session writes one after the other: whether there will be another none of them tells. */
    private static Optional<Session> sessionOfFiles(Path path) throws IOException, InputException {
        requireDirectory(path);
        try (TraceFollower follower = TraceFollower.open(path, Duration.ZERO, Silence.UNKNOWN)) {
            return Optional.ofNullable(follower.clock()).map(clock -> new Session(clock, false));
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
                if (!follower.isBehind()) {
                    stop.sleep(poll);
                    receiver.willTell();
                }
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
