package io.github.etl2jfr.agent.profile;

import io.github.etl2jfr.agent.live.AgentThread;
import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.agent.live.ThreadRegistry;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.kernel.PerformanceData;
import io.github.etl2jfr.system.OperatingSystem;
import io.github.etl2jfr.views.text.Amount;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Profiles the threads that start while it is open. Whatever goes wrong is told once, and costs profiles only.
 *
 * <p>Sources: Microsoft's HCP Reference, EnableThreadProfiling and PERFORMANCE_DATA. They do not say that no thread can
 * read another's cycles and counters: that follows from the call's reading the processor's, without asking the system
 * (https://github.com/cmuratori/perf has looked at its code).
 */
public final class ThreadProfiling implements AutoCloseable {
    /** Names a library that stands in for Windows' on any system, in tests. */
    private static final String STAND_IN = "io.github.etl2jfr.agent.kernel32";

    /** All that were opened, for good: the JVM calls them as long as there are threads that they have enabled. */
    private static final Collection<ThreadProfiling> OPENED = new ConcurrentLinkedQueue<>();

    private final ProfileOptions options;
    private final ProfilingCalls calls;
    private final ThreadEvents events;
    private final Consumer<String> log;
    private final Map<Long, ProfiledThread> threads = new ConcurrentHashMap<>();
    private final LongAdder profiled = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final AtomicBoolean isFailureTold = new AtomicBoolean();
    private volatile Readings readings;
    private volatile boolean isClosed;

    /** Threads that are being enabled, are enabled, or are about to disable it. */
    private final AtomicInteger alive = new AtomicInteger();

    private ThreadProfiling(ProfileOptions options, ProfilingCalls calls, ThreadEvents events, Consumer<String> log) {
        this.options = options;
        this.calls = calls;
        this.events = events;
        this.log = log;
    }

    /**
     * Begins to enable profiling of each thread that starts.
     *
     * @param log told what the user should know
     * @return nothing if there is no such thing here, which the user has been told then
     */
    public static Optional<ThreadProfiling> open(ProfileOptions options, Consumer<String> log) {
        String library = System.getProperty(STAND_IN, isSupported() ? "kernel32" : null);
        if (library == null) {
            log.accept("profile-threads is for Windows only, on x86-64; goes on without it");
            return Optional.empty();
        }
        try {
            ThreadProfiling profiling =
                    new ThreadProfiling(options, NativeCode.profilingCalls(library), NativeCode.threadEvents(), log);
            OPENED.add(profiling);
            profiling.events.begin(profiling::start, profiling::end);
            log.accept("profiles the threads that start from now on, every %s ms"
                    .formatted(BigDecimal.valueOf(options.period().toNanos(), 6)
                            .stripTrailingZeros()
                            .toPlainString()));
            return Optional.of(profiling);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            // JNA's reasons have several lines.
            String line = cause.toString().lines().findFirst().orElseThrow();
            log.accept("cannot profile threads, goes on without it: " + line);
            return Optional.empty();
        }
    }

    /** Microsoft names x86, too, but hardly any JVM has 32 bits. */
    private static boolean isSupported() {
        return OperatingSystem.isWindows() && System.getProperty("os.arch").equals("amd64");
    }

    private void start() {
        alive.incrementAndGet();
        if (isClosed || !enable()) {
            leave();
        }
    }

    private boolean enable() {
        ProfiledThread thread = null;
        try {
            thread = new ProfiledThread(Thread.currentThread(), calls.currentThreadId());
            // Before it is enabled: what is enabled must be found again.
            if (threads.putIfAbsent(thread.osThreadId(), thread) != null) {
                return false;
            }
            int error = thread.enable(calls, options.counters());
            if (error == 0) {
                profiled.increment();
                return true;
            }
            check("EnableThreadProfiling", error);
        } catch (Throwable e) {
            failed(e);
        }
        if (thread != null) {
            threads.remove(thread.osThreadId(), thread);
        }
        return false;
    }

    private void end() {
        try {
            ProfiledThread thread = threads.remove(Integer.toUnsignedLong(calls.currentThreadId()));
            if (thread != null) {
                end(thread);
            }
        } catch (Throwable e) {
            failed(e);
        }
    }

    private void end(ProfiledThread thread) throws InputException {
        try {
            String name = TracedThread.name(thread.thread().getName(), thread.osThreadId());
            check("ReadThreadProfilingData", thread.read(calls, options.counters(), data -> {
                Readings current = readings;
                return current != null && current.writeOfThisThread(name, data);
            }));
        } finally {
            try {
                check("DisableThreadProfiling", thread.disable(calls));
            } finally {
                leave();
            }
        }
    }

    private void leave() {
        if (alive.decrementAndGet() == 0 && isClosed) {
            events.endEnds();
        }
    }

    private void check(String call, int error) {
        if (error != 0) {
            failed("%s fails with Windows' error %s".formatted(call, Integer.toUnsignedLong(error)));
        }
    }

    private void failed(Object what) {
        if (isFailureTold.compareAndSet(false, true)) {
            log.accept("a thread, and maybe others, cannot be profiled: " + what);
        }
    }

    /** Begins to read and write, until {@link #endReading}. */
    public void beginReading(LiveRecorder recorder, ThreadRegistry registry) {
        readings = new Readings(recorder, registry);
        readings.begin();
    }

    /** Writes nothing any more. */
    public void endReading() {
        Readings current = readings;
        readings = null;
        if (current != null) {
            current.end();
        }
    }

    /** No more threads are enabled. Those that are remain so until they end: only they themselves can disable it. */
    @Override
    public void close() {
        endReading();
        events.endStarts();
        isClosed = true;
        if (alive.get() == 0) {
            events.endEnds();
        }
        log.accept("profiled %s: %s written"
                .formatted(Amount.of(profiled.sum(), "thread"), Amount.of(written.sum(), "profile")));
    }

    /** Reads all threads again and again, and writes what that tells. */
    private final class Readings {
        private final LiveRecorder recorder;
        private final ThreadRegistry registry;
        private final CountDownLatch end = new CountDownLatch(1);
        private final Thread reader = new AgentThread(this::read, "etl2jfr profiles");

        Readings(LiveRecorder recorder, ThreadRegistry registry) {
            this.recorder = recorder;
            this.registry = registry;
        }

        void begin() {
            reader.start();
        }

        void end() {
            end.countDown();
            try {
                reader.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void read() {
            try {
                while (!end.await(options.period().toNanos(), TimeUnit.NANOSECONDS)) {
                    for (ProfiledThread thread : threads.values()) {
                        read(thread);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Throwable e) {
                failed(e);
            }
        }

        /** JFR tells late of threads that start; until then there is no lane to put it on. */
        private void read(ProfiledThread thread) throws InputException {
            TracedThread traced = registry.find(thread.osThreadId(), recorder.ticks());
            if (traced != null && traced.is(thread.thread())) {
                check(
                        "ReadThreadProfilingData",
                        thread.readFromOutside(calls, data -> count(recorder.profile(recorder.ticks(), traced, data))));
            }
        }

        boolean writeOfThisThread(String name, PerformanceData data) {
            return count(recorder.profileOfThisThread(name, data));
        }

        private boolean count(boolean isWritten) {
            if (isWritten) {
                written.increment();
            }
            return isWritten;
        }
    }
}
