package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

class RulesTest {
    private static final List<IRule> RULES = Rules.all();

    @Test
    void missionControlFindsEachRule() throws Exception {
        Path classes = Path.of(RulesTest.class.getResource("DataLossRule.class").toURI())
                .getParent();
        List<String> written;
        try (Stream<Path> files = Files.list(classes)) {
            written = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Rule.class") && !name.startsWith("SchedulerRule"))
                    .map(name -> name.replace(".class", ""))
                    .toList();
        }
        assertThat(RULES).extracting(rule -> rule.getClass().getSimpleName()).hasSameElementsAs(written);
        assertThat(RuleRegistry.getRules())
                .extracting(IRule::getId)
                .containsAll(RULES.stream().map(IRule::getId).toList());
    }

    /** Mission Control takes a rule it does not ask for worse than any warning, and hides those. */
    @Test
    void noRuleIsIgnored() {
        assertThat(RULES)
                .allSatisfy(rule -> assertThat(rule.getRequiredEvents()).isEmpty());
        assertThat(Severity.IGNORE).isGreaterThan(Severity.WARNING);
    }

    @Test
    void noTwoShareAnIdOrALimit() {
        assertThat(RULES).extracting(IRule::getId).doesNotHaveDuplicates();
        List<String> preferences = new ArrayList<>();
        for (IRule rule : RULES) {
            for (TypedPreference<?> preference : rule.getConfigurationAttributes()) {
                if (!preference.equals(JvmThreads.PROGRAMS)) {
                    preferences.add(preference.getIdentifier());
                }
            }
        }
        assertThat(preferences).isNotEmpty().doesNotHaveDuplicates();
    }

    /** That run was made with more threads than processors and all of them busy; nothing of it was lost. */
    @Test
    void sampleIsToldForWhatItIs() throws Exception {
        Map<String, Severity> expected = Map.of(
                "WindowsProcessorStarvation", Severity.WARNING,
                "WindowsInvoluntarySwitches", Severity.WARNING,
                "WindowsDisplacedByProcess", Severity.INFO,
                "WindowsOverloadedProcessor", Severity.OK,
                "WindowsPageFaultWaits", Severity.OK,
                "WindowsDataLoss", Severity.OK,
                "WindowsPauseHeldUp", Severity.NA,
                "WindowsSafepointHeldUp", Severity.NA,
                "WindowsLockHolderPreempted", Severity.NA,
                "WindowsExplainedLatency", Severity.NA);
        assertThat(severities(Samples.plain())).isEqualTo(expected);
    }

    @Test
    void rulesMeetTheJvmsEvents() throws Exception {
        assertThat(severities(Samples.besideTheJvmsOwn()))
                .containsEntry("WindowsPauseHeldUp", Severity.INFO)
                .containsEntry("WindowsSafepointHeldUp", Severity.INFO)
                .containsEntry("WindowsLockHolderPreempted", Severity.WARNING)
                .containsEntry("WindowsProcessorStarvation", Severity.WARNING);
    }

    /** All but one, as processors' idle times are not merged in unless asked for. */
    @Test
    void rulesAreApplicableToAMergedRecording() throws Exception {
        Map<String, Severity> expected = Map.of(
                "WindowsProcessorStarvation", Severity.WARNING,
                "WindowsInvoluntarySwitches", Severity.WARNING,
                "WindowsDisplacedByProcess", Severity.INFO,
                "WindowsOverloadedProcessor", Severity.NA,
                "WindowsPageFaultWaits", Severity.OK,
                "WindowsDataLoss", Severity.OK,
                "WindowsPauseHeldUp", Severity.INFO,
                "WindowsSafepointHeldUp", Severity.INFO,
                "WindowsLockHolderPreempted", Severity.WARNING,
                "WindowsExplainedLatency", Severity.WARNING);
        assertThat(severities(Samples.merged())).isEqualTo(expected);
    }

    /** By the options of the converter, which Mission Control's users know, too. */
    @Test
    void eventsThatAnOptionBringsAreAskedFor() throws Exception {
        String noIdleTimes = "The recording has no events of type windows.ProcessorIdle";
        OverloadedProcessorRule rule = new OverloadedProcessorRule();
        assertThat(Verdict.of(rule, Samples.merged()).summary())
                .isEqualTo(noIdleTimes + "; convert the trace with --all.");
        Who main = Who.java("main", 8);
        assertThat(Verdict.of(rule, ready(main).sessionOfSome("java*", null)).summary())
                .isEqualTo(noIdleTimes + "; convert the trace without --process and --thread.");
        assertThat(Verdict.of(rule, ready(main).mergedSession("Events", 0, 1, 0, 9, "java*"))
                        .summary())
                .isEqualTo(noIdleTimes + "; convert the trace with --all in place of --process and --thread.");
        assertThat(Verdict.of(rule, ready(main).session()).summary()).isEqualTo(noIdleTimes + ".");
        assertThat(Verdict.of(rule, ready(main).sessionOfSomeEvents("slices")).summary())
                .isEqualTo(noIdleTimes + "; convert the trace without --events.");
        assertThat(Verdict.of(rule, ready(main).agentSession(1000, 0, 1, "slices"))
                        .summary())
                .isEqualTo(noIdleTimes + ".");

        String withJfr = "; convert the trace with --jfr and the JVM's recording.";
        assertThat(Verdict.of(new ExplainedLatencyRule(), Samples.plain()).summary())
                .isEqualTo("The recording has no events of type windows.LatencyBreakdown" + withJfr);
        assertThat(Verdict.of(new LockHolderPreemptedRule(), Samples.plain()).summary())
                .isEqualTo("The recording has no events of type jdk.JavaMonitorEnter" + withJfr);
        // That one has no locks for which threads waited.
        assertThat(Verdict.of(new LockHolderPreemptedRule(), ready(main).mergedSession("Events", 0, 1, 0, 9))
                        .summary())
                .isEqualTo("The recording has no events of type jdk.JavaMonitorEnter.");
    }

    private static MadeRecording ready(Who who) {
        return new MadeRecording().ready(who, 100, 300, 0, "Preempted");
    }

    @Test
    void noRuleIsApplicableToAJvmAlone() throws Exception {
        assertThat(severities(Samples.jvmsOwn()).values()).containsOnly(Severity.NA);
    }

    @Test
    void userSetsLimits() throws Exception {
        Map<TypedPreference<?>, Object> own = Map.of(
                JvmThreads.PROGRAMS,
                "csrss\\.exe",
                preference("etl2jfr.starvation.warning"),
                UnitLookup.PERCENT.quantity(99));
        Verdict verdict = Verdict.of(new ProcessorStarvationRule(), Samples.plain(), Verdict.preferences(own));
        assertThat(verdict.severity()).isEqualTo(Severity.INFO);
        assertThat(verdict.explanation()).contains("Thread csrss (");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java(", "*", "[", "a)|(b\\"})
    void programsThatAreNoRegularExpressionAreTold(String programs) throws Exception {
        IPreferenceValueProvider own = Verdict.preferences(Map.of(JvmThreads.PROGRAMS, programs));
        int told = 0;
        for (IRule rule : RULES) {
            Verdict verdict = Verdict.of(rule, Samples.plain(), own);
            if (verdict.summary().startsWith("Programs that are JVMs, a preference of this rule, is not a regular")) {
                assertThat(verdict.severity()).isEqualTo(Severity.NA);
                told++;
            } else {
                assertThat(verdict)
                        .isEqualTo(Verdict.of(rule, Samples.plain(), IPreferenceValueProvider.DEFAULT_VALUES));
            }
        }
        assertThat(told).isPositive();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1e300, Double.NaN, Double.NEGATIVE_INFINITY})
    void anyLimitGivesAnAnswer(double limit) throws Exception {
        Map<TypedPreference<?>, Object> own = new HashMap<>();
        for (IRule rule : RULES) {
            for (TypedPreference<?> preference : rule.getConfigurationAttributes()) {
                if (preference.getDefaultValue() instanceof IQuantity usual) {
                    own.put(preference, usual.getUnit().quantity(limit));
                }
            }
        }
        for (IRule rule : RULES) {
            Verdict verdict = Verdict.of(rule, Samples.besideTheJvmsOwn(), Verdict.preferences(own));
            assertThat(verdict.summary()).as(rule.getId()).isNotBlank().doesNotContain("as etl2jfr writes them");
        }
    }

    /** Events of our names, but by somebody who does not know what is in them. */
    @Test
    void eventsOfAnotherShapeGiveAnAnswer(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("shapes.jfr");
        try (Recording recording = Recordings.newRecording(file)) {
            for (String type : List.of(
                    Recorded.THREAD_RUNNING,
                    Recorded.THREAD_READY,
                    Recorded.THREAD_WAITING,
                    Recorded.THREAD_STATISTICS,
                    Recorded.PROCESSOR_IDLE,
                    Recorded.LATENCY_BREAKDOWN,
                    Recorded.TRACE_SESSION,
                    Recorded.DATA_LOSS)) {
                recording.writeEvent(recording
                        .registerEventType(type, builder -> builder.addField("processor", Types.Builtin.STRING))
                        .asValue(event -> event.putField("startTime", 1L).putField("processor", "none")));
            }
        }
        IItemCollection items = JfrLoaderToolkit.loadEvents(file.toFile());
        for (IRule rule : RULES) {
            Verdict verdict = Verdict.of(rule, items, IPreferenceValueProvider.DEFAULT_VALUES);
            assertThat(verdict.severity()).as(rule.getId()).isIn(Severity.NA, Severity.OK, Severity.INFO);
            assertThat(verdict.summary()).as(rule.getId()).isNotBlank();
        }
    }

    private static TypedPreference<?> preference(String id) {
        return RULES.stream()
                .flatMap(rule -> rule.getConfigurationAttributes().stream())
                .filter(preference -> preference.getIdentifier().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Severity> severities(IItemCollection items) throws Exception {
        Map<String, Severity> severities = new TreeMap<>();
        for (IRule rule : RULES) {
            Verdict verdict = Verdict.of(rule, items, IPreferenceValueProvider.DEFAULT_VALUES);
            severities.put(rule.getId(), verdict.severity());
            assertThat(verdict.summary() + verdict.explanation() + verdict.solution())
                    .as(rule.getId())
                    .doesNotContain("{");
        }
        return severities;
    }
}
