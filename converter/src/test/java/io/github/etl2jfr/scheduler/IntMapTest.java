package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class IntMapTest {
    @Property(tries = 30)
    void behavesAsAMap(@ForAll @Size(max = 3000) List<Integer> keys) {
        IntMap map = new IntMap(0);
        Map<Integer, Integer> model = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), i);
            model.put(keys.get(i), i);
        }
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
        for (int key : keys) {
            int other = key ^ 0x5555;
            assertThat(map.get(other)).isEqualTo(model.getOrDefault(other, IntMap.MISSING));
        }
    }

    /** As thread ids are: multiples of four, more of them than there is room at first. */
    @Test
    void growing() {
        IntMap map = new IntMap(0);
        for (int i = 0; i < 100_000; i++) {
            map.put(4 * i, i);
            assertThat(map.get(4 * i)).isEqualTo(i);
        }
        for (int i = 0; i < 100_000; i++) {
            assertThat(map.get(4 * i)).isEqualTo(i);
            assertThat(map.get(4 * i + 1)).isEqualTo(IntMap.MISSING);
        }
    }
}
