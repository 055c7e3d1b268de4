package io.github.etl2jfr.jfr;

/**
 * A call that a thread was in.
 *
 * @param className with its package and dots; null if the chunk does not tell
 * @param methodName null if the chunk does not tell
 * @param line in the source; 0 or less if the JVM did not know
 */
public record StackFrame(String className, String methodName, int line) {}
