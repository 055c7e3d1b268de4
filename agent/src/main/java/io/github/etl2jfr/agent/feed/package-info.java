/**
 * From a trace into the recording: what a {@link io.github.etl2jfr.agent.feed.TraceSource} tells is filtered, given
 * the JVM's threads and ticks, and written. On one thread, but for the event at the end of each chunk.
 */
package io.github.etl2jfr.agent.feed;
