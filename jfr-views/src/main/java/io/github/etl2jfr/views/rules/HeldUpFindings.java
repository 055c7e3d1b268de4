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
            RuleResults.OCCURRENCES,
            RuleResults.TOTAL,
            RuleResults.OF_TOTAL,
            RuleResults.THREAD,
            RuleResults.LONGEST,
            RuleResults.OF_LONGEST,
            RuleResults.WHAT,
            RuleResults.WHEN);

    private HeldUpFindings() {}

    /** Tells of periods. */
    static IResult result(
            IRule rule, IPreferenceValueProvider preferences, Limits limits, List<Period> periods, Texts texts) {
        if (periods.isEmpty()) {
            return RuleResults.notApplicable(rule, preferences, texts.none());
        }
        Period worst = periods.stream()
                .max(Comparator.comparingLong(Period::delay))
                .filter(period -> period.delay() > 0)
                .orElse(null);
        if (worst == null) {
            return RuleResults.nothing(rule, preferences, texts.nothing());
        }
        IQuantity longest = RuleResults.timespan(worst.delay());
        IQuantity worthTelling = preferences.getPreferenceValue(limits.information());
        Predicate<Period> worthCounting =
                period -> RuleResults.timespan(period.delay()).compareTo(worthTelling) >= 0;
        return RuleResults.result(rule, preferences, limits.score(longest, preferences))
                .addResult(
                        RuleResults.OCCURRENCES,
                        RuleResults.number(
                                periods.stream().filter(worthCounting).count()))
                .addResult(
                        RuleResults.TOTAL,
                        RuleResults.timespan(
                                periods.stream().mapToLong(Period::delay).sum()))
                .addResult(
                        RuleResults.OF_TOTAL,
                        RuleResults.timespan(
                                periods.stream().mapToLong(Period::duration).sum()))
                .addResult(RuleResults.THREAD, worst.culprit())
                .addResult(RuleResults.LONGEST, longest)
                .addResult(RuleResults.OF_LONGEST, RuleResults.timespan(worst.duration()))
                .addResult(RuleResults.WHAT, worst.longest().text())
                .addResult(RuleResults.WHEN, RuleResults.moment(worst.when()))
                .setSummary(texts.summary())
                .setExplanation(texts.explanation())
                .setSolution(texts.solution())
                .build();
    }

    /**
     * The texts of a rule, with values in braces but for the first two.
     *
     * @param none why it is not applicable where there are no periods
     * @param nothing summary for when none was held up
     * @param summary for when some were, as the rest
     */
    record Texts(String none, String nothing, String summary, String explanation, String solution) {}
}
