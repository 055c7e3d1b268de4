package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Permission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be is told in one line, and nobody comes to harm. */
class MannersIT {
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    /** Recorded before this machine was started last. */
    private static final Path OF_ANOTHER_SYSTEM = Path.of("../converter/samples/contention-full.etl");

    @TempDir
    private Path directory;

    /** Does nothing but say so, for so long or until the agent has failed. */
    static final class Greeting {
        private Greeting() {}

        @SuppressWarnings("SystemOut")
        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("hello");
            long end = System.nanoTime()
                    + Duration.ofMillis(Long.parseLong(arguments[0])).toNanos();
            while (System.nanoTime() < end && !hasFailed()) {
                Thread.sleep(20);
            }
            System.out.println("bye");
        }

        private static boolean hasFailed() {
            return System.getProperty("io.github.etl2jfr.agent.status", "").startsWith("FAILED") && agent().isEmpty();
        }

        static Optional<Thread> agent() {
            return Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("etl2jfr agent"))
                    .findAny();
        }

        static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The application's class path ends with the agent's jar. */
    @Test
    void nothingInTheJarHasANameThatOthersHave() throws Exception {
        try (JarFile jar = new JarFile(AgentJvm.jar().toFile())) {
            assertThat(jar.stream()
                            .filter(entry -> !entry.isDirectory())
                            .map(JarEntry::getName)
                            .filter(name -> !name.startsWith("META-INF/")))
                    .isNotEmpty()
                    .allMatch(name -> name.startsWith("io/github/etl2jfr/agent/"));
        }
    }

    static Stream<Arguments> badOptions() {
        return Stream.of(
                Arguments.of("", "no options; name the trace: trace=PATH"),
                Arguments.of("trace=", "name the trace: trace=PATH"),
                Arguments.of("trace=x.etl,speed=9", "no option 'speed'; there are trace, events"),
                Arguments.of("trace=x.etl,evnets=all", "no option 'evnets' (did you mean events?)"),
                Arguments.of("trace=x.etl,threads=", "threads: names no thread"),
                Arguments.of("trace=x.etl,min-duration=9", "min-duration: '9' is not a length of time"),
                Arguments.of("trace=x.etl,events=dreams", "events: 'dreams' is not a kind of event"),
                Arguments.of("trace=x.etl,max-rate=-1", "max-rate: '-1' is not a number of events a second"),
                Arguments.of("trace=x.etl,from=soon", "from: 'soon' is not a time"),
                Arguments.of("trace=x.etl,from=2,to=1", "from is not before to"),
                Arguments.of("trace=x.etl,from=-1,to=-1.5", "from is not before to"),
                Arguments.of("trace=x.etl,profile-threads=often", "profile-threads: 'often' is not a length of time"),
                Arguments.of("trace=x.etl,profile-threads=9us", "profile-threads: '9us' is too short; 1ms is"),
                Arguments.of(
                        "trace=x.etl,profile-threads=1s,profile-counters=3,16",
                        "profile-counters: '16' is not the index of a hardware counter; those are 0 to 15"),
                Arguments.of("trace=x.etl,profile-counters=3", "profile-counters goes with profile-threads=PERIOD"),
                Arguments.of("trace=x.etl,trace=y.etl", "trace is there twice"));
    }

    @ParameterizedTest
    @MethodSource("badOptions")
    void badOptionsEndTheAgentOnly(String options, String complaint) throws Exception {
        AgentJvm.Said said = greet("0", AgentJvm.javaAgent(options));
        assertThat(said.err().lines())
                .singleElement()
                .asString()
                .startsWith("etl2jfr: agent does not start: " + complaint);
    }

    @Test
    void noFlightRecorder() throws Exception {
        String limit = "--limit-modules=java.base,java.instrument";
        AgentJvm.Said said = greet("0", limit, AgentJvm.javaAgent("trace=x.etl"));
        assertThat(said.err().lines())
                .containsExactly("etl2jfr: agent does not start: this JVM runs without its flight recorder;"
                        + " start it with --add-modules jdk.jfr, or with a Java that has it");
        said = greet("0", limit, "--add-modules=jdk.jfr", AgentJvm.javaAgent("trace=x.etl"));
        assertThat(said.err()).doesNotContain("does not start");
    }

    @Test
    void noTrace() throws Exception {
        Path trace = Files.writeString(directory.resolve("text.etl"), "This is no trace. ".repeat(100));
        AgentJvm.Said said = greet("60000", "-XX:StartFlightRecording", AgentJvm.javaAgent("trace=" + trace));
        assertThat(said.err().lines().filter(line -> line.startsWith("etl2jfr")))
                .containsExactly(
                        "etl2jfr: agent ends: %s: not an ETL file: no WMI buffer header at offset 0".formatted(trace));
    }

    /** Some of it would be waited for, some read for ever; it need not wait for a recording to be told. */
    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(strings = {"pipe", "device", "directory", "recording", "text", "too long a name", "memory"})
    void whatWillNotBecomeATrace(String kind) throws Exception {
        Path trace =
                switch (kind) {
                    case "device" -> Path.of("/dev/zero");
                    case "memory" -> Path.of("/proc/self/mem");
                    case "too long a name" -> directory.resolve("x".repeat(300));
                    default -> directory.resolve(kind + ".etl");
                };
        switch (kind) {
            case "pipe" ->
                assertThat(new ProcessBuilder("mkfifo", trace.toString())
                                .start()
                                .waitFor())
                        .isZero();
            case "directory" -> Files.createDirectory(trace);
            case "recording" -> Files.write(trace, new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1});
            case "text" -> Files.writeString(trace, "no trace");
            case "too long a name" -> assertThat(Files.exists(trace)).isFalse();
            default -> assertThat(trace).exists();
        }
        String complaint = trace
                + switch (kind) {
                    case "directory" -> ": a directory, not a trace";
                    case "recording" -> ": a flight recording, not a trace; name the .etl file";
                    case "text" -> ": not an ETL file: ";
                    case "too long a name" -> ": file name too long";
                    case "memory" -> ": input/output error";
                    default -> ": not a regular file; copy it into one";
                };
        refuse(3, complaint, "1", trace);
        for (String option : List.of("", ",start")) {
            AgentJvm.Said said = greet("60000", AgentJvm.javaAgent("trace=" + trace + option));
            assertThat(said.err().lines()).singleElement().asString().startsWith("etl2jfr: agent ends: " + complaint);
        }
    }

    /** The agent is done for, and has been told to hide it. */
    static final class Guarded {
        private Guarded() {}

        /** Begins a text, where the agent waits for a trace, and waits until it has ended. */
        @SuppressWarnings({"SystemOut", "removal"})
        public static void main(String[] arguments) throws Exception {
            awaitAgent("WAITING waits for " + arguments[0]);
            System.setSecurityManager(new SecurityManager() {
                @Override
                public void checkPermission(Permission permission) {
                    if (permission.getName().startsWith("io.github.etl2jfr")
                            && permission.getActions().contains("write")) {
                        throw new SecurityException("no");
                    }
                }
            });
            Files.writeString(Path.of(arguments[0]), "no trace");
            Greeting.agent().ifPresent(Greeting::join);
            System.out.println("bye");
        }

        static void awaitAgent(String status) throws InterruptedException {
            while (!System.getProperty("io.github.etl2jfr.agent.status", "").startsWith(status)) {
                Thread.sleep(20);
            }
        }
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_23)
    void hiddenStatus() throws Exception {
        Path trace = directory.resolve("text.etl");
        AgentJvm.Said said = AgentJvm.run(
                directory,
                List.of(
                        AgentJvm.tool("java"),
                        "-Djava.security.manager=allow",
                        AgentJvm.javaAgent("start,trace=" + trace),
                        "-cp",
                        AgentJvm.classPath(),
                        Guarded.class.getName(),
                        trace.toString()));
        assertThat(said.out()).isEqualTo("bye\n");
        assertThat(said.err())
                .contains("etl2jfr: agent ends: %s: not an ETL file".formatted(trace))
                .doesNotContain("Exception");
    }

    /** Has the agent fail because, or while, the JVM shuts down. */
    static final class Ending {
        private Ending() {}

        /** Begins a text, where the agent waits for a trace, when it is late. */
        public static void main(String[] arguments) throws InterruptedException {
            Guarded.awaitAgent("WAITING waits for " + arguments[0]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    Files.writeString(Path.of(arguments[0]), "no trace");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                Greeting.agent().ifPresent(Greeting::join);
            }));
        }
    }

    @Test
    void whatFailsAtTheEndIsNoNews() throws Exception {
        Path trace = directory.resolve("text.etl");
        AgentJvm.Said said = AgentJvm.run(
                directory,
                List.of(
                        AgentJvm.tool("java"),
                        AgentJvm.javaAgent("start,trace=" + trace),
                        "-cp",
                        AgentJvm.classPath(),
                        Ending.class.getName(),
                        trace.toString()));
        assertThat(trace).exists();
        assertThat(said.exitCode()).isZero();
        assertThat(said.err().lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("no such file yet"))
                .anyMatch(line -> line.contains("started the recording"));
    }

    /** Whatever it is in the midst of: JFR deletes its recordings' files then, and complains of those it misses. */
    @Test
    void exitWhileItStarts() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        for (int millis = 0; millis < 800; millis += 80) {
            AgentJvm.Said said = greet(
                    Integer.toString(millis),
                    "-Djava.io.tmpdir=" + temporary,
                    "-XX:StartFlightRecording",
                    AgentJvm.javaAgent("trace=" + directory.resolve("missing.etl")));
            assertThat(said.err().lines()).allMatch(line -> line.endsWith("no such file yet; waits for it"));
            try (Stream<Path> files = Files.list(temporary)) {
                assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".jfr"));
            }
        }
    }

    /** What the agent started for nothing does not go on without it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void refusedTraceEndsTheRecordingStartedForIt() throws Exception {
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("start,trace=" + trace))) {
            jvm.awaitStatus("WAITING waits for \\Q%s\\E; started the recording .*".formatted(trace));
            Files.copy(OF_ANOTHER_SYSTEM, trace);
            assertThat(jvm.awaitStatus("FAILED .*"))
                    .contains("its clock differs from this system's")
                    .endsWith("; the recording that it started is closed");
            assertThat(jvm.tell("leftovers")).doesNotContain("recording");
            jvm.end();
        }
    }

    /** That takes no recording. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void traceOfAnotherSystem() throws Exception {
        AgentJvm.Said said = greet("60000", AgentJvm.javaAgent("trace=" + OF_ANOTHER_SYSTEM));
        assertThat(said.err().lines())
                .singleElement()
                .asString()
                .startsWith("etl2jfr: agent ends: %s: its clock differs from this system's by "
                        .formatted(OF_ANOTHER_SYSTEM))
                .endsWith("): it is another machine's or older than this one's start, or the time of day was set"
                        + " since; etl2jfr.jar merges it with the JVM's recording of that time (--jfr)");
        Files.copy(OF_ANOTHER_SYSTEM, directory.resolve("trace_1.etl"));
        Path several = directory.resolve("trace_%d.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            for (Path trace : List.of(OF_ANOTHER_SYSTEM, several)) {
                AgentJvm.Said refused = jvm.agent(jvm.pid(), trace, "--start");
                assertThat(refused.exitCode()).isEqualTo(3);
                assertThat(refused.err()).contains(trace + ": its clock differs from this system's");
            }
            assertThat(jvm.agent("--status", jvm.pid()).out())
                    .contains(several + ": its clock differs from this system's");
            assertThat(jvm.err()).doesNotContain("started the recording");
            jvm.end();
        }
    }

    /** Nor does it if the trace comes while a recording is waited for. */
    @ParameterizedTest
    @ValueSource(strings = {"trace.etl", "trace_%d.etl"})
    @EnabledOnOs(OS.LINUX)
    void traceOfAnotherSystemThatIsYetToCome(String name) throws Exception {
        Path trace = directory.resolve(name);
        Path first = directory.resolve(name.replace("%d", "1"));
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("trace=" + trace))) {
            jvm.awaitStatus("WAITING waits for a recording, .*");
            // As any trace is at first.
            Files.createFile(first);
            Thread.sleep(500);
            Files.write(first, Files.readAllBytes(OF_ANOTHER_SYSTEM));
            jvm.awaitErr("agent ends: %s: its clock differs from this system's by ".formatted(trace));
            jvm.awaitStatus("FAILED \\Q%s\\E: its clock differs from this system's .*".formatted(trace));
            jvm.end();
        }
    }

    /** A trace that the agent knows for this system's is not refused once the time of day is set, as a new one is. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void timeOfDayThatIsSetWhileItWaits() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path set = directory.resolve("set");
        try (AgentJvm jvm = withTimeOfDaySetBy(3600, set)) {
            jvm.tell("begin");
            jvm.tell("trace " + trace + " 500");
            AgentJvm.Said said = jvm.agent(jvm.pid(), trace);
            assertThat(said.exitCode()).as(said.err()).isZero();
            assertThat(said.out()).contains("waits for a recording");
            Files.createFile(set);
            jvm.tell("record app");
            jvm.awaitStatus("FINISHED .* older than the recording.*");
            said = jvm.agent(jvm.pid(), trace, "--again");
            assertThat(said.exitCode()).isEqualTo(3);
            assertThat(said.err())
                    .containsPattern(": its clock differs from this system's by (3599|3600) s \\(behind\\): ");
            jvm.end();
        }
    }

    /** Set back by so little, the trace is still taken for this system's; what is in it is not older for that. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void timeOfDayThatIsSetBackWhileItIsRecorded() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path set = directory.resolve("set");
        try (AgentJvm jvm = withTimeOfDaySetBy(-50, set)) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " 500");
            Files.createFile(set);
            assertThat(jvm.feed(trace)).contains(" events written; ").doesNotContain("older than the recording");
            jvm.end();
        }
    }

    /**
     * A JVM whose time of day will be set.
     *
     * @param set is done once this file is there
     */
    private AgentJvm withTimeOfDaySetBy(int seconds, Path set) throws IOException, InterruptedException {
        Path clock = NativeLibrary.compile("clock", directory, "SET=\"%s\"".formatted(set), "BY=" + seconds);
        return AgentJvm.start(directory, Map.of("LD_PRELOAD", clock.toString()));
    }

    /** A mistyped one would be waited for until the JVM ends. */
    @Test
    void filesOfADirectoryThatIsNotThere() throws Exception {
        Path missing = directory.resolve("missing");
        AgentJvm.Said said = greet("60000", AgentJvm.javaAgent("trace=" + missing.resolve("trace_%d.etl")));
        assertThat(said.err().lines()).containsExactly("etl2jfr: agent ends: %s: no such directory".formatted(missing));
    }

    /** As nobody, at a JVM of root's. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void anotherUsersJvm() throws Exception {
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root") && Files.exists(SETPRIV));
        Path open = Files.createTempDirectory("etl2jfr");
        Path jar = Files.copy(AgentJvm.jar(), open.resolve("agent.jar"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
        Process jvm = new ProcessBuilder(greeting("60000")).start();
        try {
            assertThat(jvm.inputReader().readLine()).isEqualTo("hello");
            AgentJvm.Said said = AgentJvm.run(
                    directory,
                    List.of(
                            SETPRIV.toString(),
                            "--reuid=65534",
                            "--regid=65534",
                            "--clear-groups",
                            AgentJvm.tool("java"),
                            "-jar",
                            jar.toString(),
                            "--status",
                            Long.toString(jvm.pid())));
            assertThat(said.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("etl2jfr: cannot attach to process %d, which is root's: ".formatted(jvm.pid()));
            assertThat(said.exitCode()).isEqualTo(3);
            assertThat(jvm.isAlive()).isTrue();
        } finally {
            jvm.destroy();
            Files.delete(jar);
            Files.delete(open);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void commandsThatCannotBe() throws Exception {
        Path text = Files.writeString(directory.resolve("text.etl"), "This is no trace. ".repeat(100));
        Path missing = directory.resolve("missing.etl");
        Path archive = directory.resolve("trace.etl.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("trace.etl"));
            Files.copy(Path.of("../converter/samples/contention-full.etl"), zip);
        }
        refuse(1, "name the process and the trace");
        refuse(1, "name the process and the trace", "1");
        refuse(1, "'one' is not a process id", "one", text);
        refuse(1, "'stop' is not a command (did you mean --stop?)", "stop", "1");
        refuse(1, "'--stauts' is not a command (did you mean --status?)", "--stauts", "1");
        refuse(1, "no option 'treads' (did you mean threads?)", "1", text, "--treads", "main");
        refuse(1, "--status takes a process id", "--status");
        refuse(1, "--events needs a value", "1", text, "--events");
        refuse(1, "threads: 'start' would be taken for an option", "1", text, "--threads", "main,start");
        refuse(1, "no option 'frob'", "1", text, "--frob");
        refuse(1, "no option 'frob'", "1", text, "--frob", "3");
        Path comma = directory.resolve("a,start");
        refuse(1, comma + ": what follows a comma in this name would be taken for an option; rename it", "1", comma);
        refuse(3, missing + ": no such file", "1", missing);
        refuse(3, missing + ": no such directory", "1", missing.resolve("trace_%d.etl"));
        refuse(3, text + ": not an ETL file", "1", text);
        refuse(3, archive + ": not an ETL file: a ZIP archive; unpack it first", "1", archive);
        refuse(3, directory + "/a\\u001b[31m\\u000ab: no such file", "1", directory.resolve("a\033[31m\nb"));
        refuse(3, "no process 999999999", "--status", "999999999");
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            refuse(3, "process %d is not a JVM".formatted(sleep.pid()), "--stop", sleep.pid());
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroy();
        }
        assertThat(AgentJvm.agentCommand(directory, "--help").out()).contains("min-duration=LENGTH");
        assertThat(AgentJvm.agentCommand(directory, "--version").out()).matches("etl2jfr-agent [0-9]\\S+\\R");
    }

    /** One that is there for who attaches, but not in the container that the JVM is in. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void traceThatTheJvmDoesNotSee() throws Exception {
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.load("trace=" + trace);
            String complaint = trace + ": no such file, as this JVM sees it";
            jvm.awaitStatus("FAILED \\Q%s\\E".formatted(complaint));
            assertThat(jvm.complaints()).containsExactly("etl2jfr: agent ends: " + complaint);
            jvm.end();
        }
    }

    /** It may replace all of them. */
    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(strings = {"clear java.specification.version", "set java.specification.version odd"})
    void applicationChangesPropertiesOfTheJvm(String command) throws Exception {
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("begin");
            jvm.tell("trace " + trace + " 500");
            assertThat(jvm.tell(command)).isEqualTo("ok");
            refuse(3, "names and options of 1", jvm.pid(), trace, "--threads", "t".repeat(1024));
            AgentJvm.Said said = jvm.agent(jvm.pid(), trace);
            assertThat(said.exitCode()).as(said.err()).isZero();
            assertThat(said.out()).contains("waits for a recording");
            jvm.end();
        }
    }

    /** What the agent tells of itself is one of them. */
    @Test
    void applicationTakesAwayWhatTheAgentTells() throws Exception {
        Path trace = directory.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory, AgentJvm.javaAgent("trace=" + trace))) {
            String waits = "WAITING waits for a recording, to feed .* into; .*";
            jvm.awaitStatus(waits);
            jvm.tell("clear io.github.etl2jfr.agent.status");
            jvm.awaitStatus(waits);
            jvm.tell("clear io.github.etl2jfr.agent.status");
            assertThat(jvm.agent("--stop", jvm.pid()).out()).contains("stopped before it began with " + trace);
            jvm.end();
        }
    }

    /** JDK 17 to 23 take 1,023 bytes: of more, on Windows, they would take the beginning for all. */
    @Test
    void longNames() throws Exception {
        Path deep = Files.createDirectories(directory.resolve(("d".repeat(200) + "/").repeat(5)));
        Path trace = deep.resolve("trace.etl");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            jvm.tell("begin");
            jvm.tell("trace " + trace + " 500");
            AgentJvm.Said said = jvm.agent(jvm.pid(), trace);
            if (Runtime.version().feature() < 24) {
                assertThat(said.err())
                        .matches("etl2jfr: names and options of 1[0-9]{3} bytes are too long for process %d, %s\\n"
                                .formatted(jvm.pid(), "whose Java [0-9]+ takes 1023; shorten paths"));
                assertThat(said.exitCode()).isEqualTo(3);
            } else {
                assertThat(said.exitCode()).as(said.err()).isZero();
                assertThat(said.out()).contains("waits for a recording");
            }
            jvm.end();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void attachingIsNotAllowed() throws Exception {
        Process jvm = new ProcessBuilder(greeting("60000", "-XX:+DisableAttachMechanism")).start();
        try {
            assertThat(jvm.inputReader().readLine()).isEqualTo("hello");
            refuse(3, "process %d lets nobody attach".formatted(jvm.pid()), "--status", jvm.pid());
            assertThat(jvm.isAlive()).isTrue();
        } finally {
            jvm.destroy();
        }
    }

    private void refuse(int exitCode, String complaint, Object... arguments) throws Exception {
        AgentJvm.Said said = AgentJvm.agentCommand(directory, arguments);
        assertThat(said.err().lines()).singleElement().asString().startsWith("etl2jfr: " + complaint);
        assertThat(said.exitCode()).isEqualTo(exitCode);
        assertThat(said.out()).isEmpty();
    }

    private static List<String> greeting(String millis, String... options) {
        List<String> command = new ArrayList<>(List.of(AgentJvm.tool("java"), "-Xmx64m"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", AgentJvm.classPath(), Greeting.class.getName(), millis));
        return command;
    }

    private AgentJvm.Said greet(String millis, String... options) throws Exception {
        AgentJvm.Said said = AgentJvm.run(directory, greeting(millis, options));
        assertThat(said.exitCode()).as(said.err()).isZero();
        assertThat(said.out().lines().filter(line -> !line.contains("][jfr,startup]")))
                .containsExactly("hello", "bye");
        return said;
    }
}
