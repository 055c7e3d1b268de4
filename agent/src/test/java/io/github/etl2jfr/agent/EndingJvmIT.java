package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JVM that ends, or listens no more, just when a command asks it something. */
@EnabledOnOs(OS.LINUX)
class EndingJvmIT {
    private static final Path TRACE = Path.of("../converter/samples/contention-full.etl");

    @TempDir
    private Path directory;

    /** In place of HotSpot it listens to those who attach, some of whom first connect without a request, to see that it does. */
    static final class Listener {
        private Listener() {}

        /**
         * Ends as it is told.
         *
         * @param arguments how, and the file of its socket up to the process id
         */
        @SuppressWarnings("SystemOut")
        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[1] + ProcessHandle.current().pid());
            try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server.bind(UnixDomainSocketAddress.of(file));
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                System.out.println("listens");
                while (true) {
                    try (SocketChannel connection = server.accept()) {
                        if (connection.read(ByteBuffer.allocate(1 << 12)) < 0) {
                            continue;
                        }
                        switch (arguments[0]) {
                            case "no more" -> {
                                // Before who asks has the answer, and asks the next.
                                Files.deleteIfExists(file);
                                answer(connection, "0\n");
                            }
                            case "ended" -> Runtime.getRuntime().halt(0);
                            case "cut off" -> answer(connection, "0\nkey=\\u00");
                            default -> {
                                // It closes the connection.
                            }
                        }
                    }
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }

        private static void answer(SocketChannel connection, String text) throws IOException {
            connection.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    @ParameterizedTest
    @CsvSource({"no more, .*: it no longer listens", "ended, ' has ended'", "closed, .*: \\S.*", "cut off, .*: \\S.*"})
    void endsWhenItIsAsked(String how, String complaint) throws Exception {
        for (String command : new String[] {"--stop", "attach"}) {
            Process jvm = new ProcessBuilder(
                            AgentJvm.tool("java"),
                            "-cp",
                            AgentJvm.classPath(),
                            Listener.class.getName(),
                            how,
                            "/tmp/.java_pid")
                    .start();
            try {
                assertThat(jvm.inputReader().readLine()).isEqualTo("listens");
                AgentJvm.Said said = command.equals("attach")
                        ? AgentJvm.agentCommand(directory, jvm.pid(), TRACE)
                        : AgentJvm.agentCommand(directory, command, jvm.pid());
                assertThat(said.err().lines())
                        .singleElement()
                        .asString()
                        .matches("etl2jfr: .*process %d%s".formatted(jvm.pid(), complaint))
                        .doesNotContain("null");
                assertThat(said.exitCode()).isEqualTo(3);
            } finally {
                jvm.destroyForcibly().waitFor();
                Files.deleteIfExists(Path.of("/tmp/.java_pid" + jvm.pid()));
            }
        }
    }

    /** It is there until its parent takes note of its end, which this one never does. */
    @Test
    void hasEndedBefore() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 1 & echo $!; exec sleep 60").start();
        try {
            String ended = parent.inputReader().readLine();
            while (!Files.readString(Path.of("/proc", ended, "stat")).contains(") Z ")) {
                Thread.sleep(10);
            }
            assertThat(AgentJvm.agentCommand(directory, "--status", ended).err())
                    .isEqualToIgnoringNewLines("etl2jfr: process %s is not a JVM, or has ended".formatted(ended));
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }
}
