package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.github.etl2jfr.testing.TraceBuilder;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/** A JVM that the agent gets into, as the jar is built, with nothing of the agent on the application's class path. */
final class AgentJvm implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Commands end before what the JVM's second compiler makes is of use: without, they take half the time. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    /** What JFR itself says on standard output when it is to record from the start. */
    private static final String GREETING = "][jfr,startup]";

    private final Path directory;
    private final Process process;
    private final PrintWriter in;
    private final BufferedReader out;

    /** What a command said. */
    record Said(int exitCode, String out, String err) {}

    private AgentJvm(Path directory, Process process) {
        this.directory = directory;
        this.process = process;
        this.in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static Path jar() {
        return Path.of(System.getProperty("agent.jar"));
    }

    /**
     * Options of a JVM whose flight recorder works but is not as the agent expects it inside, as that of a JDK to come
     * may be: it has two methods where there was one.
     */
    static String[] ofAnUnknownJdk(Path directory) throws IOException {
        Path patch = directory.resolve("patch");
        Path inside = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/jdk.jfr");
        try (Stream<Path> classes = Files.find(inside, 9, (path, any) -> path.endsWith("EventWriter.class"))) {
            for (Path found : classes.toList()) {
                ClassWriter changed = new ClassWriter(0);
                new ClassReader(Files.readAllBytes(found))
                        .accept(
                                new ClassVisitor(Opcodes.ASM9, changed) {
                                    @Override
                                    public void visitEnd() {
                                        super.visitMethod(
                                                        Opcodes.ACC_PUBLIC | Opcodes.ACC_NATIVE,
                                                        "endEvent",
                                                        "(I)V",
                                                        null,
                                                        null)
                                                .visitEnd();
                                        super.visitEnd();
                                    }
                                },
                                0);
                Path file = patch.resolve(inside.relativize(found).toString());
                Files.createDirectories(file.getParent());
                Files.write(file, changed.toByteArray());
            }
        }
        return new String[] {"--patch-module=jdk.jfr=" + patch, "-Xshare:off"};
    }

    /**
     * A jar that makes an agent of a class.
     *
     * @param others names of classes that are in it, with nothing in them
     */
    static Path jarOf(Class<?> agent, Path directory, String... others) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path jar = directory.resolve(agent.getSimpleName() + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (String name : others) {
                ClassWriter empty = new ClassWriter(0);
                empty.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
                out.putNextEntry(new JarEntry(name + ".class"));
                out.write(empty.toByteArray());
            }
        }
        return jar;
    }

    /** What makes an agent of it when the JVM starts. */
    static String javaAgent(String options) {
        return "-javaagent:%s=%s".formatted(jar(), options);
    }

    static AgentJvm start(Path directory, String... options) throws IOException {
        return start(directory, Map.of(), options);
    }

    /**
     * Starts one.
     *
     * @param environment variables that it has besides
     */
    static AgentJvm start(Path directory, Map<String, String> environment, String... options) throws IOException {
        Files.createDirectories(directory.resolve("tmp"));
        List<String> command = new ArrayList<>(List.of(tool("java"), "-Xmx256m"));
        command.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
        command.add("-XX:FlightRecorderOptions=repository=" + directory.resolve("tmp/repository"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath(), TracedApplication.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(directory.resolve("err.txt").toFile());
        builder.environment().putAll(environment);
        return new AgentJvm(directory, builder.start());
    }

    static String classPath() {
        return location(TracedApplication.class) + File.pathSeparator + location(TraceBuilder.class);
    }

    static Path location(Class<?> inIt) {
        try {
            return Path.of(
                    inIt.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    long pid() {
        return process.pid();
    }

    /** Has it do something, and gives the answer, which is the next thing on its standard output. */
    String tell(String command) throws IOException {
        in.println(command);
        String answer = out.readLine();
        while (answer != null && answer.contains(GREETING)) {
            answer = out.readLine();
        }
        if (answer == null) {
            throw new AssertionError("'%s' ended it: %s".formatted(command, err()));
        }
        return answer;
    }

    /** Gets the agent in, without a command. */
    void load(String options) throws Exception {
        // A JVM that is still starting may take the agent, but never call it.
        tell("beats");
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid()));
        try {
            machine.loadAgent(jar().toString(), options);
        } finally {
            machine.detach();
        }
    }

    /** Number of ports at which it listens. */
    long listening() throws IOException {
        Path process = Path.of("/proc", Long.toString(pid()));
        Set<String> listening = new HashSet<>();
        for (String protocol : List.of("tcp", "tcp6", "udp", "udp6")) {
            for (String line : Files.readAllLines(process.resolve("net").resolve(protocol))) {
                String[] words = line.strip().split(" +", -1);
                if (words[3].equals("0A") || protocol.startsWith("udp")) {
                    listening.add("socket:[%s]".formatted(words[9]));
                }
            }
        }
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            return files.filter(file -> {
                        try {
                            return listening.contains(
                                    Files.readSymbolicLink(file).toString());
                        } catch (IOException e) {
                            // Closed meanwhile.
                            return false;
                        }
                    })
                    .count();
        }
    }

    String err() throws IOException {
        return Files.readString(directory.resolve("err.txt"), StandardCharsets.UTF_8);
    }

    /** What it says on its standard error, but for what the JDK says of agents and of native code. */
    List<String> complaints() throws IOException {
        return err().lines()
                .filter(line -> !line.startsWith("WARNING: ") && !line.isEmpty())
                .toList();
    }

    /** Waits until a line with a text is on its standard error. */
    void awaitErr(String text) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!err().contains(text)) {
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("'%s' is in %s", text, err())
                    .isLessThan(PATIENCE);
            Thread.sleep(20);
        }
    }

    /** Waits until the agent has written events. */
    void awaitWritten() throws IOException, InterruptedException {
        awaitStatus(".* [1-9][0-9,]* events written.*");
    }

    /** Waits until a pattern matches what the agent tells of itself, and gives that. */
    String awaitStatus(String pattern) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            String status = tell("property io.github.etl2jfr.agent.status");
            if (status.matches(pattern)) {
                return status;
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("'%s' told by it, and on its standard error: %s", status, err())
                    .isLessThan(PATIENCE);
            Thread.sleep(20);
        }
    }

    /** The agent's own command line. */
    Said agent(Object... arguments) throws IOException, InterruptedException {
        return agentCommand(directory, arguments);
    }

    /**
     * Has a finished trace fed into it, to the end, which on a busy machine the command does not wait for. Gives what the
     * agent then tells of itself.
     */
    String feed(Path trace, Object... options) throws IOException, InterruptedException {
        Said said =
                agent(Stream.concat(Stream.of(pid(), trace), Stream.of(options)).toArray());
        assertThat(said.exitCode()).as(said.err()).isZero();
        return awaitStatus("FINISHED .*");
    }

    /** The JDK's diagnostic commands. */
    String jcmd(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tool("jcmd"), "-J" + SHORT_LIVED, Long.toString(pid())));
        command.addAll(List.of(arguments));
        Said said = run(directory, command);
        assertThat(said.exitCode()).as(said.out() + said.err()).isZero();
        return said.out();
    }

    static Said agentCommand(Path directory, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tool("java"), SHORT_LIVED, "-Xmx64m", "-jar", jar().toString()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return run(directory, command);
    }

    static Said run(Path directory, List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " does not end");
        }
        return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    static String jfr(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tool("jfr"), "-J" + SHORT_LIVED));
        command.addAll(List.of(arguments));
        Said said = run(directory, command);
        assertThat(said.exitCode()).as(said.err()).isZero();
        return said.out();
    }

    /** Ends it, and demands that it ends well and that there is nothing on its standard output but its answers. */
    void end() throws IOException, InterruptedException {
        in.close();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(err()).isZero();
        assertThat(out.readLine()).isNull();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
