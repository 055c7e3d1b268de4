package io.github.etl2jfr.jfr;

/**
 * A group of threads: a constant of {@code jdk.types.ThreadGroup}.
 *
 * @param key what threads and groups hold
 * @param parentKey key of the group it is in, 0 for none
 */
public record ThreadGroupConstant(long key, long parentKey, String name) {}
