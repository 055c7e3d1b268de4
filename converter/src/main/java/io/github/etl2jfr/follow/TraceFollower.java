package io.github.etl2jfr.follow;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import io.github.etl2jfr.scheduler.LiveScheduler;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Reads a trace while its session writes it: whoever polls is told what the scheduler did, in the order of
 * time, as soon as no buffer can tell of anything in between, or the delay is over. Finished, it has told what
 * {@link io.github.etl2jfr.scheduler.Scheduler#replay} tells of the whole file, except for what came later than
 * the delay, and what a loss makes doubtful about the time before it.
 *
 * <p>A thread is told by its number before the trace names it: {@link #threads} knows the name from the time on
 * at which the trace tells it. Names of a rundown at the session's end are there for the last slices only.
 *
 * <p>For one thread. An idle poll looks at the file's size and few bytes more, and whether there is a next file.
 */
public final class TraceFollower implements Closeable {
    /** How it stands with the trace. */
    public enum State {
        /** There is no trace yet, or not all of its first buffer. */
        WAITING_FOR_DATA,
        /** It may go on. */
        FOLLOWING,
        /** Its header says that the session has ended, and everything is read: time to {@link #finish}. */
        ENDED
    }

    /** Longer than any session: nothing is then told before {@link #finish} but what is sure. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(3650);

    /** Buffers after which to tell: so that much that is there at once need not all be kept. */
    private static final int BUFFERS_AT_A_TIME = 32;

    private final FileNames names;
    private final Duration delay;
    private final Silence silence;
    private final DamageLog damage = new DamageLog();

    /** Files that pieces are still to be read from, though nothing comes to them any more. */
    private final List<FollowedFile> retired = new ArrayList<>();

    private FollowedFile current;
    private int number;

    /** Files behind the current one that an earlier session left, by number: to open them takes much of an idle poll. */
    private final Map<Integer, Version> older = new HashMap<>();

    /** What a file was at a moment: who takes its place, or writes to it, makes another of it. */
    private record Version(Object identity, long size, FileTime modified) {}

    /** Follows the threads; null until there is a file. */
    private LiveScheduler scheduler;

    private SessionClock clock;
    private LogFileHeader header;

    /** Whether the next buffer is the first of another file. */
    private boolean isContinuation;

    private boolean isBehind;

    private boolean finished;

    private TraceFollower(Path trace, Duration delay, Silence silence) {
        this.names = new FileNames(trace);
        this.delay = delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
        this.silence = silence;
    }

    /**
     * Begins to follow a trace. While it is unknown what a processor's silence means, only what its buffer could not
     * change is told: never a wrong slice, whenever it comes.
     *
     * @param trace need not be there yet; {@code %d} in its name stands for a number that counts from 1, if the
     *     session writes one file after the other
     * @param delay how long a buffer may be late: longer than the session's flush timer
     * @param silence what it means if a processor writes nothing for longer than the delay. If the session's flush
     *     timer is set, and shorter than the delay, it means that nothing has changed there
     * @throws InputException if it can be seen already that the trace cannot be followed
     */
    public static TraceFollower open(Path trace, Duration delay, Silence silence) throws IOException, InputException {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a negative delay: " + delay);
        }
        TraceFollower follower = new TraceFollower(trace, delay, silence);
        try {
            follower.openFirst();
        } catch (IOException | InputException | RuntimeException e) {
            follower.close();
            throw e;
        }
        return follower;
    }

    /** Whether a name stands for several files, one after the other: {@code %d} in it, not in its directory's. */
    public static boolean isPattern(Path trace) {
        return new FileNames(trace).isPattern();
    }

    /** Whether there is a file to begin with. */
    public static boolean isThere(Path trace) throws IOException {
        return new FileNames(trace).first() >= 0;
    }

    /** What the times mean; null while {@link State#WAITING_FOR_DATA}. */
    public SessionClock clock() {
        return clock;
    }

    /** The log file header as the first file had it at first; null while {@link State#WAITING_FOR_DATA}. */
    public LogFileHeader header() {
        return header;
    }

    /** Who has which id, by what was told so far; null while {@link State#WAITING_FOR_DATA}. */
    public ThreadDirectory threads() {
        return scheduler == null ? null : scheduler.threads();
    }

    /** Whether switches came in batches so far, which tell less about each. */
    public boolean isCompact() {
        return scheduler != null && scheduler.hasBatches();
    }

    /** Whether there were ReadyThread events so far. */
    public boolean hasReadyEvents() {
        return scheduler != null && scheduler.hasReadyEvents();
    }

    /** What is lost, damaged, or came too late, so far; offsets are those of the file it was found in. */
    public DamageLog damage() {
        return damage;
    }

    /** Session clock's value before which everything is told, {@link Long#MIN_VALUE} if nothing is. */
    public long toldUntil() {
        return scheduler == null ? Long.MIN_VALUE : scheduler.toldUntil();
    }

    /**
     * Reads what was appended since, and tells what is complete.
     *
     * @throws InputException if the file is no trace, or not the one it was
     */
    public State poll(SchedulerListener listener) throws IOException, InputException {
        requireUnfinished();
        isBehind = false;
        if (current == null && !openFirst()) {
            return State.WAITING_FOR_DATA;
        }
        try {
            if (current.hasGrown() && read(false, listener) > 0) {
                isBehind = next() >= 0;
                return current.isEnded() && !isBehind ? State.ENDED : State.FOLLOWING;
            }
            if (openNext(listener)) {
                isBehind = true;
                return State.FOLLOWING;
            }
            current.requireSame();
            return current.isEnded() && next() < 0 ? State.ENDED : State.FOLLOWING;
        } catch (InputException e) {
            throw e.in(current.file().path());
        }
    }

    /**
     * Whether there is more already, in another file: the next {@link #poll} need not wait. Not once a poll has found
     * nothing, as of a file that has not begun.
     */
    public boolean isBehind() {
        return isBehind;
    }

    /**
     * Takes what is there for all there will be, and tells the rest. If the session has not ended, its
     * processors have not written everything yet: what they did since is as a silence that is longer than the delay.
     *
     * @throws InputException if the file is no trace, or not the one it was
     */
    public void finish(SchedulerListener listener) throws IOException, InputException {
        requireUnfinished();
        if (current == null && !openFirst()) {
            finished = true;
            return;
        }
        try {
            do {
                current.hasGrown();
                read(false, listener);
            } while (openNext(listener));
            read(true, listener);
            finished = true;
            // Of several files the last may count the buffers of all.
            boolean isComplete =
                    current.isEnded() && current.endsWithBuffer() && (names.isPattern() || current.isWhole());
            scheduler.finish(isComplete, listener);
            damage.addRest(current.file().currentHeader());
        } catch (InputException e) {
            throw e.in(current.file().path());
        }
    }

    private void requireUnfinished() {
        if (finished) {
            throw new IllegalStateException("finished");
        }
    }

    /** Gives the number of buffers. */
    private int read(boolean isWhole, SchedulerListener listener) throws IOException {
        int read = 0;
        for (SurveyedBuffer buffer; (buffer = current.next(isWhole)) != null; ) {
            if (isContinuation && buffer.entry().fileOffset() != 0) {
                isContinuation = false;
                noteContinuation(buffer);
            }
            scheduler.add(buffer, current.source(), current.survey());
            read++;
            if (read % BUFFERS_AT_A_TIME == 0) {
                scheduler.advance(listener);
            }
        }
        scheduler.advance(listener);
        closeUnneeded();
        return read;
    }

    private void noteContinuation(SurveyedBuffer first) {
        if (!scheduler.continues(first)) {
            damage.add(
                    Damage.SEQUENCE_NUMBERS_RESTART,
                    DamageLog.NO_PROCESSOR,
                    1,
                    first.entry().fileOffset(),
                    "in " + current.file().path().getFileName());
        }
    }

    private boolean openFirst() throws IOException, InputException {
        int first = names.first();
        EtlFile file = first < 0 ? null : openBegun(first);
        if (file == null) {
            return false;
        }
        try {
            clock = file.clock();
            header = file.header();
            scheduler =
                    new LiveScheduler(header, clock.ticks(delay), silence, damage, IdentityLimits.ofHeap(file.path()));
            current = new FollowedFile(file, damage, scheduler.identities());
            number = first;
            return true;
        } finally {
            if (current == null) {
                file.close();
            }
        }
    }

    /** Goes on with the next file, if there is one and the present one is read to its end. */
    private boolean openNext(SchedulerListener listener) throws IOException, InputException {
        int next = next();
        EtlFile file = next < 0 ? null : openBegun(next);
        if (file == null) {
            return false;
        }
        FollowedFile successor = null;
        try {
            requireSameClock(file);
            successor = new FollowedFile(file, damage, scheduler.identities());
            // Written before the other was begun, and perhaps after it was looked at.
            current.hasGrown();
            read(true, listener);
            retired.add(current);
            current = successor;
            number = next;
            older.clear();
            isContinuation = true;
            closeUnneeded();
            return true;
        } finally {
            if (current != successor) {
                file.close();
            }
        }
    }

    /**
     * Number of the file that the session goes on in, -1 if it is not there yet. Files that are missing before it are
     * gone, as it was begun after them, and those that are older were left by an earlier session.
     */
    private int next() throws IOException, InputException {
        int next = names.after(number, number);
        while (next >= 0 && isOlder(next)) {
            next = names.after(next, number);
        }
        return next;
    }

    /** Whether a file is older than the session, by the wall clock: the session's counts anew when Windows is started. */
    private boolean isOlder(int fileNumber) throws IOException, InputException {
        Version version = version(fileNumber);
        if (version == null || version.equals(older.get(fileNumber))) {
            return version != null;
        }
        try (EtlFile file = openBegun(fileNumber)) {
            boolean isOlder = file != null
                    && file.header().startTime() < current.file().header().startTime();
            if (isOlder) {
                older.put(fileNumber, version);
            }
            return isOlder;
        }
    }

    /** A version of a file; null if the file is gone. */
    private Version version(int fileNumber) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(names.file(fileNumber), BasicFileAttributes.class);
            return new Version(FollowedFile.identity(attributes), attributes.size(), attributes.lastModifiedTime());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private void requireSameClock(EtlFile file) throws InputException {
        SessionClock other = file.clock();
        if (other.type() != clock.type()
                || other.frequency() != clock.frequency()
                || other.origin() < current.file().clock().origin()) {
            throw new InputException("its clock is not that of the file before; remove the files of earlier sessions")
                    .in(file.path());
        }
    }

    private EtlFile openBegun(int fileNumber) throws IOException, InputException {
        Path path = names.file(fileNumber);
        try {
            EtlFile file = EtlFile.openBegun(path);
            if (file != null && file.header().isCircular()) {
                file.close();
                throw new InputException("a circular trace cannot be followed, as what is read may be overwritten;"
                        + " record to a sequential file");
            }
            return file;
        } catch (InputException e) {
            throw e.in(path);
        }
    }

    private void closeUnneeded() throws IOException {
        for (Iterator<FollowedFile> files = retired.iterator(); files.hasNext(); ) {
            FollowedFile file = files.next();
            if (!scheduler.needs(file.source())) {
                files.remove();
                file.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (FollowedFile file : retired) {
            file.close();
        }
        retired.clear();
        if (current != null) {
            current.close();
        }
    }
}
