package io.github.etl2jfr.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is in the file, past the system's cache and through it. */
class BlockChannelTest {
    private static final int BLOCK = 1 << 20;

    @TempDir
    private Path directory;

    /** Bytes, and what a file should be. */
    private static final class Expected {
        private final Random random = new Random(1);
        private final byte[] bytes = new byte[9 * BLOCK];
        private int size;

        /** Writes bytes at a position; -1 is the end. */
        void write(BlockChannel channel, int at, int length) throws IOException {
            byte[] written = new byte[length];
            random.nextBytes(written);
            int start = at < 0 ? size : at;
            System.arraycopy(written, 0, bytes, start, length);
            size = Math.max(size, start + length);
            channel.position(start);
            assertThat(channel.write(ByteBuffer.wrap(written))).isEqualTo(length);
            assertThat(channel.position()).isEqualTo(start + length);
            assertThat(channel.size()).isEqualTo(size);
        }

        void check(BlockChannel channel, Path file) throws IOException {
            channel.complete();
            channel.close();
            assertThat(Files.readAllBytes(file)).isEqualTo(Arrays.copyOf(bytes, size));
        }
    }

    private static void writeAllOver(Path file) throws IOException {
        try (BlockChannel channel = BlockChannel.create(file)) {
            Expected expected = new Expected();
            expected.write(channel, -1, 68);
            expected.write(channel, -1, 3 * BLOCK - 100);
            expected.write(channel, 0, 68);
            expected.write(channel, 4090, 12);
            expected.write(channel, -1, 0);
            for (int i = 0; i < 1000; i++) {
                expected.write(channel, -1, expected.random.nextInt(5000));
                if (i % 10 == 0) {
                    expected.write(channel, expected.random.nextInt(expected.size - 68), 68);
                }
            }
            // Over the end of a block that is written, and to its very end, and over the end of all.
            expected.write(channel, 5 * BLOCK - 40, 68);
            expected.write(channel, -1, 6 * BLOCK - expected.size);
            expected.write(channel, 6 * BLOCK - 5, 5);
            expected.write(channel, 6 * BLOCK - 5, 500);
            expected.check(channel, file);
        }
    }

    @Test
    void pastTheCache() throws IOException {
        writeAllOver(directory.resolve("file"));
    }

    /** A file system in an archive knows nothing of disks. */
    @Test
    void throughTheCache() throws IOException {
        try (FileSystem archive =
                FileSystems.newFileSystem(directory.resolve("archive.zip"), Map.of("create", "true"))) {
            writeAllOver(archive.getPath("/file"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4095, 4096, 4097, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK})
    void ends(int size) throws IOException {
        Path file = directory.resolve("file");
        try (BlockChannel channel = BlockChannel.create(file)) {
            Expected expected = new Expected();
            expected.write(channel, -1, size);
            expected.check(channel, file);
        }
    }

    @Test
    void staysAsItIsUnlessComplete() throws IOException {
        Path file = directory.resolve("file");
        BlockChannel channel = BlockChannel.create(file);
        new Expected().write(channel, -1, 100);
        channel.close();
        assertThat(file).isEmptyFile();
        assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> channel.write(ByteBuffer.allocate(1)));
    }

    @Test
    void refuses() throws IOException {
        Path file = directory.resolve("file");
        try (BlockChannel channel = BlockChannel.create(file)) {
            assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(() -> BlockChannel.create(file));
            assertThatIllegalArgumentException().isThrownBy(() -> channel.position(1));
        }
    }

    /** A merged recording is read before it is moved to its place, and Windows lets nobody read what is locked. */
    @Test
    void locksNothingThatIsInIt() throws IOException {
        Path file = directory.resolve("file");
        try (BlockChannel channel = BlockChannel.create(file);
                FileChannel other = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.lock();
            assertThatExceptionOfType(OverlappingFileLockException.class).isThrownBy(() -> BlockChannel.tryLock(other));
            try (FileLock ofContent = other.tryLock(0, Long.MAX_VALUE - 1, false)) {
                assertThat(ofContent).isNotNull();
            }
        }
    }

    /** Where nobody tells how large blocks are. */
    @Test
    void leavesAloneWhatIsThere() throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(directory.resolve("files.zip"), Map.of("create", "true"))) {
            Path file = Files.writeString(files.getPath("/file"), "there before");
            assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(() -> BlockChannel.create(file));
            assertThat(file).hasContent("there before");
        }
    }
}
