package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.agent.live.SelfTest.Slice;
import io.github.etl2jfr.agent.live.SelfTest.Writer;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A way to write that is wrong in the least is not taken. */
class LiveSelfTestTest {
    private static ThreadRegistry threads;

    /** A way that is right, but for one thing. */
    enum Wrong {
        START(
                "reads back as",
                right -> slice -> right.write(with(slice, slice.start() + 1, slice.duration(), slice.thread()))),
        DURATION(
                "reads back as",
                right -> slice -> right.write(with(slice, slice.start(), slice.duration() - 1, slice.thread()))),
        THREAD(
                "reads back as",
                right -> slice -> right.write(with(slice, slice.start(), slice.duration(), other(slice)))),
        TEXT("reads back as", right -> slice -> right.write(withoutText(slice))),
        TWICE("of 24 slices 48 read back", right -> slice -> {
            boolean isWritten = right.write(slice);
            return right.write(slice) && isWritten;
        }),
        ONLY_CLAIMED("of 24 slices 0 read back", right -> slice -> isWanted()),
        NOT_AT_ALL("it does not write", right -> slice -> false),
        UNASKED("it does not know what recordings want", right -> slice -> true),
        UNLINKED("its self-test fails: java.lang.NoSuchMethodError", right -> slice -> {
            throw new NoSuchMethodError("beginEvent");
        });

        private final String reason;
        private final UnaryOperator<Writer> way;

        Wrong(String reason, UnaryOperator<Writer> way) {
            this.reason = reason;
            this.way = way;
        }

        private static Slice with(Slice slice, long start, long duration, TracedThread thread) {
            return new Slice(start, duration, thread, slice.otherThread(), slice.text(), slice.number());
        }

        private static Slice withoutText(Slice slice) {
            return new Slice(
                    slice.start(), slice.duration(), slice.thread(), slice.otherThread(), null, slice.number());
        }

        private static TracedThread other(Slice slice) {
            List<TracedThread> some = threads.lastingJava();
            return some.get(some.get(0) == slice.thread() ? 1 : 0);
        }

        private static boolean isWanted() {
            return EventType.getEventType(PublicEvents.Test.class).isEnabled();
        }
    }

    @BeforeAll
    static void findThreads() throws UnavailableException, IOException {
        threads = ThreadRegistry.open();
    }

    @AfterAll
    static void close() {
        threads.close();
    }

    private static void run(UnaryOperator<Writer> way) throws UnavailableException {
        new SelfTest(PublicEvents.Test.class, "thread", threads.ticks(), threads.ticksPerSecond())
                .run(() -> way.apply(PublicRecorder.testWriter()), threads.lastingJava());
    }

    @ParameterizedTest
    @EnumSource
    void wrongIsNotTaken(Wrong wrong) {
        assertThatThrownBy(() -> run(wrong.way))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining(wrong.reason);
        requireNothingLeftBehind();
    }

    @Test
    void rightIsTaken() {
        assertThatCode(() -> run(right -> right)).doesNotThrowAnyException();
        requireNothingLeftBehind();
    }

    /** JFR may have the events of one thread in another. */
    @Test
    void orderIsOfNoConcern() {
        List<Slice> held = new ArrayList<>();
        assertThatCode(() -> run(right -> slice -> {
                    if (!Wrong.isWanted()) {
                        return right.write(slice);
                    }
                    if (held.isEmpty()) {
                        return held.add(slice);
                    }
                    return right.write(slice) && right.write(held.remove(0));
                }))
                .doesNotThrowAnyException();
        requireNothingLeftBehind();
    }

    /** They stay in the recordings that run. */
    @Test
    void noneIsOfTheFuture() throws Exception {
        List<Long> ahead = new ArrayList<>();
        run(right -> slice -> {
            ahead.add(slice.start() + slice.duration() - threads.ticks().now());
            return right.write(slice);
        });
        assertThat(ahead).isNotEmpty().allMatch(ticks -> ticks <= 0);
    }

    /** It is a recording, as long as it lives. */
    static final class NoTemporaryFiles implements LiveJvm.Program {
        @Override
        public void run(Path directory) {
            assertThatThrownBy(OwnRecording::new)
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage(directory.resolve("missing") + ": no such file; the agent's own recordings go"
                            + " there: make room, or start the JVM with another -Djava.io.tmpdir");
            assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();
        }
    }

    @Test
    void noTemporaryFiles(@TempDir Path directory) throws Exception {
        LiveJvm.run(NoTemporaryFiles.class, directory, "-Djava.io.tmpdir=" + directory.resolve("missing"));
    }

    /** The JVM never forgets a name that it shall delete at its end. */
    @Test
    void namesOfFilesAreTakenAgain() throws Exception {
        Path first;
        try (OwnRecording recording = new OwnRecording()) {
            recording.start();
            first = recording.stop();
        }
        try (OwnRecording recording = new OwnRecording();
                OwnRecording meanwhile = new OwnRecording()) {
            recording.start();
            meanwhile.start();
            assertThat(recording.stop()).isEqualTo(first);
            assertThat(meanwhile.stop()).isNotEqualTo(first);
        }
        Files.writeString(first, "another's");
        try (OwnRecording recording = new OwnRecording();
                OwnRecording next = new OwnRecording()) {
            recording.start();
            next.start();
            assertThat(recording.stop()).isNotEqualTo(first);
            assertThat(next.stop()).isNotEqualTo(first);
        } finally {
            Files.delete(first);
        }
    }

    /** Tries to record when the JVM already ends, which has it fail if that goes on. */
    static final class Ending implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            ThreadRegistry known = ThreadRegistry.open();
            OwnRecording unused = new OwnRecording();
            OwnRecording begun = new OwnRecording();
            begun.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    assertThatThrownBy(OwnRecording::new).isInstanceOf(IOException.class);
                    assertThatThrownBy(unused::start).isInstanceOf(IOException.class);
                    assertThatThrownBy(begun::stop).isInstanceOf(IOException.class);
                    assertThatThrownBy(known::refresh).isInstanceOf(IOException.class);
                    assertThatThrownBy(() -> known.follow(line -> {})).isInstanceOf(IOException.class);
                    assertThat(UserRecordings.running()).isEmpty();
                } catch (Throwable e) {
                    e.printStackTrace();
                    Runtime.getRuntime().halt(1);
                }
            }));
        }
    }

    /** Whose own files JFR deletes meanwhile. */
    @Test
    void nothingIsRecordedWhileTheJvmEnds(@TempDir Path directory) throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        LiveJvm.run(Ending.class, directory, "-Djava.io.tmpdir=" + temporary);
        assertThat(temporary).isEmptyDirectory();
    }

    private static void requireNothingLeftBehind() {
        assertThat(FlightRecorder.getFlightRecorder().getEventTypes())
                .noneMatch(type -> type.getName().startsWith("windows.Agent"));
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> EventWriters.open(null))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("there is no instrumentation");
        assertThatThrownBy(() -> JfrInternals.of(String.class)).isInstanceOf(ReflectiveOperationException.class);
    }
}
