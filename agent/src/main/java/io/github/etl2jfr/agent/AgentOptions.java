package io.github.etl2jfr.agent;

import io.github.etl2jfr.agent.feed.EventKind;
import io.github.etl2jfr.agent.feed.FeedOptions;
import io.github.etl2jfr.agent.feed.Lanes;
import io.github.etl2jfr.agent.profile.ProfileOptions;
import io.github.etl2jfr.kernel.PerformanceData;
import io.github.etl2jfr.options.Length;
import io.github.etl2jfr.options.NamePattern;
import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.views.text.Spelling;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the agent is to do.
 *
 * @param trace the trace
 * @param from where in the trace to start, null for its start
 * @param to where in the trace to end, null for its end
 * @param isFlushed whether the session writes its buffers more often than the delay, also those that are not full
 * @param start whether to start a recording if there is none
 * @param profile how threads are profiled, null if they are not
 */
record AgentOptions(
        Path trace,
        FeedOptions feed,
        TimeLimit from,
        TimeLimit to,
        boolean isFlushed,
        boolean start,
        ProfileOptions profile) {
    static final String TRACE = "trace";
    private static final String EVENTS = "events";
    private static final String THREADS = "threads";
    private static final String LANES = "lanes";
    private static final String MIN_DURATION = "min-duration";
    static final String FROM = "from";
    static final String TO = "to";
    private static final String MAX_RATE = "max-rate";
    private static final String DELAY = "delay";
    private static final String FLUSHED = "flushed";
    private static final String START = "start";
    private static final String AGAIN = "again";
    private static final String PROFILE_THREADS = "profile-threads";
    private static final String PROFILE_COUNTERS = "profile-counters";

    private static final Set<String> FLAGS = Set.of(FLUSHED, START, AGAIN);
    private static final List<String> NAMES = List.of(
            TRACE,
            EVENTS,
            THREADS,
            LANES,
            MIN_DURATION,
            FROM,
            TO,
            MAX_RATE,
            DELAY,
            FLUSHED,
            START,
            AGAIN,
            PROFILE_THREADS,
            PROFILE_COUNTERS);

    private static final Duration DEFAULT_MIN_DURATION = Duration.ofNanos(20_000);
    private static final int DEFAULT_MAX_RATE = 100_000;
    private static final Duration MIN_PERIOD = Duration.ofMillis(1);

    /** JFR tells of threads that start and end within two seconds. */
    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(2);

    /**
     * Reads {@code trace=PATH,option=value,flag}. What follows a comma and is no option belongs to the value before it.
     *
     * @throws UsageException if that is nothing the agent understands
     */
    static AgentOptions parse(String text) throws UsageException {
        Map<String, String> values = new LinkedHashMap<>();
        String last = null;
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (equals < 0 && FLAGS.contains(part)) {
                put(values, part, "true");
                last = null;
            } else if (equals >= 0 && NAMES.contains(name)) {
                put(values, name, part.substring(equals + 1));
                last = name;
            } else if (equals >= 0 || last == null) {
                throw unknown(name);
            } else {
                values.merge(last, part, (before, after) -> before + "," + after);
            }
        }
        return of(values);
    }

    /** Demands that a path is passed on as it is: what follows a comma in it may read as an option. */
    static void requirePassable(Path trace) throws UsageException {
        if (takenForOption(trace.toString()).isPresent()) {
            throw new UsageException(
                    "%s: what follows a comma in this name would be taken for an option; rename it".formatted(trace));
        }
    }

    /** The same of an option with its value. */
    static void requirePassable(String option) throws UsageException {
        Optional<String> taken = takenForOption(option);
        if (taken.isPresent()) {
            throw new UsageException("%s: '%s' would be taken for an option; put it first in the list"
                    .formatted(option.split("=", 2)[0], taken.get()));
        }
    }

    /** What to say of the trace's name where what follows a comma in it was perhaps to be an option; may be empty. */
    String hint() {
        return afterCommas(trace.toString())
                .map(part -> Spelling.hint(part, FLAGS))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse("");
    }

    /** What follows a comma in a value and does not belong to it. */
    private static Optional<String> takenForOption(String value) {
        return afterCommas(value)
                .filter(part -> part.contains("=") || FLAGS.contains(part))
                .findFirst();
    }

    private static Stream<String> afterCommas(String value) {
        return Arrays.stream(value.split(",", -1)).skip(1);
    }

    /** Whether an option stands without a value. */
    static boolean isFlag(String name) {
        return FLAGS.contains(name);
    }

    static boolean isName(String name) {
        return NAMES.contains(name);
    }

    /** Demands that there is an option of a name. */
    static void requireName(String name) throws UsageException {
        if (!isName(name)) {
            throw unknown(name);
        }
    }

    private static void put(Map<String, String> values, String name, String value) throws UsageException {
        if (values.put(name, value) != null) {
            throw new UsageException(name + " is there twice");
        }
    }

    private static UsageException unknown(String name) {
        return new UsageException(
                name.isEmpty()
                        ? "no options; name the trace: trace=PATH"
                        : "no option '%s'%s"
                                .formatted(
                                        name,
                                        Spelling.hint(name, NAMES)
                                                .orElseGet(() -> "; there are " + String.join(", ", NAMES))));
    }

    private static AgentOptions of(Map<String, String> values) throws UsageException {
        String trace = values.getOrDefault(TRACE, "");
        if (trace.isEmpty()) {
            throw new UsageException("name the trace: trace=PATH");
        }
        FeedOptions feed = new FeedOptions(
                value(values, EVENTS, EventKind.slices(), AgentOptions::kinds),
                value(values, THREADS, List.of(), AgentOptions::names),
                value(values, LANES, Lanes.OWN, Lanes::named),
                value(values, MIN_DURATION, DEFAULT_MIN_DURATION, Length::parse),
                value(values, MAX_RATE, DEFAULT_MAX_RATE, AgentOptions::rate),
                value(values, DELAY, DEFAULT_DELAY, Length::parse),
                value(values, AGAIN, false, AgentOptions::flag));
        TimeLimit from = value(values, FROM, null, TimeLimit::parse);
        TimeLimit to = value(values, TO, null, TimeLimit::parse);
        requireOrder(from, to);
        return new AgentOptions(
                value(values, TRACE, null, AgentOptions::path),
                feed,
                from,
                to,
                value(values, FLUSHED, false, AgentOptions::flag),
                value(values, START, false, AgentOptions::flag),
                profile(values));
    }

    /** Demands that the times are in order, as far as that can be seen without the trace. */
    private static void requireOrder(TimeLimit from, TimeLimit to) throws UsageException {
        if (from instanceof TimeLimit.Seconds first
                && to instanceof TimeLimit.Seconds last
                && first.fromEnd() == last.fromEnd()
                && first.seconds() >= last.seconds()) {
            throw new UsageException("%s is not before %s".formatted(FROM, TO));
        }
    }

    private static ProfileOptions profile(Map<String, String> values) throws UsageException {
        Duration period = value(values, PROFILE_THREADS, null, AgentOptions::period);
        int counters = value(values, PROFILE_COUNTERS, 0, AgentOptions::counters);
        if (period == null && counters != 0) {
            throw new UsageException("%s goes with %s=PERIOD".formatted(PROFILE_COUNTERS, PROFILE_THREADS));
        }
        return period == null ? null : new ProfileOptions(period, counters);
    }

    private static <T> T value(Map<String, String> values, String name, T unset, Function<String, T> reader)
            throws UsageException {
        String text = values.get(name);
        if (text == null) {
            return unset;
        }
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + ": " + e.getMessage());
        }
    }

    private static List<String> names(String text) {
        List<String> names = NamePattern.list(text);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("names no thread");
        }
        return names;
    }

    private static Set<EventKind> kinds(String text) {
        List<String> names = NamePattern.list(text);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("names no kind of event");
        }
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        names.forEach(name -> kinds.addAll(EventKind.named(name)));
        return kinds;
    }

    private static int rate(String text) {
        try {
            int rate = Integer.parseInt(text);
            if (rate > 0) {
                return rate;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IllegalArgumentException("'%s' is not a number of events a second".formatted(text));
    }

    private static Duration period(String text) {
        Duration period = Length.parse(text);
        if (period.compareTo(MIN_PERIOD) < 0) {
            throw new IllegalArgumentException("'%s' is too short; 1ms is the shortest".formatted(text));
        }
        return period;
    }

    private static int counters(String text) {
        int counters = 0;
        for (String index : NamePattern.list(text)) {
            try {
                counters |= 1 << Objects.checkIndex(Integer.parseInt(index), PerformanceData.MAX_COUNTERS);
            } catch (NumberFormatException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "'%s' is not the index of a hardware counter; those are 0 to 15".formatted(index), e);
            }
        }
        return counters;
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'%s' is neither true nor false".formatted(text));
        };
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'%s' is not a path: %s".formatted(text, e.getReason()), e);
        }
    }
}
