package io.github.etl2jfr.etl.compression;

/** How a trace's buffers are compressed. The codes: COMPRESSION_FORMAT_* in ntifs.h; ETW stores them in its headers. */
public enum CompressionFormat {
    LZNT1(2),
    XPRESS(3),
    XPRESS_HUFFMAN(4);

    private static final CompressionFormat[] ALL = values();

    private final int code;

    CompressionFormat(int code) {
        this.code = code;
    }

    /** The format with this number in a trace, or null when there is none. */
    public static CompressionFormat ofCode(int code) {
        for (CompressionFormat format : ALL) {
            if (format.code == code) {
                return format;
            }
        }
        return null;
    }

    /** A decompressor of its own for each thread: those that keep tables are not thread-safe. */
    public Decompressor newDecompressor() {
        return switch (this) {
            case LZNT1 -> new Lznt1();
            case XPRESS -> new Xpress();
            case XPRESS_HUFFMAN -> new XpressHuffman();
        };
    }
}
