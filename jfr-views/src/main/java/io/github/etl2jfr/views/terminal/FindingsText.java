package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.findings.Finding;
import io.github.etl2jfr.views.findings.Finding.Severity;
import io.github.etl2jfr.views.findings.Findings;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.TraceReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What there is to say beside what rules found, in the terminal and on a page. */
public final class FindingsText {
    private static final int MOST_NAMES = 5;

    private FindingsText() {}

    /**
     * What to say before findings: that they are about more than the user chose, as rules know nothing of that, or about
     * several JVMs.
     */
    public static List<String> notes(Findings findings, TraceReader reader, Overview overview) {
        List<String> notes = new ArrayList<>();
        if (overview.coverage().isPart() || reader.areThreadsChosen()) {
            notes.add(
                    "findings are about the whole recording, not only the time and threads chosen; for those of a part of"
                            + " the time, convert the trace with --from and --to");
        }
        if (findings.jvms().size() > 1) {
            notes.add("findings are about %d JVMs, %s; --jvm chooses among them"
                    .formatted(findings.jvms().size(), firstOf(findings.jvms())));
        }
        return notes;
    }

    private static String firstOf(Collection<String> names) {
        return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMES ? ", ..." : "");
    }

    /** A line each for rules that found nothing, and for those that are not applicable; or why no rule was asked. */
    public static List<String> rest(Findings findings) {
        if (findings.missing() != null) {
            return List.of(missing(findings.missing()));
        }
        List<String> lines = new ArrayList<>();
        List<Finding> fine = findings.of(Severity.OK);
        if (!fine.isEmpty()) {
            lines.add("nothing found: " + rules(fine));
        }
        List<Finding> without = findings.of(Severity.NOT_APPLICABLE);
        if (!without.isEmpty()) {
            Map<String, List<Finding>> byReason = without.stream()
                    .collect(Collectors.groupingBy(Finding::summary, LinkedHashMap::new, Collectors.toList()));
            lines.add(byReason.entrySet().stream()
                    .map(each -> "%s (%s)".formatted(rules(each.getValue()), inParentheses(each.getKey())))
                    .collect(Collectors.joining("; ", "not applicable: ", "")));
        }
        if (findings.worthTelling().isEmpty()) {
            lines.add(
                    0,
                    without.isEmpty()
                            ? "nothing is worth a look"
                            : "the %d of %d rules that are applicable found nothing worth a look"
                                    .formatted(fine.size(), fine.size() + without.size()));
        }
        return lines;
    }

    private static String rules(List<Finding> findings) {
        return findings.stream().map(Finding::rule).collect(Collectors.joining("; "));
    }

    /** Why there are no findings. */
    static String missing(String why) {
        return "findings were not looked for: " + why;
    }

    private static String inParentheses(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT)
                + sentence.substring(1).replaceFirst("\\.$", "");
    }

    /** A text in which lines may be broken at all spaces. */
    static String plain(String text) {
        return text.replace(Finding.UNBROKEN, ' ');
    }
}
