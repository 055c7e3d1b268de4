package io.github.etl2jfr.cli;

import io.github.etl2jfr.options.NameList;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.reading.ReadRecording;
import io.github.etl2jfr.recording.JvmLatency;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.terminal.Report;
import io.github.etl2jfr.views.text.EventName;
import io.github.etl2jfr.views.text.Spelling;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose events of the JVM. */
final class WantedEvents {
    @Option(names = "--event", paramLabel = "LIST", description = "only these events: GC*,ThreadPark,com.acme.*")
    private List<String> events;

    @Option(names = "--code", paramLabel = "LIST", description = "only events in this code: com.acme.*,Pool.borrow")
    private List<String> code;

    @Option(
            names = "--over",
            paramLabel = "LENGTH",
            converter = ConvertCommand.LengthConverter.class,
            description = "only events at least this long: 50us, 2s")
    private Duration least;

    /** The types that the recordings read so far have. */
    private final Set<String> known = new LinkedHashSet<>();

    /**
     * Has a report keep no others.
     *
     * @throws IllegalArgumentException if it is not about events
     */
    void choose(Report report) throws UsageException {
        NameList wantedEvents = events();
        if (!wantedEvents.isEmpty()) {
            // Asked for each event: there may be a million, of some ten types.
            Map<String, Boolean> answers = new HashMap<>();
            Predicate<String> types = type -> answers.computeIfAbsent(type, key -> wantedEvents.matches(namesOf(key)));
            report.chooseLatencies(wanted -> wanted.keepTypes(types));
        }
        NameList wantedCode = new NameList(WantedThreads.list("--code", code));
        if (!wantedCode.isEmpty()) {
            report.chooseLatencies(wanted -> wanted.keepCode(call -> wantedCode.matches(call.names())));
        }
        if (least != null) {
            report.chooseLatencies(wanted -> wanted.keepLong(least.toNanos()));
        }
    }

    private NameList events() throws UsageException {
        return new NameList(WantedThreads.list("--event", events));
    }

    /** Tells of a recording, which may have events that the application defines. */
    void add(ReadRecording recording) throws IOException, RecordingException {
        if (events != null) {
            known.addAll(recording.javaEvents());
        }
    }

    /** Demands that the JVM may have them, or a recording that was told of has. */
    void requireKnown() throws UsageException {
        if (known.isEmpty()) {
            // Of a trace: the view says what is missing.
            return;
        }
        Stream.of(JvmLatency.values()).map(JvmLatency::typeName).forEach(known::add);
        Optional<String> unknown =
                events().notAmong(known.stream().flatMap(WantedEvents::namesOf)).findFirst();
        if (unknown.isPresent()) {
            List<String> shortNames = known.stream()
                    .map(WantedEvents::withoutPackage)
                    .sorted(String.CASE_INSENSITIVE_ORDER)
                    .toList();
            throw new UsageException("'%s' is not an event that is explained%s"
                    .formatted(
                            unknown.get(),
                            Spelling.hint(unknown.get(), shortNames)
                                    .orElse("; see the table 'events' of the view 'explain'")));
        }
    }

    /** Names of a type of events: whole, as it is shown, and by the class alone, be it within another. */
    private static Stream<String> namesOf(String javaEvent) {
        String simple = withoutPackage(javaEvent);
        return Stream.of(javaEvent, EventName.of(javaEvent), simple, simple.substring(simple.lastIndexOf('$') + 1));
    }

    private static String withoutPackage(String javaEvent) {
        return javaEvent.substring(javaEvent.lastIndexOf('.') + 1);
    }
}
