package io.github.etl2jfr.kernel;

import java.util.stream.Stream;

/** On whose behalf a thread waits. Codes and names: KPROCESSOR_MODE in wdm.h. */
public enum WaitMode {
    KERNEL(0, "KernelMode"),
    USER(1, "UserMode");

    private static final CodeNames NAMES = new CodeNames(Stream.of(values()).map(mode -> mode.label));

    private final int code;
    private final String label;

    WaitMode(int code, String label) {
        this.code = code;
        this.label = label;
    }

    public int code() {
        return code;
    }

    /** Windows' own name of a code, or {@code Unknown(code)}. */
    public static String label(int code) {
        return NAMES.of(code);
    }
}
