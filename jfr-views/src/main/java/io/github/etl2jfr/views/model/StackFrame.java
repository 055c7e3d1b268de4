package io.github.etl2jfr.views.model;

import java.util.stream.Stream;

/**
 * A call that a thread was in.
 *
 * @param type the class, with its package
 * @param line in the source; 0 or less if that is not known
 */
public record StackFrame(String type, String method, int line) {
    /** What users may call it: the class, with the method, with its line; all with or without the package. */
    public Stream<String> names() {
        return Stream.of(type, type + "." + method, toString()).flatMap(name -> Stream.of(name, withoutPackage(name)));
    }

    StackFrame withoutLine() {
        return new StackFrame(type, method, 0);
    }

    /** The call without its package, as in {@code Type.method:17}. */
    public String withoutPackage() {
        return withoutPackage(toString());
    }

    /** A name that begins with the class, without its package. */
    private String withoutPackage(String name) {
        return name.substring(type.lastIndexOf('.') + 1);
    }

    /** The call, as in {@code org.some.Type.method:17}. */
    @Override
    public String toString() {
        return type + "." + method + (line > 0 ? ":" + line : "");
    }
}
