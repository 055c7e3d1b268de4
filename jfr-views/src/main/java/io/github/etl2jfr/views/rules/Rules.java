package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.ServiceLoader;
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
}
