package io.github.etl2jfr.scheduler;

import static io.github.etl2jfr.etl.TraceFiles.join;
import static io.github.etl2jfr.etl.TraceFiles.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One order of time over all processors, wherever in the file their buffers lie. */
class EventOrderTest {
    /** Buffers lie in the order of their flushes, so that times jump back and forth. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void processorsAreMerged(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu2 500 switch 0->7
                cpu2 510 flush
                cpu0 100 switch 0->8
                cpu0 600 switch 8->0 wait UserRequest
                cpu0 610 flush
                cpu1 50 switch 0->9
                cpu1 400 switch 9->0 wait UserRequest
                cpu1 450 flush
                cpu2 520 switch 7->0 wait UserRequest
                """).toTrace(form));

        assertThat(replay.switches)
                .containsExactly(
                        "50 cpu1 0 -> 9",
                        "100 cpu0 0 -> 8",
                        "400 cpu1 9 -> ?",
                        "500 cpu2 0 -> 7",
                        "520 cpu2 7 -> ?",
                        "600 cpu0 8 -> ?");
        assertThat(replay.damage).isEmpty();
    }

    /** Where the threads do not tell the order: half of what there is of each, then the rest. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void processorsGetOnAlikeAtTheSameTime(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu2 100 switch 0->7
                cpu1 100 switch 0->8
                cpu0 100 switch 0->9
                cpu0 100 switch 9->5 wait UserRequest
                cpu2 100 switch 7->6 wait UserRequest
                """).toTrace(form));

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> 9", "100 cpu2 0 -> 7", "100 cpu0 9 -> ?", "100 cpu1 0 -> ?", "100 cpu2 7 -> ?");
    }

    /** Within a processor its own order counts: the waker ran already. */
    @Test
    void aReadyAfterASwitchAtTheSameTimeStaysThere() throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 100 ready 8
                cpu0 100 switch 7->8 wait UserRequest
                """).toTrace());

        assertThat(replay.events)
                .containsExactly("100 cpu0 0 -> 7", "100 cpu0 ready 8 by whoever runs", "100 cpu0 7 -> ?");
    }

    /** With batches the ready events lie beside them, in a chain of their own. */
    @Test
    void readiesAmongBatches() throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 150 ready 8
                cpu0 180 switch 7->8 wait UserRequest
                cpu0 190 flush
                cpu0 195 ready 7 by 3
                cpu0 200 switch 8->7 ready
                """).toTrace(SwitchForm.BATCHES));

        assertThat(replay.events)
                .containsExactly(
                        "100 cpu0 0 -> 7",
                        "150 cpu0 ready 8 by whoever runs",
                        "180 cpu0 7 -> 8",
                        "195 cpu0 ready 7 by 3",
                        "200 cpu0 8 -> ?");
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void buffersInAnyOrder(SwitchForm form) throws Exception {
        byte[] trace = SchedulerScript.parse(SchedulerScript.SIX_BUFFERS).toTrace(form);
        List<String> expected = Replay.of(trace).switches;
        List<byte[]> buffers = split(trace);
        assertThat(buffers).hasSize(7);

        for (int i = 1; i < buffers.size(); i++) {
            for (int j = i + 1; j < buffers.size(); j++) {
                List<byte[]> swapped = split(trace);
                Collections.swap(swapped, i, j);
                Replay replay = Replay.of(join(swapped));
                assertThat(replay.switches).isEqualTo(expected);
                assertThat(replay.damage).isEmpty();
            }
        }
        Collections.reverse(buffers.subList(1, buffers.size()));
        assertThat(Replay.of(join(buffers)).switches).isEqualTo(expected);
    }

    /** The oldest buffers are gone, and the newest lie before older ones. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void circularFile(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse(SchedulerScript.SIX_BUFFERS)
                .toTrace(new TraceOptions().processors(2).circular(4), form));

        assertThat(replay.switches)
                .as("what the oldest buffers held is gone")
                .containsExactly(
                        "200 cpu0 7 -> 0 after loss",
                        "220 cpu1 8 -> 0 after loss",
                        "300 cpu0 0 -> ?",
                        "320 cpu1 0 -> ?");
        assertThat(replay.damage).isEmpty();
    }

    /** Each processor's oldest buffer is gone: that cpu1 was silent from the trace's start at 200 is a guess. */
    @Test
    void overwrittenBuffersAreALoss() throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse(SchedulerScript.SIX_BUFFERS)
                .toTrace(new TraceOptions().processors(2).circular(4), SwitchForm.EVENTS));

        assertThat(replay.switches).contains("220 cpu1 8 -> 0 after loss");
    }

    @Test
    void longCircularFileKeepsTheEnd() throws Exception {
        TraceOptions whole = new TraceOptions().processors(3).bufferSize(0x2000);
        TraceOptions circular =
                new TraceOptions().processors(3).bufferSize(0x2000).circular(11);
        for (SwitchForm form : SwitchForm.values()) {
            SyntheticTrace load = new SyntheticTrace(5).switches(5_000).form(form);
            List<String> all = Replay.of(load.toTrace(whole)).switches;
            Replay end = Replay.of(load.toTrace(circular));

            assertThat(end.switches).hasSizeGreaterThan(500).hasSizeLessThan(all.size());
            assertThat(all)
                    .endsWith(end.switches
                            .subList(end.switches.size() - 100, end.switches.size())
                            .toArray(String[]::new));
            assertThat(end.switches.stream().filter(line -> line.endsWith(" after loss")))
                    .as("the first of each processor")
                    .hasSize(3);
            assertThat(all)
                    .containsAll(end.switches.stream()
                            .map(line -> line.replace(" after loss", ""))
                            .toList());
            assertThat(end.damage).isEmpty();
        }
    }

    /** A copy tool that repeats a buffer must not repeat switches. */
    @Test
    void repeatedBuffer() throws Exception {
        byte[] trace = SchedulerScript.parse(SchedulerScript.SIX_BUFFERS).toTrace();
        List<byte[]> buffers = split(trace);
        buffers.add(3, buffers.get(3));
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches).isEqualTo(Replay.of(trace).switches);
        assertThat(replay.damage).containsExactly("BufferRepeated 1 cpu0");
    }
}
