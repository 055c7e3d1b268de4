package io.github.etl2jfr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the converter from outside, on traces it generates and deletes: the jar is run as users run it, so that
 * nothing here depends on how it works. docs/performance.md tells what is measured and how.
 */
@Command(
        name = "ConversionBenchmark",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Measures conversion, info, a plain copy and JMC's writer in turn, and prints a table.")
public final class ConversionBenchmark implements Callable<Integer> {
    /** Of a trace of plain events with ReadyThread events: only to find the switches for a wanted size. */
    private static final int BYTES_PER_SWITCH = 53;

    @Option(names = "--switches", paramLabel = "N", description = "switches in a trace (${DEFAULT-VALUE})")
    private long switches = 10_000_000;

    @Option(names = "--processors", paramLabel = "N", description = "processors of a trace (${DEFAULT-VALUE})")
    private int processors = 8;

    @Option(names = "--threads", paramLabel = "N", description = "threads at any time (${DEFAULT-VALUE})")
    private int threads = 2_000;

    @Option(names = "--processes", paramLabel = "N", description = "processes at the start (${DEFAULT-VALUE})")
    private int processes = 20;

    @Option(names = "--runs", paramLabel = "N", description = "how often each is measured (${DEFAULT-VALUE})")
    private int runs = 5;

    @Option(
            names = "--jmc-switches",
            paramLabel = "N",
            description = "switches in the trace whose events JMC's writer writes (${DEFAULT-VALUE})")
    private long jmcSwitches = 200_000;

    @Option(
            names = "--growth",
            paramLabel = "MB",
            split = ",",
            arity = "0..1",
            fallbackValue = "10,100,1000,4000",
            description = "instead: traces of these sizes (${FALLBACK-VALUE})")
    private List<Long> sizes = List.of();

    @Option(
            names = "--processors-growth",
            paramLabel = "N",
            split = ",",
            arity = "0..1",
            fallbackValue = "1,4,16,64,256",
            description = "instead: traces of so many processors (${FALLBACK-VALUE})")
    private List<Integer> processorNumbers = List.of();

    @Option(names = "--jar", paramLabel = "FILE", description = "the converter (${DEFAULT-VALUE})")
    private Path jar = Path.of("target", "etl2jfr.jar");

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "where traces and recordings are for the time being (${DEFAULT-VALUE})")
    private Path directory = Path.of("target");

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ConversionBenchmark()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, RunnerException {
        Path work = Files.createTempDirectory(directory, "benchmark");
        try {
            Machine.describe().forEach(System.out::println);
            System.out.println();
            TraceKind.Load load = new TraceKind.Load(switches, processors, threads, processes, 2);
            if (!sizes.isEmpty()) {
                traceGrowth(load, work);
            } else if (!processorNumbers.isEmpty()) {
                processorGrowth(load, work);
            } else {
                new Throughput(new Converter(jar), work).measure(load, load.withSwitches(jmcSwitches), runs);
            }
            return 0;
        } finally {
            delete(work);
        }
    }

    private void traceGrowth(TraceKind.Load load, Path work) throws IOException, InterruptedException {
        Growth growth = new Growth(new Converter(jar), work, runs);
        for (long size : sizes) {
            growth.measure(
                    load.withSwitches(size * 1_000_000 / BYTES_PER_SWITCH).withManyThreads());
        }
        growth.print();
    }

    private void processorGrowth(TraceKind.Load load, Path work) throws IOException, InterruptedException {
        Growth growth = new Growth(new Converter(jar), work, runs);
        for (int number : processorNumbers) {
            growth.measure(load.withProcessors(number));
        }
        growth.print();
    }

    private static void delete(Path work) throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }
}
