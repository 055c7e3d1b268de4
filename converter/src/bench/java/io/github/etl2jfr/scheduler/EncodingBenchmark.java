package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.WaitReason;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.recording.LeftOut;
import io.github.etl2jfr.recording.RecordingWriter;
import io.github.etl2jfr.testing.SyntheticTrace;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** From events to the chunks of a recording, in a file that nobody forces to disk. The unit is an event. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncodingBenchmark {
    private static final int EVENTS = 1_000_000;
    private static final int PROCESSORS = 8;

    private final SchedulerEvents switches = new SchedulerEvents(4096);
    private BenchmarkTrace trace;
    private ThreadDirectory threads;
    private Path recording;

    @Setup
    public void generate() throws IOException, InputException, InterruptedException {
        trace = new BenchmarkTrace(new SyntheticTrace(1).switches(20_000).withoutReadyEvents());
        threads = trace.threads();
        new PieceDecoder(trace.file()).decode(trace.chains().get(0), 1, null, switches);
        recording = Files.createTempFile("etl2jfr", ".jfr");
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long contextSwitches() throws IOException {
        SwitchEvent event = new SwitchEvent();
        return write((writer, number) -> {
            event.set(switches, number % switches.size(), number % PROCESSORS, thread(number), thread(number + 1));
            writer.reach(event.time());
            writer.contextSwitch(event);
        });
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long runningSlices() throws IOException {
        Slice slice = new Slice();
        slice.priority = 8;
        slice.state = ThreadState.WAITING.code();
        slice.waitReason = WaitReason.USER_REQUEST.code();
        return write((writer, number) -> {
            slice.thread = thread(number);
            slice.start = trace.firstTime() + 100L * number;
            slice.end = slice.start + 1_000;
            slice.processor = number % PROCESSORS;
            slice.nextThread = thread(number + 1);
            writer.reach(slice.end);
            writer.running(slice);
        });
    }

    private int thread(int number) {
        return number % threads.size();
    }

    private interface Writing {
        void write(RecordingWriter writer, int number) throws IOException;
    }

    private long write(Writing event) throws IOException {
        try (FileChannel channel =
                FileChannel.open(recording, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            RecordingWriter writer = new RecordingWriter(channel, session(), threads, Workers.none());
            for (int number = 0; number < EVENTS; number++) {
                event.write(writer, number);
            }
            writer.finish();
            return channel.size();
        }
    }

    private RecordingWriter.Session session() {
        return new RecordingWriter.Session(
                "trace.etl",
                trace.file().header(),
                trace.file().clock(),
                trace.firstTime(),
                trace.lastTime(),
                false,
                true,
                PROCESSORS,
                LeftOut.NOTHING);
    }

    @TearDown
    public void delete() throws IOException {
        trace.close();
        Files.delete(recording);
    }
}
