package io.github.etl2jfr.etl.compression;

/**
 * The compressed data contradicts itself or its announced size.
 * Has no stack trace: in a damaged trace it is thrown once a buffer, and only the offset helps.
 */
public final class CorruptDataException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int sourceOffset;
    private final String reason;

    CorruptDataException(int sourceOffset, String reason) {
        super(null, null, false, false);
        this.sourceOffset = sourceOffset;
        this.reason = reason;
    }

    /** There should be more behind the last byte. */
    static CorruptDataException endsEarly(int sourceLength) {
        return new CorruptDataException(sourceLength, "compressed data ends early");
    }

    /** Where the fault showed, counted from the first compressed byte. */
    public int sourceOffset() {
        return sourceOffset;
    }

    /** What is wrong there: lower case, to follow a file's name and offset. */
    public String reason() {
        return reason;
    }

    @Override
    public String getMessage() {
        return reason + " at compressed offset " + sourceOffset;
    }
}
