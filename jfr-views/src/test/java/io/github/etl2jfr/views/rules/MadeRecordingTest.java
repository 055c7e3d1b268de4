package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.Samples;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/** What rules are tried on has the same types and fields as what they are for. */
class MadeRecordingTest {
    @Test
    void hasTheFieldsOfAConvertedTrace() throws Exception {
        Map<String, Set<String>> made = fields(new MadeRecording().load());
        Map<String, Set<String>> converted = fields(Samples.plain());
        // A trace without a JVM's own recording has none, and this trace lost nothing that would show its fields.
        made.keySet().removeIf(type -> type.equals("windows.LatencyBreakdown") || type.startsWith("jdk."));
        converted.keySet().retainAll(made.keySet());
        assertThat(made).isEqualTo(converted);
    }

    @Test
    void hasFieldsOfTheJvm() throws Exception {
        Map<String, Set<String>> made = fields(new MadeRecording().load());
        Map<String, Set<String>> recorded = fields(Samples.jvmsOwn());
        made.keySet().removeIf(type -> type.startsWith("windows."));
        assertThat(made).isNotEmpty().allSatisfy((type, fields) -> assertThat(recorded.get(type))
                .as(type)
                .containsAll(fields));
    }

    private static Map<String, Set<String>> fields(IItemCollection items) {
        Map<String, Set<String>> fields = new TreeMap<>();
        for (IItemIterable ofOneType : items) {
            Set<String> ofType = new TreeSet<>();
            for (IAccessorKey<?> key : ofOneType.getType().getAccessorKeys().keySet()) {
                ofType.add(key.getIdentifier() + ":" + key.getContentType().getIdentifier());
            }
            fields.put(ofOneType.getType().getIdentifier(), ofType);
        }
        return fields;
    }
}
