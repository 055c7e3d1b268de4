package io.github.etl2jfr.etl.compression;

/** Restores one compressed buffer at a time. Keep one a thread; it allocates nothing after its construction. */
public sealed interface Decompressor permits Lznt1, Xpress, XpressHuffman {
    /**
     * Fills the target range from the source range, whatever bytes the latter holds: all of it or an exception, in
     * time linear in the two lengths, and without touching a byte outside the ranges. After an exception the target
     * range holds anything.
     *
     * <p>The end is where the target range is full; source bytes after that are not looked at, as files carry end
     * marks and padding there. An item that would go past it, however, is corrupt: the announced size is wrong then.
     *
     * @throws CorruptDataException when the source range is no compressed form of targetLength bytes
     * @throws IndexOutOfBoundsException when a range is not within its array
     */
    void decompress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws CorruptDataException;
}
