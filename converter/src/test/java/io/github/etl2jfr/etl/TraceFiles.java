package io.github.etl2jfr.etl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Traces in memory: opened as files, and taken apart into their buffers to be put together wrongly. */
public final class TraceFiles {
    /** What to do with an open trace. */
    public interface Reader<T> {
        T read(EtlFile file) throws IOException, InputException, InterruptedException;
    }

    private TraceFiles() {}

    /** Opens a trace, and deletes its file after use. */
    public static <T> T read(byte[] trace, Reader<T> reader) throws IOException, InputException {
        Path path = Files.createTempFile("etl2jfr", ".etl");
        try {
            Files.write(path, trace);
            try (EtlFile file = EtlFile.open(path)) {
                return reader.read(file);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        } finally {
            Files.delete(path);
        }
    }

    /** The buffers of a sound trace, the header buffer first. */
    public static List<byte[]> split(byte[] trace) {
        List<byte[]> buffers = new ArrayList<>();
        for (int at = 0; at < trace.length; ) {
            int size = u32(trace, at);
            buffers.add(Arrays.copyOfRange(trace, at, at + size));
            at += size;
        }
        return buffers;
    }

    public static byte[] join(List<byte[]> buffers) {
        ByteArrayOutputStream trace = new ByteArrayOutputStream();
        buffers.forEach(trace::writeBytes);
        return trace.toByteArray();
    }

    public static int u32(byte[] bytes, int offset) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(offset);
    }

    public static void putU32(byte[] bytes, int offset, int value) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
    }

    public static void putU16(byte[] bytes, int offset, int value) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putShort(offset, (short) value);
    }
}
