package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.merge.Timetable.TraceThread;
import io.github.etl2jfr.testing.Recordings;
import io.github.etl2jfr.testing.SwitchForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which process of a trace a JVM is, also where its recording does not tell its process id. */
class JvmProcessTest {
    private static final int THIRD_PROCESS = 1_000_000_002;

    @TempDir
    private static Path directory;

    private static Recordings.Run run;
    private static TraceOfRun truth;

    @BeforeAll
    static void record() throws Exception {
        run = Recordings.run(directory, "jdk.JVMInformation#enabled=false");
        JvmRun jvm = JvmRun.read(run.recording());
        assertThat(jvm.events())
                .noneMatch(event -> event.getEventType().getName().equals("jdk.JVMInformation"));
        truth = MergedRun.around(jvm, 0, 0, (int) run.processId());
    }

    private static ConversionReport merge(TraceOfRun.Ownership processes, OptionalLong processId) throws Exception {
        Path trace =
                Files.write(Files.createTempFile(directory, "run", ".etl"), truth.write(SwitchForm.EVENTS, processes));
        ConversionOptions options = ConversionOptions.all(
                EventSelection.DEFAULT, new MergeOptions(run.recording(), processId, Duration.ZERO, false));
        return new Conversion(trace, directory.resolve("merged.jfr"), options, bytes -> {}).run();
    }

    private static OptionalLong told(Path path) throws Exception {
        try (JvmRecording recording = JvmRecording.open(path)) {
            return JvmSurvey.of(
                            recording, new JvmClock(recording.chunks().get(0).header()), bytes -> {})
                    .processId();
        }
    }

    @Test
    void aRecordingTellsIt() throws Exception {
        String ofSample = Files.readString(Path.of("samples", "contention.pid"));
        assertThat(told(Recordings.SAMPLE)).hasValue(Long.parseLong(ofSample.strip()));
        assertThat(told(Recordings.run().recording())).hasValue(Recordings.run().processId());
        assertThat(told(run.recording())).isEmpty();
    }

    @Test
    void itIsTheOneWithItsThreads() throws Exception {
        ConversionReport report = merge(TraceThread::processId, OptionalLong.empty());
        assertThat(report.merge().processId()).isEqualTo(run.processId());
        assertThat(report.latencies()).isGreaterThan(10);
    }

    /** As many of its threads in one as in another. */
    @Test
    void whereTwoMayBeItTheUserIsAsked() throws Exception {
        List<TraceThread> threads = truth.slices().stream()
                .map(Slice::thread)
                .filter(JvmProcessTest::isJvms)
                .distinct()
                .toList();
        int half = threads.size() / 2;
        TraceOfRun.Ownership halved = thread -> {
            int index = threads.indexOf(thread);
            if (index < 0 || index >= 2 * half) {
                // Those that had an id before or after a thread of the JVM: each id in a process of its own.
                return thread.threadId() < THIRD_PROCESS ? THIRD_PROCESS + thread.threadId() : thread.processId();
            }
            return index < half ? thread.processId() : THIRD_PROCESS;
        };
        assertThatThrownBy(() -> merge(halved, OptionalLong.empty()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the recording has no jdk.JVMInformation, so its process in the trace is unclear")
                .hasMessageContaining("--pid");
        assertThat(merge(halved, OptionalLong.of(THIRD_PROCESS)).merge().processId())
                .isEqualTo(THIRD_PROCESS);
    }

    @Test
    void oneWithoutItsThreadsIsRefused() {
        Set<Object> ids = truth.slices().stream()
                .map(Slice::thread)
                .filter(JvmProcessTest::isJvms)
                .map(TraceThread::threadId)
                .collect(Collectors.toSet());
        TraceOfRun.Ownership elsewhere = thread -> ids.contains(thread.threadId()) ? THIRD_PROCESS : thread.processId();
        assertThatThrownBy(() -> merge(elsewhere, OptionalLong.of(Timetable.OTHER_PROCESS)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "no thread of the recording's process %d in the trace; the trace is from ",
                        Timetable.OTHER_PROCESS);
    }

    private static boolean isJvms(TraceThread thread) {
        return thread.jvm() != null;
    }
}
