package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Is something missing from the trace? */
public final class DataLossRule extends SchedulerRule {
    private static final Limits LIMITS = Limits.number("etl2jfr.loss", "number of lost events", 1, 1000);

    /** A buffer holds thousands of events of one processor, all of a stretch of its time. */
    private static final Set<String> OF_WHOLE_BUFFERS = Set.of("BufferLost", "CorruptBuffer");

    /** What happens while a trace is recorded; the others happen to its file. */
    private static final Set<String> OF_RECORDING = Set.of("BufferLost", "EventsLost");

    private static final String RECORD_AGAIN =
            "Record again with more and larger buffers (xperf -BufferSize 1024 -MinBuffers 256, or BufferSize and"
                    + " Buffers in a profile of wpr), onto a disk that nothing else writes to, with fewer kinds of"
                    + " events, or for a shorter time.";

    private static final String COPY_AGAIN =
            "The file is incomplete or damaged: copy it again once its session has been stopped.";

    /** Severity of what leaves all slices whole. Recordings of the first versions tell no severity. */
    private static final String NOTICE = "Notice";

    public DataLossRule() {
        super(
                "WindowsDataLoss",
                "Trace Lost Data",
                Topics.TRACE,
                LIMITS.preferences(),
                List.of(TypedResult.SCORE, RuleResults.OCCURRENCES, RuleResults.WHAT),
                Recorded.TRACE_SESSION);
    }

    @Override
    boolean restsOnThreads() {
        return false;
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        Map<String, Long> amounts = new TreeMap<>();
        events.forEach(Recorded.DATA_LOSS, event -> {
            if (!NOTICE.equals(event.text(Recorded.SEVERITY))) {
                amounts.merge(
                        Objects.toString(event.text(Recorded.REASON), "unknown"),
                        Math.max(1L, event.number(Recorded.AMOUNT)),
                        Long::sum);
            }
        });
        if (amounts.isEmpty()) {
            return RuleResults.nothing(this, preferences, "The trace lost nothing.");
        }
        long total = amounts.values().stream().mapToLong(Long::longValue).sum();
        double score = LIMITS.score(RuleResults.number(total), preferences);
        if (amounts.keySet().stream().anyMatch(OF_WHOLE_BUFFERS::contains)) {
            score = Math.max(score, Severity.WARNING.getLimit());
        }
        return RuleResults.result(this, preferences, score)
                .addResult(RuleResults.OCCURRENCES, RuleResults.number(total))
                .addResult(
                        RuleResults.WHAT,
                        amounts.entrySet().stream()
                                .map(loss -> loss.getKey() + " " + loss.getValue())
                                .collect(Collectors.joining(", ")))
                .setSummary("The trace lost data ({what}): some times have no slices, and sums are too small.")
                .setExplanation("What threads did around a loss is unknown, and left out rather than guessed. The page"
                        + " Trace > Losses shows when and where something is missing.")
                .setSolution(solution(amounts.keySet()))
                .build();
    }

    private static String solution(Set<String> reasons) {
        if (OF_RECORDING.containsAll(reasons)) {
            return RECORD_AGAIN;
        }
        return reasons.stream().anyMatch(OF_RECORDING::contains) ? COPY_AGAIN + " " + RECORD_AGAIN : COPY_AGAIN;
    }
}
