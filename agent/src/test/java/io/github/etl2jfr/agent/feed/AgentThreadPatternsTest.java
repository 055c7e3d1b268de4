package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which threads {@code threads=} names. */
class AgentThreadPatternsTest {
    @Test
    void namesIdsAndStars() {
        ThreadPatterns patterns = new ThreadPatterns(List.of("main", "G1 *", "*-7", "4711", "a.b"));
        assertThat(patterns.match(1, "main (1)")).isTrue();
        assertThat(patterns.match(1, "main loop (1)")).isFalse();
        assertThat(patterns.match(2, "G1 Conc#0 (2)")).isTrue();
        assertThat(patterns.match(3, "worker-7 (3)")).isTrue();
        assertThat(patterns.match(3, "worker-77 (3)")).isFalse();
        assertThat(patterns.match(4711, "any (4711)")).isTrue();
        assertThat(patterns.match(5, "axb (5)")).isFalse();
        assertThat(patterns.match(6, "main (6) (6)")).isFalse();
    }

    @Test
    void noneIsAll() {
        assertThat(new ThreadPatterns(List.of()).match(1, "any (1)")).isTrue();
    }
}
