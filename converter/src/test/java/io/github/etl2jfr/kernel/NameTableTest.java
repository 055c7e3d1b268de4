package io.github.etl2jfr.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many names in little memory: each comes back as it was, and equal ones are one. */
class NameTableTest {
    private final NameTable names = newTable();

    private static NameTable newTable() {
        return new NameTable(IdentityLimits.ofFile(Path.of("trace.etl")));
    }

    @Test
    void noNameIsNone() throws IOException {
        assertThat(names.add(null)).isEqualTo(NameTable.NONE);
        assertThat(names.get(NameTable.NONE)).isNull();
    }

    @Property(tries = 200)
    void namesComeBack(@ForAll List<String> texts) throws IOException {
        NameTable table = newTable();
        Map<String, Integer> known = new HashMap<>();
        for (String text : texts) {
            // A trace's texts hold no lone surrogates: its reader has replaced them.
            String name = new String(text.getBytes(UTF_8), UTF_8);
            int place = table.add(name);
            assertThat(known.getOrDefault(name, place)).isEqualTo(place);
            known.put(name, place);
        }
        known.forEach((name, place) -> assertThat(table.get(place)).isEqualTo(name));
        assertThat(known.values()).doesNotHaveDuplicates();
    }

    @Test
    void tensOfThousands() throws IOException {
        for (int i = 0; i < 50_000; i++) {
            names.add("worker-" + i);
        }
        for (int i = 0; i < 50_000; i++) {
            assertThat(names.get(names.add("worker-" + i))).isEqualTo("worker-" + i);
        }
    }

    @Test
    void longNamesAreCut() throws IOException {
        assertThat(names.get(names.add("x".repeat(70_000)))).isEqualTo("x".repeat(0xFFFF));
    }

    /** "Aa" and "BB" have the same String.hashCode, and so has every row of them. */
    @Test
    @Timeout(60)
    void namesChosenToFallOnOnePlace() throws IOException {
        NameTable table = newTable();
        Set<Integer> places = new HashSet<>();
        int names = 1 << 17;
        for (int bits = 0; bits < names; bits++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 17; bit++) {
                name.append((bits >>> bit & 1) == 0 ? "Aa" : "BB");
            }
            places.add(table.add(name.toString()));
        }
        assertThat(places).hasSize(names);
    }
}
