package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.github.etl2jfr.testing.SchedulerScript;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is printed arrives, whatever encoding a console has: on Windows it is that of the country, as it was in DOS. */
class StandardOutputTest {
    private static final Path SAMPLES = Path.of("samples");
    private static final String NAME = "Grüße 程序";

    @TempDir
    private Path directory;

    /** Bytes on standard output of a JVM that takes it for a console with an encoding. */
    private byte[] printed(String encoding, Object... arguments) throws IOException, InterruptedException {
        // Where the JDK keeps what it found out at its start.
        String property = Runtime.version().feature() < 19 ? "sun.stdout.encoding" : "stdout.encoding";
        List<String> options = List.of("-D%s=%s".formatted(property, encoding));
        Path stdout = directory.resolve("stdout");
        Process process = new ProcessBuilder(Program.command(options, arguments))
                .redirectOutput(stdout.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(Program.SECONDS, TimeUnit.SECONDS)).isTrue();
        return Files.readAllBytes(stdout);
    }

    private Path traceWithName() throws IOException {
        byte[] trace = SchedulerScript.parse("""
                cpu0  50 name 7 in 100 "%s"
                cpu0 100 switch 0->7
                cpu0 180 switch 7->0 wait UserRequest
                """.formatted(NAME)).toTrace();
        return Files.write(directory.resolve("named.etl"), trace);
    }

    /** Code pages of Western Europe, the United States, China and Japan, whose has a Greek letter for micro; and UTF-8. */
    @ParameterizedTest
    @CsvSource({
        "IBM850, ± 3.4 µs",
        "IBM437, ± 3.4 µs",
        "GBK, ± 3.4 us",
        "windows-31j, ± 3.4 \u03bcs",
        "US-ASCII, +- 3.4 us",
        "UTF-8, ± 3.4 µs"
    })
    void ownCharacters(String encoding, String uncertainty) throws IOException, InterruptedException {
        byte[] printed = printed(
                encoding,
                "--jfr",
                SAMPLES.resolve("contention.jfr"),
                SAMPLES.resolve("contention-full.etl"),
                directory.resolve("merged.jfr"));
        assertThat(new String(printed, Charset.forName(encoding)))
                .contains(" " + uncertainty + ", from 196 JVM events");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, Grüße 程序",
        "GBK, Gr\u00fc\\u00dfe 程序",
        "IBM850, Grüße \\u7a0b\\u5e8f",
        "US-ASCII, Gr\\u00fc\\u00dfe \\u7a0b\\u5e8f"
    })
    void otherPeoplesNames(String encoding, String name) throws IOException, InterruptedException {
        Path trace = traceWithName();
        for (String format : List.of("--width=400", "--csv")) {
            byte[] printed = printed(encoding, "view", format, trace, "threads");
            assertThat(new String(printed, Charset.forName(encoding))).contains(name + " (7)");
        }
    }

    /** Columns stay below each other, as wide as names get. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "GBK", "IBM850", "US-ASCII"})
    void columnsOfNames(String encoding) throws IOException, InterruptedException {
        byte[] trace = SchedulerScript.parse("""
                cpu0  50 name 7 in 100 "%s"
                cpu0  50 name 8 in 100 "plain"
                cpu0 100 switch 0->7
                cpu0 180 switch 7->8 wait UserRequest
                cpu0 190 switch 8->0 wait UserRequest
                """.formatted(NAME)).toTrace();
        Path file = Files.write(directory.resolve("named.etl"), trace);
        byte[] printed = printed(encoding, "view", "--width=400", file, "threads");
        List<String> lines = new String(printed, Charset.forName(encoding))
                .lines()
                .filter(line -> line.contains("Unknown (100)"))
                .map(line -> line.replaceAll("[程序]", "xx"))
                .toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).indexOf("Unknown")).isEqualTo(lines.get(1).indexOf("Unknown"));
    }

    /** Whose readers expect UTF-8, whatever the console's encoding. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "GBK", "IBM850"})
    void json(String encoding) throws IOException, InterruptedException {
        byte[] printed = printed(encoding, "view", "--json", traceWithName(), "threads");
        String thread = JsonParser.parseString(new String(printed, StandardCharsets.UTF_8))
                .getAsJsonObject()
                .getAsJsonArray("threads")
                .get(0)
                .getAsJsonObject()
                .get("thread")
                .getAsString();
        assertThat(thread).isEqualTo(NAME + " (7)");
    }

    /** Help is printed by the library. */
    @Test
    void helpIsInItToo() throws IOException, InterruptedException {
        byte[] ascii = printed("US-ASCII", "--help");
        assertThat(printed("UTF-16BE", "--help"))
                .isEqualTo(new String(ascii, StandardCharsets.US_ASCII).getBytes(StandardCharsets.UTF_16BE));
    }
}
