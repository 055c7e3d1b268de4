package io.github.etl2jfr.views.rules;

import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultBuilder;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/**
 * What rules find, for programs that read results and for the texts, which name them in braces. Values that
 * come from a recording get into a text in no other way, since Mission Control shows texts as HTML.
 */
final class RuleResults {
    static final TypedResult<IQuantity> TOTAL = quantity("total", "Total", "How long in total", UnitLookup.TIMESPAN);
    static final TypedResult<IQuantity> OF_TOTAL =
            quantity("ofTotal", "Of", "What the total is a part of", UnitLookup.TIMESPAN);
    static final TypedResult<IQuantity> SHARE =
            quantity("share", "Share", "The part of the whole", UnitLookup.PERCENTAGE);
    static final TypedResult<IQuantity> OCCURRENCES =
            quantity("occurrences", "Occurrences", "How often", UnitLookup.NUMBER);
    static final TypedResult<IQuantity> RATE = quantity("rate", "Rate", "How often per second", UnitLookup.NUMBER);
    static final TypedResult<IQuantity> PROCESSOR =
            quantity("processor", "Processor", "The processor it concerns", UnitLookup.NUMBER);
    static final TypedResult<IMCThread> THREAD =
            new TypedResult<>("thread", "Thread", "The thread that is worst off", UnitLookup.THREAD, IMCThread.class);
    static final TypedResult<String> PROCESS = text("process", "Process", "The process it concerns");
    static final TypedResult<String> WHAT = text("what", "What", "The event it concerns");
    static final TypedResult<String> OTHERS = text("others", "Others", "Others to which the same applies");
    static final TypedResult<IQuantity> LONGEST = quantity("longest", "Longest", "The worst case", UnitLookup.TIMESPAN);
    static final TypedResult<IQuantity> OF_LONGEST =
            quantity("ofLongest", "Of", "What the worst case is a part of", UnitLookup.TIMESPAN);
    static final TypedResult<IQuantity> WAITED =
            quantity("waited", "Waited", "How long threads waited in the worst case, in total", UnitLookup.TIMESPAN);
    static final TypedResult<IQuantity> WHEN =
            quantity("when", "When", "When the worst case begins", UnitLookup.TIMESTAMP);

    private RuleResults() {}

    /** A result with a score and what goes with it. */
    static ResultBuilder result(IRule rule, IPreferenceValueProvider preferences, double score) {
        return ResultBuilder.createFor(rule, preferences)
                .setSeverity(Severity.get(score))
                .addResult(TypedResult.SCORE, UnitLookup.NUMBER_UNITY.quantity(score));
    }

    /** There is nothing to tell. */
    static IResult nothing(IRule rule, IPreferenceValueProvider preferences, String summary) {
        return result(rule, preferences, 0).setSummary(summary).build();
    }

    static IResult notApplicable(IRule rule, IPreferenceValueProvider preferences, String why) {
        return RulesToolkit.getNotApplicableResult(rule, preferences, why);
    }

    static IQuantity timespan(long nanos) {
        return UnitLookup.NANOSECOND.quantity(nanos);
    }

    static IQuantity moment(long nanosSince1970) {
        return UnitLookup.EPOCH_NS.quantity(nanosSince1970);
    }

    static IQuantity number(long number) {
        return UnitLookup.NUMBER_UNITY.quantity(number);
    }

    static IQuantity share(long part, long whole) {
        return UnitLookup.PERCENT.quantity(whole == 0 ? 0 : 100.0 * part / whole);
    }

    private static TypedResult<IQuantity> quantity(
            String id, String name, String description, ContentType<IQuantity> type) {
        return new TypedResult<>(id, name, description, type, IQuantity.class);
    }

    private static TypedResult<String> text(String id, String name, String description) {
        return new TypedResult<>(id, name, description, UnitLookup.PLAIN_TEXT, String.class);
    }
}
