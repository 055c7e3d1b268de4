package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces in ZIP archives, which is how PerfView keeps them. */
class ZippedTraceTest {
    private static final Path TRACE = SampleEvents.TRACE;

    /** As the format has them in an archive's directory, counted from an entry's start. */
    private static final int DIRECTORY_SIZE_OFFSET = 24;

    private static final String NOT_UNPACKED = ": a ZIP archive that cannot be unpacked (";

    private static byte[] bytes;

    @TempDir
    private Path directory;

    @BeforeAll
    static void readTrace() throws IOException {
        bytes = Files.readAllBytes(TRACE);
    }

    private Path archive(String name, String... entries) throws IOException {
        return zip(bytes, directory.resolve(name), entries);
    }

    /** Makes an archive of entries that are all the same. */
    static Path zip(byte[] content, Path archive, String... entries) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(content);
            }
        }
        return archive;
    }

    @Test
    void isConvertedAsIfItWereUnpacked() throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        archive("app.etl.zip", "symbols/ntoskrnl.pdb", "PerfViewData.ETL");
        Result zipped = Program.runProcess(directory, List.of("-Djava.io.tmpdir=" + temporary), "app.etl.zip");
        assertThat(zipped.succeeded().out()).startsWith("app.etl.zip -> app.jfr");
        assertThat(temporary).isEmptyDirectory();
        Path plain = directory.resolve("plain.jfr");
        run(TRACE, plain).succeeded();
        Path recording = directory.resolve("app.jfr");
        for (String view : List.of("threads", "latency")) {
            assertThat(shown(recording, view)).isEqualTo(shown(plain, view));
        }
    }

    /** As Windows makes archives: a name in the code page of whoever made it, and nothing that says so. */
    @Test
    void otherFilesMayHaveAnyName() throws IOException {
        Path archive = directory.resolve("app.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive), StandardCharsets.ISO_8859_1)) {
            zip.putNextEntry(new ZipEntry("r\u00e9adme.txt"));
            zip.putNextEntry(new ZipEntry("m\u00e9mo/trace.etl"));
            zip.write(bytes);
        }
        assertThat(shown(archive, "waits")).isEqualTo(shown(TRACE, "waits"));
    }

    /** But for the trace's name. */
    private static String shown(Path file, String view) {
        String shown = run("view", file, view).succeeded().out();
        return shown.substring(shown.indexOf(':'));
    }

    @Test
    void isShownAsIfItWereUnpacked() throws IOException {
        Path archive = archive("app.zip", "trace.etl");
        assertThat(shown(archive, "waits")).isEqualTo(shown(TRACE, "waits"));
        String info = run("info", archive).succeeded().out();
        assertThat(info).isEqualTo(run("info", TRACE).out().replace(TRACE.toString(), archive.toString()));
    }

    @Test
    void withoutATrace() throws IOException {
        Path archive = archive("app.etl.zip", "trace.txt");
        for (Result result : List.of(run(archive), run("info", archive), run("view", archive))) {
            assertThat(result.error()).isEqualTo(archive + ": not an ETL file: a ZIP archive without one");
            assertThat(result.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void withSeveralTraces() throws IOException {
        Path archive = archive("app.etl.zip", "app.etl", "app.kernel.etl");
        assertThat(run(archive).error())
                .isEqualTo(archive + ": a ZIP archive with several traces; unpack it, and name one");
    }

    @Test
    void isNeverReplaced() throws IOException {
        Path archive = archive("app.zip", "app.etl");
        assertThat(run("--force", TRACE, archive).error())
                .startsWith(archive + " is a trace and is never replaced; name another file to write");
    }

    @Test
    void ofAnotherSize() throws IOException {
        Path archive = archive("app.etl.zip", "app.etl");
        byte[] lying = Files.readAllBytes(archive);
        int sizeOffset = directoryEntry(lying) + DIRECTORY_SIZE_OFFSET;
        for (int size : new int[] {bytes.length + 1, bytes.length - 1}) {
            ByteBuffer.wrap(lying).order(ByteOrder.LITTLE_ENDIAN).putInt(sizeOffset, size);
            Files.write(archive, lying);
            assertThat(run(archive).error()).startsWith(archive + NOT_UNPACKED);
        }
    }

    private static int directoryEntry(byte[] archive) {
        for (int i = archive.length - 4; ; i--) {
            if (ByteBuffer.wrap(archive).getInt(i) == 0x504B0102) {
                return i;
            }
        }
    }

    @Test
    void cut() throws IOException {
        Path archive = archive("app.etl.zip", "app.etl");
        byte[] whole = Files.readAllBytes(archive);
        for (int length : new int[] {4, 30, whole.length / 2, whole.length - 1}) {
            Files.write(archive, Arrays.copyOf(whole, length));
            assertThat(run(archive).error()).startsWith(archive + NOT_UNPACKED);
        }
    }

    /** Any bytes get an answer, and what is converted is the trace. */
    @Test
    void damaged() throws IOException {
        Path archive = archive("app.etl.zip", "app.etl");
        byte[] whole = Files.readAllBytes(archive);
        Path plain = directory.resolve("plain.jfr");
        run(TRACE, plain).succeeded();
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] damaged = whole.clone();
            // Half of them where the archive's structure is, which is at its ends.
            int at = i % 2 == 0
                    ? random.nextInt(whole.length)
                    : (whole.length + random.nextInt(160) - 60) % whole.length;
            damaged[at] ^= (byte) (1 + random.nextInt(255));
            Files.write(archive, damaged);
            Result result = run("--force", "--quiet", archive);
            if (result.exitCode() == 0) {
                Path recording = directory.resolve("app.jfr");
                assertThat(Files.size(recording)).isBetween(Files.size(plain) - 100, Files.size(plain) + 100);
            } else {
                assertThat(result.error()).startsWith(archive + ": ");
                assertThat(result.exitCode()).isEqualTo(3);
            }
        }
    }

    private void checkNoTemporaryDirectory(Path none, String use, Object... arguments)
            throws IOException, InterruptedException {
        Result result = Program.runProcess(directory, List.of("-Djava.io.tmpdir=" + none), arguments);
        // The newest JVMs warn of that themselves.
        String ours = result.err().replaceFirst("^WARNING: java\\.io\\.tmpdir directory does not exist\\R", "");
        assertThat(new Result(result.exitCode(), result.out(), ours).error())
                .isEqualTo("%s: no such directory; %s that directory: name another with".formatted(none, use)
                        + " java -Djava.io.tmpdir=DIRECTORY -jar etl2jfr.jar");
    }

    @Test
    void noTemporaryDirectory() throws IOException, InterruptedException {
        archive("app.etl.zip", "app.etl");
        Path none = directory.resolve("none");
        checkNoTemporaryDirectory(none, "a trace in a ZIP archive is unpacked into", "app.etl.zip");
        checkNoTemporaryDirectory(none, "a trace to be shown is converted into", "view", TRACE.toAbsolutePath());
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(Path::getFileName)).containsExactly(Path.of("app.etl.zip"));
        }
    }
}
