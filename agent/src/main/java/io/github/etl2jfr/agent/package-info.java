/**
 * The agent that feeds a kernel trace into a running flight recording: how it is started, attached, asked and stopped.
 * {@link io.github.etl2jfr.agent.feed} reads the trace, {@link io.github.etl2jfr.agent.live} writes into the
 * recording.
 */
package io.github.etl2jfr.agent;
