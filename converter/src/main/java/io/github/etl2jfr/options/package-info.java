/**
 * What users write behind options: times, lengths, names. The command line and the agent read them in the same way, and
 * say in the same way what makes no sense of them ({@link io.github.etl2jfr.options.UsageException}).
 */
package io.github.etl2jfr.options;
