package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of a trace by its name, and by what is there. */
class AgentFollowedTraceTest {
    private static final Path FINISHED = Path.of("../converter/samples/contention-full.etl");

    @TempDir
    private Path directory;

    /** More often than news are told makes no sense, nor does all the time. */
    @ParameterizedTest
    @CsvSource({"PT0S, PT0.02S", "PT0.1S, PT0.02S", "PT0.8S, PT0.1S", "PT2S, PT0.25S", "P3650D, PT0.25S"})
    void looksAsOftenAsTheDelayMakesSenseOf(Duration delay, Duration poll) {
        assertThat(FollowedTrace.poll(delay)).isEqualTo(poll);
    }

    /** Windows numbers files, not directories. */
    @Test
    void numberIsInTheFilesNameOnly() throws Exception {
        Path trace = Files.createDirectory(directory.resolve("100%done")).resolve("trace.etl");
        Files.copy(FINISHED, trace);
        assertThat(FollowedTrace.isPattern(trace)).isFalse();
        assertThat(FollowedTrace.session(trace))
                .hasValueSatisfying(session -> assertThat(session.hasEnded()).isTrue());
        assertThat(FollowedTrace.isPattern(trace.resolveSibling("trace_%d.etl")))
                .isTrue();
        assertThat(FollowedTrace.isPattern(directory.getRoot())).isFalse();
    }

    /** Whether the session goes on is known as soon as it is known whose it is; of several files another may come. */
    @Test
    void tellsOfItsSessionOnceItsFirstBufferIsThere() throws Exception {
        byte[] finished = Files.readAllBytes(FINISHED);
        for (String name : List.of("trace.etl", "trace_%d.etl")) {
            Path trace = directory.resolve(name);
            Path file = directory.resolve(name.replace("%d", "1"));
            assertThat(FollowedTrace.session(trace)).isEmpty();
            Files.createFile(file);
            assertThat(FollowedTrace.session(trace)).isEmpty();
            Files.write(file, UnfinishedTrace.of(finished));
            assertThat(FollowedTrace.session(trace)).hasValue(new FollowedTrace.Session(clock(), false));
            Files.write(file, finished);
            assertThat(FollowedTrace.session(trace))
                    .hasValue(new FollowedTrace.Session(clock(), !FollowedTrace.isPattern(trace)));
        }
    }

    /** A session that has long gone on is not followed file by file, with a pause after each. */
    @Test
    void filesThatAreThereAreReadAtOnce() throws Exception {
        byte[] whole = Files.readAllBytes(FINISHED);
        ByteBuffer sizes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int header = sizes.getInt(0);
        int files = 0;
        for (int at = header; at < whole.length; at += sizes.getInt(at)) {
            byte[] file = Arrays.copyOf(whole, header + sizes.getInt(at));
            System.arraycopy(whole, at, file, header, sizes.getInt(at));
            files++;
            Files.write(directory.resolve("trace_%d.etl".formatted(files)), file);
        }
        StopSignal stop = new StopSignal();
        Waiting receiver = new Waiting();
        new FollowedTrace(directory.resolve("trace_%d.etl"), Duration.ofSeconds(2), false).read(receiver, stop);
        assertThat(receiver.polls).isGreaterThan(files);
        assertThat(receiver.waits).isLessThan(3);
    }

    /** Counts what is waited for. */
    private static final class Waiting implements TraceSource.Receiver {
        private int polls;
        private int waits;

        @Override
        public SchedulerListener begin(TraceDescription trace, ThreadDirectory threads) {
            return event -> {};
        }

        @Override
        public void willTell() {
            waits++;
        }

        @Override
        public void told(long time) {
            polls++;
        }
    }

    private static SessionClock clock() throws Exception {
        try (EtlFile file = EtlFile.open(FINISHED)) {
            return file.clock();
        }
    }

    /** What stands for several files is there once one of them is, and never in a directory that is not. */
    @Test
    void severalFilesAreThereOnceOneIs() throws Exception {
        Path trace = directory.resolve("trace_%d.etl");
        Files.createFile(directory.resolve("trace_.etl"));
        assertThat(FollowedTrace.isThere(trace)).isFalse();
        Files.createFile(directory.resolve("trace_4.etl"));
        assertThat(FollowedTrace.isThere(trace)).isTrue();
        Path missing = directory.resolve("missing");
        assertThat(FollowedTrace.isThere(missing.resolve("trace.etl"))).isFalse();
        assertThatThrownBy(() -> FollowedTrace.isThere(missing.resolve("trace_%d.etl")))
                .isInstanceOf(InputException.class)
                .hasMessage(missing + ": no such directory");
        assertThat(FollowedTrace.isThere(Path.of("no such trace, %d.etl"))).isFalse();
    }
}
