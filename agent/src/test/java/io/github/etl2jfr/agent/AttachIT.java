package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The agent attached to a JVM that records: what the trace says is what is in the dump. */
@EnabledOnOs(OS.LINUX)
class AttachIT {
    private static final int ROUNDS = 5000;

    @TempDir
    private Path directory;

    @Test
    void traceGoesIntoTheRecording() throws Exception {
        Path trace = directory.resolve("trace, of it.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory)) {
            assertThat(jvm.tell("record app")).isEqualTo("ok");
            jvm.tell("mortals");
            if (Runtime.version().feature() >= 21) {
                assertThat(jvm.tell("virtual")).isEqualTo("ok");
            }
            jvm.tell("begin");
            Thread.sleep(400);
            jvm.tell("kill");
            // A space would end the word.
            Path written = directory.resolve("written.etl");
            String lanes = jvm.tell("trace " + written + " " + ROUNDS);
            Files.copy(written, trace);

            String status = jvm.feed(trace);
            List<Dump.Slice> expected = Dump.expected(written);
            assertThat(status).contains("done with " + trace, "shorter than the minimum duration");
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));

            Dump dump = new Dump(recording);
            dump.requireSlices(expected);
            dump.requireBeats(dump.firstBeat(), beats);
            assertThat(dump.sessions).isNotEmpty().allSatisfy(session -> {
                assertThat(session.getString("file")).isEqualTo("trace, of it.etl");
                assertThat(session.getString("way")).startsWith("precise");
            });
            for (String lane : lanes.split(" ", -1)) {
                long id = Long.parseLong(lane.replaceAll("=.*", ""));
                String name = lane.replaceAll(".*=", "").replace('_', ' ');
                // JFR never told the agent of those that had ended.
                String laneName = name.startsWith("mortal") ? "%s (%d)".formatted(name, id) : name;
                assertThat(dump.lanes(of -> of == id).keySet()).hasSize(3).allSatisfy(key -> assertThat(key)
                        .endsWith(name.equals("carrier") ? "ForkJoinPool-1-worker-1" : " of " + laneName));
            }
            assertThat(dump.missionControlsLanes()).isEqualTo(dump.lanes(any -> true));
            requireJdksTools(dump, recording);

            assertThat(jvm.agent("--status", jvm.pid()).out()).contains("done with");
            assertThat(jvm.agent("--stop", jvm.pid()).exitCode()).isZero();
            assertThat(jvm.agent("--list").out()).contains(jvm.pid() + " " + TracedApplication.class.getName());
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("etl2jfr: "));
            Thread.sleep(5500);
            assertThat(jvm.tell("leftovers")).isEqualTo("[recording app]");
            try (Stream<Path> files = Files.list(directory.resolve("tmp"))) {
                assertThat(files.map(file -> file.getFileName().toString())
                                .filter(name -> !name.startsWith("hsperfdata") && !name.startsWith("repository")))
                        .isEmpty();
            }
            assertThat(jvm.agent("--status", jvm.pid()).out()).contains("has no agent");
            assertThat(jvm.agent("--stop", jvm.pid()).err()).contains("has no agent");
            jvm.end();
        }
    }

    private void requireJdksTools(Dump dump, Path recording) throws Exception {
        String summary = AgentJvm.jfr(directory, "summary", recording.toString());
        String printed = AgentJvm.jfr(directory, "print", "--events", "windows.*", recording.toString());
        for (String type : List.of("windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadWaiting")) {
            int count = dump.counts.get(type);
            assertThat(summary).containsPattern(type.replace(".", "\\.") + " +" + count + " ");
            assertThat(printed.lines().filter(line -> line.equals(type + " {"))).hasSize(count);
        }
        assertThat(printed)
                .contains("eventThread = \"worker-0\"", "nextThreadName = \"other.exe (5000000)\"")
                .contains("nextThreadName = \"CPU 0\"", "readiedByName = \"other.exe (5000000)\"");
    }
}
