package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.ChunkThreads;
import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.agent.live.RecordingStart;
import io.github.etl2jfr.agent.live.ThreadRegistry;
import io.github.etl2jfr.agent.live.UnavailableException;
import io.github.etl2jfr.agent.profile.ThreadProfiling;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.options.NameList;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.system.Shutdown;
import io.github.etl2jfr.views.text.Amount;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;

/** Feeds one trace into the recordings of this JVM, on the caller's thread. */
public final class Feed implements AutoCloseable {
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

    /** While nobody records it looks more often, so that a recording that begins misses little, even with a short delay. */
    private static final long LOOK_NANOS_AT_REST = LOOK_NANOS / 4;

    /** What a status ends with while nobody records. */
    public static final String WAITS_FOR_RECORDING = "; waits for a recording";

    private static final int LOOKS_PER_CLOCK_UPDATE = 5;

    /** A session that is not flushed writes its first buffer once that is full. */
    private static final int LOOKS_FOR_FIRST_SWITCH = 10;

    private final FeedOptions options;
    private final Consumer<String> log;
    private final Consumer<String> status;
    private final ThreadRegistry registry;
    private final LiveRecorder recorder;
    private final Counts counts = new Counts();
    private ThreadProfiling profiling;

    /** Whether this JVM's threads are followed, as somebody records. */
    private boolean isFollowing = true;

    /** Writes losses; null before a trace is open. */
    private LossFeed losses;

    /** Which threads that the user asked for are not in the trace, in words for the user; empty before the trace's end. */
    private String missing = "";

    /** Why nothing of the trace is this JVM's; empty if something is. */
    private String foreign = "";

    private Feed(
            FeedOptions options,
            Consumer<String> log,
            Consumer<String> status,
            ThreadRegistry registry,
            LiveRecorder recorder) {
        this.options = options;
        this.log = log;
        this.status = status;
        this.registry = registry;
        this.recorder = recorder;
    }

    /**
     * Finds out whose threads are whose and how to write.
     *
     * @param log told what the user should know, once
     * @param status told what is being done, now and then
     * @throws UnavailableException if this JVM's recordings cannot be fed
     */
    public static Feed open(
            FeedOptions options, Instrumentation instrumentation, Consumer<String> log, Consumer<String> status)
            throws UnavailableException, IOException {
        RecordingRoom.requireEnoughToBegin();
        ThreadRegistry registry = ThreadRegistry.open();
        try {
            registry.follow(log);
            LiveRecorder recorder = LiveRecorder.open(instrumentation, registry);
            try {
                recorder.rejected().forEach(log);
                return new Feed(options, log, status, registry, recorder);
            } catch (RuntimeException | Error e) {
                recorder.close();
                throw e;
            }
        } catch (UnavailableException | IOException | RuntimeException | Error e) {
            registry.close();
            throw e;
        }
    }

    /** How it writes, for the user. */
    public String way() {
        return recorder.way();
    }

    /** What became of the events so far, and what is wrong with the trace, for the user. */
    public String summary() {
        String damage = losses == null ? "" : losses.summary();
        String text = damage.isEmpty() ? counts.summary() : "%s; damage: %s".formatted(counts.summary(), damage);
        return text + foreign + missing;
    }

    /** Whether there is anything of the trace in a recording. */
    public boolean hasWritten() {
        return counts.written.get() > 0;
    }

    /**
     * Rests as long as nobody records, to be called now and then: what follows this JVM's threads is a recording of the
     * agent's own, which alone would keep JFR going, and with it all events that the application has itself.
     *
     * @return whether somebody records
     */
    public boolean lookAtRecordings() throws IOException {
        return follow(RecordingRoom.now());
    }

    private boolean isRecorded(RecordingRoom room) {
        // While the JVM ends, no recording is told of.
        return room.start() != null || isFollowing && Shutdown.hasBegun();
    }

    /** Tells whether somebody records. */
    private boolean follow(RecordingRoom room) throws IOException {
        boolean isRecorded = isRecorded(room);
        if (isRecorded != isFollowing) {
            isFollowing = isRecorded;
            if (isRecorded) {
                registry.follow(log);
                log.accept("there is a recording again");
            } else {
                registry.close();
                log.accept("nobody records any more; waits for a recording");
            }
        }
        return isFollowing;
    }

    /** Writes profiles of threads as well. */
    public void write(ThreadProfiling threadProfiling) {
        profiling = threadProfiling;
        profiling.beginReading(recorder, registry);
    }

    /**
     * Feeds a trace, until its end.
     *
     * @param system of which the trace must be
     * @param told what was written before
     * @throws StopSignal.StoppedException if it is to be stopped
     */
    public void run(TraceSource source, ThisSystem system, ToldTraces told, StopSignal stop)
            throws IOException, InputException, UsageException {
        try (Session session = new Session(system, told, stop)) {
            source.read(session, stop);
            session.end();
        }
    }

    @Override
    public void close() {
        try (registry;
                recorder) {
            if (profiling != null) {
                profiling.endReading();
            }
        }
    }

    /** One trace that is being fed. */
    private final class Session implements TraceSource.Receiver, SessionEvents.Progress, AutoCloseable {
        private final ThisSystem system;
        private final ToldTraces toldBefore;
        private final StopSignal stop;
        private final SessionLanes lanes = new SessionLanes(recorder, options.lanes(), counts, log);
        private LogFileHeader header;
        private SessionClock clock;
        private long firstTime;
        private TraceThreads threads;
        private TraceTicks ticks;
        private RateGuard guard;
        private SliceFeed feed;
        private SessionEvents events;

        private ChunkThreads chunkThreads;

        private volatile long toldUntil;
        private volatile long minDurationNanos;
        private volatile int raises;
        private long nextLook = System.nanoTime();
        private int looks;

        /** When the first of the recordings began, null if none is known. */
        private Instant start;

        private boolean saidNoRoom;
        private boolean isComplete;

        /** What was counted when the status was put into words. */
        private long countedForStatus = -1;

        private String statusText;

        Session(ThisSystem system, ToldTraces toldBefore, StopSignal stop) {
            this.system = system;
            this.toldBefore = toldBefore;
            this.stop = stop;
        }

        @Override
        public SchedulerListener begin(TraceDescription trace, ThreadDirectory directory)
                throws IOException, InputException {
            header = trace.header();
            clock = trace.clock();
            // The file may be another than the one that was looked at.
            system.require(trace.file(), clock);
            ticks = TraceTicks.of(clock, recorder::ticks, registry.ticksPerSecond(), stop);
            long minDuration = clock.ticks(options.minDuration());
            boolean hasSlices = options.kinds().stream().anyMatch(kind -> kind != EventKind.SWITCH);
            guard = new RateGuard(
                    minDuration, options.maxRate(), clock.frequency(), hasSlices, this::isStillRecorded, this::raised);
            minDurationNanos = nanos(minDuration);
            firstTime = trace.firstTime();
            toldUntil = firstTime;
            events = SessionEvents.open(trace, ticks, recorder, counts, options, this);
            registry.refreshNames();
            chunkThreads = new ChunkThreads(recorder::ticks);
            events.after(this::chunkEnds);
            threads = new TraceThreads(
                    directory,
                    new OwnThreads(directory, registry, ticks, options.delay(), stop, System::nanoTime, log),
                    chunkThreads,
                    new NameList(options.threads()),
                    lanes::open,
                    ProcessHandle.current().pid());
            feed = new SliceFeed(
                    recorder, threads, ticks, guard, counts, options, header.timerTickNanos(), new Looks(this::told));
            lookAtRecordings();
            log.accept("%s goes into this JVM's recording; %s; %s, %s"
                    .formatted(trace.file(), way(), ticks.meaning(), ticks.precision(trace.firstTime())));
            feed.setWrittenUntil(writtenUntil());
            Set<DamageLog.Entry> damage = toldBefore.damage(header);
            losses = new LossFeed(
                    recorder, ticks, trace, feed::startTicks, options.again() ? Set.of() : Set.copyOf(damage), damage);
            return feed;
        }

        /** Where the trace was left, if it was here before. */
        private long writtenUntil() {
            long until = options.again() ? ToldTraces.NOTHING : toldBefore.until(header);
            if (until != ToldTraces.NOTHING) {
                log.accept("it was read up to %s before; goes on there, or with 'again' from its start"
                        .formatted(clock.instant(until)));
            }
            return until;
        }

        private void chunkEnds() {
            chunkThreads.chunkEnds();
            lanes.endChunk();
        }

        /** What a recording is to have that has begun since is told now, not after the next look. */
        @Override
        public void willTell() throws IOException {
            if (!isFollowing) {
                lookAtRecordings();
            }
        }

        @Override
        public void told(long time) throws IOException {
            toldUntil = Math.max(toldUntil, time);
            stop.check();
            losses.look(toldUntil);
            if (System.nanoTime() - nextLook < 0) {
                return;
            }
            if (++looks % LOOKS_PER_CLOCK_UPDATE == 0) {
                ticks.update(toldUntil);
                if (isFollowing) {
                    refreshNames();
                }
            }
            lookAtRecordings();
            tellStatus();
            nextLook = System.nanoTime() + (isFollowing ? LOOK_NANOS : LOOK_NANOS_AT_REST);
        }

        private void refreshNames() {
            boolean isAnyNew = registry.refreshNames();
            isAnyNew |= threads.refreshNames();
            if (isAnyNew) {
                threads.renamed();
            }
        }

        private void tellStatus() {
            long counted = counts.total() + losses.count();
            // Of the first few there may be none by chance.
            foreign = feed.switches() > 0 && feed.switches() < Looks.SWITCHES ? "" : foreign();
            if (counted != countedForStatus || !foreign.isEmpty()) {
                countedForStatus = counted;
                statusText = summary();
            }
            // Told again, too: the application may have taken it away.
            status.accept(isFollowing ? statusText : statusText + WAITS_FOR_RECORDING);
        }

        /**
         * Why nothing of the trace is this JVM's; empty if something is. That is not asked where events were counted, as
         * their counts tell why none was written, unless these are events of other processes.
         */
        private String foreign() {
            boolean isUntold = counts.total() == 0 || lanes.areWantedForAll();
            boolean isTooEarly = feed.switches() == 0 && !isComplete && looks < LOOKS_FOR_FIRST_SWITCH;
            if (feed.hasMetThisJvm() || !isUntold || isTooEarly) {
                return "";
            }
            ProcessHandle self = ProcessHandle.current();
            return ForeignTrace.explain(
                    feed.switches(),
                    self.pid(),
                    clock.instant(firstTime),
                    clock.instant(toldUntil),
                    self.info().startInstant().orElse(null),
                    Instant.now());
        }

        private void lookAtRecordings() throws IOException {
            RecordingRoom room = RecordingRoom.now();
            boolean isRecorded = follow(room);
            if (isRecorded && lanes.areWantedForAll() && lanes.open()) {
                // No sooner: it takes recordings on disk, for which JFR throws away one in memory.
                threads.giveLanes();
            }
            long overhead = lanes.takeOverhead();
            if (isRecorded && overhead > 0) {
                guard.took(overhead);
            }
            if (!lanes.countLosses()) {
                threads.dropLanes();
            }
            if (!isRecorded) {
                rest();
                return;
            }
            guard.setRoom(room.bytes(), room.window(), System.nanoTime());
            if (!guard.hasRoom() && !saidNoRoom) {
                saidNoRoom = true;
                log.accept("the recording has no more room; events are left out until it has");
            }
            if (room.start() != null && !room.start().equals(start)) {
                start = room.start();
                feed.setStart(RecordingStart.ticks(start).orElseGet(() -> startTicksByTimeOfDay(start)));
            }
        }

        private long startTicksByTimeOfDay(Instant when) {
            long age = registry.ticksIn(Duration.between(when, Instant.now()));
            return recorder.ticks() - Math.max(0, age);
        }

        private void rest() {
            feed.rest();
            start = null;
        }

        /** Between two looks the recording may have ended: until the next, which is due then, there is nothing to write. */
        private boolean isStillRecorded() {
            boolean isRecorded = isRecorded(RecordingRoom.now());
            if (!isRecorded) {
                rest();
                nextLook = System.nanoTime();
            }
            return isRecorded;
        }

        private void raised(long minDuration, boolean isForRate) {
            minDurationNanos = nanos(minDuration);
            raises = guard.raises();
            log.accept("too many slices for the %s: those shorter than %s us are left out from now on"
                    .formatted(isForRate ? "maximum rate (max-rate)" : "recording", minDurationNanos / 1000));
        }

        private long nanos(long units) {
            return clock.nanosBetween(0, units);
        }

        void end() {
            isComplete = true;
            if (threads.unknownThreads() > 0) {
                log.accept("the slices of %s that had ended before the agent knew are on no lane"
                        .formatted(Amount.of(threads.unknownThreads(), "thread")));
            }
        }

        @Override
        public long toldUntil() {
            return toldUntil;
        }

        @Override
        public long minDurationNanos() {
            return minDurationNanos;
        }

        @Override
        public int raises() {
            return raises;
        }

        @Override
        public String onlyThreads() {
            String named = options.threads().isEmpty() ? null : String.join(", ", options.threads());
            return lanes.areThereForAll() ? named : (named == null ? "those" : named) + " of this JVM";
        }

        @Override
        public void close() {
            if (feed != null) {
                String nobody = threads.missing();
                missing = nobody.isEmpty() ? "" : "; %s in the trace%s".formatted(nobody, isComplete ? "" : " so far");
                // Whatever failed, maybe between two looks: what was written since the last is not to be written twice.
                toldUntil = Math.max(toldUntil, feed.toldUntil());
            }
            SessionEvents openedEvents = events;
            // Each, whatever becomes of the others: without memory any may fail. The session is told last, as what the
            // lanes lose was not written.
            try (openedEvents;
                    lanes) {
                leaveTrace();
            }
        }

        private void leaveTrace() {
            try {
                if (hasWritten()) {
                    toldBefore.add(header, isComplete ? toldUntil + 1 : toldUntil);
                }
                if (feed != null) {
                    foreign = foreign();
                }
            } finally {
                if (losses != null) {
                    losses.end(toldUntil);
                }
            }
        }
    }
}
