package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as it is built: all that Mission Control's rules need is in it, and nobody's language shows. */
class JarIT {
    private static final Path MERGED = Path.of("..", "jfr-views", "samples", "contention-merged.jfr");

    @TempDir
    private Path directory;

    private static String run(List<String> jvmOptions, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", System.getProperty("jar")));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void findings() throws Exception {
        List<String> english = List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8");
        String output = run(english, "view", "--width", 100, MERGED, "findings");
        assertThat(output)
                .contains("\nwarning: JVM Threads Starved of Processors\n")
                .contains("\ninfo: Garbage Collection Paused for Want of a Processor\n")
                .contains("  csrss.exe (17356) kept the JVM's threads from running for 8.77 % of the time")
                .contains("  The JVM's threads lost their processor 1,085 times per second of running.\n")
                .contains("  CompilerThread0 had the longest such time: 121.195 ms at 0.641329 s.\n");
        List<String> german = new ArrayList<>(english);
        german.addAll(List.of("-Duser.language=de", "-Duser.country=DE", "-Duser.timezone=Asia/Tokyo"));
        assertThat(run(german, "view", "--width", 100, MERGED, "findings")).isEqualTo(output);
        assertThat(run(english, "view", MERGED, "findings", "--csv").lines()).hasSize(11);
    }

    @Test
    void report() throws Exception {
        Path page = directory.resolve("report.html");
        assertThat(run(List.of(), "report", MERGED, page).lines()).hasSize(1);
        assertThat(Files.readString(page)).contains("<b>Lock Holder Without a Processor.</b>");
    }
}
