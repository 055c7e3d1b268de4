package io.github.etl2jfr.views.model;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A call that a thread was in.
 *
 * @param type the class, with its package
 * @param line in the source; 0 or less if that is not known
 */
public record StackFrame(String type, String method, int line) {
    private static final List<String> OF_THE_JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** What threads wait in, whatever for. */
    private static final List<String> OF_WAITS = List.of("java.lang.", "java.util.concurrent.locks.", "jdk.", "sun.");

    /**
     * The call that a thread's time is put down to: the innermost that is not the JDK's; where all are, the innermost
     * that is not one that threads just wait in.
     *
     * @param stackTrace the innermost call first
     * @return null if there is none
     */
    public static StackFrame responsible(List<StackFrame> stackTrace) {
        return Stream.<Predicate<StackFrame>>of(
                        frame -> !frame.isOf(OF_THE_JDK), frame -> !frame.isOf(OF_WAITS), frame -> true)
                .flatMap(kind -> stackTrace.stream().filter(kind).limit(1))
                .findFirst()
                .orElse(null);
    }

    private boolean isOf(List<String> packages) {
        return packages.stream().anyMatch(type::startsWith);
    }

    /** As in {@code Type.method:17}. */
    public String withoutPackage() {
        return toString().substring(type.lastIndexOf('.') + 1);
    }

    /** As in {@code org.some.Type.method:17}. */
    @Override
    public String toString() {
        return type + "." + method + (line > 0 ? ":" + line : "");
    }
}
