package io.github.etl2jfr.follow;

import static io.github.etl2jfr.follow.FollowedBuffers.LATE;
import static io.github.etl2jfr.follow.FollowedBuffers.QUIET_PROCESSOR;
import static io.github.etl2jfr.follow.FollowedBuffers.START_TIME;
import static io.github.etl2jfr.follow.FollowedBuffers.buffers;
import static io.github.etl2jfr.follow.FollowedBuffers.fourBuffers;
import static io.github.etl2jfr.follow.GrowingTrace.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.follow.TraceFollower.State;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The states of a trace that is being written, and what ends or replaces it. */
@Timeout(60)
class TraceFollowerTest {
    /** Where in the file the log file header's StartTime is: behind the buffer's header and the event's. */
    private static final int START_TIME_OFFSET = 0x48 + 0x20 + 0x108;

    @TempDir
    private Path directory;

    @Test
    void waitsForTheFile() throws Exception {
        Path trace = directory.resolve("trace.etl");
        byte[] bytes = SchedulerScript.parse(QUIET_PROCESSOR).toTrace();
        try (TraceFollower follower = TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> 0);
            assertThat(follower.poll(told)).isEqualTo(State.WAITING_FOR_DATA);
            assertThat(follower.clock()).isNull();
            for (int length : new int[] {0, 1, 0x47, 0x48, 0x1000, 0xFFFF}) {
                Files.write(trace, Arrays.copyOf(bytes, length));
                assertThat(follower.poll(told)).isEqualTo(State.WAITING_FOR_DATA);
            }
            Files.write(trace, new byte[0x20000]);
            assertThat(follower.poll(told)).isEqualTo(State.WAITING_FOR_DATA);
            Files.write(trace, bytes);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            assertThat(follower.clock().frequency()).isEqualTo(10_000_000);
        }
    }

    @Test
    void finishedBeforeThereIsAnything() throws Exception {
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace.etl"), Duration.ZERO, Silence.UNKNOWN)) {
            follower.finish(new Told(follower::threads, () -> 0));
            assertThat(follower.toldUntil()).isEqualTo(Long.MIN_VALUE);
            assertThatThrownBy(() -> follower.poll(event -> {})).isInstanceOf(IllegalStateException.class);
        }
    }

    /** A file can get its room before its bytes. */
    @Test
    void bytesThatComeLaterThanTheirRoom() throws Exception {
        List<byte[]> buffers = buffers(QUIET_PROCESSOR);
        try (GrowingTrace growing = new GrowingTrace(GrowingTrace.FOREVER, Silence.UNKNOWN)) {
            growing.append(buffers.get(0));
            growing.append(new byte[5 * 0x10000]);
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            for (int i = 1; i < buffers.size(); i++) {
                growing.write(i * 0x10000L, buffers.get(i));
                growing.poll();
            }
            assertThat(growing.follower.damage().totals()).isEmpty();
            assertThat(growing.told.lines).isNotEmpty();
        }
    }

    @Test
    void whileItIsBeingWritten() throws Exception {
        byte[] trace = new SyntheticTrace(1)
                .switches(60_000)
                .toTrace(new TraceOptions().processors(4).bufferSize(0x1000));
        Path path = directory.resolve("live.etl");
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                byte[] unfinished = UnfinishedTrace.of(trace);
                for (int at = 0; at < trace.length; at += 0x1800) {
                    file.write(ByteBuffer.wrap(unfinished, at, Math.min(0x1800, trace.length - at)));
                }
                file.write(ByteBuffer.wrap(trace, 0, 0x1000), 0);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        try (TraceFollower follower = TraceFollower.open(path, GrowingTrace.FOREVER, Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            while (follower.poll(told) != State.ENDED) {
                Thread.onSpinWait();
            }
            writer.get();
            follower.finish(told);
            Told.Whole whole = Told.of(path);
            Told.assertSame(Told.beforeEnd(told.lines), Told.beforeEnd(whole.lines()));
            Told.assertSame(Told.sorted(told.lines), Told.sorted(whole.lines()));
        }
    }

    @Test
    void ends() throws Exception {
        List<byte[]> buffers = fourBuffers();
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            growing.write(0, buffers.get(0));
            assertThat(growing.poll()).isEqualTo(State.ENDED);
            growing.append(new byte[1]);
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
        }
    }

    /** A session with EVENT_TRACE_FILE_MODE_PREALLOCATE gets all the room there may be, and gives back what is left. */
    @Test
    void givesBackItsRoom() throws Exception {
        List<byte[]> buffers = fourBuffers();
        try (GrowingTrace growing = new GrowingTrace(ticks(1000), Silence.UNKNOWN)) {
            growing.append(new byte[0x100000]);
            growing.write(0, UnfinishedTrace.of(buffers.get(0)));
            long end = buffers.get(0).length;
            for (byte[] buffer : buffers.subList(1, 4)) {
                growing.write(end, buffer);
                end += buffer.length;
                assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            }
            growing.write(end, buffers.get(4));
            growing.write(0, buffers.get(0));
            growing.truncate(end + buffers.get(4).length);
            assertThat(growing.poll()).isEqualTo(State.ENDED);
            assertThat(growing.finish()).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0 "));
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    @Test
    void refused() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Files.write(trace, new byte[] {1, 2, 3});
        TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN).close();
        byte[] header = buffers(LATE).get(0);
        byte[] otherType = header.clone();
        otherType[0x36] = 3;
        byte[] late = new byte[0x20000];
        late[5] = 1;
        for (byte[] bytes : List.of(
                "no trace".repeat(100_000).getBytes(StandardCharsets.UTF_8),
                "no trace".getBytes(StandardCharsets.UTF_8),
                // Less than 16 MB, read as a buffer's size.
                Arrays.copyOf("FLR\0".getBytes(StandardCharsets.UTF_8), 1000),
                Arrays.copyOf(otherType, 0x38),
                late)) {
            Files.write(trace, bytes);
            assertThatThrownBy(() -> TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN))
                    .isInstanceOf(InputException.class)
                    .hasMessage(trace + ": not an ETL file: no WMI buffer header at offset 0");
        }
        Files.write(trace, SchedulerScript.parse(LATE).toTrace(new TraceOptions().circular(3), SwitchForm.EVENTS));
        assertThatThrownBy(() -> TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN))
                .isInstanceOf(InputException.class)
                .hasMessage(trace + ": a circular trace cannot be followed, as what is read may be overwritten;"
                        + " record to a sequential file");
    }

    /** It would be waited for. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void noFile() throws Exception {
        Path device = Files.createSymbolicLink(directory.resolve("trace_1.etl"), Path.of("/dev/null"));
        for (Path trace : List.of(device, directory.resolve("trace_%d.etl"))) {
            assertThatThrownBy(() -> TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN))
                    .isInstanceOf(InputException.class)
                    .hasMessage(device + ": not a regular file; copy it into one");
        }
        assertThatThrownBy(() -> TraceFollower.open(directory, Duration.ZERO, Silence.UNKNOWN))
                .isInstanceOf(InputException.class)
                .hasMessage(directory + ": a directory, not a trace");
    }

    /** As good as one that others may not see: it would be waited for in vain. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void fileThatMayBeThere() throws Exception {
        Path trace = directory.resolve("x".repeat(300));
        assertThatThrownBy(() -> TraceFollower.isThere(trace))
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith(trace + ": ");
    }

    @Test
    void becomesShorter() throws Exception {
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, fourBuffers())) {
            growing.truncate(0x20000);
            assertThatThrownBy(growing::poll)
                    .isInstanceOf(InputException.class)
                    .hasMessage(growing.path + ": the file became shorter while it was followed; follow it anew");
        }
    }

    private void assertReplacementIsNoticed(GrowingTrace growing) throws Exception {
        Path other = Files.copy(growing.path, directory.resolve("other.etl"));
        Files.delete(growing.path);
        assertThatThrownBy(growing::poll)
                .isInstanceOf(InputException.class)
                .hasMessage(growing.path + ": the file is gone");
        Files.move(other, growing.path);
        assertThatThrownBy(growing::poll)
                .isInstanceOf(InputException.class)
                .hasMessage(growing.path + ": another file took its name while it was followed; follow that one anew");
    }

    @Test
    void isReplaced() throws Exception {
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, fourBuffers())) {
            assertReplacementIsNoticed(growing);
        }
    }

    /** Of the buffer that it ends with, the rest will not come any more. */
    @Test
    void isReplacedInTheMidstOfABuffer() throws Exception {
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, fourBuffers())) {
            growing.append(Arrays.copyOf(fourBuffers().get(4), 0x1000));
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            assertReplacementIsNoticed(growing);
        }
    }

    /** Whoever starts the next session with the name of the last may have the file kept, and begun anew. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isWrittenOver(boolean hasGrown) throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = UnfinishedTrace.of(buffers.get(0));
        ByteBuffer start =
                ByteBuffer.wrap(header, START_TIME_OFFSET, Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(start.getLong(START_TIME_OFFSET)).isEqualTo(START_TIME);
        start.putLong(START_TIME_OFFSET, START_TIME + 1);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            // Its bytes may come later than its room.
            growing.write(0, new byte[header.length]);
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            growing.write(0, header);
            if (hasGrown) {
                growing.append(buffers.get(4));
            }
            assertThatThrownBy(growing::poll)
                    .isInstanceOf(InputException.class)
                    .hasMessage(growing.path
                            + ": another trace was written over it while it was followed; follow that one anew");
        }
    }
}
