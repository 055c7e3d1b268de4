package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.agent.OsThread;
import io.github.etl2jfr.agent.live.ChunkThreads;
import io.github.etl2jfr.agent.live.ThreadRegistry;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.follow.TraceFollower;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.options.NameList;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.LiveScheduler;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who of the JVM's threads the trace means. */
class AgentTraceThreadsTest {
    private static final int PROCESS = 4_999_996;
    private static final int FIRST = 5_000_000;
    private static final int SECOND = 5_000_004;

    private static final String TEMPORARY = "java.io.tmpdir";

    /** JFR has told of everything that was. */
    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    /** How long a thread that is not known yet is waited for. */
    private Duration delay = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private SessionClock clock;
    private final AtomicLong now = new AtomicLong(1);
    private final List<String> said = new ArrayList<>();
    private final AtomicInteger searches = new AtomicInteger();
    private final FlightRecorderListener listener = new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
            if (recording.getState() == RecordingState.RUNNING) {
                searches.incrementAndGet();
            }
        }
    };

    /** Where recordings of the agent's own go from now on. */
    private static void setPlace(String temporary) throws ReflectiveOperationException {
        System.setProperty(TEMPORARY, temporary);
        // Names are taken again and again.
        Field free = Class.forName(ThreadRegistry.class.getPackageName() + ".OwnRecording")
                .getDeclaredField("FREE");
        free.setAccessible(true);
        ((Collection<?>) free.get(null)).clear();
    }

    @BeforeEach
    void count() {
        FlightRecorder.addListener(listener);
    }

    @AfterEach
    void countNoMore() {
        FlightRecorder.removeListener(listener);
    }

    private ThreadDirectory twoOfThisJvm() throws Exception {
        return directory("""
                       0 rundown process %1$d java.exe
                       0 rundown thread %2$d in %1$d "native"
                       0 rundown thread %3$d in %1$d
                cpu0 100 switch 0->%2$d
                cpu0 200 switch %2$d->%3$d wait UserRequest
                cpu0 300 switch %3$d->0 wait UserRequest
                """.formatted(PROCESS, FIRST, SECOND));
    }

    /** Such as one of native code that never calls Java: looking for it begins two chunks of the recording. */
    @Test
    void threadThatJfrNeverKnowsIsSoughtOnce() throws Exception {
        ThreadDirectory known = twoOfThisJvm();
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            TraceThreads threads = threads(known, registry);
            searches.set(0);
            subject(threads, known, FIRST);
            assertThat(searches).hasValue(0);
            for (int time = 0; time < 5; time++) {
                now.addAndGet(Duration.ofSeconds(11).toNanos());
                assertThat(subject(threads, known, FIRST).name()).isEqualTo("native (%d)".formatted(FIRST));
                assertThat(searches).hasValue(1);
            }
            // The last search was before it came.
            for (int time = 0; time < 5; time++) {
                subject(threads, known, SECOND);
                subject(threads, known, FIRST);
                assertThat(searches).hasValue(2);
                now.addAndGet(Duration.ofSeconds(11).toNanos());
            }
            assertThat(threads.unknownThreads()).isEqualTo(2);
        }
    }

    /** JFR records into a temporary file, for which there may be no room. */
    @Test
    void threadThatCannotBeSoughtIsNotKnown() throws Exception {
        ThreadDirectory known = twoOfThisJvm();
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            TraceThreads threads = threads(known, registry);
            String temporary = System.getProperty(TEMPORARY);
            setPlace(directory.resolve("missing").toString());
            try {
                now.addAndGet(Duration.ofSeconds(11).toNanos());
                assertThat(subject(threads, known, FIRST).name()).isEqualTo("native (%d)".formatted(FIRST));
                now.addAndGet(Duration.ofSeconds(11).toNanos());
                subject(threads, known, SECOND);
                assertThat(said)
                        .singleElement()
                        .asString()
                        .startsWith("cannot look for unknown threads, which may be on no lane: ");
            } finally {
                setPlace(temporary);
            }
            // It is not sought again.
            searches.set(0);
            now.addAndGet(Duration.ofSeconds(11).toNanos());
            subject(threads, known, FIRST);
            assertThat(searches).hasValue(0);
        }
    }

    /** As an agent does that has rested: what it cannot find is no reason to end. */
    @Test
    void threadsThatCannotBeSoughtAreFollowed() throws Exception {
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            String temporary = System.getProperty(TEMPORARY);
            setPlace(directory.resolve("missing").toString());
            try {
                registry.follow(said::add);
            } finally {
                setPlace(temporary);
            }
        }
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("cannot look for unknown threads, which may be on no lane: ");
    }

    /** An id is one thread's after the other: of this JVM's one that it has now, those before and after are not. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void threadsThatHadOrGetTheIdOfOneAreNotThisOne() throws Exception {
        int id = OsThread.id();
        ThreadDirectory known = directory("""
                            0 rundown process %1$d java.exe
                            0 rundown thread %2$s in %1$d "first"
                     10000000 end thread %2$s in %1$d
                     20000000 thread %2$s in %1$d "second"
                cpu0 30000000 switch 0->%2$s
                cpu0 30000010 switch %2$s->0 wait UserRequest
                    900000000 end thread %2$s in %1$d
                    910000000 thread %2$s in %1$d "third"
                """.formatted(PROCESS, id));
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            // Nobody will tell of the third.
            delay = Duration.ofMillis(100);
            TraceThreads threads = threads(known, registry);
            long when = registry.now();
            assertThat(threads.subject(0, when).name()).isEqualTo("first (%s)".formatted(id));
            TracedThread own = threads.subject(1, when);
            assertThat(own.is(Thread.currentThread())).isTrue();
            assertThat(threads.any(1, when)).isSameAs(own);
            assertThat(threads.subject(2, when).name()).isEqualTo("third (%s)".formatted(id));
        }
    }

    /** JFR tells of it a second or two later. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void threadThatHasJustStartedIsWaitedFor() throws Exception {
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            registry.follow(line -> {});
            CompletableFuture<Integer> id = new CompletableFuture<>();
            CountDownLatch end = new CountDownLatch(1);
            Thread young = start(id, end);
            ThreadDirectory known = directory("""
                                 0 rundown process %1$d java.exe
                          10000000 thread %2$s in %1$d
                    cpu0 110000000 switch 0->%2$s
                    cpu0 110000010 switch %2$s->0 wait UserRequest
                    """.formatted(PROCESS, id.get()));
            assertThat(threads(known, registry).subject(0, registry.now()).is(young))
                    .isTrue();
            end.countDown();
        }
    }

    /** A thread that tells its id, and lives on. */
    private static Thread start(CompletableFuture<Integer> id, CountDownLatch end) {
        Thread thread = new Thread(() -> {
            try {
                id.complete(OsThread.id());
                end.await();
            } catch (Exception e) {
                id.completeExceptionally(e);
            }
        });
        thread.start();
        return thread;
    }

    /** Its end is not told yet; nobody knew the thread that had the id. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void threadThatStartsLaterIsNotTheOneBeforeTheTrace() throws Exception {
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            registry.follow(line -> {});
            long before = registry.now();
            CompletableFuture<Integer> id = new CompletableFuture<>();
            CountDownLatch end = new CountDownLatch(1);
            Thread young = start(id, end);
            ThreadDirectory known = directory("""
                            0 rundown process %1$d java.exe
                            0 rundown thread %2$s in %1$d "before"
                cpu0 30000000 switch 0->%2$s
                cpu0 30000010 switch %2$s->0 wait UserRequest
                """.formatted(PROCESS, id.get()));
            while (registry.find(id.get(), before) == null) {
                Thread.sleep(10);
            }
            delay = Duration.ofMillis(100);
            TraceThreads threads = threads(known, registry);
            assertThat(threads.subject(0, before).name()).isEqualTo("before (%s)".formatted(id.get()));
            // That nobody was found is not remembered: what the trace told in between may be lost.
            assertThat(threads.subject(0, registry.now()).is(young)).isTrue();
            end.countDown();
        }
    }

    /** A pool names its threads once they run. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void threadIsWantedByTheNameThatItHas() throws Exception {
        int id = OsThread.id();
        ThreadDirectory known = directory("""
                            0 rundown process %1$d java.exe
                            0 rundown thread %2$s in %1$d
                cpu0 30000000 switch 0->%2$s
                cpu0 30000010 switch %2$s->0 wait UserRequest
                """.formatted(PROCESS, id));
        Thread self = Thread.currentThread();
        String name = self.getName();
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            TraceThreads threads = threads(known, registry, "pool-*");
            TraceThreads others = threads(known, registry, "other");
            self.setName("pool-1");
            long when = registry.now();
            assertThat(threads.subject(0, when).name()).isEqualTo("pool-1 (%s)".formatted(id));
            assertThat(others.subject(0, when)).isNull();
            self.setName("other");
            assertThat(registry.refreshNames()).isTrue();
            threads.renamed();
            others.renamed();
            assertThat(others.subject(0, when).name()).isEqualTo("other (%s)".formatted(id));
            // Who was wanted once remains so.
            assertThat(threads.subject(0, when)).isNotNull();
            assertThat(List.of(threads.missing(), others.missing())).containsOnly("");
        } finally {
            self.setName(name);
        }
    }

    /** A followed trace may tell of a thread before its name. */
    @Test
    void threadOfAnotherProcessGetsTheNameThatTheTraceTellsLater() throws Exception {
        byte[] whole = UnfinishedTrace.of(
                SchedulerScript.parse("""
                       0 rundown process %1$d x.exe
                       0 rundown thread %2$d in %1$d
                cpu0 100 switch 0->%2$d
                cpu0 200 switch %2$d->0 wait UserRequest
                cpu0 210 flush
                cpu0 300 name %2$d in %1$d "worker"
                cpu0 400 switch 0->%2$d
                cpu0 410 flush
                """.formatted(PROCESS + 4, FIRST)).toTrace());
        int buffer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt();
        Path trace = Files.write(directory.resolve("trace.etl"), Arrays.copyOf(whole, 2 * buffer));
        try (ThreadRegistry registry = ThreadRegistry.open();
                TraceFollower follower = TraceFollower.open(trace, Duration.ZERO, LiveScheduler.Silence.UNKNOWN)) {
            clock = follower.clock();
            TraceThreads threads = threads(follower.threads(), registry, "worker");
            threads.giveLanes();
            SchedulerListener listener = event -> {};
            follower.poll(listener);
            int life = follower.threads().find(FIRST);
            assertThat(threads.any(life, LONG_AGO).name()).isEqualTo("x.exe (%s)".formatted(FIRST));
            assertThat(threads.subject(life, LONG_AGO)).isNull();
            Files.write(trace, whole);
            follower.finish(listener);
            assertThat(threads.refreshNames()).isTrue();
            threads.renamed();
            assertThat(threads.subject(life, LONG_AGO).name()).isEqualTo("worker (%s)".formatted(FIRST));
            assertThat(threads.refreshNames()).isFalse();
        }
    }

    /** Of a trace that began ten seconds ago. */
    private TraceThreads threads(ThreadDirectory known, ThreadRegistry registry, String... wanted) throws Exception {
        long start = System.nanoTime() - Duration.ofSeconds(10).toNanos();
        long startNanos = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now().minusSeconds(10));
        TraceTicks ticks = TraceTicks.of(
                new SessionClock(clock.type(), clock.frequency(), clock.origin(), startNanos),
                registry::now,
                registry.ticksPerSecond(),
                () -> System.nanoTime() - start + clock.origin() * (1_000_000_000 / clock.frequency()),
                new StopSignal());
        OwnThreads own = new OwnThreads(known, registry, ticks, delay, new StopSignal(), now::get, said::add);
        return new TraceThreads(
                known, own, new ChunkThreads(registry::now), new NameList(List.of(wanted)), () -> false, PROCESS);
    }

    private static TracedThread subject(TraceThreads threads, ThreadDirectory known, int threadId) throws Exception {
        return threads.subject(known.find(threadId), LONG_AGO);
    }

    private ThreadDirectory directory(String script) throws Exception {
        Path trace = Files.write(
                directory.resolve("trace.etl"), SchedulerScript.parse(script).toTrace());
        try (EtlFile file = EtlFile.open(trace)) {
            clock = file.clock();
            TraceSurvey survey = TraceSurvey.of(file, new DamageLog(), Workers.none(), bytes -> {});
            return ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
        }
    }
}
