package io.github.etl2jfr.views.findings;

import java.util.List;
import java.util.Set;

/**
 * What all rules say of a recording.
 *
 * @param all one of each rule, the worst first; empty if they were not asked
 * @param jvms processes that they are about; empty where a JVM's own recording is merged in, or there is none
 * @param missing why they were not asked, a part of a line, which may be other people's words; null if they were
 */
public record Findings(List<Finding> all, Set<String> jvms, String missing) {
    /** Findings that somebody should look at, the worst first. */
    public List<Finding> worthTelling() {
        return all.stream().filter(Finding::isWorthTelling).toList();
    }

    /** Findings of a severity. */
    public List<Finding> of(Finding.Severity severity) {
        return all.stream().filter(finding -> finding.severity() == severity).toList();
    }

    static Findings missing(String why) {
        return new Findings(List.of(), Set.of(), why);
    }
}
