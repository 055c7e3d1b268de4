/**
 * What a recording tells, for a terminal: tables and pictures in text, and the same as CSV, JSON and HTML. A view picks
 * from the model and says what is in its columns; how that is laid out and written is the same for all.
 */
package io.github.etl2jfr.views.terminal;
