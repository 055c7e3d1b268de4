package io.github.etl2jfr.kernel;

import java.util.stream.Stream;

/** Windows' own names of codes, which count from 0. */
final class CodeNames {
    private final String[] names;

    /** Takes names in the order of their codes. */
    CodeNames(Stream<String> names) {
        this.names = names.toArray(String[]::new);
    }

    /** The name of a code, or {@code Unknown(code)}. */
    String of(int code) {
        return code >= 0 && code < names.length ? names[code] : "Unknown(" + code + ")";
    }
}
