package io.github.etl2jfr.bench;

import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Walks from event to event through buffers in memory. The unit is a byte: bytes a nanosecond are GB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BufferScanBenchmark {
    private static final int BUFFER_SIZE = 1 << 16;
    private static final int BUFFERS = 64;

    @Param({"EVENTS", "BATCHES"})
    private SwitchForm form;

    private List<byte[]> buffers;

    @Setup
    public void generate() {
        byte[] trace = new SyntheticTrace(1)
                .threads(200)
                .switches(form == SwitchForm.EVENTS ? 100_000 : 1_000_000)
                .form(form)
                .toTrace(new TraceOptions().bufferSize(BUFFER_SIZE));
        buffers = TraceFiles.split(trace).subList(1, 1 + BUFFERS);
    }

    @Benchmark
    @OperationsPerInvocation(BUFFERS * BUFFER_SIZE)
    public long scan() {
        EventCursor event = new EventCursor();
        long sum = 0;
        for (byte[] buffer : buffers) {
            event.wrap(buffer, TraceFiles.u32(buffer, 4));
            while (event.next()) {
                sum += event.hook();
            }
        }
        return sum;
    }
}
