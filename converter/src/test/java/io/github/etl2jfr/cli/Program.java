package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.stream.Stream;

/** The program as a user runs it. */
final class Program {
    private Program() {}

    /** How a run ended. */
    record Result(int exitCode, String out, String err) {
        /** The one line that tells what is wrong, without the program's name. */
        String error() {
            assertThat(err).endsWith(System.lineSeparator());
            assertThat(err.lines()).hasSize(1);
            assertThat(err).startsWith("etl2jfr: ");
            assertThat(out).isEmpty();
            return err.strip().substring("etl2jfr: ".length());
        }

        Result succeeded() {
            assertThat(err).isEmpty();
            assertThat(exitCode).isZero();
            return this;
        }
    }

    /** Runs the program in this process. */
    static Result run(Object... arguments) {
        Charset charset = Charset.defaultCharset();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream realOut = System.out;
        PrintStream realErr = System.err;
        try (PrintStream newOut = new PrintStream(out, true, charset);
                PrintStream newErr = new PrintStream(err, true, charset)) {
            System.setOut(newOut);
            System.setErr(newErr);
            int exitCode = Main.run(strings(arguments));
            return new Result(exitCode, out.toString(charset), err.toString(charset));
        } finally {
            System.setOut(realOut);
            System.setErr(realErr);
        }
    }

    static String[] strings(Object... arguments) {
        return Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    }
}
