package io.github.etl2jfr.cli;

import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Option;

/** The options that choose the time of a recording to look at. */
final class Window {
    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = ConvertCommand.TimeLimitConverter.class,
            description = "leave out what is earlier: 2.5, -1, 14:30:05, 14:30Z")
    private TimeLimit from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = ConvertCommand.TimeLimitConverter.class,
            description = "leave out what is later")
    private TimeLimit to;

    private String misuse;

    /** What is wrong with the times asked for, which shows when those of the recording are known; null if nothing. */
    String misuse() {
        return misuse;
    }

    Span of(Span trace) throws RecordingException {
        Instant start = instant(trace.start());
        Instant end = instant(trace.end());
        long first = from == null ? trace.start() : nanos(from.resolve(start, end));
        long last = to == null ? trace.end() : nanos(to.resolve(start, end));
        misuse = TimeLimit.misuse(
                new TimeLimit.Option("--from", from),
                new TimeLimit.Option("--to", to),
                "the trace",
                first,
                last,
                trace.start(),
                trace.end(),
                Window::instant);
        if (misuse != null) {
            throw new RecordingException(misuse);
        }
        return new Span(Math.max(first, trace.start()), Math.min(last, trace.end()));
    }

    private static Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(nanos);
    }

    private static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
