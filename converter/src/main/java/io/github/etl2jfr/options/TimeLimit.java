package io.github.etl2jfr.options;

import io.github.etl2jfr.etl.SessionClock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A place in a trace as users give it: seconds or a length of time from the start, negative from the end, or a clock
 * time.
 */
public sealed interface TimeLimit {
    /**
     * Reads {@code 2.5}, {@code -1}, {@code 500ms} as any {@link Length}, {@code 14:30:05.25} (on the day on which that
     * is nearest to the trace, in the time zone of this system), {@code 2026-11-21T14:30:05} (in the same zone), or
     * either in UTC, with {@code Z}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static TimeLimit parse(String text) {
        try {
            if (text.contains("T")) {
                TemporalAccessor time =
                        DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
                return new AtClockTime(
                        LocalDate.from(time),
                        LocalTime.from(time),
                        time instanceof OffsetDateTime withOffset ? withOffset.getOffset() : ZoneId.systemDefault());
            }
            if (text.contains(":")) {
                boolean isUtc = text.endsWith("Z");
                String time = isUtc ? text.substring(0, text.length() - 1) : text;
                return new AtClockTime(
                        null,
                        LocalTime.parse(time.indexOf(':') == 1 ? "0" + time : time),
                        isUtc ? ZoneOffset.UTC : ZoneId.systemDefault());
            }
            return new Seconds(Seconds.parse(text), text.startsWith("-"));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    ("'%s' is not a time; use seconds (2.5, or -1 from the end), 500ms, or a clock time"
                                    + " (14:30:05 or 2026-11-21T14:30:05, here; with Z at the end in UTC)")
                            .formatted(text),
                    e);
        }
    }

    /**
     * A limit that a user may ask for.
     *
     * @param name of the option
     * @param limit null if it was not asked for
     */
    record Option(String name, TimeLimit limit) {
        private String misreading(String what, Instant start, Instant end) {
            String mistake = limit instanceof AtClockTime clockTime ? clockTime.misreading(what, start, end) : null;
            return mistake == null ? null : name + " " + mistake;
        }
    }

    /**
     * What two limits mean in a trace.
     *
     * @param from session clock's value, the trace's first time if it was not asked for
     * @param to session clock's value, the trace's last time if it was not asked for
     */
    record Limits(long from, long to) {
        /**
         * Finds them.
         *
         * @param what the trace, or of what else the times are, as messages call it
         * @param firstTime session clock's value at its start
         * @param lastTime session clock's value at its end
         * @throws UsageException if there is nothing of it between them
         */
        public static Limits of(Option from, Option to, String what, SessionClock clock, long firstTime, long lastTime)
                throws UsageException {
            Limits limits = new Limits(
                    from.limit == null ? firstTime : from.limit.resolve(clock, firstTime, lastTime),
                    to.limit == null ? lastTime : to.limit.resolve(clock, firstTime, lastTime));
            String misuse = misuse(from, to, what, limits.from, limits.to, firstTime, lastTime, clock::instant);
            if (misuse != null) {
                throw new UsageException(misuse);
            }
            return limits;
        }
    }

    /**
     * What is wrong with the times that a user asks for; null if there is something between them. A time of day far from
     * the trace is of another day or zone: the evening before would leave out nothing. So would a time copied from what
     * etl2jfr prints, which is UTC, in a zone east of it.
     *
     * @param what the trace, or of what else the times are, as messages call it
     * @param first what {@code from} means, else the start; in any unit, as the others
     * @param last what {@code to} means, else the end
     * @param start of what there is
     * @param end of what there is
     * @param instants what moment a time is
     */
    static String misuse(
            Option from,
            Option to,
            String what,
            long first,
            long last,
            long start,
            long end,
            LongFunction<Instant> instants) {
        Instant startTime = instants.apply(start);
        Instant endTime = instants.apply(end);
        String misreading = Stream.of(from, to)
                .map(option -> option.misreading(what, startTime, endTime))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (misreading != null) {
            return misreading;
        }
        // Of a trace with one event there is no more than a moment; else that is not worth a look.
        long least = start == end ? 0 : 1;
        if (from.limit != null && to.limit != null && first > last - least) {
            return "%s is not before %s".formatted(from.name, to.name);
        }
        if (first > end - least) {
            return "%s is not before the end of %s, %s; it lasts %s"
                    .formatted(from.name, what, endTime, length(startTime, endTime));
        }
        if (last < start + least) {
            return "%s is not after the start of %s, %s; it lasts %s"
                    .formatted(to.name, what, startTime, length(startTime, endTime));
        }
        return null;
    }

    /** A length in seconds: that of a damaged trace may be more nanoseconds than there are numbers for. */
    private static String length(Instant start, Instant end) {
        Duration length = Duration.between(start, end);
        return String.format(Locale.ROOT, "%.6f s", length.getSeconds() + length.getNano() / 1e9);
    }

    /**
     * The session clock's value it means.
     *
     * @param firstTime session clock's value at the trace's first event
     * @param lastTime session clock's value at the trace's last event
     */
    default long resolve(SessionClock clock, long firstTime, long lastTime) {
        Instant instant = resolve(clock.instant(firstTime), clock.instant(lastTime));
        return clock.timestampAt(ChronoUnit.NANOS.between(Instant.EPOCH, instant));
    }

    /**
     * The moment it means.
     *
     * @param start of the trace
     * @param end of the trace
     */
    Instant resolve(Instant start, Instant end);

    /** Seconds from the start or from the end. */
    record Seconds(double seconds, boolean fromEnd) implements TimeLimit {
        /** No more of what Java takes for a number: to it {@code 1d} is 1. */
        private static final Pattern TEXT = Pattern.compile("[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)");

        private static double parse(String text) {
            if (text.endsWith("s")) {
                return (double) Length.parseSigned(text).toNanos() / TimeUnit.SECONDS.toNanos(1);
            }
            double seconds = TEXT.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
            if (!(Math.abs(seconds) <= TimeUnit.DAYS.toSeconds(3650))) {
                throw new NumberFormatException();
            }
            return seconds;
        }

        /** Counts in steps of the clock, which may be smaller than nanoseconds. */
        @Override
        public long resolve(SessionClock clock, long firstTime, long lastTime) {
            return clock.plusSeconds(fromEnd ? lastTime : firstTime, seconds);
        }

        @Override
        public Instant resolve(Instant start, Instant end) {
            return (fromEnd ? end : start).plusNanos(Math.round(seconds * TimeUnit.SECONDS.toNanos(1)));
        }
    }

    /**
     * A time of day.
     *
     * @param day null for the one on which the time is nearest to the trace
     * @param zone an offset if the user gave one, else the region where this system is
     */
    record AtClockTime(LocalDate day, LocalTime time, ZoneId zone) implements TimeLimit {
        private static final Duration FAR = Duration.ofHours(1);

        @Override
        public Instant resolve(Instant start, Instant end) {
            Instant instant = instant(start, end);
            // Far from the trace the numbers do not fit; a day off is as good.
            Instant earliest = start.minus(1, ChronoUnit.DAYS);
            Instant latest = end.plus(1, ChronoUnit.DAYS);
            if (instant.isBefore(earliest)) {
                return earliest;
            }
            return instant.isAfter(latest) ? latest : instant;
        }

        private Instant instant(Instant start, Instant end) {
            LocalDate first = start.atZone(zone).toLocalDate();
            return (day == null ? Stream.of(first.minusDays(1), first, first.plusDays(1)) : Stream.of(day))
                    .map(each -> each.atTime(time).atZone(zone))
                    // In one night of the year an hour comes twice.
                    .flatMap(each -> Stream.of(each.withEarlierOffsetAtOverlap(), each.withLaterOffsetAtOverlap()))
                    .map(ZonedDateTime::toInstant)
                    .min(Comparator.comparing(instant -> distance(instant, start, end)))
                    .orElseThrow();
        }

        /** Why it cannot mean what it says; null if it can. */
        private String misreading(String what, Instant start, Instant end) {
            Instant instant = instant(start, end);
            Duration distance = distance(instant, start, end);
            AtClockTime inUtc = new AtClockTime(day, time, ZoneOffset.UTC);
            boolean isMeantInUtc = !(zone instanceof ZoneOffset)
                    && !distance.isZero()
                    && distance(inUtc.instant(start, end), start, end).isZero();
            boolean isFar = day == null && distance.compareTo(FAR) > 0;
            if (!isMeantInUtc && !isFar) {
                return null;
            }
            return "%s is %s, %s %s, which is from %s to %s%s"
                    .formatted(
                            this,
                            instant,
                            isFar ? "more than an hour away from" : "outside",
                            what,
                            start,
                            end,
                            isMeantInUtc ? " (did you mean " + inUtc + "?)" : "");
        }

        /** The time as users give it. */
        @Override
        public String toString() {
            return (day == null ? "" : day + "T") + time + (zone instanceof ZoneOffset ? zone : "");
        }

        /** How far a moment is from a trace; zero if it is in it. */
        private static Duration distance(Instant instant, Instant start, Instant end) {
            if (instant.isBefore(start)) {
                return Duration.between(instant, start);
            }
            return instant.isAfter(end) ? Duration.between(end, instant) : Duration.ZERO;
        }
    }
}
