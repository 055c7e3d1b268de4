package io.github.etl2jfr.follow;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.follow.TraceFollower.State;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** A trace's file that is written bit by bit, and who follows it. */
final class GrowingTrace implements Closeable {
    static final Duration FOREVER = Duration.ofDays(365);

    final Path path;
    final TraceFollower follower;
    final Told told;
    private final FileChannel file;

    GrowingTrace(Duration delay, Silence silence) throws IOException, InputException {
        path = Files.createTempFile("etl2jfr", ".etl");
        file = FileChannel.open(path, StandardOpenOption.WRITE);
        follower = TraceFollower.open(path, delay, silence);
        told = new Told(follower::threads, () -> follower.header().startTimestamp());
    }

    /** An unfinished trace, followed from buffer to buffer. */
    static GrowingTrace of(int delayTicks, Silence silence, List<byte[]> buffers) throws Exception {
        GrowingTrace growing = new GrowingTrace(ticks(delayTicks), silence);
        growing.append(UnfinishedTrace.of(buffers.get(0)));
        for (byte[] buffer : buffers.subList(1, buffers.size())) {
            growing.append(buffer);
            growing.poll();
        }
        return growing;
    }

    /** The time that ticks of a script take. */
    static Duration ticks(int ticks) {
        return Duration.ofNanos(100L * ticks);
    }

    void append(byte[] bytes) throws IOException {
        write(file.size(), bytes);
    }

    void write(long position, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            file.write(rest, position + rest.position());
        }
    }

    void truncate(long size) throws IOException {
        file.truncate(size);
    }

    State poll() throws IOException, InputException {
        return follower.poll(told);
    }

    List<String> finish() throws IOException, InputException {
        follower.finish(told);
        return told.lines;
    }

    @Override
    public void close() throws IOException {
        follower.close();
        file.close();
        Files.deleteIfExists(path);
    }
}
