package io.github.etl2jfr.etl.compression;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u16;

/**
 * The length of a match that the fields before have no room for, as both forms of XPRESS store it: a u16 with the whole of
 * length - 3, or 0 and a u32 with that.
 */
final class LongLength {
    private static final int MIN_MATCH = 3;

    private LongLength() {}

    /** How many bytes it takes. */
    static int size(byte[] source, int in, int sourceEnd, int sourceLength) throws CorruptDataException {
        if (sourceEnd - in < Short.BYTES) {
            throw CorruptDataException.endsEarly(sourceLength);
        }
        int size = u16(source, in) == 0 ? Short.BYTES + Integer.BYTES : Short.BYTES;
        if (sourceEnd - in < size) {
            throw CorruptDataException.endsEarly(sourceLength);
        }
        return size;
    }

    /**
     * Reads it.
     *
     * @param size that it takes
     * @param least what the fields before have no room for
     */
    static int read(byte[] source, int in, int size, int least, int sourceOffset) throws CorruptDataException {
        int whole = size == Short.BYTES ? u16(source, in) : i32(source, in + Short.BYTES);
        if (Integer.compareUnsigned(whole, least) < 0) {
            throw new CorruptDataException(in + size - sourceOffset, "match too short for its length's form");
        }
        // A u32 that is no int, or none once MIN_MATCH is added, reaches past any target.
        return whole + MIN_MATCH < MIN_MATCH ? Integer.MAX_VALUE : whole + MIN_MATCH;
    }
}
