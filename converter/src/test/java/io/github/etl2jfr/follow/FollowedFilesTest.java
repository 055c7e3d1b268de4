package io.github.etl2jfr.follow;

import static io.github.etl2jfr.follow.FollowedBuffers.START_TIME;
import static io.github.etl2jfr.follow.FollowedBuffers.buffers;
import static io.github.etl2jfr.follow.FollowedBuffers.fourBuffers;
import static io.github.etl2jfr.follow.FollowedBuffers.lateTrace;
import static io.github.etl2jfr.follow.FollowedBuffers.renumber;
import static io.github.etl2jfr.follow.GrowingTrace.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.follow.TraceFollower.State;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A session that goes on in further files, beside those of earlier sessions. */
@Timeout(60)
class FollowedFilesTest {
    @TempDir
    private Path directory;

    private void write(int number, byte[] header, List<byte[]> buffers) throws Exception {
        List<byte[]> all = new ArrayList<>();
        all.add(header);
        all.addAll(buffers);
        Files.write(directory.resolve("trace_" + number + ".etl"), TraceFiles.join(all));
    }

    /** The session goes on in another file: threads and slices go on as well. */
    @Test
    void nextFile() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(3, header, buffers.subList(1, 3));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            write(4, header, buffers.subList(3, 4));
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            write(6, header, buffers.subList(4, 5));
            follower.finish(told);
            assertThat(told.lines)
                    .filteredOn(line -> line.startsWith("7 running") || line.startsWith("cpu0 idle"))
                    .hasSize(3);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** A session that goes on in another file appends nothing to the one before. */
    @Test
    void nextFileAfterAPartOfABuffer() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, List.of(buffers.get(1), Arrays.copyOf(buffers.get(2), 0x1000)));
        write(2, header, buffers.subList(3, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            for (int step = 0; step < 2; step++) {
                assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
                assertThat(follower.isBehind()).isTrue();
            }
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            assertThat(follower.isBehind()).isFalse();
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(follower.damage().totals().keySet()).contains(Damage.FILE_ENDS_IN_BUFFER);
        }
    }

    /** It is not waited for a file without a pause. */
    @Test
    void nextFileThatHasNotBegun() throws Exception {
        List<byte[]> buffers = fourBuffers();
        write(1, UnfinishedTrace.of(buffers.get(0)), buffers.subList(1, 3));
        Path trace = directory.resolve("trace_%d.etl");
        try (TraceFollower follower = TraceFollower.open(trace, ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            Files.createFile(directory.resolve("trace_2.etl"));
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.isBehind()).isFalse();
        }
    }

    /** What the last switch was followed by may have been in what cannot be read: who was to run is not told to have. */
    @Test
    void lastFileEndsInWhatIsNoBuffer() throws Exception {
        List<byte[]> buffers = buffers(SchedulerScript.SIX_BUFFERS);
        byte[] damaged = buffers.get(6).clone();
        ByteBuffer.wrap(damaged).putInt(0, 0);
        for (List<byte[]> end : List.of(List.<byte[]>of(), List.of(damaged))) {
            List<byte[]> written = new ArrayList<>(buffers.subList(1, 7));
            written.addAll(end);
            write(1, buffers.get(0), written);
            try (TraceFollower follower =
                    TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
                Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
                follower.finish(told);
                assertThat(told.lines)
                        .filteredOn(line -> line.startsWith("7 running 300..320"))
                        .hasSize(1 - end.size());
                assertThat(follower.damage().amount(Damage.BUFFER_SIZE_ZERO)).isEqualTo(end.size());
            }
        }
    }

    @Test
    void nextFileAfterALoss() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, buffers.subList(1, 3));
        write(2, header, buffers.subList(4, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.finish(told);
            assertThat(follower.damage().amount(Damage.SEQUENCE_NUMBERS_MISSING))
                    .isEqualTo(1);
            assertThat(told.lines).noneMatch(line -> line.startsWith("7 running 300..4000"));
        }
    }

    /** What waits for a buffer before it is read when that comes in another file. */
    @Test
    void nextFileWithABufferOfTheOneBefore() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 switch 7->0 wait UserRequest
                cpu0 120 flush
                cpu0 200 switch 0->7
                cpu0 210 flush
                cpu0 300 switch 7->0 wait UserRequest
                cpu0 310 flush
                cpu0 4000 switch 0->7
                """);
        byte[] header = buffers.get(0);
        write(1, header, List.of(buffers.get(1), buffers.get(3)));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(10_000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.poll(told);
            write(2, header, List.of(buffers.get(2), buffers.get(4)));
            follower.poll(told);
            follower.poll(told);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 200..300 cpu0"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** Nothing tells whether something is missing: so nothing is concluded. */
    @Test
    void nextFileWithNumbersOfItsOwn() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, buffers.subList(1, 4));
        byte[] anew = buffers.get(4).clone();
        renumber(anew, 1);
        write(2, header, List.of(anew));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 100..200"));
            assertThat(told.lines).noneMatch(line -> line.startsWith("7 running 300..4000"));
            assertThat(follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.amount() + " " + entry.detail())
                    .containsExactly("SEQUENCE_NUMBERS_RESTART 1 in trace_2.etl");
        }
    }

    /**
     * An earlier session's files, which this one has not come to yet: its end is not waited for behind them.
     *
     * @param number of such a file
     * @param startTicks greater than this session's if Windows was started anew since
     */
    @ParameterizedTest
    @CsvSource({"2, 5", "5, 5", "2, 900000000000", "5, 900000000000"})
    void nextFileOfAnEarlierSession(int number, long startTicks) throws Exception {
        List<byte[]> buffers = fourBuffers();
        write(1, buffers.get(0), buffers.subList(1, 5));
        Path earlier = directory.resolve("trace_" + number + ".etl");
        Files.write(earlier, lateTrace(startTicks, START_TIME - 1));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 waiting 200..300"));
            assertThat(told.lines).noneMatch(line -> line.contains("cpu1"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** What lies in between is neither this session's nor in its way. */
    @Test
    void nextFileBehindThatOfAnEarlierSession() throws Exception {
        List<byte[]> buffers = fourBuffers();
        write(1, buffers.get(0), buffers.subList(1, 3));
        Files.write(directory.resolve("trace_2.etl"), lateTrace(5, START_TIME - 1));
        write(3, buffers.get(0), buffers.subList(3, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(told.lines).noneMatch(line -> line.contains("cpu1"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** The session comes to a file that was passed over: it writes into that, or puts another in its place. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fileOfAnEarlierSessionThatIsWrittenAnew(boolean inPlace) throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, buffers.subList(1, 3));
        byte[] next = TraceFiles.join(List.of(header, buffers.get(3), buffers.get(4)));
        Path second = directory.resolve("trace_2.etl");
        Files.write(second, Arrays.copyOf(lateTrace(5, START_TIME - 1), next.length));
        Files.setLastModifiedTime(second, FileTime.fromMillis(1));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            if (inPlace) {
                Files.write(second, next);
            } else {
                Path other = Files.write(directory.resolve("other"), next);
                Files.setLastModifiedTime(other, FileTime.fromMillis(1));
                Files.move(other, second, StandardCopyOption.REPLACE_EXISTING);
            }
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** Whose session died: nothing will complete it. */
    @Test
    void firstFileOfAnEarlierSession() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] earlier = lateTrace(5, START_TIME - 1);
        Files.write(directory.resolve("trace_1.etl"), UnfinishedTrace.of(earlier));
        write(3, buffers.get(0), buffers.subList(1, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> new TraceOptions().ticks(0));
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
        }
    }

    /** Times of before and after cannot be told on one clock. */
    @Test
    void firstFileFromBeforeWindowsWasStartedAnew() throws Exception {
        Files.write(directory.resolve("trace_1.etl"), lateTrace(900_000_000_000L, START_TIME - 1));
        List<byte[]> buffers = fourBuffers();
        write(3, buffers.get(0), buffers.subList(1, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            follower.poll(SwitchEvent::time);
            assertThatThrownBy(() -> follower.poll(SwitchEvent::time))
                    .isInstanceOf(InputException.class)
                    .hasMessage(directory.resolve("trace_3.etl")
                            + ": its clock is not that of the file before; remove the files of earlier sessions");
        }
    }

    /** Windows writes no zeros in front. */
    @Test
    void filesThatAreNotOfThePattern() throws Exception {
        List<byte[]> buffers = fourBuffers();
        Files.write(directory.resolve("trace_01.etl"), new byte[0]);
        write(2, buffers.get(0), buffers.subList(1, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            assertThat(follower.poll(SwitchEvent::time)).isEqualTo(State.ENDED);
        }
    }
}
