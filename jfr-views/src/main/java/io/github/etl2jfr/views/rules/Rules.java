package io.github.etl2jfr.views.rules;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;

/** The rules of this package, for those who ask them without Mission Control. */
public final class Rules {
    private Rules() {}

    /** All of them, as Mission Control finds them; none of its own. */
    public static List<IRule> all() {
        return ServiceLoader.load(IRule.class, Rules.class.getClassLoader()).stream()
                .filter(provider -> SchedulerRule.class.isAssignableFrom(provider.type()))
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * The fields that they read, by types of events; of all these types also when events begin and end, and whose they
     * are.
     */
    public static Map<String, List<IAttribute<?>>> fields() {
        return Recorded.FIELDS;
    }

    /** Whether a pause can wait for a thread of the JVM of this name, which runs no Java. */
    public static boolean worksInPauses(String name) {
        return JvmThreads.worksInPauses(name);
    }

    /** Which processes, {@code java.exe (4711)}, are JVMs to the rules where no JVM's own recording was merged in. */
    public static Predicate<String> isJvm() {
        return JvmThreads.programs(IPreferenceValueProvider.DEFAULT_VALUES).asMatchPredicate();
    }

    /**
     * What all of them say of a recording.
     *
     * @param jvms the processes that are JVMs; none if the recording tells, or those are that usually are
     */
    public static List<IResult> ask(RecordedEvents events, Collection<String> jvms) {
        IPreferenceValueProvider preferences = preferences(jvms);
        return all().parallelStream()
                .map(rule -> ((SchedulerRule) rule).result(events, preferences))
                .toList();
    }

    /**
     * Preferences by which some processes are JVMs, and no others.
     *
     * @param processes none for those that usually are
     */
    public static IPreferenceValueProvider preferences(Collection<String> processes) {
        if (processes.isEmpty()) {
            return IPreferenceValueProvider.DEFAULT_VALUES;
        }
        String programs = processes.stream().map(Pattern::quote).collect(Collectors.joining("|"));
        return new IPreferenceValueProvider() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> T getPreferenceValue(TypedPreference<T> preference) {
                return preference.equals(JvmThreads.PROGRAMS) ? (T) programs : preference.getDefaultValue();
            }
        };
    }
}
