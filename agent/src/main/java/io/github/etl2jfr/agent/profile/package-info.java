/**
 * Profiles this JVM's threads with what Windows has for it, Hardware Counter Profiling (EnableThreadProfiling and its
 * like in winbase.h), and writes what that tells into the recording.
 *
 * <p>Windows' rules decide how. A thread must enable it itself and disable it itself, before it exits, so each does both
 * in the JVM TI's events of its start and end, and nothing else of the agent runs on the application's threads. In
 * between {@link io.github.etl2jfr.agent.profile.ThreadProfiling} reads on a thread of the agent's what another thread
 * can read.
 *
 * <p>{@link io.github.etl2jfr.agent.profile.jna} makes the native calls, and lies in a class loader of its own.
 */
package io.github.etl2jfr.agent.profile;
