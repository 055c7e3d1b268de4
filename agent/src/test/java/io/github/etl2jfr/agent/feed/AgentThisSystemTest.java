package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whose counter and time of day a trace's can be. */
class AgentThisSystemTest {
    private static final Path TRACE = Path.of("trace.etl");
    private static final long QPC = 10_000_000;
    private static final long NANOS_PER_QPC = 100;

    /** A system, whose counter goes on whatever becomes of its time of day. */
    private static final class Machine {
        private Duration up = Duration.ofDays(40);
        private Instant timeOfDay = Instant.parse("2026-11-28T10:00:00Z");

        void goOn(Duration time) {
            up = up.plus(time);
            timeOfDay = timeOfDay.plus(time);
        }

        /** The clock of a session that begins now. */
        SessionClock session(SessionClock.Type type) {
            return new SessionClock(
                    type, QPC, up.toNanos() / NANOS_PER_QPC, ChronoUnit.NANOS.between(Instant.EPOCH, timeOfDay));
        }

        /** As an agent in it sees it. */
        ThisSystem seen() {
            return new ThisSystem(() -> up.toNanos(), () -> timeOfDay);
        }
    }

    private final Machine machine = new Machine();

    private static void refuse(ThisSystem system, SessionClock clock, String disagreement) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> system.require(TRACE, clock))
                .withMessage(("trace.etl: its clock differs from this system's by %s: it is another machine's or"
                                + " older than this one's start, or the time of day was set since; etl2jfr.jar merges"
                                + " it with the JVM's recording of that time (--jfr)")
                        .formatted(disagreement));
    }

    /** A counter runs away from the time of day, in weeks by minutes. */
    @ParameterizedTest
    @CsvSource({"1, 50", "30, 300", "30, -300"})
    void clockThatMayBeThisSystems(int days, int secondsAhead) throws Exception {
        SessionClock clock = machine.session(SessionClock.Type.QPC);
        machine.goOn(Duration.ofDays(days));
        machine.timeOfDay = machine.timeOfDay.plusSeconds(secondsAhead);
        machine.seen().require(TRACE, clock);
    }

    @ParameterizedTest
    @CsvSource({"1, 70, 70 s (behind)", "1, -70, 70 s (ahead)", "30, 330, 330 s (behind)"})
    void clockOfAnotherSystem(int days, int secondsAhead, String disagreement) {
        SessionClock clock = machine.session(SessionClock.Type.QPC);
        machine.goOn(Duration.ofDays(days));
        machine.timeOfDay = machine.timeOfDay.plusSeconds(secondsAhead);
        refuse(machine.seen(), clock, disagreement);
    }

    /** Its trace is that of this system which it was before, unlike others' of then. */
    @Test
    void timeOfDayThatIsSetLater() throws Exception {
        SessionClock clock = machine.session(SessionClock.Type.QPC);
        machine.goOn(Duration.ofSeconds(1));
        SessionClock other = machine.session(SessionClock.Type.QPC);
        ThisSystem system = machine.seen();
        system.require(TRACE, clock);
        machine.timeOfDay = machine.timeOfDay.minus(Duration.ofHours(1));
        machine.goOn(Duration.ofSeconds(1));
        system.require(TRACE, clock);
        refuse(system, other, "3600 s (ahead)");
        refuse(machine.seen(), clock, "3600 s (ahead)");
    }

    /** Of which there is nothing to tell that by. */
    @ParameterizedTest
    @EnumSource(names = "QPC", mode = EnumSource.Mode.EXCLUDE)
    void clockThatAnySystemHas(SessionClock.Type type) {
        SessionClock clock = machine.session(type);
        machine.timeOfDay = machine.timeOfDay.plus(Duration.ofHours(1));
        assertThatCode(() -> machine.seen().require(TRACE, clock)).doesNotThrowAnyException();
    }
}
