package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IUnit;
import org.openjdk.jmc.common.unit.LinearUnit;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/**
 * How much of something is worth telling, and how much is worth a warning.
 *
 * @param information preference of the least amount that is told
 * @param warning preference of the least amount that is warned of
 */
record Limits(TypedPreference<IQuantity> information, TypedPreference<IQuantity> warning) {
    private static final double MAXIMUM_SCORE = 100;

    /** Limits of a length of time. */
    static Limits milliseconds(String id, String what, long information, long warning) {
        return of(id, what, UnitLookup.TIMESPAN, UnitLookup.MILLISECOND, information, warning);
    }

    /** Limits of a share. */
    static Limits percent(String id, String what, long information, long warning) {
        return of(id, what, UnitLookup.PERCENTAGE, UnitLookup.PERCENT, information, warning);
    }

    /** Limits of a number. */
    static Limits number(String id, String what, long information, long warning) {
        return of(id, what, UnitLookup.NUMBER, UnitLookup.NUMBER_UNITY, information, warning);
    }

    private static Limits of(
            String id, String what, ContentType<IQuantity> type, LinearUnit unit, long information, long warning) {
        return new Limits(
                new TypedPreference<>(
                        id + ".information",
                        "Information from",
                        "The " + what + " from which on the rule reports something",
                        type.getPersister(),
                        unit.quantity(information)),
                new TypedPreference<>(
                        id + ".warning",
                        "Warning from",
                        "The " + what + " from which on the rule warns",
                        type.getPersister(),
                        unit.quantity(warning)));
    }

    /** These two and others, as a rule lists them. */
    List<TypedPreference<?>> preferences(TypedPreference<?>... others) {
        return Stream.concat(Stream.of(information, warning), Stream.of(others)).toList();
    }

    /** Mission Control's score: information begins at 25, warning at 75, and all of it ends at 100. */
    double score(IQuantity amount, IPreferenceValueProvider preferences) {
        IUnit unit = amount.getUnit();
        double value = amount.doubleValue();
        double first = preferences.getPreferenceValue(information).doubleValueIn(unit);
        double second = preferences.getPreferenceValue(warning).doubleValueIn(unit);
        double told = Severity.INFO.getLimit();
        double warned = Severity.WARNING.getLimit();
        if (value <= 0) {
            return 0;
        }
        if (value >= second) {
            return warned + (MAXIMUM_SCORE - warned) * (1 - second / value);
        }
        if (value >= first) {
            return told + (warned - told) * (value - first) / (second - first);
        }
        return told * value / first;
    }
}
