/**
 * What a recording tells, read once and added up while it is read: memory depends on how many threads and processors
 * there are, not on how many events. Whoever wants to know something else writes another {@link
 * io.github.etl2jfr.views.model.TraceSink}. All times are nanoseconds since 1970, all lengths nanoseconds.
 */
package io.github.etl2jfr.views.model;
