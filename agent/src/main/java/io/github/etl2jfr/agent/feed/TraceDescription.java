package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * What a trace says of itself.
 *
 * @param compact whether it has switches in batches, as far as it was read
 * @param firstTime session clock's value where it begins
 */
public record TraceDescription(
        Path file, LogFileHeader header, SessionClock clock, BooleanSupplier compact, long firstTime) {}
