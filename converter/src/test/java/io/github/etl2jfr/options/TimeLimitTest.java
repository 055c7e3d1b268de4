package io.github.etl2jfr.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeLimitTest {
    private static final Instant BEFORE_MIDNIGHT = Instant.parse("2026-11-20T23:50:00Z");
    private static final Instant AFTER_MIDNIGHT = Instant.parse("2026-11-21T00:40:00Z");

    /** It is meant for the day on which it is nearest to the trace. */
    @ParameterizedTest
    @CsvSource({
        "23:55Z, 2026-11-20T23:55:00Z",
        "00:30Z, 2026-11-21T00:30:00Z",
        "0:30Z, 2026-11-21T00:30:00Z",
        "00:45Z, 2026-11-21T00:45:00Z",
        "23:45Z, 2026-11-20T23:45:00Z",
        "12:16Z, 2026-11-20T12:16:00Z",
        "12:14Z, 2026-11-21T12:14:00Z"
    })
    void timeOfDayAboutMidnight(String text, Instant expected) {
        assertThat(TimeLimit.parse(text).resolve(BEFORE_MIDNIGHT, AFTER_MIDNIGHT))
                .isEqualTo(expected);
    }

    /** The trace began at ten past midnight. */
    @ParameterizedTest
    @CsvSource({"23:55Z, 2026-11-20T23:55:00Z", "00:05Z, 2026-11-21T00:05:00Z", "00:45Z, 2026-11-21T00:45:00Z"})
    void timeOfDayBeforeTheTrace(String text, Instant expected) {
        Instant start = Instant.parse("2026-11-21T00:10:00Z");
        assertThat(TimeLimit.parse(text).resolve(start, AFTER_MIDNIGHT)).isEqualTo(expected);
    }

    /** Of several days within the trace it is the first. */
    @ParameterizedTest
    @CsvSource({"23:55Z, 2026-11-20T23:55:00Z", "12:00Z, 2026-11-21T12:00:00Z"})
    void timeOfDayInALongTrace(String text, Instant expected) {
        assertThat(TimeLimit.parse(text).resolve(BEFORE_MIDNIGHT, Instant.parse("2026-11-24T00:00:00Z")))
                .isEqualTo(expected);
    }

    /** At the end of summer time an hour comes twice. */
    @ParameterizedTest
    @CsvSource({
        "2026-10-25T00:20:00Z, 2026-10-25T00:30:00Z",
        "2026-10-25T01:20:00Z, 2026-10-25T01:30:00Z",
        "2026-10-25T01:40:00Z, 2026-10-25T01:30:00Z"
    })
    void timeOfDayThatComesTwice(Instant start, Instant expected) {
        for (LocalDate day : new LocalDate[] {null, LocalDate.of(2026, 10, 25)}) {
            assertThat(new TimeLimit.AtClockTime(day, LocalTime.of(2, 30), ZoneId.of("Europe/Berlin"))
                            .resolve(start, start.plusSeconds(1200)))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2.5, 2026-11-20T23:50:02.5Z",
        "0.000001, 2026-11-20T23:50:00.000001Z",
        ".5, 2026-11-20T23:50:00.5Z",
        "60., 2026-11-20T23:51:00Z",
        "+1, 2026-11-20T23:50:01Z",
        "-1, 2026-11-21T00:39:59Z",
        "-.25, 2026-11-21T00:39:59.75Z",
        "-0, 2026-11-21T00:40:00Z",
        "0.5s, 2026-11-20T23:50:00.5Z",
        "500ms, 2026-11-20T23:50:00.5Z",
        "+1.5us, 2026-11-20T23:50:00.0000015Z",
        "-250ms, 2026-11-21T00:39:59.75Z",
        "-1µs, 2026-11-21T00:39:59.999999Z",
        "-0s, 2026-11-21T00:40:00Z"
    })
    void seconds(String text, Instant expected) {
        assertThat(TimeLimit.parse(text).resolve(BEFORE_MIDNIGHT, AFTER_MIDNIGHT))
                .isEqualTo(expected);
    }

    /** As Java has numbers, or with another unit: a day must not be taken for a second. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1d",
                "1f",
                "1D",
                "0x1p3",
                "1e3",
                " 1",
                "1 s",
                "--1s",
                "1h",
                "99999999999s",
                "1,5",
                ".",
                "-",
                "",
                "NaN",
                "-Infinity"
            })
    void noSeconds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeLimit.parse(text))
                .withMessageStartingWith("'%s' is not a time; use seconds (2.5, ", text);
    }

    private static final Instant START = Instant.parse("2026-11-21T11:04:46Z");
    private static final Instant END = Instant.parse("2026-11-21T11:04:50Z");

    /** Copied from what is told in UTC: in a zone an hour east it would leave out nothing. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Paris, , 11:04:48, is 2026-11-21T10:04:48Z; outside",
        "Europe/Paris, 2026-11-21, 11:04:48, is 2026-11-21T10:04:48Z; outside",
        "Atlantic/Cape_Verde, , 11:04:48, is 2026-11-21T12:04:48Z; outside",
        "Asia/Kolkata, , 11:04:48, is 2026-11-21T05:34:48Z; more than an hour away from",
        "Asia/Kolkata, 2026-11-21, 11:04:48, is 2026-11-21T05:34:48Z; outside",
    })
    void timeOfUtcWithoutItsZ(ZoneId zone, LocalDate day, LocalTime time, String meaning) {
        String text = (day == null ? "" : day + "T") + time;
        assertThat(misuse(new TimeLimit.AtClockTime(day, time, zone)))
                .isEqualTo(
                        "--from %s %s the trace, which is from %s to %s (did you mean %sZ?)",
                        text, meaning.replace(';', ','), START, END, text);
    }

    /** A little before the trace is as good as its start; so is an earlier day, if that is what is said. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Paris, , 12:04:48",
        "Europe/Paris, , 12:00",
        "Europe/Paris, , 11:30",
        "Europe/Paris, 2026-11-20, 11:04:48",
        "Asia/Kolkata, , 16:34:48",
        "UTC, , 11:04:48",
        "UTC, , 11:00",
        "Z, , 11:00",
        "+01:00, 2026-11-21, 11:04:48",
    })
    void timeAboutTheTrace(ZoneId zone, LocalDate day, LocalTime time) {
        assertThat(misuse(new TimeLimit.AtClockTime(day, time, zone))).isNull();
    }

    /** As only a damaged trace does. */
    @Test
    void traceOfThousandsOfYears() {
        long end = Instant.parse("9999-12-31T00:00:00Z").getEpochSecond();
        for (long first : new long[] {0, end}) {
            String misuse = TimeLimit.misuse(
                    new TimeLimit.Option("--from", null),
                    new TimeLimit.Option("--to", null),
                    "the trace",
                    first,
                    end,
                    0,
                    end,
                    Instant::ofEpochSecond);
            assertThat(misuse)
                    .isEqualTo(
                            first == 0
                                    ? null
                                    : "--from is not before the end of the trace, 9999-12-31T00:00:00Z;"
                                            + " it lasts 253402214400.000000 s");
        }
    }

    private static String misuse(TimeLimit from) {
        long start = START.toEpochMilli();
        long end = END.toEpochMilli();
        return TimeLimit.misuse(
                new TimeLimit.Option("--from", from),
                new TimeLimit.Option("--to", null),
                "the trace",
                from.resolve(START, END).toEpochMilli(),
                end,
                start,
                end,
                Instant::ofEpochMilli);
    }
}
