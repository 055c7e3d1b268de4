package io.github.etl2jfr.agent.profile;

import java.time.Duration;

/**
 * How threads are profiled.
 *
 * @param period between two readings of a thread
 * @param counters hardware counters to read as well: bit n for that of index n, of 16
 */
public record ProfileOptions(Duration period, int counters) {}
