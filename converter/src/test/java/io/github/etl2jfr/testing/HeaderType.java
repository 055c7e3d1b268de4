package io.github.etl2jfr.testing;

/** The headers an event can have: the third byte of its marker (TRACE_HEADER_TYPE_* in ntwmi.h). */
public enum HeaderType {
    SYSTEM32(0x01, 0x20, Layout.SYSTEM, 4),
    SYSTEM64(0x02, 0x20, Layout.SYSTEM, 8),
    COMPACT32(0x03, 0x18, Layout.COMPACT, 4),
    COMPACT64(0x04, 0x18, Layout.COMPACT, 8),
    FULL32(0x0A, 0x30, Layout.FULL, 4),
    INSTANCE32(0x0B, 0x48, Layout.INSTANCE, 4),
    TIMED(0x0C, 8, Layout.OTHER, 8),
    ERROR(0x0D, 8, Layout.OTHER, 8),
    MESSAGE(0x0F, 8, Layout.OTHER, 8),
    PERFINFO32(0x10, 0x10, Layout.PERFINFO, 4),
    PERFINFO64(0x11, 0x10, Layout.PERFINFO, 8),
    EVENT32(0x12, 0x50, Layout.EVENT, 4),
    EVENT64(0x13, 0x50, Layout.EVENT, 8),
    FULL64(0x14, 0x30, Layout.FULL, 8),
    INSTANCE64(0x15, 0x48, Layout.INSTANCE, 8);

    /** Where a header keeps its fields. Only size and type are known of {@code OTHER}. */
    enum Layout {
        SYSTEM,
        COMPACT,
        PERFINFO,
        FULL,
        INSTANCE,
        EVENT,
        OTHER
    }

    private final int code;
    private final int size;
    private final Layout layout;
    private final int pointerSize;

    HeaderType(int code, int size, Layout layout, int pointerSize) {
        this.code = code;
        this.size = size;
        this.layout = layout;
        this.pointerSize = pointerSize;
    }

    public static HeaderType system(int pointerSize) {
        return pointerSize == 8 ? SYSTEM64 : SYSTEM32;
    }

    public static HeaderType compact(int pointerSize) {
        return pointerSize == 8 ? COMPACT64 : COMPACT32;
    }

    public static HeaderType perfInfo(int pointerSize) {
        return pointerSize == 8 ? PERFINFO64 : PERFINFO32;
    }

    public static HeaderType full(int pointerSize) {
        return pointerSize == 8 ? FULL64 : FULL32;
    }

    public int code() {
        return code;
    }

    /** Bytes of the header, extended items not counted. */
    public int size() {
        return size;
    }

    Layout layout() {
        return layout;
    }

    /** Bytes of a pointer in the event's data. */
    public int pointerSize() {
        return pointerSize;
    }

    /** Whether the marker's low half is the version and the hook lies at offset 6. */
    boolean hasHook() {
        return layout == Layout.SYSTEM || layout == Layout.COMPACT || layout == Layout.PERFINFO;
    }
}
