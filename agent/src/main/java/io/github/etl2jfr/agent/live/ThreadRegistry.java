package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.system.Shutdown;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;

/**
 * The threads of this JVM by the operating system's ids, also those that run no Java, and those that ended lately.
 *
 * <p>A recording's constants are the only list of them all, so {@link #refresh} makes an empty one and reads them.
 * That begins two chunks and takes some 50 ms. {@link #follow} hears of Java threads that start and end, a second or
 * two late. It has no other news: a compiler or GC thread that the JVM adds is known from the next refresh on.
 *
 * <p>Looking up takes no lock and allocates nothing.
 */
public final class ThreadRegistry implements AutoCloseable {
    private static final Duration RETENTION = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(1);
    private static final Duration MAX_END = Duration.ofSeconds(5);
    private static final long LASTING_THREADS = 2;

    private final long ticksPerSecond;
    private final TickReader ticks;
    private final ThreadTable table;

    /** Not under the lock of the table, which what it calls takes. */
    private RecordingStream stream;

    private Thread follower;

    /** Whether {@link #refresh} found any; one thread calls it, and {@link #refreshNames}. */
    private boolean hasNewNames;

    private boolean hasSaidWhyNot;

    private ThreadRegistry(TickReader ticks, Snapshot snapshot) {
        this.ticks = ticks;
        this.ticksPerSecond = snapshot.ticksPerSecond();
        this.table = new ThreadTable(ticksIn(RETENTION));
        add(snapshot);
    }

    /**
     * What an empty recording tells.
     *
     * @param startTicks when it began
     */
    private record Snapshot(long ticksPerSecond, long startTicks, List<ThreadConstant> threads) {
        /**
         * @param recording which is stopped
         */
        static Snapshot of(OwnRecording recording) throws IOException {
            try (JvmRecording read = JvmRecording.open(recording.stop())) {
                // The JVM counts keys up: of two threads that had one id, the one with the larger had it later.
                List<ThreadConstant> threads = read.threads().stream()
                        .filter(thread -> thread.osThreadId() != 0)
                        .sorted(Comparator.comparingLong(ThreadConstant::key))
                        .toList();
                ChunkHeader first = read.chunks().get(0).header();
                return new Snapshot(first.ticksPerSecond(), first.startTicks(), threads);
            } catch (InputException e) {
                throw new IOException("cannot read this JVM's own recording: " + e.getMessage(), e);
            }
        }
    }

    /**
     * Finds the threads that live now.
     *
     * @throws UnavailableException if this JVM's flight recorder does not work
     * @throws IOException if a recording cannot be written
     */
    public static ThreadRegistry open() throws UnavailableException, IOException {
        if (!FlightRecorder.isAvailable()) {
            throw new UnavailableException("this JVM has no flight recorder");
        }
        try (OwnRecording recording = new OwnRecording()) {
            TickReader ticks = TickReader.start(recording);
            return new ThreadRegistry(ticks, Snapshot.of(recording));
        }
    }

    /** JFR's clock. */
    TickReader ticks() {
        return ticks;
    }

    /** What JFR's clock shows. */
    public long now() {
        return ticks.now();
    }

    /** Frequency of JFR's clock. */
    public long ticksPerSecond() {
        return ticksPerSecond;
    }

    /** How many ticks of JFR's clock are as long. */
    public long ticksIn(Duration length) {
        return Math.round(length.toNanos() / 1e9 * ticksPerSecond);
    }

    /**
     * The thread that had an id at a time. An id stays its thread's until JFR tells of another, so ask for threads only
     * that the trace says are this JVM's.
     *
     * @param ticks on JFR's clock
     * @return null if this JVM has, as far as is known, no such thread
     */
    public TracedThread find(long osThreadId, long ticks) {
        return find(osThreadId, ticks, Long.MIN_VALUE, Long.MAX_VALUE, false);
    }

    /**
     * As {@link #find(long, long)}, of threads that JFR tells of between two times: the operating system gives an id to
     * one after the other, and may know better than JFR when.
     *
     * @param from on JFR's clock, {@link Long#MIN_VALUE} if it is not known
     * @param until likewise, {@link Long#MAX_VALUE} if it is not known
     * @param isOneThread whether one thread alone had the id in between, but for losses
     */
    public TracedThread find(long osThreadId, long ticks, long from, long until, boolean isOneThread) {
        return table.find(osThreadId, ticks, from, until, isOneThread);
    }

    /**
     * Whether {@link #find} gives the same at whatever time in between, as long as {@link #changes} is the same; if it
     * gives none, it may give one later.
     */
    public boolean isSameAlways(long osThreadId, long from, long until) {
        return table.isSameAlways(osThreadId, from, until);
    }

    /** Another number whenever a thread has come; to be asked before {@link #find} if its answer is remembered. */
    public int changes() {
        return table.changes();
    }

    /** Looks for threads that are not known yet, and new names of those that are. */
    public void refresh() throws IOException {
        try (OwnRecording recording = new OwnRecording()) {
            recording.start();
            add(Snapshot.of(recording));
        }
    }

    /**
     * As {@link #refresh}. Where no recording can be written, as the disk is full, that finds nothing: it is no reason to
     * end.
     *
     * @param log told why not, once
     */
    public void tryRefresh(Consumer<String> log) {
        try {
            refresh();
        } catch (IOException e) {
            if (!hasSaidWhyNot) {
                hasSaidWhyNot = true;
                log.accept("cannot look for unknown threads, which may be on no lane: " + reason(e));
            }
        }
    }

    private static String reason(IOException failure) {
        return failure instanceof FileSystemException named ? NamedFailure.line(named) : failure.getMessage();
    }

    /**
     * Takes over the names that Java's threads have now, of which JFR tells only when they start.
     *
     * @return whether any is new since this was asked last
     */
    public boolean refreshNames() {
        Map<Long, String> names = new HashMap<>();
        JavaThreads.alive().forEach(thread -> names.put(JavaThreads.id(thread), thread.getName()));
        boolean isAnyNew = hasNewNames;
        for (TracedThread thread : table.all()) {
            String name = names.get(thread.javaThreadId());
            isAnyNew |= name != null && thread.rename(name);
        }
        hasNewNames = false;
        return isAnyNew;
    }

    private void add(Snapshot snapshot) {
        long now = ticks.now();
        long[] alive = JavaThreads.aliveIds();
        for (ThreadConstant thread : snapshot.threads()) {
            String name = thread.javaName() == null ? thread.osName() : thread.javaName();
            TracedThread known = add(new TracedThread(
                    thread.osThreadId(), thread.key(), name, thread.javaThreadId(), snapshot.startTicks(), now));
            hasNewNames |= known.rename(name);
            if (Arrays.binarySearch(alive, thread.javaThreadId()) < 0) {
                // Or it has ended since, as is told later.
                known.hide();
            }
        }
        endOthers(snapshot);
    }

    /** Ends threads that are not there any more: JFR does not tell of those that end while nobody records. */
    private void endOthers(Snapshot snapshot) {
        Set<Long> listed = snapshot.threads().stream().map(ThreadConstant::key).collect(Collectors.toSet());
        synchronized (table) {
            table.all().stream()
                    .filter(thread -> thread.sinceTicks() < snapshot.startTicks()
                            && thread.endTicks() == Long.MAX_VALUE
                            && !listed.contains(thread.key()))
                    .forEach(thread -> {
                        thread.end(snapshot.startTicks());
                        table.changed();
                    });
        }
    }

    /** Adds a thread, and gives it, or itself as it is already known. */
    private TracedThread add(TracedThread thread) {
        synchronized (table) {
            TracedThread known = table.findKey(thread.osThreadId(), thread.key());
            if (known == null) {
                table.add(thread);
            }
            return known == null ? thread : known;
        }
    }

    /**
     * Begins to follow which threads start and end, and finds those that have meanwhile. Takes a recording that lasts
     * until {@link #close}, of these two events; its chunks are kept for some seconds only.
     *
     * @param log told if that fails later, or those that have meanwhile cannot be found, in one line
     * @throws IOException if it cannot be recorded
     */
    public synchronized void follow(Consumer<String> log) throws IOException {
        if (stream != null) {
            return;
        }
        Shutdown.requireNotBegun();
        stream = new RecordingStream();
        // The thread that JFR would start for it keeps a JVM from ending.
        follower = new AgentThread(stream::start, "etl2jfr threads");
        stream.setMaxAge(Duration.ofSeconds(10));
        stream.enable(OwnRecording.OWN);
        stream.enable("jdk.ThreadStart").withoutStackTrace();
        stream.enable("jdk.ThreadEnd");
        stream.onEvent("jdk.ThreadStart", this::started);
        stream.onEvent("jdk.ThreadEnd", this::ended);
        Failure failure = new Failure(log);
        follower.setUncaughtExceptionHandler(failure);
        follower.start();
        while (follower.isAlive() && !isRecorded()) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        failure.tellFromNowOn();
        tryRefresh(log);
    }

    /** Who hears of it if the thread fails: whoever waits for it to follow, and then the log, with no moment between. */
    static final class Failure implements Thread.UncaughtExceptionHandler {
        private final Consumer<String> log;
        private Throwable reason;
        private boolean follows;

        Failure(Consumer<String> log) {
            this.log = log;
        }

        @Override
        public synchronized void uncaughtException(Thread failed, Throwable error) {
            reason = error;
            if (follows) {
                tell();
            }
        }

        private void tell() {
            try {
                log.accept("threads that start from now on are known late: " + reason);
            } catch (Throwable again) {
                // No memory for that either; the JVM would print a stack trace.
            }
        }

        /**
         * Tells the log of failures to come.
         *
         * @throws IOException if it has failed already
         */
        synchronized void tellFromNowOn() throws IOException {
            if (reason != null) {
                throw new IOException("cannot follow which threads start and end: " + reason, reason);
            }
            follows = true;
        }
    }

    private static boolean isRecorded() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .anyMatch(recording -> recording.getState() == RecordingState.RUNNING && OwnRecording.isOwn(recording));
    }

    private void started(RecordedEvent event) {
        RecordedThread thread = event.getThread("thread");
        if (thread != null && thread.getOSThreadId() != 0) {
            long start = event.getLong("startTime");
            add(new TracedThread(
                            thread.getOSThreadId(),
                            thread.getId(),
                            thread.getJavaName(),
                            thread.getJavaThreadId(),
                            start,
                            start))
                    .started(start);
            table.changed();
        }
    }

    private void ended(RecordedEvent event) {
        RecordedThread thread = event.getThread("thread");
        synchronized (table) {
            TracedThread known = thread == null ? null : table.findKey(thread.getOSThreadId(), thread.getId());
            if (known != null) {
                known.end(event.getLong("startTime"));
                table.changed();
            }
        }
    }

    /** All threads that are known, in the order in which they came. */
    List<TracedThread> all() {
        return table.all().stream()
                .sorted(Comparator.comparingLong(TracedThread::key))
                .toList();
    }

    /** Some threads that live as long as the JVM: of its own, and of Java's. */
    List<TracedThread> lasting() {
        return Stream.concat(oldest(thread -> !thread.isJava()), lastingJava().stream())
                .toList();
    }

    /** Threads of Java that live as long as the JVM. */
    List<TracedThread> lastingJava() {
        return oldest(thread ->
                        thread.javaThread() != null && thread.javaThread().isDaemon())
                .toList();
    }

    private Stream<TracedThread> oldest(Predicate<TracedThread> which) {
        return all().stream().filter(which).limit(LASTING_THREADS);
    }

    /**
     * No longer follows which threads start and end, until it is told to again. The thread that did has ended then,
     * unless it is stuck.
     */
    @Override
    public synchronized void close() {
        if (stream == null) {
            return;
        }
        stream.close();
        stream = null;
        try {
            follower.join(MAX_END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
