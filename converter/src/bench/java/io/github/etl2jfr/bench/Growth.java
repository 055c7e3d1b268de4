package io.github.etl2jfr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How time and memory grow with the trace: one trace at a time, each deleted before the next. Time is a line through
 * the start of the virtual machine; what a further switch takes tells its slope.
 */
final class Growth {
    private final Converter converter;
    private final Path work;
    private final int runs;
    private final Table table = new Table(List.of(
            "processors",
            "trace, MB",
            "switches",
            "threads",
            "seconds",
            "ns a switch",
            "ns a further switch",
            "resident, MB"));
    private long lastSwitches;
    private double lastSeconds;

    /**
     * @param work an empty directory
     */
    Growth(Converter converter, Path work, int runs) {
        this.converter = converter;
        this.work = work;
        this.runs = runs;
    }

    void measure(TraceKind.Load load) throws IOException, InterruptedException {
        Path trace = work.resolve("trace.etl");
        Path recording = work.resolve("recording.jfr");
        TraceKind.FULL.write(load, trace);
        Converter.Report report = converter.report(trace, recording);
        Samples seconds = new Samples();
        long peakBytes = JavaProcess.UNKNOWN;
        for (int run = 0; run < runs; run++) {
            Files.delete(recording);
            JavaProcess.Run conversion = converter.convert(trace, recording);
            seconds.add(conversion.seconds());
            peakBytes = Math.max(peakBytes, conversion.peakBytes());
        }
        add(load, Files.size(trace), report, seconds.median(), peakBytes);
        Files.delete(recording);
        Files.delete(trace);
    }

    private void add(TraceKind.Load load, long traceBytes, Converter.Report report, double seconds, long peakBytes) {
        long furtherSwitches = report.switches() - lastSwitches;
        table.add(List.of(
                Integer.toString(load.processors()),
                Table.megabytes(traceBytes),
                Table.count(report.switches()),
                Table.count(report.threads()),
                Table.fine(seconds),
                Table.whole(seconds * 1e9 / report.switches()),
                lastSwitches == 0 || furtherSwitches <= 0
                        ? ""
                        : Table.whole((seconds - lastSeconds) * 1e9 / furtherSwitches),
                Table.megabytes(peakBytes)));
        lastSwitches = report.switches();
        lastSeconds = seconds;
    }

    void print() {
        table.print(System.out);
    }
}
