/**
 * What a recording tells, for a terminal: tables and pictures in text, and the same as CSV, JSON and HTML. A view picks
 * from the model and says what is in the columns of its tables; {@code views.table} writes them.
 */
package io.github.etl2jfr.views.terminal;
