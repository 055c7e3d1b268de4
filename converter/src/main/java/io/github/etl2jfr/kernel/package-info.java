/**
 * What the events of Windows' kernel say: a class for each record, with its layout and where that is from; and a first
 * pass over a trace, which finds out whom it tells of and where the scheduler's events lie.
 *
 * <p>That pass takes buffers in any order, on all processors, and comes to the same in any. It keeps no switch, only where
 * a buffer's pieces begin and whom their first switch takes off: memory depends on threads, processes and buffers. Names
 * and codes are Windows' own; what a version of a record does not have is unknown, not 0.
 */
package io.github.etl2jfr.kernel;
