package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Unsigned;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent's event types are those of the converter's recordings, as tools see them: whoever reads the one's reads the
 * other's. Both are written out, as JFR makes the agent's from annotated classes; here is what differs.
 */
class AgentEventTypesTest {
    private static final Path TRACE = Path.of("..", "converter", "samples", "contention-full.etl");

    /** The JDK's own, which come first, and of which the converter has those that an event needs. */
    private static final List<String> IMPLICIT = List.of("startTime", "duration", "eventThread", "stackTrace");

    private static final Set<String> LABEL_AND_DESCRIPTION = Set.of(Label.class.getName(), Description.class.getName());

    /** In the JDK; where Mission Control's writer describes them they have one. */
    private static final Set<String> WITHOUT_VALUE = Set.of(Frequency.class.getName(), Unsigned.class.getName());

    /** What the agent adds where a thread may be another process'. */
    private static final String IF_OF_THIS_JVM = ", if it is one of this JVM";

    private static final List<String> OF_THE_AGENT_ALONE = List.of("windows.AgentClock", "windows.AgentSelfTest");

    /** The fields that the agent's types have in addition, behind the converter's. */
    private static final Map<String, List<String>> ADDITIONAL = Map.of(
            "windows.ContextSwitch", List.of("threadName", "newThreadName"),
            "windows.ThreadRunning", List.of("threadName", "nextThreadName"),
            "windows.ThreadReady", List.of("threadName", "readiedByName", "runningInsteadName"),
            "windows.ThreadWaiting", List.of("threadName", "readiedByName"),
            "windows.DataLoss", List.of(),
            "windows.TraceSession", List.of("way", "minDurationRaised", "written", "leftOut"),
            "windows.ThreadProfile", List.of("threadName"));

    /** What no option of the agent's leaves out, or sets; or what it tells on standard error only. */
    private static final Map<String, Set<String>> MISSING =
            Map.of("windows.TraceSession", Set.of("onlyProcesses", "clockOffsetOfEvents"));

    /** What means something else in a recording that goes on while the trace is read, and is described so. */
    private static final List<String> DESCRIBED_OTHERWISE = List.of(
            "windows.TraceSession",
            "windows.TraceSession.traceEnd",
            "windows.TraceSession.minDuration",
            "windows.TraceSession.clockOffset",
            "windows.TraceSession.clockOffsetUncertainty",
            "windows.TraceSession.clockOffsetSource");

    @TempDir
    private static Path directory;

    private static Map<String, EventType> converters;

    @BeforeAll
    static void convert() throws Exception {
        Path recording = directory.resolve("converted.jfr");
        new Conversion(TRACE, recording, ConversionOptions.DEFAULT, bytes -> {}).run();
        try (RecordingFile file = new RecordingFile(recording)) {
            converters =
                    file.readEventTypes().stream().collect(Collectors.toMap(EventType::getName, Function.identity()));
        }
    }

    /** With {@code eventThread} where the public way has one of its own. */
    private static List<EventType> agents() {
        return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.github.etl2jfr.agent")
                        .stream()
                        .filter(type -> type.isAssignableTo(Event.class)
                                && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .map(type -> type.reflect().<Event>asSubclass(Event.class))
                        .map(AgentEventTypesTest::registered)
                        .sorted(Comparator.comparing(EventType::getName))
                        .toList();
    }

    private static EventType registered(Class<? extends Event> type) {
        FlightRecorder.register(type);
        try {
            return EventType.getEventType(type);
        } finally {
            FlightRecorder.unregister(type);
        }
    }

    private static Stream<EventType> common() {
        return agents().stream().filter(type -> ADDITIONAL.containsKey(type.getName()));
    }

    @Test
    void typesAreTheConvertersOrKnown() {
        assertThat(agents().stream().map(EventType::getName).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(ADDITIONAL.keySet().stream(), OF_THE_AGENT_ALONE.stream())
                                .toList());
        assertThat(converters).containsKeys(ADDITIONAL.keySet().toArray(String[]::new));
        assertThat(converters).doesNotContainKeys(OF_THE_AGENT_ALONE.toArray(String[]::new));
    }

    @Test
    void typesAreShownAlike() {
        assertThat(common()).allSatisfy(type -> {
            EventType converters = AgentEventTypesTest.converters.get(type.getName());
            assertThat(type.getLabel()).isEqualTo(converters.getLabel());
            assertThat(type.getCategoryNames()).isEqualTo(converters.getCategoryNames());
            assertThat(type.getDescription().equals(converters.getDescription()))
                    .as(type.getDescription())
                    .isEqualTo(!DESCRIBED_OTHERWISE.contains(type.getName()));
        });
    }

    @Test
    void fieldsAreTheConvertersAndThoseInAddition() {
        assertThat(common()).allSatisfy(type -> assertThat(fields(type).keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(expected(type).keySet().stream(), ADDITIONAL.get(type.getName()).stream())
                                .toList()));
    }

    @Test
    void fieldsMeanTheSame() {
        assertThat(common()).allSatisfy(type -> {
            Map<String, ValueDescriptor> fields = fields(type);
            expected(type).forEach((name, converters) -> {
                ValueDescriptor field = fields.get(name);
                String fullName = type.getName() + "." + name;
                assertThat(field.getTypeName()).as(fullName).isEqualTo(converters.getTypeName());
                assertThat(field.getLabel()).as(fullName).isEqualTo(converters.getLabel());
                assertThat(contents(field)).as(fullName).isEqualTo(contents(converters));
                String told = converters.getDescription();
                String expected = told != null && field.getTypeName().equals(Thread.class.getName())
                        ? told + IF_OF_THIS_JVM
                        : told;
                if (DESCRIBED_OTHERWISE.contains(fullName)) {
                    assertThat(field.getDescription()).as(fullName).isNotEqualTo(expected);
                } else {
                    assertThat(field.getDescription()).as(fullName).isEqualTo(expected);
                }
            });
        });
    }

    /** The converter's fields that the agent's type is to have. */
    private static Map<String, ValueDescriptor> expected(EventType type) {
        Map<String, ValueDescriptor> expected = fields(converters.get(type.getName()));
        Set<String> missing = MISSING.getOrDefault(type.getName(), Set.of());
        assertThat(expected.keySet()).containsAll(missing);
        expected.keySet().removeAll(missing);
        return expected;
    }

    /** By name, without the implicit ones. */
    private static Map<String, ValueDescriptor> fields(EventType type) {
        return type.getFields().stream()
                .filter(field -> !IMPLICIT.contains(field.getName()))
                .collect(Collectors.toMap(ValueDescriptor::getName, Function.identity(), (a, b) -> a, TreeMap::new));
    }

    /** What the number means: the annotations that are neither label nor description, with their values. */
    private static List<String> contents(ValueDescriptor field) {
        return field.getAnnotationElements().stream()
                .filter(annotation -> !LABEL_AND_DESCRIPTION.contains(annotation.getTypeName()))
                .map(AgentEventTypesTest::text)
                .toList();
    }

    private static String text(AnnotationElement annotation) {
        String type = annotation.getTypeName();
        return WITHOUT_VALUE.contains(type) ? type : type + annotation.getValues();
    }
}
