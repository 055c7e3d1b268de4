package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.Map;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.AbstractRule;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IResultValueProvider;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit.EventAvailability;

/**
 * A rule that is not applicable where events are missing, and says which.
 *
 * <p>Mission Control can be told what events a rule requires, and does not ask it without them. But then it takes
 * the rule for ignored, and a page whose topic has an ignored rule never shows its badge.
 */
abstract class SchedulerRule extends AbstractRule {
    private final List<String> requiredTypes;

    SchedulerRule(
            String id,
            String name,
            String topic,
            List<TypedPreference<?>> preferences,
            List<TypedResult<?>> results,
            String... requiredTypes) {
        super(id, name, topic, preferences, results, Map.of());
        this.requiredTypes = List.of(requiredTypes);
    }

    /** Answers the rule's question; there are events of all types that it requires. */
    abstract IResult answer(IItemCollection items, IPreferenceValueProvider preferences);

    @Override
    protected final IResult getResult(
            IItemCollection items, IPreferenceValueProvider preferences, IResultValueProvider results) {
        List<String> missing = requiredTypes.stream()
                .filter(type -> RulesToolkit.getEventAvailability(items, type) != EventAvailability.AVAILABLE)
                .toList();
        if (!missing.isEmpty()) {
            return Findings.notApplicable(
                    this, preferences, "The recording has no events of type " + String.join(", ", missing) + ".");
        }
        try {
            return answer(items, preferences);
        } catch (PatternSyntaxException e) {
            return Findings.notApplicable(
                    this,
                    preferences,
                    "%s, a preference of this rule, is no regular expression: %s."
                            .formatted(JvmThreads.PROGRAMS.getName(), e.getDescription()));
        } catch (RuntimeException e) {
            // Whoever wrote the recording may have written anything; Mission Control would log a fault of its own.
            return Findings.notApplicable(
                    this,
                    preferences,
                    "The recording has events that are not as etl2jfr writes them (%s)."
                            .formatted(e.getClass().getSimpleName()));
        }
    }
}
