/**
 * A JVM's own recording, chunk by chunk: its types, its constants and its events, read without JFR's own reader, and
 * more events for it. Knows nothing of traces.
 *
 * <p>What is added becomes part of a {@linkplain io.github.etl2jfr.jfr.ChunkExtender chunk}, or lies in one
 * {@linkplain io.github.etl2jfr.jfr.CompanionChunk beside} those that a running JVM writes. What the JVM wrote is never
 * changed but for a chunk's header. What a file claims is not believed: it is read, or an
 * {@link io.github.etl2jfr.etl.InputException}, in memory and time that depend on what is there.
 */
package io.github.etl2jfr.jfr;
