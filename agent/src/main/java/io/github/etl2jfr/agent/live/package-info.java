/**
 * Writes slices of threads, with whatever start, duration and thread they have, into the flight recording of the JVM
 * it runs in. Knows nothing of traces.
 *
 * <p>JFR has no API for that: an event is of the thread that commits it, and now. There are two ways all the same:
 *
 * <ol>
 *   <li>{@link io.github.etl2jfr.agent.live.DirectRecorder}: code generated into the module {@code jdk.jfr} does what
 *       JFR's own {@code commit} does, with times and threads of ours. Right to the tick, for all threads of the JVM.
 *   <li>{@link io.github.etl2jfr.agent.live.PublicRecorder}: public API and the fields HotSpot adds to event classes.
 *       Live Java threads only.
 * </ol>
 *
 * <p>{@link io.github.etl2jfr.agent.live.LiveRecorder#open} takes the first whose
 * {@linkplain io.github.etl2jfr.agent.live.SelfTest events read back right}. Beside the first,
 * {@link io.github.etl2jfr.agent.live.LaneChunks} writes the events of threads that JFR's chunk does not know into chunks
 * of our own, which the recordings get with JFR's: of this JVM's that ended, as
 * {@link io.github.etl2jfr.agent.live.ChunkThreads} tells, and of other processes', if these are to have lanes.
 *
 * <p>{@link io.github.etl2jfr.agent.live.ThreadRegistry} tells which thread of the JVM the operating system means,
 * {@link io.github.etl2jfr.agent.live.JfrClock} which tick of JFR's clock a time of the trace is.
 *
 * <p><b>Threads other than the event's own.</b> A thread of this JVM is a constant of its recording. Threads of other
 * processes have none there, and a constant of a thread that ended in an earlier chunk is gone. So each field that
 * names a thread ({@code nextThread}) has a second one beside it ({@code nextThreadName}) with the name and id as the
 * converter writes them, {@code java.exe (4711)}, always: then one column names everybody. As do the events' own
 * threads, in {@code threadName}. Names are constants, of two to four bytes an event each.
 */
package io.github.etl2jfr.agent.live;
