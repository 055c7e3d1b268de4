package io.github.etl2jfr.views.rules;

import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
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

    /** Which processes, {@code java.exe (4711)}, are JVMs to the rules where no JVM's own recording was merged in. */
    public static Predicate<String> isJvm() {
        return JvmThreads.programs(IPreferenceValueProvider.DEFAULT_VALUES).asMatchPredicate();
    }

    /** Preferences by which these processes are JVMs, and no others. */
    public static IPreferenceValueProvider withJvms(Collection<String> processes) {
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
