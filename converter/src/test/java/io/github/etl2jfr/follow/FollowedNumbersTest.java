package io.github.etl2jfr.follow;

import static io.github.etl2jfr.follow.FollowedBuffers.LATE;
import static io.github.etl2jfr.follow.FollowedBuffers.buffers;
import static io.github.etl2jfr.follow.FollowedBuffers.fourBuffers;
import static io.github.etl2jfr.follow.FollowedBuffers.renumber;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog.Total;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buffers that are missing, late or not this session's, as their sequence numbers tell. */
@Timeout(60)
class FollowedNumbersTest {
    /** The first is waited for as any other is; but not where the file is another's continuation. */
    @ParameterizedTest
    @CsvSource({"1, SequenceNumbersMissing 2", "8,"})
    void firstBuffersMissing(int logFileMode, String damage) throws Exception {
        byte[] trace = SchedulerScript.parse(LATE)
                .toTrace(new TraceOptions().processors(3).logFileMode(logFileMode), SwitchForm.EVENTS);
        List<byte[]> buffers = TraceFiles.split(trace);
        buffers.subList(1, 3).clear();
        TraceFiles.putU32(buffers.get(0), UnfinishedTrace.BUFFERS_WRITTEN, buffers.size());
        try (GrowingTrace growing = GrowingTrace.of(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            List<String> expected = damage == null ? List.of() : List.of(damage);
            assertThat(Told.totals(growing.follower.damage())).isEqualTo(expected);
            assertThat(Told.of(growing.path).damage()).isEqualTo(expected);
        }
    }

    @Test
    void aMissingNumberIsOnlyLate() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] second = buffers.remove(2);
        buffers.add(second);
        try (GrowingTrace growing = GrowingTrace.of(5000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.told.lines).contains("cpu0 idle 200..300 cstate 0");
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    @Test
    void aMissingNumberIsTooLate() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] second = buffers.remove(2);
        buffers.add(second);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.told.lines).noneMatch(line -> line.startsWith("7 running"));
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.amount() + " " + entry.detail())
                    .containsExactly("SEQUENCE_NUMBERS_MISSING 1 before number 3", "BUFFER_TOO_LATE 1 number 2");
        }
    }

    /** A session may count from 0; nobody knows of that one while what has number 1 is there alone. */
    private static List<byte[]> countedFromZero(String script) {
        List<byte[]> buffers = buffers(script);
        for (int i = 1; i < buffers.size(); i++) {
            renumber(buffers.get(i), i - 1);
        }
        return buffers;
    }

    /** All processors have to tell of a time before anything is told of it. */
    @Test
    void numberZeroComesAfterNumberOne() throws Exception {
        List<byte[]> buffers = countedFromZero("""
                cpu0 100 switch 0->7
                cpu0 110 switch 7->8 wait UserRequest
                cpu0 120 flush
                cpu0 200 switch 8->0 wait UserRequest
                cpu0 210 flush
                cpu1 220 switch 0->9
                cpu1 230 switch 9->0 wait UserRequest
                cpu1 240 flush
                cpu0 300 switch 0->7
                """);
        Collections.swap(buffers, 1, 2);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.told.lines)
                    .anyMatch(line -> line.startsWith("7 running 100..110 "))
                    .anyMatch(line -> line.startsWith("8 running 110..200 "));
            growing.write(0, buffers.get(0));
            assertThat(growing.finish())
                    .containsExactlyInAnyOrderElementsOf(Told.of(growing.path).lines());
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** What the only processor tells is told at once: sessions that count from 1 wait for nothing. */
    @Test
    void numberZeroComesAfterNumberOneIsTold() throws Exception {
        List<byte[]> buffers = countedFromZero("""
                cpu0 100 switch 0->7
                cpu0 110 switch 7->8 wait UserRequest
                cpu0 120 flush
                cpu0 200 switch 8->9 wait UserRequest
                cpu0 210 switch 9->0 wait UserRequest
                cpu0 220 flush
                cpu0 300 switch 0->7
                """);
        Collections.swap(buffers, 1, 2);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers.subList(0, 2))) {
            assertThat(growing.follower.toldUntil() - growing.follower.header().startTimestamp())
                    .isEqualTo(210);
            growing.append(buffers.get(2));
            growing.append(buffers.get(3));
            growing.finish();
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.amount() + " " + entry.detail())
                    .containsExactly("BUFFER_TOO_LATE 1 number 0");
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("cpu0 idle 210..300 "));
        }
    }

    /** Of a processor that has told nothing yet, what is not too late is told. */
    @Test
    void numberZeroOfASilentProcessorComesAfterTheDelay() throws Exception {
        List<byte[]> buffers = countedFromZero("""
                cpu1 100 switch 0->9
                cpu1 3800 switch 9->6 wait UserRequest
                cpu1 3900 switch 6->0 wait UserRequest
                cpu1 3910 flush
                cpu0 110 switch 0->7
                cpu0 200 switch 7->8 wait UserRequest
                cpu0 4000 switch 8->0 wait UserRequest
                cpu0 4010 flush
                cpu1 5000 switch 0->9
                cpu1 5010 flush
                cpu0 6000 switch 0->7
                """);
        Collections.swap(buffers, 1, 2);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.processor() + " " + entry.amount())
                    .containsExactly("EVENTS_TOO_LATE 1 1");
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.contains(" cpu1 prio "))
                    .filteredOn(line -> !line.endsWith("clipped"))
                    .containsExactly("6 running 3800..3900 cpu1 prio 8 state 5 reason 6 then 0");
        }
    }

    /** As in a file that another was appended to: what its numbers were taken for is not skipped unnoticed. */
    @Test
    void numbersBeginAnewInTheMidst() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu0 300 switch 0->7
                cpu0 310 flush
                cpu0 400 switch 7->8 wait UserRequest
                cpu0 410 flush
                cpu0 500 switch 8->0 wait UserRequest
                cpu0 510 flush
                """);
        renumber(buffers.get(4), 1);
        renumber(buffers.get(5), 4);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(growing.told.lines)
                    .anyMatch(line -> line.startsWith("7 running 100..200"))
                    .noneMatch(line -> line.contains(" 300..500"));
            assertThat(growing.follower.damage().amount(Damage.SEQUENCE_NUMBER_REPEATED))
                    .isEqualTo(1);
        }
    }

    /** The one that came first keeps the number; what the other one tells of its processor is missing. */
    @Test
    void aNumberThatAnotherBufferHas() throws Exception {
        List<byte[]> buffers = buffers(SchedulerScript.SIX_BUFFERS + """
                cpu1 330 flush
                cpu1 420 switch 8->0 wait UserRequest
                cpu1 430 flush
                """);
        renumber(buffers.get(3), 6);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(growing.told.lines).noneMatch(line -> line.contains(" 220..420"));
            assertThat(growing.follower.damage().amount(Damage.SEQUENCE_NUMBER_REPEATED))
                    .isEqualTo(1);
        }
    }

    /** What comes after a number that is a lie is not taken for older. */
    @Test
    void aNumberFarFromAllOthers() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu0 4000 switch 0->7
                cpu0 4010 flush
                cpu0 4100 switch 7->0 wait UserRequest
                cpu0 4110 flush
                cpu0 4200 switch 0->7
                cpu0 4210 flush
                cpu0 4300 switch 7->0 wait UserRequest
                cpu0 4310 flush
                """);
        renumber(buffers.get(2), 1L << 40);
        try (GrowingTrace growing = GrowingTrace.of(1000, Silence.UNCHANGED, buffers)) {
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("7 running "))
                    .contains("7 running 4200..4300 cpu0 prio 8 state 5 reason 6 then 0");
            assertThat(growing.follower.damage().totals().keySet())
                    .contains(Damage.SEQUENCE_NUMBER_IMPOSSIBLE)
                    .doesNotContain(Damage.BUFFER_TOO_LATE);
            assertThat(growing.follower.damage().totals().get(Damage.SEQUENCE_NUMBERS_MISSING))
                    .extracting(Total::amount)
                    .isEqualTo(1L);
        }
    }
}
