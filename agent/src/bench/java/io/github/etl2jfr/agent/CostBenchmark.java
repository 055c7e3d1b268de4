package io.github.etl2jfr.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What the agent costs an application while it follows a trace of so many slices a second, of that JVM's threads or of
 * another's. The trace is made in advance, of the threads that there are, and grows as fast as it was recorded, first
 * for some seconds that are not counted. Before and after, the same time goes by without the trace: what is measured is
 * compared with these two.
 */
public final class CostBenchmark {
    /** As many at every rate, if that does not take too long: the JVM compiles what ran so often. */
    private static final int SLICES_TO_WARM_UP = 4_000_000;

    /** The compiler takes its time, too, where the processors have other things to do. */
    private static final int SECONDS_TO_WARM_UP = 24;

    private static final int MAX_SECONDS_TO_WARM_UP = 60;

    private static final Duration WINDOW = Duration.ofSeconds(6);

    /** Slices a second at which a trace takes 5 GB. */
    private static final int MAX_RATE = 1_000_000;

    private static final int GROWTHS_PER_SECOND = 10;
    private static final int SLICES_PER_ROUND = 3;
    private static final int LANES = 60;
    private static final int ATTEMPTS_TO_DELETE = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Path directory;

    private CostBenchmark(Path directory) {
        this.directory = directory;
    }

    /** Whose slices the trace has. */
    private enum Whose {
        OWN("own", "this JVM", "own"),
        OTHERS("others", "another", "own"),
        OTHERS_WITH_LANES("others-with-lanes", "another, `lanes=all`", "all");

        private final String option;
        private final String label;
        private final String lanes;

        Whose(String option, String label, String lanes) {
            this.option = option;
            this.label = label;
            this.lanes = lanes;
        }
    }

    /** What went by in a JVM in a while. */
    private record Window(double seconds, long work, double agentSeconds, double jfrSeconds) {
        double rate() {
            return work / seconds;
        }
    }

    /**
     * What is measured: each rate with each of these.
     *
     * @param rates slices a second
     */
    private record Rows(List<Integer> rates, List<Whose> whose) {
        private static final String USAGE = "usage: [--rates N,...] [--of own,others,others-with-lanes]";

        /**
         * By what the user wants, which is everything by default.
         *
         * @throws IllegalArgumentException if that makes no sense; the message is for the user
         */
        static Rows of(String... arguments) {
            List<Integer> rates = List.of(1_000, 100_000, 1_000_000);
            List<Whose> whose = List.of(Whose.values());
            if (arguments.length % 2 != 0) {
                throw new IllegalArgumentException(USAGE);
            }
            for (int i = 0; i < arguments.length; i += 2) {
                List<String> values = List.of(arguments[i + 1].split(",", -1));
                switch (arguments[i]) {
                    case "--rates" -> rates = values.stream().map(Rows::rate).toList();
                    case "--of" -> whose = values.stream().map(Rows::whose).toList();
                    default -> throw new IllegalArgumentException(USAGE);
                }
            }
            return new Rows(rates, whose);
        }

        private static int rate(String text) {
            try {
                int rate = Integer.parseInt(text);
                if (rate > 0 && rate <= MAX_RATE) {
                    return rate;
                }
            } catch (NumberFormatException e) {
                // Told below.
            }
            throw new IllegalArgumentException(
                    "'%s' is not a number of slices a second; 1 to %d are".formatted(text, MAX_RATE));
        }

        private static Whose whose(String text) {
            return Stream.of(Whose.values())
                    .filter(whose -> whose.option.equals(text))
                    .findAny()
                    .orElseThrow(() -> new IllegalArgumentException(USAGE));
        }
    }

    /** Measures, and prints a table. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
        Rows rows;
        try {
            rows = Rows.of(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        Path files = Files.createTempDirectory("etl2jfr-cost");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(files)));
        System.out.println("| slices a second | of | written | agent, % of a core | JFR's threads besides, %"
                + " | application's throughput | bytes allocated a slice |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (int rate : rows.rates()) {
            for (Whose whose : rows.whose()) {
                Path directory = Files.createTempDirectory(files, "row");
                try {
                    System.out.println(new CostBenchmark(directory).row(rate, whose));
                } finally {
                    delete(directory);
                }
            }
        }
    }

    /** Leaves nothing behind, be it interrupted: the JVMs that it started would go on to write. */
    private static void cleanUp(Path files) {
        ProcessHandle.current().children().forEach(child -> {
            child.destroyForcibly();
            child.onExit().join();
        });
        for (int attempt = 0; attempt < ATTEMPTS_TO_DELETE && Files.exists(files); attempt++) {
            try {
                delete(files);
            } catch (IOException | UncheckedIOException e) {
                // The main thread may have written a file just then.
            }
        }
    }

    private static synchronized void delete(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private String row(int rate, Whose whose) throws Exception {
        Path other = Files.createDirectory(directory.resolve("other"));
        Path growing = directory.resolve("growing.etl");
        try (AgentJvm jvm = AgentJvm.start(directory);
                AgentJvm traced = whose == Whose.OWN ? jvm : AgentJvm.start(other)) {
            // Older slices would be left out.
            jvm.tell("record app");
            Path trace = trace(traced, rate);
            jvm.tell("watch");
            jvm.tell("work");
            Thread.sleep(2000);
            Window before = window(jvm, Thread::sleep);
            Window with;
            long allocated;
            try (GrowingFile growth = new GrowingFile(trace, growing)) {
                growth.growTo(0.01);
                AgentJvm.Said said = jvm.agent(jvm.pid(), growing, "--max-rate", 10 * rate, "--lanes", whose.lanes);
                if (said.exitCode() != 0) {
                    throw new IOException(said.err());
                }
                Duration warmUp = warmUp(rate);
                double total = warmUp.plus(WINDOW).toMillis();
                growTo(growth, warmUp.toMillis() / total, warmUp.toMillis());
                long allocatedBefore = Long.parseLong(jvm.tell("allocated"));
                with = window(jvm, millis -> growTo(growth, 1, millis));
                allocated = Long.parseLong(jvm.tell("allocated")) - allocatedBefore;
                growth.end();
            }
            jvm.awaitErr("done with");
            long slices = rate * WINDOW.toSeconds();
            String row = "| %,d | %s | %,d | %.2f | %.2f | %.3f | %.2f |";
            Thread.sleep(1000);
            Window after = window(jvm, Thread::sleep);
            return row.formatted(
                    rate,
                    whose.label,
                    written(jvm),
                    100 * with.agentSeconds() / with.seconds(),
                    100
                            * (with.jfrSeconds() / with.seconds()
                                    - (before.jfrSeconds() + after.jfrSeconds())
                                            / (before.seconds() + after.seconds())),
                    2 * with.rate() / (before.rate() + after.rate()),
                    (double) allocated / slices);
        }
    }

    private static Duration warmUp(int rate) {
        int seconds = Math.min(SLICES_TO_WARM_UP / rate, MAX_SECONDS_TO_WARM_UP);
        return Duration.ofSeconds(Math.max(seconds, SECONDS_TO_WARM_UP));
    }

    private static void growTo(GrowingFile growth, double part, long millis) throws IOException, InterruptedException {
        int times = (int) millis * GROWTHS_PER_SECOND / 1000;
        growth.growTo(part, times, millis / times);
    }

    private Path trace(AgentJvm jvm, int rate) throws IOException {
        long stepNanos = (long) (SLICES_PER_ROUND * NANOS_PER_SECOND / rate);
        int processors = (int) (70_000 / stepNanos) + 1;
        Path trace = directory.resolve("whole.etl");
        jvm.tell("workers " + LANES);
        jvm.tell("begin");
        jvm.tell("trace %s %d %d %d"
                .formatted(trace, warmUp(rate).plus(WINDOW).toNanos() / stepNanos, stepNanos, processors));
        return trace;
    }

    private static long written(AgentJvm jvm) throws IOException {
        return jvm.complaints().stream()
                .filter(line -> line.contains("done with"))
                .map(line ->
                        line.replaceAll(".*: ([0-9,]+) events written.*", "$1").replace(",", ""))
                .mapToLong(Long::parseLong)
                .findAny()
                .orElseThrow();
    }

    /** What is done meanwhile. */
    private interface Meanwhile {
        void pass(long millis) throws IOException, InterruptedException;
    }

    private static Window window(AgentJvm jvm, Meanwhile meanwhile) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long worked = Long.parseLong(jvm.tell("worked"));
        double agent = processorSeconds(jvm, name -> name.startsWith("etl2jfr"));
        double jfr = processorSeconds(jvm, name -> name.startsWith("JFR"));
        meanwhile.pass(WINDOW.toMillis());
        return new Window(
                (System.nanoTime() - start) / NANOS_PER_SECOND,
                Long.parseLong(jvm.tell("worked")) - worked,
                processorSeconds(jvm, name -> name.startsWith("etl2jfr")) - agent,
                processorSeconds(jvm, name -> name.startsWith("JFR")) - jfr);
    }

    /** Of the threads that live, by Linux. */
    private static double processorSeconds(AgentJvm jvm, Predicate<String> names) throws IOException {
        double nanos = 0;
        List<Path> tasks = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(jvm.pid()), "task"))) {
            all.forEach(tasks::add);
        }
        for (Path task : tasks) {
            if (names.test(Files.readString(task.resolve("comm")))) {
                nanos += Double.parseDouble(
                        Files.readString(task.resolve("schedstat")).split(" ", -1)[0]);
            }
        }
        return nanos / NANOS_PER_SECOND;
    }
}
