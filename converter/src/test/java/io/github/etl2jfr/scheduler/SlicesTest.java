package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the switches mean: text in, slices out. A trace starts and ends with its first and last event;
 * what lies at its edges is cut off there.
 */
class SlicesTest {
    /** Behind the headers of its buffer and its event. */
    private static final int GROUP_MASKS = 0x48 + 0x10;

    private static SliceReplay replay(String script) throws Exception {
        return SliceReplay.of(SchedulerScript.parse(script).toTrace());
    }

    @Test
    void aThreadRunsWaitsIsReadiedAndRunsAgain() throws Exception {
        SliceReplay replay = replay("""
                cpu0 100 switch 0->7
                cpu0 180 switch 7->0 wait UserRequest mode UserMode
                cpu1 290 switch 0->9
                cpu1 300 ready 7
                cpu0 340 switch 0->7
                cpu0 400 switch 7->0 wait WrQueue
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "7 running 100..180 cpu0 Waiting UserRequest then 0",
                        "7 waiting 180..300 cpu0 UserRequest UserMode by 9",
                        "7 ready 300..340 cpu0 Readied by 9",
                        "7 running 340..400 cpu0 Waiting WrQueue then 0",
                        "9 running 290..400 cpu1 ? then ? clipped");
        assertThat(replay.idle).containsExactly("cpu1 idle 100..290", "cpu0 idle 180..340");
    }

    /** Whichever processor's number is lower: clocks are coarse. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu0 cpu1", "cpu1 cpu0"})
    void aThreadLeavesAProcessorBeforeItIsElsewhereAtTheSameInstant(String processors) throws Exception {
        String from = processors.substring(0, 4);
        String to = processors.substring(5);
        assertThat(replay("""
                FROM 100 switch 0->7
                TO 110 switch 0->8
                TO 200 switch 8->7 wait UserRequest
                FROM 200 switch 7->9 ready
                TO 300 switch 7->0 wait UserRequest
                FROM 300 switch 9->0 wait UserRequest
                TO 400 switch 0->10
                """.replace("FROM", from).replace("TO", to)).slices)
                .contains(
                        "7 running 100..200 %s Ready then 9".formatted(from),
                        "7 running 200..300 %s Waiting UserRequest then 0".formatted(to));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu0 cpu1", "cpu1 cpu0"})
    void aThreadLeavesAProcessorBeforeItIsReadiedAtTheSameInstant(String processors) throws Exception {
        String own = processors.substring(0, 4);
        String other = processors.substring(5);
        assertThat(replay("""
                OWN 100 switch 0->7
                OTHER 110 switch 0->8
                OTHER 200 ready 7
                OWN 200 switch 7->0 wait UserRequest
                OWN 300 switch 0->7
                OWN 400 switch 7->0 wait UserRequest
                OTHER 400 switch 8->0 wait UserRequest
                """.replace("OWN", own).replace("OTHER", other)).slices)
                .contains("7 ready 200..300 %s Readied by 8".formatted(own));
    }

    /** A processor's last switch in a batch does not tell whom it put there; nor does an event whose wait that ends. */
    @Test
    void whoMayHaveGotAProcessorLastIsNotToldAsWaitingWhereNobodyIsReadied() throws Exception {
        String script = """
                    0 rundown thread 7 in 100
                    0 rundown thread 8 in 100
                cpu0 10 switch 0->7
                cpu1 10 switch 0->8
                cpu0 50 switch 7->0 wait UserRequest
                cpu0 100 switch 0->7
                cpu1 900 switch 8->0 wait UserRequest
                cpu1 1000 switch 0->8
                cpu1 1100 switch 8->0 wait UserRequest
                """;
        SliceReplay replay = SliceReplay.of(SchedulerScript.parse(script).toTrace(SwitchForm.BATCHES));
        assertThat(replay.slices)
                .filteredOn(slice -> slice.contains(" waiting "))
                .containsExactlyInAnyOrder(
                        "7 waiting 50..100 cpu0 UserRequest clipped", "8 waiting 900..1000 cpu1 UserRequest");

        // Which it surely ran to tell.
        SliceReplay ended = SliceReplay.of(
                SchedulerScript.parse(script.replace("cpu1 900", "cpu0 500 end thread 7 in 100\ncpu1 900"))
                        .toTrace(SwitchForm.BATCHES));
        assertThat(ended.slices).contains("7 waiting 50..100 cpu0 UserRequest clipped");
        assertThat(ended.damage).isEmpty();
    }

    /** A processor's last switch in a batch does not tell whom it put there: one that was ready then may run since. */
    @Test
    void whoMayHaveGotAProcessorLastIsNotToldAsReady() throws Exception {
        SliceReplay replay = SliceReplay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->5
                cpu1 100 switch 0->6
                cpu1 150 switch 6->0 wait UserRequest
                cpu0 200 ready 7
                cpu1 300 switch 0->7
                cpu0 310 switch 5->8 ready WrPreempted
                cpu0 400 ready 9
                cpu0 500 switch 8->0 wait WrQueue
                cpu0 900 ready 10
                """).toTrace(SwitchForm.BATCHES));

        assertThat(replay.slices)
                .contains(
                        "7 ready 200..300 Readied by 5 clipped",
                        "5 ready 310..500 Preempted for 8 clipped",
                        "9 ready 400..500 Readied by 8 clipped",
                        "6 waiting 150..900 cpu1 UserRequest clipped",
                        "8 waiting 500..900 cpu0 WrQueue clipped")
                .filteredOn(slice -> slice.contains(" ready "))
                .hasSize(3);
    }

    /** A session that does not record the starts of threads cannot tell that one waited from one that was created. */
    @Test
    void aThreadFirstMadeReadyMayBeNew() throws Exception {
        String script = """
                cpu0 100 switch 0->7
                cpu0 500 ready 8
                cpu0 600 switch 7->8 wait UserRequest
                """;
        assertThat(replay(script).slices)
                .contains("8 waiting 100..500 ? by 7 clipped", "8 ready 500..600 cpu0 Readied by 7");

        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        SchedulerScript.parse(script).writeTo(trace.builder(), SwitchForm.EVENTS);
        List<byte[]> buffers = TraceFiles.split(trace.finish());
        // The first event: which groups the session has on, those of the scheduler in the second mask.
        TraceFiles.putU32(buffers.get(1), GROUP_MASKS, 0);
        assertThat(SliceReplay.of(TraceFiles.join(buffers)).slices)
                .contains("8 ready 500..600 cpu0 Readied by 7")
                .noneMatch(slice -> slice.contains("8 waiting"));
    }

    @Test
    void aThreadSeenFirstAsItLeavesRanSinceTheStart() throws Exception {
        assertThat(replay("""
                cpu1 100 switch 0->8
                cpu0 180 switch 7->0 wait UserRequest
                cpu0 200 switch 0->9
                """).slices)
                .containsExactly(
                        "7 running 100..180 cpu0 Waiting UserRequest then 0 clipped",
                        "8 running 100..200 cpu1 ? then ? clipped",
                        "7 waiting 180..200 cpu0 UserRequest clipped");
    }

    @Test
    void aThreadSeenFirstAsItEntersIsUnknownBefore() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 8->0 wait UserRequest
                cpu0 200 switch 0->7
                cpu0 250 switch 7->0 wait UserRequest
                """).slices)
                .containsExactly(
                        "7 running 200..250 cpu0 Waiting UserRequest then 0",
                        "8 waiting 100..250 cpu0 UserRequest clipped");
    }

    @Test
    void aThreadReadiedFirstHadWaitedForWhatNobodyKnows() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 8->0 wait UserRequest
                cpu0 200 ready 7
                cpu0 220 switch 0->7
                cpu0 250 switch 7->0 wait UserRequest
                """).slices)
                .containsExactly(
                        "7 waiting 100..200 ? clipped",
                        "7 ready 200..220 cpu0 Readied",
                        "7 running 220..250 cpu0 Waiting UserRequest then 0",
                        "8 waiting 100..250 cpu0 UserRequest clipped");
    }

    @Test
    void withoutReadyEventsAWaitLastsUntilTheThreadIsBack() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 0->7
                cpu0 180 switch 7->0 wait UserRequest
                cpu0 340 switch 0->7
                cpu0 400 switch 7->0 wait UserRequest
                """).slices)
                .containsExactly(
                        "7 running 100..180 cpu0 Waiting UserRequest then 0",
                        "7 waiting 180..340 cpu0 UserRequest",
                        "7 running 340..400 cpu0 Waiting UserRequest then 0");
    }

    @Test
    void whoeverCouldGoOnIsReadyAtOnceAndTheReasonTellsWhy() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 0->7
                cpu0 200 switch 7->8 ready WrPreempted
                cpu0 300 switch 8->7 ready WrQuantumEnd
                cpu0 400 switch 7->8 ready WrYieldExecution
                cpu0 500 switch 8->7 state Standby WrDispatchInt
                cpu0 600 switch 7->8 state DeferredReady
                cpu0 700 switch 8->7 wait UserRequest
                """).slices)
                .containsExactly(
                        "7 running 100..200 cpu0 Ready WrPreempted then 8",
                        "8 running 200..300 cpu0 Ready WrQuantumEnd then 7",
                        "7 ready 200..300 cpu0 Preempted for 8",
                        "7 running 300..400 cpu0 Ready WrYieldExecution then 8",
                        "8 ready 300..400 cpu0 QuantumEnd for 7",
                        "8 running 400..500 cpu0 Standby WrDispatchInt then 7",
                        "7 ready 400..500 cpu0 Yielded for 8",
                        "7 running 500..600 cpu0 DeferredReady then 8",
                        "8 ready 500..600 cpu0 Preempted for 7",
                        "8 running 600..700 cpu0 Waiting UserRequest then 7",
                        "7 ready 600..700 cpu0 Preempted for 8");
    }

    @Test
    void aNewThreadIsReadyFromItsStart() throws Exception {
        assertThat(replay("""
                         0 rundown process 100 app.exe
                cpu0   100 switch 0->8
                cpu0   150 thread 7 in 100
                cpu0   155 ready 7
                cpu1   160 switch 0->7
                cpu0   200 switch 8->0 wait UserRequest
                """).slices).contains("7 ready 150..160 cpu1 Started");
    }

    /** Also where nothing is switched any more before the trace ends. */
    @Test
    void aNewThreadThatNeverRunsIsReadyUntilTheEnd() throws Exception {
        byte[] trace = SchedulerScript.parse("""
                         0 rundown process 100 app.exe
                cpu0   100 switch 0->8
                cpu0   150 thread 7 in 100
                cpu0   200 thread 9 in 100
                """).toTrace();
        assertThat(SliceReplay.of(trace).slices).contains("7 ready 150..200 Started clipped");
        SliceReplay cut = SliceReplay.of(trace, 100, 180);
        assertThat(cut.slices).contains("7 ready 150..180 Started clipped").noneMatch(slice -> slice.startsWith("9"));
        assertThat(cut.statistics).anyMatch(did -> did.startsWith("7 did 0 switches"));
    }

    @Test
    void aSecondReadyChangesNothing() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 7->0 wait UserRequest
                cpu0 200 ready 7 by 9
                cpu0 210 ready 7 by 10
                cpu0 300 switch 0->7
                cpu0 310 ready 7 by 11
                cpu0 400 switch 7->0 wait WrQueue
                """).slices)
                .containsExactly(
                        "7 waiting 100..200 cpu0 UserRequest by 9",
                        "7 ready 200..300 cpu0 Readied by 9",
                        "7 running 300..400 cpu0 Waiting WrQueue then 0");
    }

    /** The thread was woken before it had left its processor: the wait is over when it is back. */
    @Test
    void aWakeBeforeTheSwitchOutIsNotSeen() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 0->7
                cpu1 190 ready 7 by 9
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 300 switch 0->7
                cpu0 400 switch 7->0 wait WrQueue
                """).slices)
                .containsExactly(
                        "7 running 100..200 cpu0 Waiting UserRequest then 0",
                        "7 waiting 200..300 cpu0 UserRequest",
                        "7 running 300..400 cpu0 Waiting WrQueue then 0");
    }

    @Test
    void aThreadThatEndsDoesNothingAfterwards() throws Exception {
        SliceReplay replay = replay("""
                     0 rundown process 100 app.exe
                     0 rundown thread 7 in 100
                cpu0 100 switch 0->7
                cpu0 190 end thread 7 in 100
                cpu0 200 switch 7->0 state Terminated
                cpu0 250 ready 7 by 9
                cpu0 300 switch 0->8
                cpu0 400 switch 8->0 wait UserRequest
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "7 running 100..200 cpu0 Terminated then 0",
                        "8 running 300..400 cpu0 Waiting UserRequest then 0");
        assertThat(replay.statistics)
                .startsWith("7 did 1 switches, 0 involuntary, 0 migrations, ran 100, ready 0, waited 0");
    }

    @Test
    void aReusedIdIsAnotherThread() throws Exception {
        SliceReplay replay = replay("""
                     0 rundown process 100 app.exe
                     0 rundown thread 7 in 100
                cpu0 100 switch 0->7
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 300 thread 7 in 100
                cpu0 350 switch 0->7
                cpu0 400 switch 7->0 wait WrQueue
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "7 running 100..200 cpu0 Waiting UserRequest then 0",
                        "7 ready 300..350 cpu0 Started",
                        "7 running 350..400 cpu0 Waiting WrQueue then 0");
        assertThat(replay.statistics).hasSize(2);
    }

    /**
     * Switches of cpu0 are lost between 200 and 500, and perhaps after 700, as the flags of the buffer say: whatever
     * was not seen elsewhere may have run there.
     */
    @Test
    void noSliceSpansALoss() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 0->7
                cpu0 150 switch 7->8 wait UserRequest
                cpu1 160 switch 0->9
                cpu0 200 switch 8->10 wait UserRequest
                cpu0 210 flush
                cpu0 300 switch 10->7 wait UserRequest
                cpu0 310 drop
                cpu1 400 switch 9->0 wait UserRequest
                cpu1 450 switch 0->8
                cpu0 500 switch 11->0 wait UserRequest
                cpu0 550 switch 0->12
                cpu1 600 switch 8->0 wait UserRequest
                cpu0 700 switch 12->0 wait UserRequest
                """).slices)
                .containsExactly(
                        "7 running 100..150 cpu0 Waiting UserRequest then 8",
                        "8 running 150..200 cpu0 Waiting UserRequest then ?",
                        "9 running 160..400 cpu1 Waiting UserRequest then 0",
                        "8 running 450..600 cpu1 Waiting UserRequest then 0",
                        "12 running 550..700 cpu0 Waiting UserRequest then ?");
    }

    /** Batches come without their ReadyThread events: when 7 and 9 were made ready lies in the buffer that is missing. */
    @Test
    void noWaitIsToldWhoseReadyEventMayBeMissing() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        for (String written : List.of("""
                cpu0 100 switch 0->7
                cpu0 200 switch 7->8 wait UserRequest
                cpu0 300 switch 8->7 wait UserRequest
                cpu0 350 switch 7->9 wait UserRequest
                cpu0 360 flush
                """, """
                cpu0 250 ready 7
                cpu0 410 ready 9
                cpu0 415 flush
                """, """
                cpu0 400 switch 9->0 wait UserRequest
                cpu0 500 switch 0->0
                """)) {
            SchedulerScript.parse(written).writeTo(trace.builder(), SwitchForm.BATCHES);
        }
        List<byte[]> buffers = TraceFiles.split(trace.finish());
        assertThat(SliceReplay.of(TraceFiles.join(buffers)).slices)
                .contains("7 waiting 200..250 cpu0 UserRequest by 8", "7 ready 250..300 cpu0 Readied by 8");
        buffers.remove(2);

        assertThat(SliceReplay.of(TraceFiles.join(buffers)).slices)
                .containsExactly(
                        "7 running 100..200 cpu0 Waiting UserRequest then 8",
                        "8 running 200..300 cpu0 Waiting UserRequest then 7",
                        "7 running 300..350 cpu0 Waiting UserRequest then ?");
    }

    @Test
    void inACircularFileTheStartOfAProcessorIsItsOldestBuffer() throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->8 wait UserRequest
                cpu0 210 flush
                cpu1 300 switch 9->0 wait UserRequest
                cpu1 310 flush
                cpu0 400 switch 8->0 wait UserRequest
                cpu0 410 flush
                """)
                .toTrace(new TraceOptions().processors(2).circular(3), SwitchForm.EVENTS);

        assertThat(SliceReplay.of(trace).slices)
                .as("neither 7 nor 9 ran since the start, as far as is known")
                .containsExactly(
                        "8 running 200..400 cpu0 Waiting UserRequest then 0",
                        "9 waiting 300..400 cpu1 UserRequest clipped");
    }

    @Test
    void aProcessorThatNeverSwitchesHasNoSlices() throws Exception {
        SliceReplay replay = replay("""
                cpu0 100 switch 0->7
                cpu1 150 ready 9 by 7
                cpu0 200 switch 7->0 wait UserRequest
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "9 waiting 100..150 ? by 7 clipped",
                        "7 running 100..200 cpu0 Waiting UserRequest then 0",
                        "9 ready 150..200 Readied by 7 clipped");
        assertThat(replay.idle).isEmpty();
    }

    @Test
    void theActualThreadRunsNotThePlannedOne() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 8->0 wait UserRequest
                cpu0 200 switch 0->7 plan 8
                cpu0 300 switch 7->0 wait UserRequest
                """).slices)
                .containsExactly(
                        "7 running 200..300 cpu0 Waiting UserRequest then 0",
                        "8 waiting 100..300 cpu0 UserRequest clipped");
    }

    @Test
    void wakersAreWhoeverRunsThereOrTheHeaderNamesOrNobody() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 7->8 wait UserRequest
                cpu0 110 ready 7
                cpu0 120 switch 8->7 wait UserRequest
                cpu0 130 switch 7->0 wait UserRequest
                cpu0 140 ready 7
                cpu0 150 switch 0->7
                cpu0 160 switch 7->8 wait UserRequest
                cpu0 170 ready 7 dpc
                cpu0 180 switch 8->7 wait UserRequest
                """).slices)
                .filteredOn(line -> line.startsWith("7 waiting"))
                .containsExactly(
                        "7 waiting 100..110 cpu0 UserRequest by 8",
                        "7 waiting 130..140 cpu0 UserRequest",
                        "7 waiting 160..170 cpu0 UserRequest");
    }

    @Test
    void statisticsSumUpWhatTheSlicesTell() throws Exception {
        assertThat(replay("""
                cpu0 100 switch 0->7
                cpu0 200 switch 7->8 ready WrPreempted
                cpu1 230 switch 0->7
                cpu1 300 switch 7->0 wait UserRequest
                cpu0 350 ready 7
                cpu1 360 switch 0->7
                cpu1 400 switch 7->0 wait WrQueue
                cpu0 500 switch 8->0 wait UserRequest
                """).statistics)
                .containsExactly(
                        "7 did 3 switches, 1 involuntary, 1 migrations, ran 210, ready 40, waited 150,"
                                + " longest ready 30 at 200",
                        "8 did 1 switches, 0 involuntary, 0 migrations, ran 300, ready 0, waited 0");
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void batchesTellTheSameWhereTheyTellAnything(SwitchForm form) throws Exception {
        assertThat(SliceReplay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 200 switch 7->8 ready
                cpu0 300 switch 8->7 wait UserRequest
                cpu0 400 switch 7->0 wait WrQueue
                cpu0 500 switch 0->8
                cpu0 600 switch 8->0 wait UserRequest
                """).toTrace(form)).slices)
                .contains(
                        "7 running 100..200 cpu0 Ready then 8",
                        "8 running 200..300 cpu0 Waiting UserRequest then 7",
                        "7 ready 200..300 cpu0 Preempted for 8",
                        "7 running 300..400 cpu0 Waiting WrQueue then 0",
                        "8 waiting 300..500 cpu0 UserRequest");
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void thePriorityIsTheOneAThreadLeftWith(SwitchForm form) throws Exception {
        assertThat(SliceReplay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7 prio 0->10
                cpu0 200 switch 7->8 wait UserRequest prio 9->12
                cpu0 300 switch 8->0 wait UserRequest prio 11->0
                """).toTrace(form)).priorities)
                .containsExactly("7 at 9", "8 at 11");
    }

    @Test
    void aRangeCutsSlicesLikeTheTracesEdges() throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 300 ready 7 by 9
                cpu0 320 switch 0->7
                cpu0 500 switch 7->0 wait WrQueue
                cpu0 600 switch 0->7
                """).toTrace();

        SliceReplay replay = SliceReplay.of(trace, 250, 400);
        assertThat(replay.slices)
                .containsExactly(
                        "7 waiting 250..300 cpu0 UserRequest by 9 clipped",
                        "7 ready 300..320 cpu0 Readied by 9",
                        "7 running 320..400 cpu0 ? then ? clipped");
        assertThat(replay.idle).containsExactly("cpu0 idle 250..320");
        assertThat(replay.statistics)
                .containsExactly("7 did 0 switches, 0 involuntary, 0 migrations, ran 80, ready 20, waited 50,"
                        + " longest ready 20 at 300");
    }

    /** A thread tells of its end itself: it still runs, may be preempted or wait, and the trace may be over before it. */
    @Test
    void theEndEventEndsNoSlice() throws Exception {
        SliceReplay replay = replay("""
                cpu0 100 switch 0->7
                cpu0 150 end thread 7 in 100
                cpu0 180 switch 7->8 ready
                cpu0 190 switch 8->7 wait UserRequest
                cpu0 200 switch 7->9 wait WrTerminated
                cpu0 240 end thread 9 in 100
                cpu0 250 switch 9->0 wait WrTerminated
                cpu0 300 switch 0->7
                cpu0 310 switch 7->0 state Terminated
                cpu0 400 switch 0->8
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "7 running 100..180 cpu0 Ready then 8",
                        "8 running 180..190 cpu0 Waiting UserRequest then 7",
                        "7 ready 180..190 cpu0 Preempted for 8",
                        "7 running 190..200 cpu0 Waiting WrTerminated then 9",
                        "9 running 200..250 cpu0 Waiting WrTerminated then 0",
                        "7 waiting 200..300 cpu0 WrTerminated",
                        "7 running 300..310 cpu0 Terminated then 0",
                        "8 waiting 190..400 cpu0 UserRequest",
                        "9 waiting 250..400 cpu0 WrTerminated clipped");
        assertThat(replay.damage).isEmpty();
    }

    /** It ran to tell of its end: a wait that began before had ended, and no switch says when. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void noSliceOfAThreadThatHasEndedLastsToTheTracesEnd(SwitchForm form) throws Exception {
        SliceReplay replay = SliceReplay.of(SchedulerScript.parse("""
                cpu1  90 switch 0->0
                cpu0 100 switch 0->7
                cpu0 180 switch 7->8 wait UserRequest
                cpu0 190 switch 8->9 ready
                cpu0 200 switch 9->0 wait UserRequest
                cpu1 300 end thread 7 in 100
                cpu1 310 end thread 8 in 100
                cpu0 400 switch 0->0
                cpu1 400 switch 0->0
                """).toTrace(form));

        assertThat(replay.slices)
                .containsExactly(
                        "7 running 100..180 cpu0 Waiting UserRequest then 8",
                        "8 running 180..190 cpu0 Ready then 9",
                        "9 running 190..200 cpu0 Waiting UserRequest then 0",
                        "9 waiting 200..400 cpu0 UserRequest clipped");
        assertThat(replay.damage).containsExactly("LastSwitchMissing 2 cpu0 thread 7");
    }

    /** Where the user cuts before it, the trace has not said it yet. */
    @Test
    void anEndEventBehindTheRangeIsNoEnd() throws Exception {
        SliceReplay replay = SliceReplay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 180 switch 7->0 wait UserRequest
                cpu0 300 end thread 7 in 100
                cpu0 400 switch 0->0
                """).toTrace(), 100, 290);

        assertThat(replay.slices).contains("7 waiting 180..290 cpu0 UserRequest clipped");
        assertThat(replay.damage).isEmpty();
    }

    /** Whoever had the id before has ended, whatever he did last. */
    @Test
    void aThreadWhoseIdAnotherGetsHasEnded() throws Exception {
        SliceReplay replay = replay("""
                         0 rundown process 100 app.exe
                         0 rundown thread 7 in 100
                         0 rundown thread 8 in 100
                         0 rundown thread 9 in 100
                cpu0   100 switch 0->7
                cpu0   180 switch 7->8 wait UserRequest
                cpu0   200 switch 8->9 ready
                cpu1   290 switch 0->0
                cpu1   300 thread 7 in 100
                cpu1   300 thread 8 in 100
                cpu1   300 thread 9 in 100
                cpu1   320 switch 0->7
                cpu1   340 switch 7->8 wait UserRequest
                cpu1   350 switch 8->0 wait UserRequest
                cpu0   400 switch 9->0 wait UserRequest
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "7 running 100..180 cpu0 Waiting UserRequest then 8",
                        "8 running 180..200 cpu0 Ready then 9",
                        "7 ready 300..320 cpu1 Started",
                        "7 running 320..340 cpu1 Waiting UserRequest then 8",
                        "8 ready 300..340 cpu1 Started",
                        "8 running 340..350 cpu1 Waiting UserRequest then 0",
                        "7 waiting 340..400 cpu1 UserRequest clipped",
                        "8 waiting 350..400 cpu1 UserRequest clipped");
        assertThat(replay.statistics).hasSize(6);
        assertThat(replay.damage).containsExactly("LastSwitchMissing 3 cpu0 thread 7");
    }

    /** By a tick that the processors' clocks differ in, or as an id is damaged: which run is true, nobody knows. */
    @Test
    void aThreadOnTwoProcessorsIsCounted() throws Exception {
        SliceReplay replay = replay("""
                cpu0 100 switch 0->7
                cpu1 110 switch 0->0
                cpu1 199 switch 0->7
                cpu0 200 switch 7->0 ready
                cpu1 300 switch 7->0 wait UserRequest
                cpu0 400 switch 0->7
                cpu0 500 switch 7->0 wait UserRequest
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "7 waiting 300..400 cpu1 UserRequest", "7 running 400..500 cpu0 Waiting UserRequest then 0");
        assertThat(replay.damage).containsExactly("ThreadOnTwoProcessors 2 cpu0 thread 7");
    }

    /** What cannot be: it ends, and goes on. No other thread that has ended may go on with it. */
    @Test
    void endedAndGoesOn() throws Exception {
        SliceReplay replay = SliceReplay.of(SchedulerScript.parse("""
                cpu0 50 switch 0->9
                cpu0 60 switch 9->7 state Terminated
                cpu0 100 switch 7->7 state Terminated
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 250 ready 9
                cpu0 300 switch 0->0
                """).toTrace());

        assertThat(replay.slices).contains("7 running 100..200 cpu0 Waiting UserRequest then 0");
        assertThat(replay.slices).noneMatch(line -> line.startsWith("9 ready"));
    }
}
