package io.github.etl2jfr.follow;

import static io.github.etl2jfr.follow.FollowedBuffers.QUIET_PROCESSOR;
import static io.github.etl2jfr.follow.FollowedBuffers.buffers;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told of threads while a trace grows: in the end, what a replay of it tells. */
@Timeout(60)
class FollowedThreadsTest {
    /** It has no event of the scheduler that would tell of it. */
    @Test
    void threadThatStartsAfterTheLastSwitch() throws Exception {
        List<byte[]> buffers = buffers("""
                         0 rundown process 100 app.exe
                cpu0   100 switch 0->8
                cpu0   150 thread 7 in 100
                cpu0   200 thread 9 in 100
                """);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            // The session ends.
            growing.write(0, buffers.get(0));
            assertThat(growing.finish())
                    .containsExactlyInAnyOrderElementsOf(Told.of(growing.path).lines())
                    .anyMatch(line -> line.startsWith("7 ready 150..200"));
        }
    }

    /** Thread 8 ends, and the next thread 8 starts and runs. */
    @Test
    void idIsReusedAtTheInstantOfTheLastSwitch() throws Exception {
        List<byte[]> buffers = buffers("""
                         0 rundown process 100 app.exe
                         0 rundown process 200 other.exe
                         0 rundown thread 8 in 100 "first"
                cpu1   100 switch 0->8
                cpu1   200 end thread 8 in 100 "first"
                cpu1   200 switch 8->0 state Terminated
                cpu0   200 thread 8 in 200
                cpu0   200 name 8 in 200 "second"
                cpu0   200 switch 0->8
                cpu0   290 end thread 8 in 200 "second"
                cpu0   300 switch 8->0 state Terminated
                """);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish())
                    .filteredOn(line -> line.startsWith("8 running") || line.startsWith("8 did"))
                    .containsExactly(
                            "8 running 100..200 cpu1 prio 8 state 4 reason -1 then 0",
                            "8 did 1 0 0 100 0 0 0 0 null until 200",
                            "8 running 200..300 cpu0 prio 8 state 4 reason -1 then 0",
                            "8 did 1 0 0 100 0 0 0 0 null until 300");
            assertThat(Told.names(growing.follower.threads()))
                    .containsExactly("8 first@app.exe(100)", "8 second@other.exe(200)");
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** Coarse clocks give one time to many: the last name in the buffer is the thread's. */
    @Test
    void severalNamesAtTheSameTime() throws Exception {
        List<byte[]> buffers = buffers("""
                         0 rundown process 100 app.exe
                         0 rundown thread 8 in 100
                cpu0   100 switch 0->8
                cpu0   110 switch 8->0 wait UserRequest
                cpu0   120 flush
                cpu0   150 name 8 in 100 "first"
                cpu0   150 name 8 in 100 "second"
                cpu0   150 name 8 in 100 "last"
                """);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(Told.names(growing.follower.threads())).containsExactly("8 last@app.exe(100)");
        }
    }

    /** Buffers of one processor: of every other script in the first form, of the rest in the other. */
    private static List<byte[]> alternating(SwitchForm first, SwitchForm other, String... scripts) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        for (int i = 0; i < scripts.length; i++) {
            SchedulerScript.parse(scripts[i]).writeTo(trace.builder(), i % 2 == 0 ? first : other);
        }
        return TraceFiles.split(trace.finish());
    }

    /** As if the whole trace were known: what batches tell while there are no events is told nowhere else. */
    @Test
    void batchesBetweenEvents() throws Exception {
        List<byte[]> buffers = alternating(SwitchForm.EVENTS, SwitchForm.BATCHES, """
            cpu0 100 switch 0->7
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 190 flush
            """, """
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->7
            cpu0 400 switch 7->9 wait UserRequest
            cpu0 410 flush
            """, """
            cpu0 500 switch 9->0 ready
            cpu0 600 switch 0->9
            cpu0 610 flush
            """);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("300 cpu0 0 -> 7"));
        }
    }

    /** The same where there are no batches for a while. */
    @Test
    void eventsBetweenBatches() throws Exception {
        List<byte[]> buffers = alternating(SwitchForm.BATCHES, SwitchForm.EVENTS, """
            cpu0 100 switch 0->7
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 190 flush
            """, """
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->8
            cpu0 400 switch 8->6 wait UserRequest
            cpu0 410 flush
            """, """
            cpu0 500 switch 6->0 ready
            cpu0 600 switch 0->9
            cpu0 610 flush
            """);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines)
                    .anyMatch(line -> line.startsWith("180 cpu0 7 -> ?"))
                    .anyMatch(line -> line.startsWith("200 cpu0 9 -> 0"));
        }
    }

    /** Batches are opened before the events that tell of the same switches are there: each is told once all the same. */
    @Test
    void batchesOfSwitchesThatLaterEventsTell() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(2));
        String[] scripts = {"""
            cpu0 100 switch 0->7
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->7
            cpu0 310 flush
            """, """
            cpu1 150 switch 0->8
            cpu1 155 flush
            """, """
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->7
            cpu0 400 switch 7->0 wait UserRequest
            cpu0 410 flush
            """, """
            cpu1 500 switch 8->0 wait UserRequest
            cpu1 510 flush
            """};
        for (int i = 0; i < scripts.length; i++) {
            SchedulerScript.parse(scripts[i]).writeTo(trace.builder(), i == 0 ? SwitchForm.BATCHES : SwitchForm.EVENTS);
        }
        List<byte[]> buffers = TraceFiles.split(trace.finish());
        try (GrowingTrace growing = GrowingTrace.of(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.matches("\\d+ cpu0 .*"))
                    .extracting(line -> line.replaceAll(" ->.*", ""))
                    .containsExactly("100 cpu0 0", "180 cpu0 7", "200 cpu0 9", "300 cpu0 0", "400 cpu0 7");
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** Thread 8 was ready and ran where nothing is known yet: nothing is said of it, nor of 7, nor of 9. */
    @Test
    void whileAProcessorIsQuiet() throws Exception {
        try (GrowingTrace growing =
                GrowingTrace.of(1000, Silence.UNKNOWN, buffers(QUIET_PROCESSOR).subList(0, 5))) {
            assertThat(growing.told.lines)
                    .filteredOn(line -> !line.contains("->"))
                    .containsExactly(
                            "cpu1 idle 100..110 cstate 0 clipped",
                            "9 running 110..120 cpu1 prio 8 state 5 reason 6 then ?",
                            "7 running 100..200 cpu0 prio 8 state 5 reason 6 then 8",
                            "8 running 200..300 cpu0 prio 8 state 5 reason 6 then 0");
            assertThat(growing.follower.toldUntil() - growing.follower.header().startTimestamp())
                    .isEqualTo(3500);
        }
    }

    /** If nothing was written because there was nothing, all is as it was. */
    @ParameterizedTest
    @EnumSource
    void quietAndNothingToTell(SwitchForm form) throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu1 110 switch 0->9
                cpu1 120 switch 9->6 wait UserRequest
                cpu1 125 flush
                cpu0 200 switch 7->8 wait UserRequest
                cpu0 300 switch 8->0 wait UserRequest
                cpu0 310 flush
                cpu0 4000 switch 0->7
                cpu0 4500 switch 7->0 wait UserRequest
                cpu0 4510 flush
                cpu1 5000 switch 6->9 wait UserRequest
                """).toTrace(form);
        List<byte[]> buffers = TraceFiles.split(trace);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNCHANGED, buffers)) {
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("7 waiting 200..4000 "));
            growing.write(0, buffers.get(0));
            growing.finish();
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("6 running 120..5000 cpu1 "));
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** Thread 7 went on elsewhere, and left: it does not run on the processor that was silent since. */
    @ParameterizedTest
    @CsvSource({"Terminated, 4", "Transition, 6"})
    void whoWasSeenElsewhereIsNotWhereItWasLast(String state, int code) throws Exception {
        List<byte[]> buffers = buffers("""
                cpu1 100 switch 0->9
                cpu1 110 switch 9->7 wait UserRequest
                cpu1 115 flush
                cpu0 200 switch 0->7
                cpu0 300 switch 7->0 state %s
                cpu0 310 flush
                """.formatted(state));
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNCHANGED, buffers)) {
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("7 running "))
                    .containsExactly("7 running 200..300 cpu0 prio 8 state %d reason -1 then 0".formatted(code));
        }
    }
}
