package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultBuilder;

/**
 * Limits of a part of some time. Every thread that wakes up waits a few microseconds for its processor: of a JVM
 * that has little to do that is a large share, and still nothing.
 *
 * @param limits of the share
 * @param least preference of the shortest part that matters
 */
record ShareLimits(Limits limits, TypedPreference<IQuantity> least) {

    static ShareLimits of(String id, String what, int informationPercent, int warningPercent, int leastMillis) {
        return new ShareLimits(
                Limits.percent(id, "share of " + what, informationPercent, warningPercent),
                new TypedPreference<>(
                        id + ".least",
                        "Only if at least",
                        "Less " + what + " does not matter, whatever its share",
                        UnitLookup.TIMESPAN.getPersister(),
                        UnitLookup.MILLISECOND.quantity(leastMillis)));
    }

    /** These and others, as a rule lists them. */
    List<TypedPreference<?>> preferences(TypedPreference<?>... others) {
        return limits.preferences(
                Stream.concat(Stream.of(least), Stream.of(others)).toArray(TypedPreference<?>[]::new));
    }

    /** A result that tells of a part of a whole, to which a rule adds where it was worst. */
    ResultBuilder result(IRule rule, IPreferenceValueProvider preferences, long partNanos, long wholeNanos) {
        return RuleResults.result(rule, preferences, score(partNanos, wholeNanos, preferences))
                .addResult(RuleResults.SHARE, RuleResults.share(partNanos, wholeNanos))
                .addResult(RuleResults.TOTAL, RuleResults.timespan(partNanos))
                .addResult(RuleResults.OF_TOTAL, RuleResults.timespan(wholeNanos));
    }

    double score(long partNanos, long wholeNanos, IPreferenceValueProvider preferences) {
        IQuantity part = RuleResults.timespan(partNanos);
        boolean matters = part.compareTo(preferences.getPreferenceValue(least)) >= 0;
        return matters ? limits.score(RuleResults.share(partNanos, wholeNanos), preferences) : 0;
    }
}
