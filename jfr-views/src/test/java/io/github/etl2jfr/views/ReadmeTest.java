package io.github.etl2jfr.views;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.model.WaitReasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultProvider;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;

/** README lists pages, rules and wait reasons as they are. */
class ReadmeTest {
    private static final Path README = Path.of("README.md");

    /** Set it to write the lists anew. */
    private static final String UPDATE_PROPERTY = "etl2jfr.update-docs";

    @Test
    void listsThePages() throws Exception {
        String readme = Files.readString(README);
        for (Page page : Page.tablesOfEvents()) {
            assertThat(readme).containsPattern("\\| (\\w+ > )?" + page.name() + " \\|");
        }
    }

    @Test
    void listsTheRules() throws Exception {
        check(
                "rules",
                "| rule | about | tells from | warns from | needs events |\n|---|---|---|---|---|\n"
                        + RuleRegistry.getRules().stream()
                                .filter(rule -> rule.getClass().getName().startsWith("io.github.etl2jfr."))
                                .sorted(Comparator.comparing(IRule::getTopic).thenComparing(IRule::getName))
                                .map(ReadmeTest::describe)
                                .collect(Collectors.joining()));
    }

    @Test
    void listsTheWaitReasons() throws Exception {
        check(
                "wait reasons",
                "| Windows | a thread |\n|---|---|\n"
                        + WaitReasons.names().stream()
                                .map(name -> "| `%s` | %s |\n".formatted(name, WaitReasons.meaning(name)))
                                .collect(Collectors.joining()));
    }

    private static String describe(IRule rule) {
        TypedPreference<?> information = preference(rule, ".information");
        return "| %s | %s | %s | %s | %s |\n"
                .formatted(
                        rule.getName(),
                        information
                                .getDescription()
                                .replace("The ", "")
                                .replace(" from which on the rule reports something", ""),
                        amount(information),
                        amount(preference(rule, ".warning")),
                        needs(rule));
    }

    private static TypedPreference<?> preference(IRule rule, String suffix) {
        return rule.getConfigurationAttributes().stream()
                .filter(preference -> preference.getIdentifier().endsWith(suffix))
                .findFirst()
                .orElseThrow();
    }

    private static String amount(TypedPreference<?> preference) {
        return ((IQuantity) preference.getDefaultValue())
                .displayUsing(IDisplayable.AUTO)
                .replace('\u00a0', ' ');
    }

    /** As a rule says itself when there are none. */
    private static String needs(IRule rule) {
        RunnableFuture<IResult> evaluation = rule.createEvaluation(
                ItemCollectionToolkit.EMPTY, IPreferenceValueProvider.DEFAULT_VALUES, new ResultProvider());
        evaluation.run();
        String types = result(evaluation).getSummary().replaceFirst(".* events of type (.*)\\.", "$1");
        return Stream.of(types.split(", ", -1)).map(type -> "`" + type + "`").collect(Collectors.joining(", "));
    }

    private static IResult result(RunnableFuture<IResult> evaluation) {
        try {
            return evaluation.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void check(String section, String expected) throws IOException {
        String readme = Files.readString(README);
        String begin = "<!-- " + section + " -->\n";
        int from = readme.indexOf(begin) + begin.length();
        int to = readme.indexOf("<!-- end of " + section + " -->\n");
        if (Boolean.getBoolean(UPDATE_PROPERTY)) {
            Files.writeString(README, readme.substring(0, from) + "\n" + expected + "\n" + readme.substring(to));
        } else {
            assertThat(readme.substring(from, to))
                    .as("to update: mvn -pl jfr-views test -Dtest=ReadmeTest -D%s=true", UPDATE_PROPERTY)
                    .isEqualTo("\n" + expected + "\n");
        }
    }
}
