package io.github.etl2jfr.views.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.findings.Finding.Severity;
import io.github.etl2jfr.views.model.Events;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.rules.Rules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.rules.IRule;

class RuleRunTest {
    private static final long ENOUGH = Long.MAX_VALUE;

    /** When made recordings start, in nanoseconds since 1970. */
    private static final long START = 1_700_000_000_000_000_000L;

    /** When the trace of the merged one does. */
    private static final long START_OF_SAMPLE = 1_795_259_087_549_375_960L;

    @TempDir
    private Path directory;

    private Findings made(MadeRecording recording) throws Exception {
        return RuleRun.of(
                new JdkRecording(Files.write(directory.resolve("made.jfr"), recording.bytes())),
                100,
                START,
                Set.of(),
                RuleRun.USUAL_JVMS,
                ENOUGH);
    }

    /** As the rules' own test has it of that sample. */
    @Test
    void allRulesAnswerTheWorstFirst() throws Exception {
        Findings findings = RuleRun.of(
                new JdkRecording(Samples.MERGED), 100_000, START_OF_SAMPLE, Set.of(), RuleRun.USUAL_JVMS, ENOUGH);
        Map<String, Severity> severities =
                findings.all().stream().collect(Collectors.toMap(Finding::id, Finding::severity));
        assertThat(severities)
                .isEqualTo(Map.of(
                        "WindowsProcessorStarvation", Severity.WARNING,
                        "WindowsInvoluntarySwitches", Severity.WARNING,
                        "WindowsDisplacedByProcess", Severity.INFO,
                        "WindowsOverloadedProcessor", Severity.NOT_APPLICABLE,
                        "WindowsPageFaultWaits", Severity.OK,
                        "WindowsDataLoss", Severity.OK,
                        "WindowsPauseHeldUp", Severity.INFO,
                        "WindowsSafepointHeldUp", Severity.INFO,
                        "WindowsLockHolderPreempted", Severity.WARNING,
                        "WindowsExplainedLatency", Severity.WARNING));
        assertThat(findings.all()).extracting(Finding::severity).isSorted();
        assertThat(findings.worthTelling())
                .hasSize(7)
                .isSortedAccordingTo(Comparator.comparing(Finding::score).reversed())
                .allSatisfy(finding -> {
                    assertThat(finding.score()).isBetween(0.25, 1.0);
                    assertThat(finding.explanation()).isNotBlank();
                    assertThat(finding.solution()).isNotBlank();
                    assertThat(finding.summary() + finding.explanation() + finding.solution())
                            .doesNotContain("{")
                            .doesNotContainPattern("[Pp]age [A-Z]");
                });
        assertThat(findings.missing()).isNull();
    }

    /** All pages that rules name have something instead: else a user would look for what is not there. */
    @Test
    void namesNoPageOfMissionControl() throws Exception {
        List<Finding> all = new ArrayList<>(
                RuleRun.of(new JdkRecording(Samples.PLAIN), 100, START, Set.of(), RuleRun.USUAL_JVMS, ENOUGH)
                        .all());
        all.addAll(
                made(new MadeRecording().session(0, 1000).loss("BufferLost", 3)).all());
        assertThat(all.stream().map(Finding::solution).toList())
                .anyMatch(text -> text.contains("The view map shows which processor ran what."));
        assertThat(all.stream().map(finding -> finding.explanation() + finding.solution()))
                .anyMatch(text -> text.contains("jfr print --events windows.DataLoss"))
                .noneMatch(text -> text.matches("(?s).*[Tt]he page [A-Z].*"));
    }

    @Test
    void tellsWhatARuleFound() throws Exception {
        Who thread = Who.of("java.exe (7)", 8);
        Finding finding = made(new MadeRecording()
                        .session(0, 1000)
                        .waiting(thread, 100, 120, "PageIn", null)
                        .waiting(thread, 300, 301, "PageIn", null))
                .all()
                .get(0);
        assertThat(finding)
                .isEqualTo(new Finding(
                        Severity.INFO,
                        "Long Waits for Pages of Memory",
                        "WindowsPageFaultWaits",
                        // A ninth of the way from 10 ms, which are worth telling, to 100 ms, which are worth a warning.
                        (25 + 50 / 9.0) / 100,
                        "The JVM's threads waited up to 20\u00a0ms for a page of memory.",
                        "They waited 2 times for a page to be read from disk or for room for one, 21\u00a0ms in"
                                + " total. Thread java.exe (8) had the longest wait (PageIn), at 0.100000\u00a0s.",
                        finding.solution(),
                        START + 100_000_000,
                        "java.exe (8)"));
        assertThat(finding.solution()).startsWith("The machine is short of memory, or memory-mapped files");
    }

    /** Mission Control takes the Greek letter, as which no code page of Windows and nothing else we print has it. */
    @Test
    void millionthsAreWrittenAsInViews() throws Exception {
        Finding finding = made(new MadeRecording()
                        .session(0, 1000)
                        .waitingForMicros(Who.of("java.exe (7)", 8), 100, 250, "PageIn"))
                .of(Severity.OK)
                .get(0);
        assertThat(finding.summary())
                .isEqualTo("The JVM's threads waited up to 250\u00a0\u00b5s for a page of memory.");
    }

    @Test
    void ruleThatIsNotApplicableSaysWhy() throws Exception {
        Findings findings = RuleRun.of(new JdkRecording(Samples.JVM), 100, START, Set.of(), RuleRun.USUAL_JVMS, ENOUGH);
        assertThat(findings.worthTelling()).isEmpty();
        assertThat(findings.of(Severity.NOT_APPLICABLE))
                .hasSize(Rules.all().size())
                .allSatisfy(finding -> assertThat(finding.score()).isNull())
                .anySatisfy(finding -> {
                    assertThat(finding.id()).isEqualTo("WindowsProcessorStarvation");
                    assertThat(finding.summary())
                            .isEqualTo("The recording has no events of type windows.ThreadStatistics.");
                });
    }

    /** It would take all memory, or all but that, to find out. */
    @Test
    void largeRecordingIsNotLoaded() throws Exception {
        Recording unread = reads(() -> {
            throw new RecordingException("it was read");
        });
        long gigabyte = 1L << 30;
        assertThat(RuleRun.of(unread, 70_000_000, START, Set.of(), RuleRun.USUAL_JVMS, 4 * gigabyte))
                .isEqualTo(new Findings(
                        List.of(),
                        Set.of(),
                        "for 70,000,000 events the rules need more memory; try java -Xmx5g -jar etl2jfr.jar, or"
                                + " convert a part of the trace with --from and --to"));
        // That much does.
        assertThat(RuleRun.of(unread, 70_000_000, START, Set.of(), RuleRun.USUAL_JVMS, 5 * gigabyte))
                .isEqualTo(new Findings(List.of(), Set.of(), "it was read"));
    }

    /** More is needed than was thought. */
    @Test
    void memoryThatRunsOutIsOneLine() throws Exception {
        Recording endless = reads(() -> {
            throw new OutOfMemoryError();
        });
        assertThat(RuleRun.of(endless, 100, START, Set.of(), RuleRun.USUAL_JVMS, ENOUGH)
                        .missing())
                .startsWith("for 100 events the rules need more memory");
    }

    /** A recording whose events are another matter. */
    private static Recording reads(Callable<Events> events) {
        return new Recording() {
            @Override
            public Events events() throws RecordingException {
                try {
                    return events.call();
                } catch (RecordingException e) {
                    throw e;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }

            @Override
            public Span span() {
                throw new UnsupportedOperationException();
            }
        };
    }

    @Test
    void onlyOurRulesAreAsked() {
        assertThat(Rules.all())
                .hasSize(10)
                .extracting(IRule::getId)
                .allMatch(id -> id.startsWith("Windows"))
                .doesNotHaveDuplicates();
    }
}
