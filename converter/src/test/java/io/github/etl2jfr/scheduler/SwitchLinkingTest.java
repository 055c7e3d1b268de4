package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who was switched in: the thread that the next switch on the processor takes off it. */
class SwitchLinkingTest {
    private static Replay replay(String script, SwitchForm form) throws IOException, InputException {
        return Replay.of(SchedulerScript.parse(script).toTrace(form));
    }

    @Test
    void theLastSwitchOfAProcessorIsTakenAsPlanned() throws Exception {
        SchedulerScript script = SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 180 switch 7->9 wait UserRequest
                """);

        assertThat(Replay.of(script.toTrace(SwitchForm.EVENTS)).planned)
                .containsExactly("100 cpu0 0 -> 7", "180 cpu0 7 -> 9");
        assertThat(Replay.of(script.toTrace(SwitchForm.BATCHES)).planned)
                .as("a batch has no plan")
                .containsExactly("100 cpu0 0 -> 7", "180 cpu0 7 -> ?");
    }

    @Test
    void noPlanIsTrustedBeforeALoss() throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 190 drop
                cpu0 300 switch 9->0 wait UserRequest
                """).toTrace();

        assertThat(Replay.of(trace).planned).containsExactly("100 cpu0 0 -> ?", "300 cpu0 9 -> ?");
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void withinABuffer(SwitchForm form) throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->7
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 200 switch 9->0 ready WrQuantumEnd
                cpu0 300 switch 0->9
                """, form);

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> 7",
                        "180 cpu0 7 -> 9",
                        "200 cpu0 9 -> 0",
                        // Nothing tells who ran in the end.
                        "300 cpu0 0 -> ?");
        assertThat(replay.plansMissed).isZero();
        assertThat(replay.duplicates).isZero();
        assertThat(replay.damage).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void acrossBuffers(SwitchForm form) throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 190 flush
                cpu1 195 switch 0->8
                cpu1 196 flush
                cpu0 200 switch 9->0 ready
                cpu1 210 switch 8->0 wait WrQueue
                """, form);

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> 7", "180 cpu0 7 -> 9", "195 cpu1 0 -> 8", "200 cpu0 9 -> ?", "210 cpu1 8 -> ?");
        assertThat(replay.damage).isEmpty();
    }

    /** A buffer with nothing but other events lies between two with switches. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void acrossABufferWithoutSwitches(SwitchForm form) throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 120 ready 9
                cpu0 130 flush
                cpu0 140 process 100 app.exe
                cpu0 150 flush
                cpu0 180 switch 7->0 wait UserRequest
                """, form);

        assertThat(replay.events.stream().filter(event -> !event.contains("ready")))
                .containsExactly("100 cpu0 0 -> 7", "180 cpu0 7 -> ?");
        assertThat(replay.events).contains("120 cpu0 ready 9 by whoever runs");
    }

    /** More threads than a batch's table has places for, and more packets than it has room for. */
    @Test
    void acrossBatches() throws Exception {
        StringBuilder script = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            int thread = i % 37 * 4;
            int next = (i + 1) % 37 * 4;
            script.append("cpu0 %d switch %d->%d%s\n"
                    .formatted(i * 100, thread, next, thread == 0 ? "" : " wait UserRequest"));
            expected.append("%d cpu0 %d -> %s\n".formatted(i * 100, thread, i == 1999 ? "?" : next));
        }
        for (SwitchForm form : SwitchForm.values()) {
            assertThat(String.join("\n", replay(script.toString(), form).switches) + "\n")
                    .isEqualTo(expected.toString());
        }
    }

    @Test
    void silenceLongerThanAPacketCanSay() throws Exception {
        for (SwitchForm form : SwitchForm.values()) {
            assertThat(replay("""
                    cpu0 100 switch 0->7
                    cpu0 20000 switch 7->0 wait UserRequest
                    cpu0 5000000000 switch 0->7
                    cpu0 9000000000 switch 7->0 wait UserRequest
                    """, form).switches)
                    .containsExactly(
                            "100 cpu0 0 -> 7", "20000 cpu0 7 -> 0", "5000000000 cpu0 0 -> 7", "9000000000 cpu0 7 -> ?");
        }
    }

    /** No document tells whether the first delta counts from an earlier switch: both must come out the same. */
    @Test
    void bothMeaningsOfTheFirstDelta() throws Exception {
        String script = """
                cpu0 100 switch 0->7
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 190 flush
                cpu0 200 switch 9->0 ready WrQuantumEnd
                cpu1 210 switch 0->7
                cpu1 220 flush
                cpu1 230 switch 7->0 wait WrQueue
                """;
        Replay own = replay(script, SwitchForm.BATCHES);
        Replay fromPrevious = replay(script, SwitchForm.BATCHES_FROM_PREVIOUS);

        assertThat(fromPrevious.switches).isEqualTo(own.switches);
        assertThat(fromPrevious.fields).isEqualTo(own.fields);
        assertThat(own.switches)
                .containsExactly(
                        "100 cpu0 0 -> 7", "180 cpu0 7 -> 9", "200 cpu0 9 -> ?", "210 cpu1 0 -> 7", "230 cpu1 7 -> ?");
    }

    @Test
    void actualThreadWinsOverThePlan() throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->7 plan 8
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 190 flush
                cpu0 200 switch 9->0 ready plan 12
                cpu0 210 flush
                cpu0 300 switch 0->9 plan 16
                """, SwitchForm.EVENTS);

        assertThat(replay.switches)
                .containsExactly("100 cpu0 0 -> 7", "180 cpu0 7 -> 9", "200 cpu0 9 -> 0", "300 cpu0 0 -> ?");
        // The last plan was perhaps kept: nobody knows.
        assertThat(replay.plansMissed).isEqualTo(2);
    }

    @Test
    void whatIsToldOfThePlannedThreadIsNotTheActualOnes() throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->7 prio 0->12 waittime 3
                cpu0 180 switch 7->9 wait UserRequest plan 8 prio 12->15 waittime 5
                cpu0 200 switch 9->0 ready
                """, SwitchForm.EVENTS);

        assertThat(replay.fields.get(0)).contains("->12 ").contains("wait 3 ");
        assertThat(replay.fields.get(1)).contains("prio 12->? ").contains("wait ? ");
    }

    /** The idle thread of one processor is not that of another. */
    @Test
    void idleThreadIsTheProcessors() throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 7->0 wait UserRequest
                cpu1 110 switch 8->0 wait UserRequest
                cpu0 120 switch 0->7
                cpu1 130 switch 0->8
                """).toTrace();
        Replay replay = Replay.of(trace);

        assertThat(replay.switches)
                .containsExactly("100 cpu0 7 -> 0", "110 cpu1 8 -> 0", "120 cpu0 0 -> ?", "130 cpu1 0 -> ?");
        assertThat(replay.threads.size()).isEqualTo(2);
    }

    @Test
    void fieldsOfAnEvent() throws Exception {
        String script = """
                cpu0 100 switch 0->7 cstate 2 waittime 3 ideal 1 prio 0->9
                cpu0 180 switch 7->9 wait UserRequest mode UserMode prio 9->10 quantum 4 ideal 5 waittime 12
                cpu0 200 switch 9->4 ready WrQuantumEnd prio 10->0
                cpu0 300 switch 4->5 state Terminated WrTerminated prio 31->0
                cpu0 400 switch 5->0 state 13 200 prio 31->0
                """;

        assertThat(replay(script, SwitchForm.EVENTS).fields)
                .containsExactly(
                        "100 cpu0 prio 0->9 Running Executive KernelMode wait 3 cstate 2 ideal 1 quantum 0",
                        "180 cpu0 prio 9->10 Waiting UserRequest UserMode wait 12 cstate ? ideal 5 quantum 4",
                        "200 cpu0 prio 10->0 Ready WrQuantumEnd KernelMode wait 0 cstate ? ideal 0 quantum 0",
                        "300 cpu0 prio 31->0 Terminated WrTerminated KernelMode wait 0 cstate ? ideal 0 quantum 0",
                        "400 cpu0 prio 31->0 Unknown(13) Unknown(200) KernelMode wait 0 cstate ? ideal 0 quantum 0");
    }

    @Test
    void fieldsOfABatch() throws Exception {
        String script = """
                cpu0 100 switch 0->7 cstate 2 waittime 3 prio 0->9
                cpu0 180 switch 7->9 wait UserRequest mode UserMode prio 9->10 base 8 quantum 4 ideal 5 waittime 1
                cpu0 200 switch 9->0 ready WrQuantumEnd prio 10->0 waittime 12
                cpu0 300 switch 4->0 state Terminated WrTerminated prio 31->0
                cpu0 400 switch 4->0 state 13 prio 31->0 waittime 131071
                """;

        assertThat(replay(script, SwitchForm.BATCHES).fields)
                .containsExactly(
                        "100 cpu0 prio ?->? ? ? ? wait ? cstate ? ideal ? quantum ?",
                        "180 cpu0 prio 9->? Waiting UserRequest ? wait ? cstate ? ideal ? quantum ?",
                        "200 cpu0 prio 10->? Ready ? ? wait 12 cstate ? ideal ? quantum ?",
                        "300 cpu0 prio 31->? Terminated ? ? wait ? cstate ? ideal ? quantum ?",
                        "400 cpu0 prio 31->? Unknown(13) ? ? wait 131071 cstate ? ideal ? quantum ?");
    }

    private static final String BOTH = """
            cpu0 100 switch 0->7
            cpu1 110 switch 0->8
            cpu0 180 switch 7->9 wait UserRequest
            cpu1 190 switch 8->0 wait UserRequest
            cpu0 200 switch 9->0 ready
            """;

    @Test
    void batchesOfSwitchesThatAreEventsToo() throws Exception {
        SchedulerScript script = SchedulerScript.parse(BOTH);
        for (SwitchForm batches : new SwitchForm[] {SwitchForm.BATCHES, SwitchForm.BATCHES_FROM_PREVIOUS}) {
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(2));
            script.writeTo(trace.builder(), batches);
            script.writeTo(trace.builder(), SwitchForm.EVENTS);
            Replay replay = Replay.of(trace.finish());

            assertThat(replay.switches)
                    .containsExactlyElementsOf(Replay.of(script.toTrace(SwitchForm.EVENTS)).switches);
            assertThat(replay.fields.get(0)).contains("KernelMode");
            assertThat(replay.duplicates).isEqualTo(5);
            assertThat(replay.damage).isEmpty();
        }
    }

    /** The session's groups changed on the way: only what both tell is told once. */
    @Test
    void batchesBeforeAndAfterTheEvents() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(2));
        SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 180 switch 7->9 wait UserRequest
                cpu1 185 switch 0->8
                cpu0 200 switch 9->0 ready
                cpu0 300 switch 0->7
                cpu0 400 switch 7->0 wait UserRequest
                """).writeTo(trace.builder(), SwitchForm.BATCHES);
        SchedulerScript.parse("""
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 200 switch 9->0 ready
                cpu0 300 switch 0->7
                """).writeTo(trace.builder(), SwitchForm.EVENTS);
        Replay replay = Replay.of(trace.finish());

        assertThat(replay.switches.stream().map(line -> line.replaceAll(" -> .*", "")))
                .containsExactly("100 cpu0 0", "180 cpu0 7", "185 cpu1 0", "200 cpu0 9", "300 cpu0 0", "400 cpu0 7");
        assertThat(replay.switches)
                .contains("180 cpu0 7 -> 9", "200 cpu0 9 -> 0")
                .doesNotContain("100 cpu0 0 -> 9");
        assertThat(replay.duplicates).isEqualTo(3);
    }

    private static void write(TraceBuilder trace, SwitchForm form, String script) {
        SchedulerScript.parse(script).writeTo(trace, form);
    }

    /** And back: what the batches tell is told nowhere else, and who ran when it changed, nothing tells. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void batchesBetweenEvents(boolean eventsAreLost) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        write(trace.builder(), SwitchForm.EVENTS, """
                cpu0 100 switch 0->7
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 190 flush
                """);
        if (eventsAreLost) {
            write(trace.builder(), SwitchForm.EVENTS, """
                    cpu0 200 switch 9->0 ready
                    cpu0 390 drop
                    """);
        }
        write(trace.builder(), SwitchForm.BATCHES, """
                cpu0 180 switch 7->9 wait UserRequest
                cpu0 200 switch 9->0 ready
                cpu0 300 switch 0->7
                cpu0 400 switch 7->9 wait UserRequest
                cpu0 500 switch 9->0 ready
                cpu0 510 flush
                """);
        write(trace.builder(), SwitchForm.EVENTS, """
                cpu0 500 switch 9->0 ready
                cpu0 600 switch 0->9
                cpu0 610 flush
                """);
        Replay replay = Replay.of(trace.finish());

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> 7",
                        "180 cpu0 7 -> ?",
                        "200 cpu0 9 -> 0 after loss",
                        "300 cpu0 0 -> 7",
                        "400 cpu0 7 -> ?",
                        "500 cpu0 9 -> 0 after loss",
                        "600 cpu0 0 -> ?");
        assertThat(replay.plansMissed).isZero();
        assertThat(replay.duplicates).isEqualTo(2);
    }

    /** The other way round: whom a batch's last switch put there, the events took off again, not the next batch. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventsBetweenBatches(boolean buffersEndBetween) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        write(trace.builder(), SwitchForm.BATCHES, """
                cpu0 100 switch 0->7
                cpu0 180 switch 7->9 wait UserRequest
                """);
        flushIf(buffersEndBetween, trace.builder());
        write(trace.builder(), SwitchForm.EVENTS, """
                cpu0 200 switch 9->0 ready
                cpu0 300 switch 0->8
                cpu0 400 switch 8->6 wait UserRequest
                """);
        flushIf(buffersEndBetween, trace.builder());
        write(trace.builder(), SwitchForm.BATCHES, """
                cpu0 500 switch 6->0 ready
                cpu0 600 switch 0->9
                """);

        assertThat(Replay.of(trace.finish()).switches)
                .containsExactly(
                        "100 cpu0 0 -> 7",
                        "180 cpu0 7 -> ?",
                        "200 cpu0 9 -> 0",
                        "300 cpu0 0 -> 8",
                        "400 cpu0 8 -> ?",
                        "500 cpu0 6 -> 0 after loss",
                        "600 cpu0 0 -> ?");
    }

    private static void flushIf(boolean isWanted, TraceBuilder trace) {
        if (isWanted) {
            trace.flush(0);
        }
    }

    /** Who ran at the start is told by the first switch, of whatever kind. */
    @Test
    void batchesBeforeEvents() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        write(trace.builder(), SwitchForm.BATCHES, """
                cpu0 60 ready 6
                cpu0 100 switch 8->0 wait UserRequest
                cpu0 200 switch 0->7
                cpu0 210 flush
                """);
        write(trace.builder(), SwitchForm.EVENTS, """
                cpu0 600 switch 9->0 ready
                cpu0 700 switch 0->9
                cpu0 710 flush
                """);

        SliceReplay replay = SliceReplay.of(trace.finish());
        assertThat(replay.slices)
                .contains("8 running 60..100 cpu0 Waiting UserRequest then 0 clipped")
                .noneMatch(line -> line.startsWith("9 running 60"));
    }

    @Test
    void processorsPast255() throws Exception {
        String script = """
                cpu300 100 switch 0->7
                cpu44 110 switch 0->8
                cpu300 180 switch 7->0 wait UserRequest
                cpu2000 190 switch 0->9
                cpu44 200 switch 8->0 wait UserRequest
                cpu2000 210 switch 9->0 wait UserRequest
                """;
        for (SwitchForm form : SwitchForm.values()) {
            assertThat(replay(script, form).switches)
                    .containsExactly(
                            "100 cpu300 0 -> 7",
                            "110 cpu44 0 -> 8",
                            "180 cpu300 7 -> ?",
                            "190 cpu2000 0 -> 9",
                            "200 cpu44 8 -> ?",
                            "210 cpu2000 9 -> ?");
        }
    }

    /** Windows 7 has one byte of processor number and garbage in the next. */
    @Test
    void processorsOfWindows7() throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu3 100 switch 0->7
                cpu3 180 switch 7->0 wait UserRequest
                """)
                .toTrace(new TraceOptions().processors(4).build(7601).oldProcessorIndex(), SwitchForm.EVENTS);

        assertThat(Replay.of(trace).switches).containsExactly("100 cpu3 0 -> 7", "180 cpu3 7 -> ?");
    }
}
