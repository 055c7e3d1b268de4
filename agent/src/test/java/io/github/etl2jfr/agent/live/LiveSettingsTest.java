package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What recordings want decides, from when they start until they stop. */
class LiveSettingsTest {
    @TempDir
    private Path directory;

    @Test
    void preciseWayKeepsToThem() throws Exception {
        LiveJvm.run(Precise.class, directory);
    }

    @Test
    void publicWayKeepsToThem() throws Exception {
        LiveJvm.run(Public.class, directory);
    }

    @Test
    void waysMayFollowEachOther() throws Exception {
        LiveJvm.run(Both.class, directory);
    }

    static final class Both implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            new Settings(LiveJvm.instrumentation()).check(directory);
            long writers = writers();
            new Settings(null).check(directory);
            new Settings(LiveJvm.instrumentation()).check(directory);
            // Classes in a module of the JDK stay, and are slow at first.
            assertThat(writers()).isEqualTo(writers).isPositive();
        }

        private static long writers() {
            return Stream.of(LiveJvm.instrumentation().getAllLoadedClasses())
                    .filter(loaded -> loaded.getName().contains("SliceWriter"))
                    .count();
        }
    }

    static final class Precise implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            new Settings(LiveJvm.instrumentation()).check(directory);
        }
    }

    static final class Public implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            new Settings(null).check(directory);
        }
    }

    private static final class Settings {
        private final ThreadRegistry threads = ThreadRegistry.open();
        private final LiveRecorder recorder;
        private final TracedThread thread = threads.lastingJava().get(0);
        private int written;

        Settings(Instrumentation instrumentation) throws Exception {
            recorder = LiveRecorder.open(instrumentation, threads);
        }

        void check(Path directory) throws Exception {
            assertThat(runningFor(Duration.ofSeconds(1))).isFalse();
            Path file = directory.resolve("recording.jfr");
            try (Recording recording = new Recording()) {
                recording.enable("windows.ThreadRunning").withThreshold(Duration.ofMillis(1));
                recording.start();
                assertThat(runningFor(Duration.ofNanos(999_999))).isFalse();
                assertThat(runningFor(Duration.ofMillis(1))).isTrue();
                assertThat(contextSwitch()).isFalse();

                try (Recording other = new Recording()) {
                    other.enable("windows.ThreadRunning").withThreshold(Duration.ofMillis(2));
                    other.enable("windows.ContextSwitch");
                    other.start();
                    assertThat(runningFor(Duration.ofNanos(999_999))).isFalse();
                    assertThat(runningFor(Duration.ofMillis(1))).isTrue();
                    assertThat(contextSwitch()).isTrue();
                    written++;
                }
                assertThat(contextSwitch()).isFalse();

                recording.disable("windows.ThreadRunning");
                assertThat(runningFor(Duration.ofSeconds(1))).isFalse();
                recording.stop();
                recording.dump(file);
            }
            assertThat(runningFor(Duration.ofSeconds(1))).isFalse();
            assertThat(Slices.ofJdk(file)).hasSize(written);

            recorder.close();
            try (Recording recording = new Recording()) {
                recording.enable("windows.ThreadRunning").withThreshold(Duration.ZERO);
                recording.start();
                assertThat(runningFor(Duration.ofSeconds(1))).isFalse();
            }
            if (recorder instanceof DirectRecorder) {
                requireNoVirtualThread();
            }
        }

        private boolean runningFor(Duration duration) {
            long ticks = Math.multiplyExact(duration.toNanos(), threads.ticksPerSecond()) / 1_000_000_000;
            boolean isWritten = recorder.running(new TracedSlice()
                    .set(recorder.ticks(), ticks, thread, 0, false)
                    .running(0, null, null, null));
            written += isWritten ? 1 : 0;
            return isWritten;
        }

        private boolean contextSwitch() {
            return recorder.contextSwitch(new TracedSwitch()
                    .at(recorder.ticks(), 0, 0)
                    .from(thread, 0, 0, 0)
                    .into(null, null, null)
                    .to(null, 0, 0));
        }

        /** Where there are such. */
        private void requireNoVirtualThread() throws Exception {
            FutureTask<Boolean> task = new FutureTask<>(() -> runningFor(Duration.ofSeconds(1)));
            try {
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
            } catch (NoSuchMethodException e) {
                return;
            }
            assertThat(task)
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableThat()
                    .withMessageContaining("virtual");
        }
    }
}
