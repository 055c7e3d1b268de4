/**
 * A trace's file: from bytes to the events of a buffer, each with its hook, its time and where its payload lies. What
 * the payload says is not known here, but for the log file header, without which nothing can be read.
 *
 * <p>Content is never thrown on. What makes no sense is counted, with its place in the file, in a
 * {@link io.github.etl2jfr.etl.DamageLog}, and reading goes on at the next sound place. Only what is no trace at all is an
 * {@link io.github.etl2jfr.etl.InputException}. Times are values of the session's clock, as they stand in the file;
 * {@link io.github.etl2jfr.etl.SessionClock} tells what they are elsewhere.
 */
package io.github.etl2jfr.etl;
