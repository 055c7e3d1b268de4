package io.github.etl2jfr.agent;

import io.github.etl2jfr.agent.feed.Feed;
import io.github.etl2jfr.agent.feed.FinishedTrace;
import io.github.etl2jfr.agent.feed.FollowedTrace;
import io.github.etl2jfr.agent.feed.StopSignal;
import io.github.etl2jfr.agent.feed.ThisSystem;
import io.github.etl2jfr.agent.feed.ToldTraces;
import io.github.etl2jfr.agent.feed.TraceSource;
import io.github.etl2jfr.agent.live.AgentThread;
import io.github.etl2jfr.agent.live.QuietMonitor;
import io.github.etl2jfr.agent.live.UserRecordings;
import io.github.etl2jfr.agent.profile.ThreadProfiling;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.options.UsageException;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;

/**
 * One agent at work, from its start to its end: all it does, it does on a thread of its own. Whatever goes wrong there
 * is told in one line and ends the agent, not the application.
 */
final class AgentRun {
    private static final Duration POLL = Duration.ofMillis(200);

    /** Nothing more comes to the file of a finished trace that has not grown for so long. */
    private static final Duration AT_REST = Duration.ofSeconds(2);

    private static final long POLL_NANOS = POLL.toNanos();

    /** How long the agent's thread may take to end. */
    private static final Duration MAX_STOP = Duration.ofSeconds(20);

    private final AgentOptions options;
    private final ToldTraces told;
    private final StartedRecording recording;
    private final Instrumentation instrumentation;
    private final boolean isJvmStarting;
    private final ThisSystem system = new ThisSystem();
    private final StopSignal stop = new StopSignal();
    private final Thread thread = new AgentThread(this::run, "etl2jfr agent");
    private final ToldStatus status = new ToldStatus();
    private boolean hasStartedRecording;

    /** Whether anything of the trace is in a recording. */
    private boolean hasWritten;

    /** What is done when the agent ends for a reason; made here, as there may be no memory then. */
    private final Runnable tellsWhy = this::tellWhy;

    /** What ended the agent before the trace's end; null if nothing did. */
    private Throwable reason;

    /** Whether the user was told why the agent ends, even if its status does not say so yet. */
    private boolean hasToldWhy;

    /** Profiles threads; null if nobody wants that. */
    private volatile ThreadProfiling profiling;

    /**
     * @param isJvmStarting whether recordings that the JVM is started with are still to come
     */
    AgentRun(
            AgentOptions options,
            ToldTraces told,
            StartedRecording recording,
            Instrumentation instrumentation,
            boolean isJvmStarting) {
        this.options = options;
        this.told = told;
        this.recording = recording;
        this.instrumentation = instrumentation;
        this.isJvmStarting = isJvmStarting;
    }

    void start() {
        status.tell(Status.Phase.STARTING, "starts with %s".formatted(options.trace()));
        if (options.profile() != null) {
            // Not later, on its own thread: threads may start meanwhile.
            profiling = ThreadProfiling.open(options.profile(), Log::line).orElse(null);
        }
        try {
            thread.start();
        } catch (Throwable e) {
            // There may be no more threads.
            closeProfiling();
            throw e;
        }
    }

    private void closeProfiling() {
        if (profiling != null) {
            profiling.close();
        }
    }

    boolean isActive() {
        return thread.isAlive();
    }

    /** Whether it is at work, and not just about to end. */
    boolean goesOn() {
        if (!status().phase().isActive()) {
            awaitEnd();
        }
        return isActive();
    }

    private void awaitEnd() {
        try {
            thread.join(MAX_STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Status status() {
        return status.last();
    }

    /** Ends it, and closes the recording that it, or one before it, started. */
    void stop() {
        stop.stop();
        awaitEnd();
        if (recording.close()) {
            status.tellOfRecording("; the recording that was started is closed");
        }
        if (isActive()) {
            status.tellOfWork("was told to stop, but is still busy with %s; --stop %s asks again"
                    .formatted(options.trace(), ProcessHandle.current().pid()));
        }
    }

    private void run() {
        try {
            insist(new Rehearsal());
            feed();
        } catch (Throwable e) {
            reason = e;
            insist(tellsWhy);
        } finally {
            closeProfiling();
        }
    }

    /** Does something until it is done, if it needs memory that may be there later. */
    private static void insist(Runnable task) {
        while (true) {
            try {
                task.run();
                return;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(POLL_NANOS);
            } catch (Throwable e) {
                // There is nobody left to tell.
                return;
            }
        }
    }

    /** Has the JVM link what {@link #insist} is made of, which takes memory too. */
    private static final class Rehearsal implements Runnable {
        private boolean isOver;

        @Override
        public void run() {
            if (!isOver) {
                isOver = true;
                throw new OutOfMemoryError();
            }
        }
    }

    private void tellWhy() {
        if (stop.isStopped()) {
            // Whatever it was in the midst of.
            String when = hasWritten ? "with" : "before it began with";
            status.tell(Status.Phase.STOPPED, "stopped %s %s".formatted(when, options.trace()));
        } else {
            fail(Failure.message(reason));
        }
    }

    private void fail(String message) {
        // A recording with profiles of threads in it is of use without a trace.
        boolean isOfNoUse = hasStartedRecording && !hasWritten && profiling == null;
        String text = isOfNoUse ? message + "; the recording that it started is closed" : message;
        try {
            if (!hasToldWhy) {
                Log.line("agent ends: " + text);
                hasToldWhy = true;
            }
            if (isOfNoUse) {
                recording.close();
                status.tellOfRecording("");
            }
        } finally {
            status.tell(Status.Phase.FAILED, text);
        }
    }

    private void feed() throws Exception {
        if (!FlightRecorder.isAvailable()) {
            fail("this JVM has no flight recorder");
            return;
        }
        boolean isBegun = isBegun();
        awaitRecording();
        UserRecordings.requireOnDisk();
        String done;
        try (Feed feed = Feed.open(
                options.feed(), instrumentation, Log::line, text -> status.tell(Status.Phase.FEEDING, feeding(text)))) {
            stop.waitOn(QuietMonitor.create(instrumentation));
            if (profiling != null) {
                feed.write(profiling);
            }
            if (!isBegun) {
                awaitTrace(feed);
            }
            TraceSource source = source();
            try {
                feed.run(source, system, told, stop);
            } catch (Exception | Error e) {
                if (!stop.isStopped()) {
                    throw e;
                }
                String text = "stopped with %s: %s".formatted(options.trace(), feed.summary());
                status.tell(Status.Phase.STOPPED, text);
                Log.line(text);
                return;
            } finally {
                hasWritten = feed.hasWritten();
            }
            done = "done with %s: %s".formatted(options.trace(), feed.summary());
        }
        Log.line(done);
        status.tell(Status.Phase.FINISHED, done);
    }

    private String feeding(String text) {
        return "feeds %s: %s".formatted(options.trace(), text);
    }

    private void awaitRecording() throws IOException, InputException, ParseException {
        if (!UserRecordings.running().isEmpty()) {
            return;
        }
        if (options.start() && !(isJvmStarting && CommandLine.hasRecording())) {
            startRecording();
            return;
        }
        String waits = "waits for a recording, to feed %s into; 'jcmd %s JFR.start' starts one"
                .formatted(options.trace(), ProcessHandle.current().pid());
        boolean isKnown = false;
        do {
            // Again and again: the application may have taken it away.
            status.tell(Status.Phase.WAITING, waits);
            stop.sleep(POLL);
            isKnown = isKnown || session().isPresent();
        } while (UserRecordings.running().isEmpty());
    }

    private void startRecording() throws IOException, ParseException {
        recording.start(options.feed().kinds(), status::forgetRecording);
        hasStartedRecording = true;
        String started = "started the recording '%s'; dump it with jcmd %s JFR.dump name=%s filename=FILE"
                .formatted(StartedRecording.NAME, ProcessHandle.current().pid(), StartedRecording.NAME);
        Log.line(started);
        status.tellOfRecording("; %s before --stop closes it".formatted(started));
    }

    /** Whether the trace tells of its session yet. What is wrong with it need not wait for a recording. */
    private boolean isBegun() throws IOException, InputException {
        if (FollowedTrace.isThere(options.trace())) {
            return session().isPresent();
        }
        if (!isJvmStarting && !FollowedTrace.isPattern(options.trace())) {
            // Who attaches has seen it, but the JVM may be in a container, or another user's.
            throw new InputException("no such file, as this JVM sees it").in(options.trace());
        }
        Log.line(nothingYet("%s: no such file yet; waits for it") + options.hint());
        return false;
    }

    /** What the trace tells of its session, which must be of this system; nothing as long as it tells nothing. */
    private Optional<FollowedTrace.Session> session() throws IOException, InputException {
        Optional<FollowedTrace.Session> session = FollowedTrace.session(options.trace());
        if (session.isPresent()) {
            system.require(options.trace(), session.get().clock());
        }
        return session;
    }

    /**
     * Waits until a trace that had not begun tells of its session. If that has ended, waits until nothing more comes:
     * whoever copies or merges a trace writes a while on what says from the first that its session has ended.
     */
    private void awaitTrace(Feed feed) throws IOException, InputException {
        status.tell(Status.Phase.WAITING, nothingYet("waits for %s"));
        long size = -1;
        long since = System.nanoTime();
        Optional<FollowedTrace.Session> session = session();
        while (session.isEmpty() || session.get().hasEnded()) {
            long now = size(options.trace());
            if (now != size || session.isEmpty()) {
                size = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > AT_REST.toNanos()) {
                return;
            }
            pause(feed);
            session = session();
        }
    }

    private void pause(Feed feed) throws IOException {
        stop.sleep(POLL);
        String waits = nothingYet("waits for %s");
        status.tell(Status.Phase.WAITING, feed.lookAtRecordings() ? waits : waits + Feed.WAITS_FOR_RECORDING);
    }

    /** The size of a file in bytes; -1 if it is gone again: whoever made it may begin once more. */
    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    /**
     * That there is no trace to read.
     *
     * @param ofOneFile how that is said of a name that stands for one file
     */
    private String nothingYet(String ofOneFile) {
        Path trace = options.trace();
        return (FollowedTrace.isPattern(trace) ? "no file of %s has begun yet; waits for one" : ofOneFile)
                .formatted(trace);
    }

    private TraceSource source() throws IOException, InputException, UsageException {
        Path trace = options.trace();
        if (session().map(FollowedTrace.Session::hasEnded).orElse(false)) {
            status.tell(Status.Phase.FEEDING, "reads %s".formatted(trace));
            return new FinishedTrace(
                    trace,
                    new TimeLimit.Option(AgentOptions.FROM, options.from()),
                    new TimeLimit.Option(AgentOptions.TO, options.to()),
                    options.feed().delay());
        }
        if (options.from() != null || options.to() != null) {
            throw new UsageException(
                    "from and to are for a trace whose session has ended; that of %s has not".formatted(trace));
        }
        String text = "follows %s, as its session still writes it".formatted(trace);
        Log.line(text);
        status.tell(Status.Phase.WAITING, text);
        return new FollowedTrace(trace, options.feed().delay(), options.isFlushed());
    }
}
