package io.github.etl2jfr.views.model;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The calls that a thread was in. Most events with the same have one object. */
public final class StackTrace {
    /** Stands for the stack trace of events that have none. */
    public static final StackTrace NONE = new StackTrace(List.of());

    /** As many calls are kept as Flight Recorder takes down if nobody asks for more. */
    private static final int MOST_CALLS = 64;

    /** Others have packages that begin with {@code javax.} or {@code com.sun.}, too. */
    private static final List<String> OF_THE_JDK = List.of(
            "java.",
            "javax.crypto.",
            "javax.imageio.",
            "javax.management.",
            "javax.naming.",
            "javax.net.",
            "javax.print.",
            "javax.rmi.",
            "javax.script.",
            "javax.security.",
            "javax.sound.",
            "javax.sql.",
            "javax.swing.",
            "javax.xml.",
            "jdk.",
            "sun.",
            "com.sun.crypto.",
            "com.sun.jndi.",
            "com.sun.net.",
            "com.sun.nio.",
            "com.sun.org.",
            "com.sun.security.");

    /** What threads wait in, whatever for. */
    private static final List<String> OF_WAITS = List.of("java.lang.", "java.util.concurrent.locks.", "jdk.", "sun.");

    /** Conditions of locks have it wait for them. */
    private static final String MANAGED_BLOCKER = "java.util.concurrent.ForkJoinPool";

    private final List<StackFrame> calls;
    private final int furtherCalls;
    private final StackFrame code;
    private final int hash;

    /**
     * @param calls the innermost first
     */
    public StackTrace(List<StackFrame> calls) {
        this.calls = List.copyOf(calls.subList(0, Math.min(calls.size(), MOST_CALLS)));
        furtherCalls = calls.size() - this.calls.size();
        code = Stream.<Predicate<StackFrame>>of(call -> !isOf(OF_THE_JDK, call), call -> !isWait(call), call -> true)
                .flatMap(kind -> calls.stream().filter(kind).limit(1))
                .findFirst()
                .orElse(null);
        hash = Objects.hash(this.calls, furtherCalls, code);
    }

    private static boolean isWait(StackFrame call) {
        boolean isManaged = call.type().equals(MANAGED_BLOCKER) && call.method().endsWith("Block");
        return isManaged || isOf(OF_WAITS, call);
    }

    private static boolean isOf(List<String> packages, StackFrame call) {
        return packages.stream().anyMatch(call.type()::startsWith);
    }

    /** The innermost ones, the very innermost first; none if they are not told. */
    public List<StackFrame> calls() {
        return calls;
    }

    /** How many there are besides, further out. */
    public int furtherCalls() {
        return furtherCalls;
    }

    /**
     * The call that a thread's time is put down to: the innermost that is not the JDK's; where all are, the innermost
     * that is not one that threads just wait in.
     *
     * @return null if there is none
     */
    public StackFrame code() {
        return code;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StackTrace trace
                && trace.furtherCalls == furtherCalls
                && Objects.equals(trace.code, code)
                && trace.calls.equals(calls);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return calls + " " + furtherCalls + " " + code;
    }
}
