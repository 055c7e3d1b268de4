package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Program.run;
import static io.github.etl2jfr.cli.SampleEvents.SWITCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of files, as users give them and messages tell them. */
class FileNamesTest {
    private static final Path SAMPLE = SampleEvents.TRACE;

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void chooseOutput() {
        out = directory.resolve("out.jfr");
    }

    @Test
    void nameAsLongAsNamesCanBe() throws IOException {
        out = directory.resolve("x".repeat(251) + ".jfr");
        try {
            Files.writeString(out, "");
        } catch (IOException e) {
            assumeTrue(false, "names cannot be so long here");
        }
        run("--force", SAMPLE, out).succeeded();
        assertThat(SampleEvents.written(out, SWITCH)).hasSize(19_768);
    }

    @Test
    void nameWithBlanksAndLettersOfTheWorld() throws IOException, InterruptedException {
        assumeTrue(System.getProperty("sun.jnu.encoding").equals("UTF-8"), "the system knows no such names");
        Path folder = Files.createDirectory(directory.resolve("mein größter Ordner"));
        Path trace = Files.copy(SAMPLE, folder.resolve("Spur 世界 'a' %d $x.etl"));
        Path recording = folder.resolve("Aufzeichnung 世界 & co.jfr");
        for (Result result : List.of(
                run("--force", trace, recording),
                Program.runProcess(directory, List.of("-Dstdout.encoding=UTF-8"), "--force", trace, recording))) {
            result.succeeded();
            assertThat(result.out().lines().findFirst()).contains(trace + " -> " + recording);
        }
        assertThat(RecordingFile.readAllEvents(recording))
                .filteredOn(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .extracting(event -> event.getString("file"))
                .containsExactly("Spur 世界 'a' %d $x.etl");
        assertThat(run("info", trace).succeeded().out()).startsWith(trace.toString());
        JsonObject json =
                JsonParser.parseString(run("info", "--json", trace).out()).getAsJsonObject();
        assertThat(json.get("file").getAsString()).isEqualTo(trace.toString());
    }

    /** A name is no argument file. */
    @Test
    void nameThatBeginsWithAnAtSign() throws IOException, InterruptedException {
        SampleEvents.copyTrace(directory, "@trace.etl");
        Files.writeString(directory.resolve("trace.etl"), "--help");
        Files.writeString(directory.resolve("out.jfr"), "--help");
        Program.runProcess(directory, List.of(), "--force", "@trace.etl", "@out.jfr")
                .succeeded();
        out = directory.resolve("@out.jfr");
        assertThat(SampleEvents.written(out, SWITCH)).isNotEmpty();
    }

    /** Messages are lower case, but names are not theirs to change. */
    @Test
    void nameThatBeginsWithACapital() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("Text.etl"), "text");
        Files.createDirectory(directory.resolve("Folder"));
        assertThat(Program.runProcess(directory, List.of(), "Text.etl", "Out.jfr")
                        .error())
                .startsWith("Text.etl: not an ETL file");
        assertThat(Program.runProcess(directory, List.of(), "Folder", "Out.jfr").error())
                .isEqualTo("Folder is a directory" + SEE_HELP);
        assertThat(Program.runProcess(directory, List.of(), "Missing.etl", "Out.jfr")
                        .error())
                .isEqualTo("Missing.etl: no such file");
    }

    @Test
    void fileThatIsCalledAlmostLikeACommand() throws IOException, InterruptedException {
        SampleEvents.copyTrace(directory, "veiw");
        Program.runProcess(directory, List.of(), "veiw", "out.jfr").succeeded();
    }
}
