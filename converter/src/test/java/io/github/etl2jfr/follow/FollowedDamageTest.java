package io.github.etl2jfr.follow;

import static io.github.etl2jfr.follow.FollowedBuffers.LATE;
import static io.github.etl2jfr.follow.FollowedBuffers.buffers;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog.Total;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is damaged, out of order or too late: nothing is told that it may contradict. */
@Timeout(60)
class FollowedDamageTest {
    /** A processor whose switches are damaged has not been idle: whoever was ready may have run there. */
    @Test
    void readyEventBeforeDamage() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 120 switch 7->0 wait UserRequest
                cpu0 400 switch 0->7
                cpu0 420 switch 7->0 wait UserRequest
                cpu0 430 flush
                cpu1 200 ready 7 by 9
                cpu1 210 switch 0->7
                """);
        byte[] damaged = buffers.get(2);
        int switchAt = BufferHeader.SIZE + damaged[BufferHeader.SIZE + 4];
        Arrays.fill(damaged, switchAt, switchAt + 8, (byte) 0xEE);
        try (GrowingTrace growing = GrowingTrace.of(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines).noneMatch(line -> line.startsWith("7 ready"));
            assertThat(Told.totals(growing.follower.damage())).isNotEmpty();
        }
    }

    /** Nothing else is known of a processor's first buffers: what it did before the next ones is not. */
    @ParameterizedTest
    @ValueSource(ints = {0x0524, 0x0532})
    void damagedEventBeforeAllOthers(int hook) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions());
        SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 120 switch 7->0 wait UserRequest
                cpu0 130 flush
                """).writeTo(trace.builder(), SwitchForm.EVENTS);
        trace.builder()
                .append(
                        1,
                        EventBytes.of(HeaderType.PERFINFO64, hook)
                                .time(trace.builder().options().ticks(200))
                                .payload(new byte[3]))
                .flush(1);
        SchedulerScript.parse("""
                cpu1 300 switch 9->7 wait UserRequest
                cpu1 310 flush
                cpu0 400 switch 0->9
                """).writeTo(trace.builder(), SwitchForm.EVENTS);
        List<byte[]> buffers = TraceFiles.split(trace.finish());
        try (GrowingTrace growing = GrowingTrace.of(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines)
                    .noneMatch(line -> line.startsWith("9 running") || line.startsWith("7 waiting"));
        }
    }

    /** The second buffer's first switch comes after a later event and is dropped: nobody knows who ran before it. */
    @Test
    void firstSwitchOutOfOrder() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        for (String line : List.of(
                "cpu0 100 switch 0->7\ncpu0 110 flush",
                "cpu0 300 ready 9 by 7",
                "cpu0 200 switch 7->0 wait UserRequest",
                "cpu0 400 switch 8->0 wait UserRequest")) {
            SchedulerScript.parse(line).writeTo(trace.builder(), SwitchForm.EVENTS);
        }
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, TraceFiles.split(trace.finish()))) {
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.contains(" -> "))
                    .satisfiesExactly(line -> assertThat(line).startsWith("100 cpu0 0 -> ? "), line -> assertThat(line)
                            .startsWith("400 cpu0 8 -> "));
        }
    }

    /** What came too late is counted, and nothing spans it. */
    @Test
    void laterThanTheDelay() throws Exception {
        List<byte[]> buffers = buffers(LATE);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            growing.finish();
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.processor() + " " + entry.amount())
                    .containsExactly("EVENTS_TOO_LATE 1 2");
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("8 ") || line.startsWith("9 ") || line.startsWith("cpu1 "))
                    .filteredOn(line -> !line.contains(" did "))
                    .containsExactly(
                            "cpu1 idle 100..110 cstate 0 clipped",
                            "9 running 110..120 cpu1 prio 8 state 5 reason 6 then ?",
                            "8 running 200..300 cpu0 prio 8 state 5 reason 6 then 0",
                            "9 running 5000..6100 cpu1 prio 8 state 5 reason 6 then 0");
        }
    }

    /** Which of the two is right, nobody can know before the end. */
    @Test
    void aTimeFarFromAllOthers() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu1 90000000 switch 0->9
                cpu1 90000010 flush
                cpu0 4000 switch 7->0 wait UserRequest
                cpu0 4010 flush
                cpu0 4100 switch 0->7
                cpu0 4110 flush
                """);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNCHANGED, buffers)) {
            growing.finish();
            assertThat(growing.follower.damage().totals().get(Damage.EVENTS_TOO_LATE))
                    .extracting(Total::amount)
                    .isEqualTo(2L);
        }
    }
}
