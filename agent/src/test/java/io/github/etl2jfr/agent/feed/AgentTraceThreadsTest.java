package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.agent.live.ThreadRegistry;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.conversion.NameList;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.testing.SchedulerScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who of the JVM's threads the trace means. */
class AgentTraceThreadsTest {
    private static final int PROCESS = 4_999_996;
    private static final int FIRST = 5_000_000;
    private static final int SECOND = 5_000_004;

    @TempDir
    private Path directory;

    private final AtomicLong now = new AtomicLong(1);
    private final AtomicInteger searches = new AtomicInteger();
    private final FlightRecorderListener listener = new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
            if (recording.getState() == RecordingState.RUNNING) {
                searches.incrementAndGet();
            }
        }
    };

    @BeforeEach
    void count() {
        FlightRecorder.addListener(listener);
    }

    @AfterEach
    void countNoMore() {
        FlightRecorder.removeListener(listener);
    }

    /** Such as one of native code that never calls Java: looking for it begins two chunks of the recording. */
    @Test
    void threadThatJfrNeverKnowsIsSoughtOnce() throws Exception {
        ThreadDirectory known = directory("""
                       0 rundown process %1$d java.exe
                       0 rundown thread %2$d in %1$d "native"
                       0 rundown thread %3$d in %1$d
                cpu0 100 switch 0->%2$d
                cpu0 200 switch %2$d->%3$d wait UserRequest
                cpu0 300 switch %3$d->0 wait UserRequest
                """.formatted(PROCESS, FIRST, SECOND));
        try (ThreadRegistry registry = ThreadRegistry.open()) {
            TraceThreads threads = new TraceThreads(known, registry, new NameList(List.of()), false, PROCESS, now::get);
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

    private static TracedThread subject(TraceThreads threads, ThreadDirectory known, int threadId) throws Exception {
        return threads.subject(known.find(threadId), 0);
    }

    private ThreadDirectory directory(String script) throws Exception {
        Path trace = Files.write(
                directory.resolve("trace.etl"), SchedulerScript.parse(script).toTrace());
        try (EtlFile file = EtlFile.open(trace)) {
            TraceSurvey survey = TraceSurvey.of(file, new DamageLog(), Workers.none(), bytes -> {});
            return new ThreadDirectory(survey.identities(), new ProcessDirectory(survey.identities()));
        }
    }
}
