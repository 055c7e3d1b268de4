package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.follow.TraceFollower;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The input is how the file grows, and a damaged trace as for {@link TraceFuzz}: followed while it is written. */
public final class FollowerFuzz {
    private static final int HEAD = 4;
    private static final int MAX_PAIRS = 50;
    private static final List<Silence> SILENCES = List.of(Silence.values());
    private static final Path FILE = Scratch.file("follower.etl");

    private FollowerFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length <= HEAD) {
            return;
        }
        byte[] trace = TraceFuzz.trace(Arrays.copyOfRange(input, HEAD, input.length));
        Duration delay = Duration.ofMillis((input[0] & 0xFF) / 16);
        Silence silence = SILENCES.get((input[1] & 0xFF) % SILENCES.size());
        int small = 1 + 17 * (input[2] & 0xFF);
        // Ends of portions lie anywhere, but there are not thousands of them: so much more is tried.
        int[] portions = {small, Math.max(1 + 17 * (input[3] & 0xFF), trace.length / MAX_PAIRS - small)};
        Files.deleteIfExists(FILE);
        SliceCheck told = new SliceCheck();
        try (FileChannel target = FileChannel.open(FILE, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                TraceFollower follower = TraceFollower.open(FILE, delay, silence)) {
            long toldUntil = Long.MIN_VALUE;
            for (int at = 0, i = 0; at < trace.length; i++) {
                int size = Math.min(portions[i % portions.length], trace.length - at);
                target.write(ByteBuffer.wrap(trace, at, size));
                at += size;
                follower.poll(told);
                Checks.require(follower.toldUntil() >= toldUntil, "what was told is told no more");
                toldUntil = follower.toldUntil();
            }
            follower.finish(told);
            Checks.damage(follower.damage(), trace.length);
        } catch (InputException e) {
            Checks.message(e);
        }
    }
}
