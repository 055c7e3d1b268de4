/**
 * A recording as views read it: event by event, in the order in which a trace tells them, whoever wrote it. The JDK's
 * reader makes an object of each event, and of all that it names; this one makes none.
 */
package io.github.etl2jfr.reading;
