package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** What a rule says of a recording, in the words that its reader sees. */
record Verdict(Severity severity, String summary, String explanation, String solution) {

    static Verdict of(IRule rule, MadeRecording recording) throws Exception {
        return of(rule, recording.load());
    }

    /** Asks as Mission Control does. */
    static Verdict of(IRule rule, IItemCollection items) throws Exception {
        return of(rule, items, IPreferenceValueProvider.DEFAULT_VALUES);
    }

    static Verdict of(IRule rule, IItemCollection items, IPreferenceValueProvider preferences) throws Exception {
        IResult result = RulesToolkit.evaluateParallel(List.of(rule), items, preferences, 1)
                .get(rule)
                .get();
        return new Verdict(
                result.getSeverity(),
                text(result, result.getSummary()),
                text(result, result.getExplanation()),
                text(result, result.getSolution()));
    }

    private static String text(IResult result, String template) {
        String text = ResultToolkit.populateMessage(result, template, false);
        // Mission Control's spaces between a number and its unit, and before AM, do not break.
        return text == null ? null : text.replace('\u00a0', ' ').replace('\u202f', ' ');
    }

    /** Preferences with some of a user's own. */
    static IPreferenceValueProvider preferences(Map<TypedPreference<?>, ?> own) {
        return new IPreferenceValueProvider() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> T getPreferenceValue(TypedPreference<T> preference) {
                return own.containsKey(preference) ? (T) own.get(preference) : preference.getDefaultValue();
            }
        };
    }
}
