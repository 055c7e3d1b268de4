package io.github.etl2jfr.follow;

import static io.github.etl2jfr.follow.FollowedBuffers.LATE;
import static io.github.etl2jfr.follow.FollowedBuffers.SEQUENCE_NUMBER;
import static io.github.etl2jfr.follow.FollowedBuffers.START_TIME;
import static io.github.etl2jfr.follow.FollowedBuffers.lateTrace;
import static io.github.etl2jfr.follow.GrowingTrace.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The memory that following takes. */
@Timeout(60)
class FollowerCostTest {
    @TempDir
    private Path directory;

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Something for each buffer, and little for a poll without one; nothing for an event. */
    @Test
    void allocation() throws Exception {
        int switches = 100_000;
        Path path = directory.resolve("trace.etl");
        byte[] trace = new SyntheticTrace(1)
                .switches(switches)
                .churnPerMille(0)
                .toTrace(new TraceOptions().processors(4).bufferSize(0x10000));
        int most = trace.length / 2 & ~0xFFFF;
        Files.write(path, Arrays.copyOf(UnfinishedTrace.of(trace), most));
        long[] seen = new long[1];
        try (TraceFollower follower = TraceFollower.open(path, Duration.ofMillis(500), Silence.UNKNOWN)) {
            follower.poll(event -> seen[0]++);
            Files.write(path, Arrays.copyOfRange(trace, most, trace.length), StandardOpenOption.APPEND);
            long before = allocated();
            long seenBefore = seen[0];
            follower.poll(event -> seen[0]++);
            long bytes = allocated() - before;
            assertThat(seen[0] - seenBefore).isGreaterThan(switches / 3);
            assertThat(bytes).isLessThan(8 * (seen[0] - seenBefore));
            before = allocated();
            for (int i = 0; i < 1000; i++) {
                follower.poll(SwitchEvent::time);
            }
            assertThat(allocated() - before).isLessThan(4_000_000);
        }
    }

    /** Each was opened at each poll, which took a megabyte of them all. */
    @Test
    void filesOfAnEarlierSessionCostPollsLittle() throws Exception {
        byte[] trace = SchedulerScript.parse(LATE).toTrace();
        Files.write(directory.resolve("trace_1.etl"), UnfinishedTrace.of(trace));
        for (int number = 2; number < 18; number++) {
            Files.write(directory.resolve("trace_" + number + ".etl"), lateTrace(5, START_TIME - 1));
        }
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            follower.poll(SwitchEvent::time);
            follower.poll(SwitchEvent::time);
            long before = allocated();
            for (int i = 0; i < 100; i++) {
                follower.poll(SwitchEvent::time);
            }
            assertThat(allocated() - before).isLessThan(100 * 100_000);
        }
    }

    /**
     * Buffers of more processors than the header counts, each small in the file and large in memory: what is kept of them
     * from piece to piece stays a share of what there is.
     */
    @Test
    void buffersOfProcessorsThatAreNotAnnounced() throws Exception {
        int size = 16 << 20;
        long room = Runtime.getRuntime().maxMemory() / 16;
        int processors = (int) (2 * room / size) + 2;
        // What follows them ends the buffer, and is a reason not to believe the last of them.
        List<byte[]> script = TraceFiles.split(SchedulerScript.parse("cpu0 100 switch 0->7\ncpu0 101 ready 9")
                .toTrace(new TraceOptions().processors(1).bufferSize(size), SwitchForm.EVENTS));
        byte[] zeros = Arrays.copyOf(script.get(1), size);
        Arrays.fill(zeros, TraceFiles.u32(zeros, 4), size, (byte) 0);
        byte[] packed = XpressEncoder.encode(Arrays.copyOfRange(zeros, BufferHeader.SIZE, size));
        byte[] buffer = Arrays.copyOf(zeros, Math.max(size / 4096, BufferHeader.SIZE + packed.length));
        System.arraycopy(packed, 0, buffer, BufferHeader.SIZE, packed.length);
        ByteBuffer header = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0x00, buffer.length).putInt(0x04, size).putInt(0x30, size).putShort(0x34, (short) 0x60);
        try (GrowingTrace growing = GrowingTrace.of(1_000_000, Silence.UNKNOWN, script.subList(0, 1))) {
            long before = usedMemory();
            for (int processor = 0; processor < processors; processor++) {
                header.putLong(SEQUENCE_NUMBER, processor + 1).putShort(0x28, (short) processor);
                growing.append(buffer);
            }
            growing.poll();
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("100 cpu"))
                    .hasSize(processors);
            assertThat(usedMemory() - before).isLessThan(room + (64 << 20));
        }
    }

    private static long usedMemory() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
