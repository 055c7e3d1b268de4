package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import java.io.IOException;
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

/**
 * From the buffers, decoded on the way, to the order of time, and on to switches and slices that nobody writes. The
 * unit is a switch with the ReadyThread event before it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SchedulingBenchmark {
    private static final int SWITCHES = 200_000;

    @Param({"EVENTS", "BATCHES"})
    private SwitchForm form;

    private BenchmarkTrace trace;

    @Setup
    public void generate() throws IOException, InputException, InterruptedException {
        trace = new BenchmarkTrace(new SyntheticTrace(1).switches(SWITCHES).form(form));
    }

    @Benchmark
    @OperationsPerInvocation(SWITCHES)
    public long merge() throws IOException {
        EventMerge events = trace.merge();
        long sum = 0;
        for (MergedEvents batch = events.next(); batch != null; batch = events.next()) {
            sum += batch.events().size();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(SWITCHES)
    public long schedule() throws IOException {
        Counter counter = new Counter();
        new Scheduler(trace.merge(), trace.threads()).replay(trace.firstTime(), trace.lastTime(), counter);
        return counter.told;
    }

    @TearDown
    public void delete() throws IOException {
        trace.close();
    }

    private static final class Counter implements SchedulerListener {
        long told;

        @Override
        public void contextSwitch(SwitchEvent event) {
            told++;
        }

        @Override
        public void running(Slice slice) {
            told++;
        }

        @Override
        public void ready(Slice slice) {
            told++;
        }

        @Override
        public void waiting(Slice slice) {
            told++;
        }

        @Override
        public void idle(Slice slice) {
            told++;
        }
    }
}
