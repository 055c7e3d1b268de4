/**
 * How much a trace's clock is ahead of the clock of a JVM's recording, found from what both tell about the same
 * threads. Knows times only, in nanoseconds, nothing of either file.
 *
 * <p>The one sign convention: <em>trace time = JVM time + offset</em>. Both times are those that the files' own
 * headers make of their ticks, so that the offset is what the headers are wrong by.
 */
package io.github.etl2jfr.alignment;
