package io.github.etl2jfr.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.recording.LeftOut;
import io.github.etl2jfr.recording.RecordingWriter;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The event path allocates nothing for an event: what a conversion allocates it does for itself, for a thread, or for
 * some thousand events. Counted in bytes, all of it on one thread, as the difference between a long trace and a short
 * one.
 */
class AllocationTest {
    private static final int SHORT = 100_000;
    private static final int LONG = 600_000;

    /**
     * Bytes a switch, which is three events; the smallest object would be 16. What is made for every piece, batch and
     * chunk comes to less.
     */
    private static final double LIMIT = 2;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"EVENTS, false", "EVENTS, true", "BATCHES, false", "BATCHES, true"})
    void nothingIsAllocatedForAnEvent(SwitchForm form, boolean compressed) throws Exception {
        assertThat(bytesPerSwitch(form, compressed, UnaryOperator.identity())).isLessThan(LIMIT);
    }

    /** The measurement itself: an object for each switch does not escape it. */
    @Test
    void anObjectForEachSwitchIsNoticed() throws Exception {
        assertThat(bytesPerSwitch(SwitchForm.EVENTS, false, Wasteful::new)).isGreaterThan(16);
    }

    private static final class Wasteful implements SchedulerListener {
        private final SchedulerListener next;
        private Object last;

        Wasteful(SchedulerListener next) {
            this.next = next;
        }

        @Override
        public void contextSwitch(SwitchEvent event) throws IOException {
            last = last == null ? new long[1] : new long[] {last.hashCode()};
            next.contextSwitch(event);
        }
    }

    private double bytesPerSwitch(SwitchForm form, boolean compressed, UnaryOperator<SchedulerListener> listener)
            throws Exception {
        Path shortTrace = trace(SHORT, form, compressed);
        Path longTrace = trace(LONG, form, compressed);
        // Classes are loaded and tables grow in the first run.
        allocatedBytes(shortTrace, listener);
        long forShort = allocatedBytes(shortTrace, listener);
        return (double) (allocatedBytes(longTrace, listener) - forShort) / (LONG - SHORT);
    }

    private Path trace(int switches, SwitchForm form, boolean compressed) throws Exception {
        TraceOptions options = new TraceOptions().processors(4);
        if (compressed) {
            options.compression(3, XpressEncoder::encode);
        }
        Path trace = directory.resolve(switches + ".etl");
        Files.write(
                trace,
                new SyntheticTrace(1)
                        .threads(50)
                        .switches(switches)
                        .form(form)
                        .churnPerMille(0)
                        .toTrace(options));
        return trace;
    }

    private long allocatedBytes(Path trace, UnaryOperator<SchedulerListener> listener) throws Exception {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try (EtlFile file = EtlFile.open(trace);
                FileChannel channel = FileChannel.open(
                        directory.resolve("out.jfr"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            DamageLog damage = new DamageLog();
            TraceSurvey survey = TraceSurvey.of(file, damage, Workers.none(), bytes -> {});
            ProcessDirectory processes = new ProcessDirectory(survey.identities());
            ThreadDirectory threads = ThreadDirectory.of(file, survey, processes);
            RecordingWriter.Session session = new RecordingWriter.Session(
                    "trace.etl",
                    file.header(),
                    file.clock(),
                    survey.firstTime(),
                    survey.lastTime(),
                    false,
                    true,
                    4,
                    LeftOut.NOTHING);
            RecordingWriter writer = new RecordingWriter(channel, session, threads, Workers.none());
            Chronicle chronicle = new Chronicle(
                    writer, session, ThreadFilter.all(threads), ConversionOptions.DEFAULT.events(), damage);
            chronicle.begin(survey, processes);
            new Scheduler(new EventMerge(file, survey, damage, bytes -> {}, Workers.none()), threads)
                    .replay(survey.firstTime(), survey.lastTime(), listener.apply(chronicle));
            chronicle.end();
            writer.finish();
            assertThat(damage.entries()).isEqualTo(List.of());
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
