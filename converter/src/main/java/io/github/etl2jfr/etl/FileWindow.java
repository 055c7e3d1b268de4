package io.github.etl2jfr.etl;

import java.io.IOException;

/** A part of a file that is kept, so that looking at it again, or a few bytes further on, reads nothing. */
final class FileWindow {
    private final EtlFile file;
    private final byte[] bytes;
    private long start;
    private int size;

    /**
     * @param capacity bytes that are read at once: the most that can be required
     */
    FileWindow(EtlFile file, int capacity) {
        this.file = file;
        this.bytes = new byte[capacity];
    }

    /** Keeps nothing: it may have been written since. */
    void clear() {
        size = 0;
    }

    boolean holds(long position, int length) {
        return position >= start && position + length <= start + size;
    }

    /**
     * Reads on from a position, unless what is wanted there is kept.
     *
     * @return false if the file ends before that
     */
    boolean require(long position, int length) throws IOException {
        if (!holds(position, length)) {
            size = 0;
            size = file.read(position, bytes, bytes.length);
            start = position;
        }
        return holds(position, length);
    }

    /** Copies what is kept. */
    void copy(long position, byte[] target) {
        System.arraycopy(bytes, (int) (position - start), target, 0, target.length);
    }

    /** The file's bytes from {@link #start} on. */
    byte[] bytes() {
        return bytes;
    }

    /** Where in the file the first byte lies that is kept. */
    long start() {
        return start;
    }

    /** Where in the file the first byte lies that is not. */
    long end() {
        return start + size;
    }
}
