package io.github.etl2jfr.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.etl2jfr.options.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file whose place is taken when it is complete. On Windows that is so while a scanner for viruses has the file open
 * that is to be replaced; here a directory is in its place.
 */
class PendingFileTest {
    @TempDir
    private Path directory;

    private PendingFile complete(Path target, boolean replaces) throws IOException {
        PendingFile file = new PendingFile(target, replaces);
        file.channel().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        return file;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    void waitsForItsPlace() throws Exception {
        Path target = Files.createDirectory(directory.resolve("out.jfr"));
        try (PendingFile file = complete(target, true)) {
            CompletableFuture<Void> committed = CompletableFuture.runAsync(() -> {
                try {
                    file.commit();
                } catch (IOException | UsageException e) {
                    throw new AssertionError(e);
                }
            });
            Thread.sleep(300);
            assertThat(committed).isNotDone();
            Files.delete(target);
            committed.get(20, TimeUnit.SECONDS);
        }
        assertThat(target).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(files()).containsExactly(target);
    }

    @Test
    void doesNotWaitForever() throws IOException {
        Path target = Files.createDirectory(directory.resolve("out.jfr"));
        try (PendingFile file = complete(target, true)) {
            assertThatExceptionOfType(FileSystemException.class)
                    .isThrownBy(file::commit)
                    .satisfies(e -> assertThat(e.getFile()).isEqualTo(target.toString()));
        }
        assertThat(files()).containsExactly(target);
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void doesNotReplaceWhatAppears() throws IOException {
        Path target = directory.resolve("out.jfr");
        try (PendingFile file = complete(target, false)) {
            Files.writeString(target, "precious");
            long began = System.nanoTime();
            assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(file::commit)
                    .withMessage(target + " exists; --force replaces it");
            assertThat(System.nanoTime() - began).as("without waiting").isLessThan(TimeUnit.SECONDS.toNanos(2));
        }
        assertThat(files()).containsExactly(target);
        assertThat(target).hasContent("precious");
    }

    /** As another run may do, in another container, before the file has its lock. */
    @Test
    void isMadeAgainIfItWasTakenForAbandoned() throws Exception {
        Path target = directory.resolve("out.jfr");
        List<Path> created = new ArrayList<>();
        try (PendingFile file = new PendingFile(target, false, path -> {
            BlockChannel channel = BlockChannel.create(path);
            created.add(path);
            if (created.size() < 3) {
                Files.delete(path);
            }
            return channel;
        })) {
            assertThat(created).doesNotHaveDuplicates().hasSize(3);
            assertThat(files()).containsExactly(created.get(2));
            file.channel().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            file.commit();
        }
        assertThat(files()).containsExactly(target);
        assertThat(target).hasBinaryContent(new byte[] {1, 2, 3});
    }

    @Test
    void takesAnEmptyPlace() throws Exception {
        Path target = directory.resolve("out.jfr");
        try (PendingFile file = complete(target, false)) {
            file.commit();
        }
        assertThat(files()).containsExactly(target);
        assertThat(target).hasBinaryContent(new byte[] {1, 2, 3});
    }
}
