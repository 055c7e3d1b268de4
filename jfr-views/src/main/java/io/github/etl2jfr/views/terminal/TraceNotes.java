package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What is said of a trace itself: which part of it is not there, and how far it can be trusted. */
public final class TraceNotes {
    /** Said of a trace that does not tell when threads were made ready. */
    public static final String NO_READY_EVENTS =
            "no ReadyThread events (DISPATCHER) in the trace, so threads that waited count as waiting until they run";

    private TraceNotes() {}

    /** What to know of a trace before one reads what it tells, each under a word for it. */
    public static Map<String, String> of(Overview overview) {
        Session session = overview.session();
        Map<String, String> notes = new LinkedHashMap<>();
        if (session.clock() != null) {
            notes.put("clock", ClockText.of(session.clock()));
        }
        notes.put("lost", losses(overview));
        String leftOut = leftOut(session.leftOut());
        if (leftOut != null) {
            notes.put("left out", leftOut);
        }
        if (!session.readyEvents()) {
            notes.put("note", NO_READY_EVENTS);
        }
        return notes;
    }

    private static String losses(Overview overview) {
        if (!overview.losses().isEmpty()) {
            return amounts(overview.losses()) + "; what threads did then is unknown";
        }
        return overview.notices().isEmpty()
                ? "nothing"
                : "nothing, though the trace is damaged: " + amounts(overview.notices());
    }

    /** What of the trace the user did not want in the recording; null if nothing. */
    static String leftOut(Session.LeftOut leftOut) {
        List<String> parts = new ArrayList<>();
        if (leftOut.before() > 0) {
            parts.add("the trace's first %s s".formatted(Time.seconds(leftOut.before())));
        }
        if (leftOut.after() > 0) {
            parts.add("the trace's last %s s".formatted(Time.seconds(leftOut.after())));
        }
        if (leftOut.minDuration() > 0) {
            parts.add("slices shorter than %s ms, also from sums".formatted(Time.millis(leftOut.minDuration())));
        }
        if (leftOut.hasThreads()) {
            String threads = Objects.requireNonNullElse(leftOut.onlyThreads(), "those");
            String ofProcesses = leftOut.onlyProcesses() == null ? "" : " of " + leftOut.onlyProcesses();
            parts.add("all threads but " + Harmless.text(threads + ofProcesses));
        }
        if (leftOut.onlyEvents() != null) {
            parts.add("all events but " + Harmless.text(leftOut.onlyEvents()));
        }
        return parts.isEmpty() ? null : String.join("; ", parts);
    }

    private static String amounts(Map<String, Long> amounts) {
        return amounts.entrySet().stream()
                .map(each -> Amount.number(each.getValue()) + " " + Harmless.text(each.getKey()))
                .collect(Collectors.joining(", "));
    }
}
