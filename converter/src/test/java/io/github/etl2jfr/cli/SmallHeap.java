package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The program in a process with little memory, which runs one command after the other. */
final class SmallHeap implements AutoCloseable {
    private final Process process;
    private final DataOutputStream commands;
    private final DataInputStream results;

    private SmallHeap(Process process) {
        this.process = process;
        commands = new DataOutputStream(process.getOutputStream());
        results = new DataInputStream(process.getInputStream());
    }

    static SmallHeap start() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeap.class.getName());
        return new SmallHeap(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    Result run(Object... arguments) throws IOException {
        commands.writeInt(arguments.length);
        for (String argument : Program.strings(arguments)) {
            write(commands, argument);
        }
        commands.flush();
        return new Result(results.readInt(), read(results), read(results));
    }

    @Override
    public void close() throws IOException {
        commands.close();
        assertThat(process.onExit().join().exitValue()).isZero();
    }

    /** Runs what it reads until there is no more. */
    public static void main(String[] none) throws IOException {
        PrintStream out = System.out;
        DataInputStream commands = new DataInputStream(System.in);
        DataOutputStream results = new DataOutputStream(out);
        while (true) {
            int length;
            try {
                length = commands.readInt();
            } catch (EOFException e) {
                return;
            }
            Object[] arguments = new Object[length];
            for (int i = 0; i < length; i++) {
                arguments[i] = read(commands);
            }
            Result result = Program.run(arguments);
            results.writeInt(result.exitCode());
            write(results, result.out());
            write(results, result.err());
            results.flush();
        }
    }

    private static void write(DataOutputStream target, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        target.writeInt(bytes.length);
        target.write(bytes);
    }

    private static String read(DataInputStream source) throws IOException {
        return new String(source.readNBytes(source.readInt()), StandardCharsets.UTF_8);
    }
}
