package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** From the bytes of a piece, read from the page cache, to a table of switches. The unit is a switch. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecodingBenchmark {
    private static final int SWITCHES = 200_000;

    @Param({"EVENTS", "BATCHES"})
    private SwitchForm form;

    private final SchedulerEvents table = new SchedulerEvents(4096);
    private BenchmarkTrace trace;
    private List<BufferChain> chains;
    private PieceDecoder decoder;

    @Setup
    public void generate() throws IOException, InputException, InterruptedException {
        trace = new BenchmarkTrace(
                new SyntheticTrace(1).switches(SWITCHES).form(form).withoutReadyEvents());
        chains = trace.chains();
        decoder = new PieceDecoder(trace.file());
    }

    @Benchmark
    @OperationsPerInvocation(SWITCHES)
    public long decode() throws IOException {
        long events = 0;
        for (BufferChain chain : chains) {
            for (int piece = 0; piece < chain.size(); piece++) {
                decoder.decode(chain, piece, null, table);
                events += table.size();
            }
        }
        return events;
    }

    @TearDown
    public void delete() throws IOException {
        trace.close();
    }
}
