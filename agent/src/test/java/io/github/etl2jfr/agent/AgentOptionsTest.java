package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.agent.feed.EventKind;
import io.github.etl2jfr.agent.feed.Lanes;
import io.github.etl2jfr.agent.profile.ProfileOptions;
import io.github.etl2jfr.options.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the agent's options mean; {@link MannersIT} has those that mean nothing. */
class AgentOptionsTest {
    @Test
    void traceIsEnough() throws Exception {
        AgentOptions options = AgentOptions.parse("trace=kernel.etl");
        assertThat(options.trace()).isEqualTo(Path.of("kernel.etl"));
        assertThat(options.feed().kinds()).isEqualTo(EventKind.slices());
        assertThat(options.feed().threads()).isEmpty();
        assertThat(options.feed().lanes()).isEqualTo(Lanes.OWN);
        assertThat(options.feed().minDuration()).isEqualTo(Duration.ofNanos(20_000));
        assertThat(options.feed().maxRate()).isEqualTo(100_000);
        assertThat(options.feed().delay()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.from()).isNull();
        assertThat(options.to()).isNull();
        assertThat(options.start()).isFalse();
        assertThat(options.profile()).isNull();
    }

    @Test
    void threadsAreProfiledWhenAskedFor() throws Exception {
        assertThat(AgentOptions.parse("trace=kernel.etl,profile-threads=1.5ms").profile())
                .isEqualTo(new ProfileOptions(Duration.ofNanos(1_500_000), 0));
        assertThat(AgentOptions.parse("trace=kernel.etl,profile-counters=0,3,15,profile-threads=2s")
                        .profile())
                .isEqualTo(new ProfileOptions(Duration.ofSeconds(2), 0b1000_0000_0000_1001));
    }

    @Test
    void othersHaveLanesWhenAskedFor() throws Exception {
        assertThat(AgentOptions.parse("trace=kernel.etl,lanes=all").feed().lanes())
                .isEqualTo(Lanes.ALL);
        assertThat(AgentOptions.parse("trace=kernel.etl,lanes=OWN").feed().lanes())
                .isEqualTo(Lanes.OWN);
    }

    @Test
    void commasBelongToTheValueBeforeThem() throws Exception {
        AgentOptions options = AgentOptions.parse(
                "trace=a, b.etl,events=ThreadReady,switches,start,threads=main,G1*,4711,min-duration=0s,max-rate=7");
        assertThat(options.trace()).isEqualTo(Path.of("a, b.etl"));
        assertThat(options.feed().kinds()).containsExactlyInAnyOrder(EventKind.READY, EventKind.SWITCH);
        assertThat(options.feed().threads()).containsExactly("main", "G1*", "4711");
        assertThat(options.feed().minDuration()).isZero();
        assertThat(options.feed().maxRate()).isEqualTo(7);
        assertThat(options.start()).isTrue();
    }

    /** Such as one that this JVM cannot name. */
    @Test
    void whyAPathIsNoneIsTold() {
        assertThatThrownBy(() -> AgentOptions.parse("trace=a\0b"))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("trace: 'a\0b' is not a path: .+");
    }

    /** On the command line, which knows where an option ends. */
    @Test
    void whatWouldBeTakenForAnOptionIsRefused() throws Exception {
        AgentOptions.requirePassable("threads=start,main,from");
        AgentOptions.requirePassable("threads=a=b");
        AgentOptions.requirePassable("start");
        assertThatThrownBy(() -> AgentOptions.requirePassable("threads=main,start"))
                .isInstanceOf(UsageException.class)
                .hasMessage("threads: 'start' would be taken for an option; put it first in the list");
        assertThatThrownBy(() -> AgentOptions.requirePassable("threads=main,lanes=all"))
                .isInstanceOf(UsageException.class);
        AgentOptions.requirePassable(Path.of("a,b.etl"));
        assertThatThrownBy(() -> AgentOptions.requirePassable(Path.of("a,start")))
                .isInstanceOf(UsageException.class);
    }

    /** Text after a comma is a name's, unless it is an option: a mistyped one would be waited for without a word. */
    @Test
    void aNameThatEndsInAMistypedOptionGivesAHint() throws Exception {
        assertThat(AgentOptions.parse("trace=a.etl,Start").hint()).isEqualTo(" (did you mean start?)");
        assertThat(AgentOptions.parse("trace=a,flush").hint()).isEqualTo(" (did you mean flushed?)");
        assertThat(AgentOptions.parse("trace=start.etl,b.etl,again").hint()).isEmpty();
    }

    @Test
    void eventsGoByTheConvertersNames() {
        assertThat(EventKind.named("windows.threadrunning")).containsExactly(EventKind.RUNNING);
        assertThat(EventKind.named("ThreadWaiting")).containsExactly(EventKind.WAITING);
        assertThat(EventKind.named("Switches")).containsExactly(EventKind.SWITCH);
        assertThat(EventKind.named("all")).containsExactlyInAnyOrder(EventKind.values());
    }
}
