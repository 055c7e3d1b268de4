package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.openjdk.jmc.common.IMCThread;

/** Reads the spans of a recording, each type in one pass; those of nobody are left out. */
final class Spans {
    private Spans() {}

    /** Times in which threads could run but had no processor, with the cause. */
    static void forEachReady(RecordedEvents events, Consumer<EventSpan> action) {
        forEach(events, Recorded.THREAD_READY, event -> event.text(Recorded.CAUSE), action);
    }

    /** Times in which threads ran. */
    static void forEachRunning(RecordedEvents events, Consumer<EventSpan> action) {
        forEach(events, Recorded.THREAD_RUNNING, event -> null, action);
    }

    /** Times in which some threads could run but had no processor, with the cause. */
    static List<EventSpan> ready(RecordedEvents events, Predicate<IMCThread> whose) {
        List<EventSpan> spans = new ArrayList<>();
        forEachReady(events, of(whose, spans));
        return spans;
    }

    /** Times in which some threads waited, with the reason. */
    static List<EventSpan> waiting(RecordedEvents events, Predicate<IMCThread> whose) {
        List<EventSpan> spans = new ArrayList<>();
        forEach(events, Recorded.THREAD_WAITING, event -> event.text(Recorded.WAIT_REASON), of(whose, spans));
        return spans;
    }

    /** Times in which some threads ran. */
    static List<EventSpan> running(RecordedEvents events, Predicate<IMCThread> whose) {
        List<EventSpan> spans = new ArrayList<>();
        forEachRunning(events, of(whose, spans));
        return spans;
    }

    /** How often each processor had nothing to do at a time. */
    static Map<Integer, StepFunction> idle(RecordedEvents events) {
        return byProcessor(action -> forEach(events, Recorded.PROCESSOR_IDLE, event -> null, action));
    }

    /** Spans of each processor. */
    static Map<Integer, StepFunction> byProcessor(Consumer<Consumer<EventSpan>> spans) {
        Map<Integer, StepFunction.Builder> ofOne = new HashMap<>();
        spans.accept(span -> ofOne.computeIfAbsent(span.processor(), processor -> new StepFunction.Builder())
                .add(span.start(), span.end()));
        Map<Integer, StepFunction> all = new HashMap<>();
        ofOne.forEach((processor, builder) -> all.put(processor, builder.build()));
        return all;
    }

    /** Events of the JVM in the {@linkplain TracedTime time of the trace}, on whichever processors. */
    static List<EventSpan> ofJvm(RecordedEvents events, String type, Function<Event, String> text) {
        TracedTime traced = TracedTime.of(events);
        List<EventSpan> spans = new ArrayList<>();
        events.forEach(type, event -> {
            EventSpan span =
                    new EventSpan(event.start(), event.end(), event.thread(), Event.UNKNOWN, text.apply(event));
            if (span.thread() != null && traced.meets(span)) {
                spans.add(span);
            }
        });
        return spans;
    }

    private static Consumer<EventSpan> of(Predicate<IMCThread> whose, List<EventSpan> spans) {
        return span -> {
            if (whose.test(span.thread())) {
                spans.add(span);
            }
        };
    }

    private static void forEach(
            RecordedEvents events, String type, Function<Event, String> text, Consumer<EventSpan> action) {
        events.forEach(type, event -> {
            EventSpan span = new EventSpan(
                    event.start(),
                    event.end(),
                    event.thread(),
                    (int) event.number(Recorded.PROCESSOR),
                    text.apply(event));
            if (span.thread() != null) {
                action.accept(span);
            }
        });
    }
}
