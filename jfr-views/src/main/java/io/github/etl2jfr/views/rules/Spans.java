package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** Reads the spans of a recording, each type in one pass. */
final class Spans {
    private Spans() {}

    /** Times in which threads could run but had no processor, with the cause. */
    static List<EventSpan> ready(IItemCollection items, Predicate<IMCThread> whose) {
        return read(
                items, Recorded.THREAD_READY, JfrAttributes.EVENT_THREAD, whose, event -> event.get(Recorded.CAUSE));
    }

    /** Times in which threads waited, with the reason. */
    static List<EventSpan> waiting(IItemCollection items, Predicate<IMCThread> whose) {
        return read(
                items,
                Recorded.THREAD_WAITING,
                JfrAttributes.EVENT_THREAD,
                whose,
                event -> event.get(Recorded.WAIT_REASON));
    }

    /** Times in which threads ran. */
    static List<EventSpan> running(IItemCollection items, Predicate<IMCThread> whose) {
        return read(items, Recorded.THREAD_RUNNING, JfrAttributes.EVENT_THREAD, whose, event -> null);
    }

    /** Times in which processors had nothing to do. */
    static List<EventSpan> idle(IItemCollection items) {
        return read(items, Recorded.PROCESSOR_IDLE, JfrAttributes.EVENT_THREAD, Objects::nonNull, event -> null);
    }

    /** Events of the JVM in the {@linkplain TracedTime time of the trace}, with a thread they tell of. */
    static List<EventSpan> ofJvm(
            IItemCollection items, String type, IAttribute<IMCThread> thread, Function<Event, String> text) {
        List<EventSpan> spans = read(items, type, thread, Objects::nonNull, text);
        TracedTime traced = TracedTime.of(items);
        spans.removeIf(span -> !traced.meets(span));
        return spans;
    }

    private static List<EventSpan> read(
            IItemCollection items,
            String type,
            IAttribute<IMCThread> thread,
            Predicate<IMCThread> whose,
            Function<Event, String> text) {
        List<EventSpan> spans = new ArrayList<>();
        Event.forEach(items, type, event -> {
            IMCThread who = event.get(thread);
            if (who != null && whose.test(who)) {
                spans.add(new EventSpan(
                        event.moment(JfrAttributes.START_TIME),
                        event.moment(JfrAttributes.END_TIME),
                        who,
                        event.number(Recorded.PROCESSOR),
                        text.apply(event)));
            }
        });
        return spans;
    }
}
