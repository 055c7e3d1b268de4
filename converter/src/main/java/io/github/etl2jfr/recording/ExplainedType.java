package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.EventField;
import io.github.etl2jfr.jfr.JvmEventType;
import io.github.etl2jfr.jfr.ShortText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A type of events that threads of a JVM take time for and that are to be explained, in the chunks of one metadata: some
 * of the JVM's own, and all that applications and libraries define by other names than those.
 */
public final class ExplainedType {
    private static final Map<String, JvmLatency> OF_JVM =
            Arrays.stream(JvmLatency.values()).collect(Collectors.toMap(JvmLatency::typeName, Function.identity()));

    /** Longer texts of applications' events are cut: the event itself has them whole, and there may be millions. */
    private static final int LONGEST_DETAIL = 200;

    /** Types beside those listed that are not explained: the JDK's are about something else than a thread's time, and ours explain. */
    private static final List<String> NOT_OF_APPLICATIONS = List.of("jdk.", "windows.");

    private final String name;

    /** What it is if the JDK's; null if an application's. */
    private final JvmLatency ofJvm;

    /** What may say what an event is about. */
    private final List<EventField> details;

    private ExplainedType(String name, JvmLatency ofJvm, List<EventField> details) {
        this.name = name;
        this.ofJvm = ofJvm;
        this.details = details;
    }

    /** Empty if events of the type are not to be explained, even those that have a thread and took time. */
    public static Optional<ExplainedType> of(JvmEventType type) {
        String name = type.name();
        JvmLatency ofJvm = OF_JVM.get(name);
        if (ofJvm != null) {
            List<EventField> details = ofJvm.detailFields().stream()
                    .map(type::field)
                    .filter(Objects::nonNull)
                    .toList();
            return Optional.of(new ExplainedType(name, ofJvm, details));
        }
        return NOT_OF_APPLICATIONS.stream().anyMatch(name::startsWith)
                ? Optional.empty()
                : Optional.of(new ExplainedType(name, null, type.texts()));
    }

    /** Whether the JVM defines it. */
    public boolean isOfJvm() {
        return ofJvm != null;
    }

    /** The name, as in {@code jdk.ThreadPark}. */
    public String name() {
        return name;
    }

    /** Whether Java threads stand still in it: the VM thread has them stop, and does the work or has it done. */
    public boolean isPause() {
        return ofJvm != null && ofJvm.isPause();
    }

    /**
     * What an event is about: of the JVM's, what the first of its {@link JvmLatency#detailFields} says that says
     * something; of others all their texts, as nobody knows which counts, up to a length. Null if it does not tell.
     */
    public String detail(ChunkEvents event) throws IOException, InputException {
        StringBuilder detail = new StringBuilder();
        for (EventField field : details) {
            String text = event.text(field);
            if (text != null && !text.isEmpty()) {
                if (ofJvm != null) {
                    return text;
                }
                detail.append(detail.isEmpty() ? "" : ", ").append(text);
            }
        }
        if (detail.length() > LONGEST_DETAIL) {
            return ShortText.of(detail.toString(), LONGEST_DETAIL - 1) + '…';
        }
        return detail.isEmpty() ? null : detail.toString();
    }

    @Override
    public String toString() {
        return name;
    }
}
