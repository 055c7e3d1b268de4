package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The JVM's events that threads took time for at least partly in a time, unless there are too many to be kept. */
final class JavaEvents implements TraceSink {
    private final Span time;
    private final long most;
    private final List<JavaEvent> events = new ArrayList<>();

    /** Why there was a garbage collection, by its number: its phases do not tell. */
    private final Map<Long, String> causes = new HashMap<>();

    private boolean tooMany;

    JavaEvents(Span time, long most) {
        this.time = time;
        this.most = most;
    }

    @Override
    public void javaEvent(JavaEvent event) {
        if (event.cause() != null) {
            causes.put(event.collection(), event.cause());
        }
        if (event.thread() == null || time.overlap(event.start(), event.end()) == 0) {
            return;
        }
        if (events.size() < most) {
            events.add(event);
        } else {
            tooMany = true;
        }
    }

    boolean tooMany() {
        return tooMany;
    }

    List<JavaEvent> events() {
        return events;
    }

    /** What an event is about; null if nothing tells. */
    String detail(JavaEvent event) {
        String cause = causes.get(event.collection());
        if (cause == null || event.detail() == null) {
            return cause == null ? event.detail() : cause;
        }
        return event.detail() + " (" + cause + ")";
    }
}
