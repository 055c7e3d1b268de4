package io.github.etl2jfr.views.rules;

import io.github.etl2jfr.views.rules.HeldUpPeriods.Period;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** What there is to tell of periods that threads without a processor held up. The worst case decides. */
final class HeldUpFindings {
    static final List<TypedResult<?>> RESULTS = List.of(
            TypedResult.SCORE,
            Findings.OCCURRENCES,
            Findings.TOTAL,
            Findings.OF_TOTAL,
            Findings.THREAD,
            Findings.LONGEST,
            Findings.OF_LONGEST,
            Findings.WHAT,
            Findings.WHEN);

    private HeldUpFindings() {}

    /**
     * Tells of periods.
     *
     * @param nothing summary for when none was held up, which leaves texts without values to name
     * @param something puts in the texts for when some were
     */
    static IResult result(
            IRule rule,
            IPreferenceValueProvider preferences,
            Limits limits,
            List<Period> periods,
            String nothing,
            Texts something) {
        Period worst = periods.stream()
                .max(Comparator.comparingLong(Period::delay))
                .filter(period -> period.delay() > 0)
                .orElse(null);
        if (worst == null) {
            return Findings.nothing(rule, preferences, nothing);
        }
        IQuantity longest = Findings.timespan(worst.delay());
        IQuantity worthTelling = preferences.getPreferenceValue(limits.information());
        Predicate<Period> worthCounting =
                period -> Findings.timespan(period.delay()).compareTo(worthTelling) >= 0;
        return Findings.result(rule, preferences, limits.score(longest, preferences))
                .addResult(
                        Findings.OCCURRENCES,
                        Findings.number(periods.stream().filter(worthCounting).count()))
                .addResult(
                        Findings.TOTAL,
                        Findings.timespan(
                                periods.stream().mapToLong(Period::delay).sum()))
                .addResult(
                        Findings.OF_TOTAL,
                        Findings.timespan(
                                periods.stream().mapToLong(Period::duration).sum()))
                .addResult(Findings.THREAD, worst.culprit())
                .addResult(Findings.LONGEST, longest)
                .addResult(Findings.OF_LONGEST, Findings.timespan(worst.duration()))
                .addResult(Findings.WHAT, worst.longest().text())
                .addResult(Findings.WHEN, Findings.moment(worst.when()))
                .setSummary(something.summary())
                .setExplanation(something.explanation())
                .setSolution(something.solution())
                .build();
    }

    /** The texts of a rule, with values in braces. */
    record Texts(String summary, String explanation, String solution) {}
}
