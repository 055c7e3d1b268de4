/**
 * A trace and a JVM's recording of the same time: which thread is which, how their clocks agree, and what
 * the JVM's threads did during its events.
 */
package io.github.etl2jfr.merge;
