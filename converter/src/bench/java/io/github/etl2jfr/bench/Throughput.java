package io.github.etl2jfr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * How fast each kind of trace is converted, and how fast the same machine does what that is compared with. All take
 * turns, so that none meets a better machine than the others.
 */
final class Throughput {
    /** A trace and what was measured with it. */
    private static final class Subject {
        final TraceKind kind;
        final Path trace;
        final Samples conversion = new Samples();
        final Samples copy = new Samples();
        final Samples info = new Samples();
        long peakBytes = JavaProcess.UNKNOWN;
        long traceBytes;
        Converter.Report report;
        double bytesPerSwitch;
        double bytesPerRunning;

        Subject(TraceKind kind, Path work) {
            this.kind = kind;
            this.trace = work.resolve(kind + ".etl");
        }

        double eventsPerSecond() {
            return report.events() / conversion.median();
        }
    }

    private final Converter converter;
    private final Path work;
    private final Path recording;
    private final List<Subject> subjects = new ArrayList<>();
    private final Samples jmcFirst = new Samples();
    private final Samples jmcSecond = new Samples();
    private double xpressMegabytesPerSecond;

    /**
     * @param work an empty directory
     */
    Throughput(Converter converter, Path work) {
        this.converter = converter;
        this.work = work;
        this.recording = work.resolve("recording.jfr");
    }

    /**
     * Measures everything and prints it.
     *
     * @param jmcLoad whose events JMC's writer writes: few, as it keeps them in memory
     */
    void measure(TraceKind.Load load, TraceKind.Load jmcLoad, int runs)
            throws IOException, InterruptedException, RunnerException {
        for (TraceKind kind : TraceKind.values()) {
            subjects.add(prepare(kind, load));
        }
        Path jmcSource = jmcSource(jmcLoad);
        for (int run = 0; run < runs; run++) {
            for (Subject subject : subjects) {
                measure(subject);
            }
            measureJmc(jmcSource);
        }
        xpressMegabytesPerSecond = xpressMegabytesPerSecond();
        printFigures();
        printTimes();
    }

    /** Generates a trace and converts it, not measured, to know what is in it. It is in memory afterwards. */
    private Subject prepare(TraceKind kind, TraceKind.Load load) throws IOException, InterruptedException {
        Subject subject = new Subject(kind, work);
        kind.write(load, subject.trace);
        subject.traceBytes = Files.size(subject.trace);
        subject.bytesPerSwitch = converter
                .report("windows.ContextSwitch", subject.trace, recording)
                .bytesPerEvent();
        subject.bytesPerRunning = converter
                .report("windows.ThreadRunning", subject.trace, recording)
                .bytesPerEvent();
        subject.report = converter.report(subject.trace, recording);
        Files.delete(recording);
        return subject;
    }

    private Path jmcSource(TraceKind.Load load) throws IOException, InterruptedException {
        Path trace = work.resolve("jmc.etl");
        Path source = work.resolve("jmc-source.jfr");
        TraceKind.FULL.write(load, trace);
        converter.report(trace, source);
        Files.delete(trace);
        return source;
    }

    private void measure(Subject subject) throws IOException, InterruptedException {
        JavaProcess.Run conversion = converter.convert(subject.trace, recording);
        subject.conversion.add(conversion.seconds());
        subject.peakBytes = Math.max(subject.peakBytes, conversion.peakBytes());
        long bytes = Files.size(recording);
        Files.delete(recording);
        subject.copy.add(JavaProcess.run(PlainCopy.class, subject.trace, recording, bytes)
                .seconds());
        Files.delete(recording);
        subject.info.add(converter.info(subject.trace).seconds());
    }

    private void measureJmc(Path source) throws IOException, InterruptedException {
        String[] eventsPerSecond = JavaProcess.run(JmcWriting.class, source, recording)
                .output()
                .strip()
                .split(" ", 2);
        Files.delete(recording);
        jmcFirst.add(Double.parseDouble(eventsPerSecond[0]));
        jmcSecond.add(Double.parseDouble(eventsPerSecond[1]));
    }

    /** By the kernel's own benchmark. */
    private static double xpressMegabytesPerSecond() throws RunnerException {
        return new Runner(new OptionsBuilder()
                        .include(DecompressionBenchmark.class.getName())
                        .param("format", "XPRESS")
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .runSingle()
                .getPrimaryResult()
                .getScore();
    }

    private void printFigures() {
        Table table = new Table(head("figure", "wanted"));
        add(table, "switches a second", "5,000,000", s -> Table.whole(s.report.switches() / s.conversion.median()));
        add(table, "events a second", "20,000,000", s -> Table.whole(s.eventsPerSecond()));
        add(table, "times as fast as JMC's writer", "100", s -> Table.whole(s.eventsPerSecond() / jmcFirst.median()));
        add(
                table,
                "times as long as the plain copy",
                "at most 3",
                s -> Table.fine(s.conversion.median() / s.copy.median()));
        add(table, "info, GB/s", "1", s -> Table.fine(s.traceBytes / s.info.median() / 1e9));
        add(
                table,
                "XPRESS, MB/s of output a core",
                "300",
                s -> s.kind == TraceKind.FULL_COMPRESSED ? Table.whole(xpressMegabytesPerSecond) : "");
        add(table, "resident with -Xmx64m, MB", "at most 250", s -> Table.megabytes(s.peakBytes));
        add(table, "bytes a running slice", "at most 24", s -> Table.fine(s.bytesPerRunning));
        add(table, "bytes a context switch", "at most 34", s -> Table.fine(s.bytesPerSwitch));
        table.print(System.out);
    }

    private void printTimes() {
        Table table = new Table(head("measured", "unit"));
        add(table, "trace", "MB", s -> Table.megabytes(s.traceBytes));
        add(table, "recording", "MB", s -> Table.megabytes(s.report.recordingBytes()));
        add(table, "switches", "", s -> Table.count(s.report.switches()));
        add(table, "events", "", s -> Table.count(s.report.events()));
        add(table, "threads", "", s -> Table.count(s.report.threads()));
        add(table, "conversion", "s, median (least)", s -> seconds(s.conversion));
        add(table, "plain copy", "s, median (least)", s -> seconds(s.copy));
        add(table, "info", "s, median (least)", s -> seconds(s.info));
        addJmc(table, "JMC's writer", jmcFirst);
        addJmc(table, "JMC's writer, once warm", jmcSecond);
        table.print(System.out);
    }

    private void addJmc(Table table, String name, Samples eventsPerSecond) {
        String figure =
                "%s (%s)".formatted(Table.whole(eventsPerSecond.median()), Table.whole(eventsPerSecond.maximum()));
        add(table, name, "events/s, median (most)", s -> s.kind == TraceKind.FULL ? figure : "");
    }

    private static String seconds(Samples samples) {
        return "%s (%s)".formatted(Table.fine(samples.median()), Table.fine(samples.minimum()));
    }

    private List<String> head(String... first) {
        List<String> head = row(first);
        subjects.forEach(subject -> head.add(subject.kind.label()));
        return head;
    }

    private static List<String> row(String... first) {
        return new ArrayList<>(List.of(first));
    }

    private void add(Table table, String name, String unit, Function<Subject, String> value) {
        List<String> row = row(name, unit);
        subjects.forEach(subject -> row.add(value.apply(subject)));
        table.add(row);
    }
}
