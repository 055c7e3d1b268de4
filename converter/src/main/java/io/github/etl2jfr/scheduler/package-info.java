/**
 * What the threads and processors did. In come the pieces of a trace that the first pass found, processor by processor;
 * out go switches and slices of all processors, in one order of time, to a
 * {@link io.github.etl2jfr.scheduler.SchedulerListener} on one thread.
 *
 * <p>Slices of a thread never overlap, and leave no gap but where events are lost, which no slice spans. Threads are
 * {@linkplain io.github.etl2jfr.scheduler.ThreadRef numbers}, another for each life of an id; times are values of the
 * session's clock.
 *
 * <p>{@link io.github.etl2jfr.scheduler.Scheduler} has the whole trace before it;
 * {@link io.github.etl2jfr.scheduler.LiveScheduler} tells of one that is still being written what nothing can change any
 * more. Both go through the same {@link io.github.etl2jfr.scheduler.SliceBuilder}.
 */
package io.github.etl2jfr.scheduler;
