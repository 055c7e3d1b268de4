/**
 * A table, and how it is written: as text that fits a terminal, as CSV, as JSON and as HTML. A column says what kind of
 * thing is in its cells; how that is written is the same for all tables.
 */
package io.github.etl2jfr.views.table;
