package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What a trace says of itself.
 *
 * @param compact whether it has switches in batches, as far as it was read
 * @param readyEvents whether it has ReadyThread events, as far as it was read
 * @param firstTime session clock's value where it begins
 * @param nanosBefore how long it tells before that, which nobody wants
 * @param nanosAfter how long it tells after what is wanted
 * @param damage what is missing or makes no sense, as far as it was read
 * @param damageTimes of the damage that is known before anything is told: session clock's values at it
 */
public record TraceDescription(
        Path file,
        LogFileHeader header,
        SessionClock clock,
        BooleanSupplier compact,
        BooleanSupplier readyEvents,
        long firstTime,
        long nanosBefore,
        long nanosAfter,
        DamageLog damage,
        List<Long> damageTimes) {}
