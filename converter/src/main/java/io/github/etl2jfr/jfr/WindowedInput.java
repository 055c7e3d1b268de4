package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads a stretch of a recording through a window of fixed size, so that memory does not depend on
 * sizes the file claims. Nothing is ever read past the limit. Allocates only to make texts.
 *
 * <p>Integers are LEB128 of at most nine bytes, the ninth of which holds eight bits. A text starts with a
 * byte that says how it comes ({@code jdk.jfr.internal.consumer.StringParser}):
 *
 * <pre>
 *   0 null    2 key in the pool of strings    4 number of chars, each char LEB128
 *   1 empty   3 number of bytes, UTF-8        5 number of bytes, Latin-1
 * </pre>
 */
final class WindowedInput {
    static final int STRING_NULL = 0;
    static final int STRING_EMPTY = 1;
    static final int STRING_POOLED = 2;
    static final int STRING_UTF8 = 3;
    static final int STRING_CHARS = 4;
    static final int STRING_LATIN1 = 5;

    private static final int WINDOW_SIZE = 1 << 16;

    /** No JVM writes longer ones; it keeps a damaged length from taking all memory. */
    private static final int MAX_STRING_SIZE = 16 << 20;

    /** The file; null if all bytes are in the window. */
    private final FileChannel channel;

    /** Its name, for messages. */
    private final Path file;

    private final byte[] window;

    /** Where the window lies in the file. */
    private long windowStart;

    private int windowSize;

    /** Next byte to read, in the window; past its end only after {@link #seek}. */
    private int at;

    private long limit;

    /** The key that {@link #readString} or {@link #skipString} met, if the text is in the pool. */
    private long stringKey;

    /**
     * @param position in the file, of the first byte
     * @param limit in the file, after the last byte
     */
    WindowedInput(FileChannel channel, Path file, long position, long limit) {
        this.channel = channel;
        this.file = file;
        this.window = new byte[(int) Math.min(WINDOW_SIZE, Math.max(Leb128.MAX_SIZE, limit - position))];
        this.windowStart = position;
        this.limit = limit;
    }

    WindowedInput(byte[] bytes) {
        this.channel = null;
        this.file = null;
        this.window = bytes;
        this.windowSize = bytes.length;
        this.limit = bytes.length;
    }

    /** Where the next byte is in the file. */
    long position() {
        return windowStart + at;
    }

    /** Bytes up to the limit. */
    long remaining() {
        return limit - position();
    }

    /** Moves the limit, backwards or up to the end of what the file holds. */
    void limit(long position) {
        limit = position;
    }

    /** Goes to a position, which may be anywhere up to the limit. */
    void seek(long position) throws InputException {
        if (position < 0 || position > limit) {
            throw damaged("something", position);
        }
        long inWindow = position - windowStart;
        if (inWindow >= 0 && inWindow <= windowSize) {
            at = (int) inWindow;
        } else {
            windowStart = position;
            windowSize = 0;
            at = 0;
        }
    }

    void skip(long size) throws InputException {
        if (size < 0 || size > remaining()) {
            throw damaged("%d bytes".formatted(size), position());
        }
        seek(position() + size);
    }

    byte readByte() throws IOException, InputException {
        if (at == windowSize) {
            fill();
        }
        // The file may have become shorter meanwhile.
        if (remaining() <= 0 || at >= windowSize) {
            throw damaged("a value", position());
        }
        return window[at++];
    }

    long readLong() throws IOException, InputException {
        if (at < windowSize && window[at] >= 0 && position() < limit) {
            // One byte, as most are.
            return window[at++];
        }
        return readBytes();
    }

    private long readBytes() throws IOException, InputException {
        if (windowSize - at < Leb128.MAX_SIZE) {
            fill();
        }
        int from = at;
        int available = (int) Math.min(windowSize - from, remaining());
        long value = 0;
        for (int i = 0; i < Leb128.MAX_SIZE; i++) {
            if (i >= available) {
                throw damaged("a number", position());
            }
            byte next = window[from + i];
            if (next >= 0 || i == Leb128.MAX_SIZE - 1) {
                at = from + i + 1;
                return value | (i == Leb128.MAX_SIZE - 1 ? next & 0xFFL : next) << 7 * i;
            }
            value |= (next & 0x7FL) << 7 * i;
        }
        throw new AssertionError();
    }

    /**
     * Reads a number of things that take at least a byte each, or a size in bytes.
     *
     * @throws InputException if there cannot be as many before the limit
     */
    int readCount() throws IOException, InputException {
        long position = position();
        long count = readLong();
        if (count < 0 || count > remaining() || count > Integer.MAX_VALUE) {
            throw damaged("a count of %d".formatted(count), position);
        }
        return (int) count;
    }

    /** A text; null also if it is in the pool, under {@link #stringKey}, which is 0 otherwise. */
    String readString() throws IOException, InputException {
        stringKey = 0;
        long position = position();
        int encoding = readByte();
        return switch (encoding) {
            case STRING_NULL -> null;
            case STRING_EMPTY -> "";
            case STRING_POOLED -> {
                stringKey = readLong();
                yield null;
            }
            case STRING_UTF8 -> readString(StandardCharsets.UTF_8);
            case STRING_CHARS -> readChars();
            case STRING_LATIN1 -> readString(StandardCharsets.ISO_8859_1);
            default -> throw damaged("a text of encoding %d".formatted(encoding), position);
        };
    }

    /** Key in the pool of strings of the text read or skipped last, 0 if that was not in the pool. */
    long stringKey() {
        return stringKey;
    }

    private String readString(Charset charset) throws IOException, InputException {
        byte[] bytes = new byte[readStringSize()];
        readFully(bytes);
        return new String(bytes, charset);
    }

    private String readChars() throws IOException, InputException {
        int length = readStringSize();
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) readLong());
        }
        return text.toString();
    }

    private int readStringSize() throws IOException, InputException {
        long position = position();
        int size = readCount();
        if (size > MAX_STRING_SIZE) {
            throw damaged("a text of %d bytes".formatted(size), position);
        }
        return size;
    }

    void readFully(byte[] target) throws IOException, InputException {
        readFully(target, 0, target.length);
    }

    void readFully(byte[] target, int from, int count) throws IOException, InputException {
        if (count > remaining()) {
            throw damaged("%d bytes".formatted(count), position());
        }
        for (int done = 0; done < count; ) {
            if (at == windowSize) {
                fill();
            }
            int size = Math.min(count - done, windowSize - at);
            if (size == 0) {
                throw damaged("%d bytes".formatted(count), position());
            }
            System.arraycopy(window, at, target, from + done, size);
            at += size;
            done += size;
        }
    }

    void skipString() throws IOException, InputException {
        stringKey = 0;
        long position = position();
        int encoding = readByte();
        switch (encoding) {
            case STRING_NULL, STRING_EMPTY -> {}
            case STRING_POOLED -> stringKey = readLong();
            case STRING_UTF8, STRING_LATIN1 -> skip(readCount());
            case STRING_CHARS -> {
                for (int i = readCount(); i > 0; i--) {
                    readLong();
                }
            }
            default -> throw damaged("a text of encoding %d".formatted(encoding), position);
        }
    }

    /** Moves the window to start with the next byte. */
    private void fill() throws IOException {
        if (channel == null || windowStart + windowSize >= limit) {
            return;
        }
        int kept = windowSize - at;
        System.arraycopy(window, at, window, 0, kept);
        windowStart += at;
        at = 0;
        windowSize = kept;
        ByteBuffer free = ByteBuffer.wrap(window, kept, window.length - kept);
        while (free.hasRemaining()) {
            if (read(free) <= 0) {
                break;
            }
        }
        windowSize = free.position();
    }

    private int read(ByteBuffer target) throws IOException {
        try {
            return channel.read(target, windowStart + target.position());
        } catch (IOException e) {
            throw NamedFailure.of(file, e);
        }
    }

    /** What to tell of content that makes no sense, or goes on past the limit. */
    static InputException damaged(String what, long position) {
        return new InputException("damaged recording: %s at offset %d makes no sense".formatted(what, position));
    }
}
