/**
 * From a trace and what the user wants of it to a recording in its place. Brings all others together, and filters;
 * prints nothing.
 *
 * <p>The recording appears whole, or what was there stays as it was. What goes wrong has three names:
 * {@link io.github.etl2jfr.options.UsageException} for what makes no sense,
 * {@link io.github.etl2jfr.etl.InputException} for a file that is of no use, and an IOException for what cannot be read
 * or written. Damage is none of these: it is in the recording and in the report.
 */
package io.github.etl2jfr.conversion;
