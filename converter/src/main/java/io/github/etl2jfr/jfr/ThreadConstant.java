package io.github.etl2jfr.jfr;

/**
 * A thread as events refer to it: a constant of {@code java.lang.Thread}.
 *
 * @param key what events hold
 * @param osName its name for the operating system, null if unknown
 * @param osThreadId the operating system's id, 0 for virtual threads
 * @param javaName null for threads of the JVM itself, which run no Java
 * @param javaThreadId 0 for threads of the JVM itself
 * @param groupKey key of its {@link ThreadGroupConstant}, 0 for none
 * @param isVirtual false also before JDK 21
 */
public record ThreadConstant(
        long key,
        String osName,
        long osThreadId,
        String javaName,
        long javaThreadId,
        long groupKey,
        boolean isVirtual) {}
