package io.github.etl2jfr.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The {@code jfr} tool of the JDK that runs the test. */
public final class JfrTool {
    private JfrTool() {}

    /** Runs it, and demands that it be content. */
    public static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Recordings.tool("jfr").toString());
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("jfr", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            Recordings.require(process, String.join(" ", command), out);
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            Files.delete(out);
        }
    }

    /** The events as it prints them, sorted. */
    public static List<String> printed(Path recording) throws IOException, InterruptedException {
        // Events are separated by empty lines. Newer JDKs leave the order of those that end together to a heap.
        return Stream.of(
                        run("print", "--stack-depth", "2", recording.toString()).split("\\R\\R"))
                .map(String::strip)
                .filter(event -> !event.isEmpty())
                .sorted()
                .toList();
    }

    /** The lines of the summary: the first word, and the rest. */
    public static Map<String, String> summary(Path recording) throws IOException, InterruptedException {
        Map<String, String> lines = new TreeMap<>();
        run("summary", recording.toString())
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(" "))
                .forEach(line -> {
                    String[] words = line.split("\\s+", 2);
                    lines.put(words[0], words[1].replaceAll("\\s+", " "));
                });
        return lines;
    }

    /** The types as it describes them. */
    public static List<String> types(Path recording) throws IOException, InterruptedException {
        return Arrays.asList(run("metadata", recording.toString()).strip().split("\\R\\R+"));
    }
}
