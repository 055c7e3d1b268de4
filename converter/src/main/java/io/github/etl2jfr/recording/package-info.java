/**
 * The event types, and how events of them become a recording: chunks of its own, or more in those of a JVM's.
 * {@link io.github.etl2jfr.recording.RecordingWriter} is told switches, slices and the rest on one thread; others encode
 * and write them.
 *
 * <p>Events must come in the order of their ends, and stay in it, as Mission Control loses slices otherwise. A
 * constant's key means the same in each chunk, so that chunks can be encoded without asking each other. Names and fields
 * of event types are kept: docs/recording.md is made of {@link io.github.etl2jfr.recording.EventType}.
 */
package io.github.etl2jfr.recording;
