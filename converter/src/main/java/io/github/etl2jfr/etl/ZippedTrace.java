package io.github.etl2jfr.etl;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The trace in a ZIP archive, as PerfView makes them ({@code .etl.zip}), symbols beside it. A trace is read from any
 * place, so it has to be unpacked.
 */
final class ZippedTrace implements Closeable {
    /** What messages say of the temporary file. */
    private static final String USE = "a trace in a ZIP archive is unpacked into";

    /** The first four bytes of an archive, where a trace has its first buffer's size. */
    static final int SIGNATURE = 0x04034B50;

    private static final int BLOCK = 1 << 20;

    private final ZipFile archive;
    private final ZipEntry trace;

    private ZippedTrace(ZipFile archive) throws InputException {
        this.archive = archive;
        List<? extends ZipEntry> traces = archive.stream()
                .filter(entry -> entry.getName().toLowerCase(Locale.ROOT).endsWith(".etl"))
                .limit(2)
                .toList();
        if (traces.size() != 1) {
            throw new InputException(
                    traces.isEmpty()
                            ? "not an ETL file: a ZIP archive without one"
                            : "a ZIP archive with several traces; unpack it, and name one");
        }
        this.trace = traces.get(0);
    }

    static ZippedTrace open(Path path) throws IOException, InputException {
        ZipFile archive;
        try {
            // Of names that are not in UTF-8 nobody knows the encoding; that of a trace need only end right.
            archive = new ZipFile(path.toFile(), StandardCharsets.ISO_8859_1);
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        }
        try {
            return new ZippedTrace(archive);
        } catch (InputException | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    /** Bytes of the trace, says the archive. */
    long size() {
        return trace.getSize();
    }

    /**
     * Unpacks the trace into a temporary file, which nobody else may read, and which is gone as soon as it is closed.
     *
     * @param progress told the number of bytes whenever some more are done
     * @throws InputException if the archive is damaged
     * @throws FileSystemException if there is no room
     */
    FileChannel unpack(LongConsumer progress) throws IOException, InputException {
        Path file;
        try {
            file = Files.createTempFile("etl2jfr-", ".etl");
        } catch (FileSystemException e) {
            throw NamedFailure.ofTemporary(e, USE);
        }
        FileChannel unpacked = openOnce(file);
        try {
            requireRoom(file);
            copy(unpacked, file.getParent(), progress);
            return unpacked;
        } catch (IOException | InputException | RuntimeException e) {
            unpacked.close();
            throw e;
        }
    }

    /** Opens a file that is not to stay, be it that it cannot be opened. */
    static FileChannel openOnce(Path file) throws IOException {
        try {
            return FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Better now than when the disk is full. */
    private void requireRoom(Path file) throws IOException {
        long room = Files.getFileStore(file.getParent()).getUsableSpace();
        if (size() > room) {
            throw noRoom(
                    file.getParent(),
                    new IOException(String.format(Locale.ROOT, "%,d bytes wanted, %,d there", size(), room)));
        }
    }

    private void copy(FileChannel target, Path directory, LongConsumer progress) throws IOException, InputException {
        byte[] block = new byte[BLOCK];
        CRC32 checksum = new CRC32();
        try (InputStream source = new CheckedInputStream(archive.getInputStream(trace), checksum)) {
            long done = 0;
            for (int there; (there = source.read(block)) >= 0; ) {
                done += there;
                if (done > size()) {
                    throw new ZipException("more than its size");
                }
                write(ByteBuffer.wrap(block, 0, there), target, directory);
                progress.accept(there);
            }
            if (done < size() || checksum.getValue() != trace.getCrc()) {
                throw new ZipException("wrong checksum");
            }
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        } catch (IOException e) {
            throw NamedFailure.of(Path.of(archive.getName()), e);
        }
    }

    private static void write(ByteBuffer bytes, FileChannel target, Path directory) throws FileSystemException {
        try {
            while (bytes.hasRemaining()) {
                target.write(bytes);
            }
        } catch (IOException e) {
            throw noRoom(directory, e);
        }
    }

    private static FileSystemException noRoom(Path directory, IOException cause) {
        return NamedFailure.ofTemporary(directory, cause, USE);
    }

    /** Some archives that the JDK cannot read other programs can: it knows one way of compression. */
    private static InputException damaged(IOException how) {
        return new InputException("a ZIP archive that cannot be unpacked (%s); unpack it otherwise, and name the trace"
                .formatted(
                        how instanceof EOFException ? "it ends too early" : NamedFailure.lowerCase(how.getMessage())));
    }

    @Override
    public void close() throws IOException {
        archive.close();
    }
}
