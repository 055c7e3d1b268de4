package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SchedulerTruth;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many events with one time, as sessions have that count system time: their order follows from the threads. */
class CoarseClockTest {
    private static final int PROCESSORS = 3;
    private static final int IDLE = 0;

    private static SliceReplay replay(String script) throws Exception {
        return SliceReplay.of(SchedulerScript.parse(script).toTrace());
    }

    @Test
    void aThreadThatWaitsIsReadiedThenRunsAndWaitsAgain() throws Exception {
        SliceReplay replay = replay("""
                cpu0 50 switch 0->7
                cpu1 50 switch 0->6
                cpu0 60 switch 7->5 wait UserRequest
                cpu1 100 switch 6->9 wait UserRequest
                cpu1 100 ready 7
                cpu0 100 switch 5->7 ready WrPreempted
                cpu0 100 switch 7->5 wait UserRequest
                cpu1 290 ready 7
                cpu0 300 switch 5->7 ready WrPreempted
                cpu0 400 switch 7->5 wait UserRequest
                """);

        assertThat(replay.slices)
                .contains(
                        "7 waiting 60..100 cpu0 UserRequest by 9",
                        "7 waiting 100..290 cpu0 UserRequest by 9",
                        "7 ready 290..300 cpu0 Readied by 9");
        assertThat(replay.damage).isEmpty();
    }

    @Test
    void aThreadThatIsReadyRunsAndWaitsThenIsReadied() throws Exception {
        SliceReplay replay = replay("""
                cpu0 50 switch 0->5
                cpu1 50 switch 0->6
                cpu1 90 ready 7
                cpu0 100 switch 5->7 ready
                cpu0 100 switch 7->5 wait UserRequest
                cpu1 100 ready 7
                cpu0 300 switch 5->7 ready
                cpu0 400 switch 7->5 wait UserRequest
                """);

        assertThat(replay.slices).contains("7 ready 90..100 cpu0 Readied by 6", "7 ready 100..300 cpu0 Readied by 6");
        assertThat(replay.damage).isEmpty();
    }

    @Test
    void aThreadStaysOnTheLastOfItsProcessors() throws Exception {
        SliceReplay replay = replay("""
                cpu0 50 switch 0->5
                cpu1 50 switch 0->6
                cpu0 90 ready 7
                cpu0 100 switch 5->7 ready
                cpu1 100 switch 6->7 ready
                cpu1 100 switch 7->9 ready
                cpu0 200 switch 7->5 wait UserRequest
                cpu1 200 switch 9->6 wait UserRequest
                """);

        assertThat(replay.slices)
                .contains("7 ready 90..100 cpu1 Readied by 5", "7 running 100..200 cpu0 Waiting UserRequest then 5");
        assertThat(replay.damage).isEmpty();
    }

    /** If cpu0 gets 8 first, cpu1 has it never. */
    @Test
    void aThreadGoesToWhereItIsNotInTheWay() throws Exception {
        SliceReplay replay = replay("""
                cpu0 50 switch 0->5
                cpu1 50 switch 0->6
                cpu1 100 switch 6->8 wait UserRequest
                cpu1 100 switch 8->7 ready
                cpu0 100 switch 5->8 wait UserRequest
                cpu1 100 switch 7->0 ready
                cpu0 100 switch 8->7 wait UserRequest
                cpu0 100 switch 7->8 ready
                cpu0 200 switch 8->0 wait UserRequest
                """);

        assertThat(replay.slices)
                .containsExactly(
                        "6 running 50..100 cpu1 Waiting UserRequest then 8",
                        "5 running 50..100 cpu0 Waiting UserRequest then 8",
                        "8 running 100..200 cpu0 Waiting UserRequest then 0",
                        "5 waiting 100..200 cpu0 UserRequest clipped",
                        "6 waiting 100..200 cpu1 UserRequest clipped",
                        "7 ready 100..200 Preempted for 8 clipped");
        assertThat(replay.damage).isEmpty();
    }

    /** cpu0 could get 7 at once, but not 8, which is made ready by whoever had 7 before. */
    @Test
    void aThreadGoesFirstToWhereOthersAreMadeReady() throws Exception {
        SliceReplay replay = replay("""
                cpu0 50 switch 0->8
                cpu1 50 switch 0->5
                cpu0 60 switch 8->6 wait UserRequest
                cpu1 70 switch 5->7 ready
                cpu1 80 switch 7->5 wait UserRequest
                cpu1 100 ready 7
                cpu1 100 switch 5->7 wait UserRequest
                cpu1 100 ready 8
                cpu1 100 switch 7->0 ready
                cpu0 100 switch 6->7 wait UserRequest
                cpu0 100 switch 7->8 ready
                cpu0 200 switch 8->0 wait UserRequest
                """);

        assertThat(replay.slices)
                .contains(
                        "7 waiting 80..100 cpu1 UserRequest by 5",
                        "8 waiting 60..100 cpu0 UserRequest by 7",
                        "8 running 100..200 cpu0 Waiting UserRequest then 0");
        assertThat(replay.damage).isEmpty();
    }

    @Test
    void aThreadEndsOnTheLastOfItsProcessors() throws Exception {
        SliceReplay replay = replay("""
                cpu0 50 switch 0->5
                cpu1 50 switch 0->6
                cpu0 90 ready 7
                cpu1 100 switch 6->7 ready
                cpu1 100 switch 7->6 ready
                cpu0 100 switch 5->7 ready
                cpu0 100 switch 7->5 state Terminated
                cpu0 200 switch 5->0 wait UserRequest
                cpu1 200 switch 6->0 wait UserRequest
                """);

        assertThat(replay.slices)
                .filteredOn(slice -> slice.startsWith("7 "))
                .containsExactly("7 waiting 50..90 ? by 5 clipped", "7 ready 90..100 cpu1 Readied by 5");
        assertThat(replay.statistics)
                .contains(
                        "7 did 2 switches, 1 involuntary, 1 migrations, ran 0, ready 10, waited 40, longest ready 10 at 90");
        assertThat(replay.damage).isEmpty();
    }

    /** The tick of a clock that is set to a millisecond, and its usual one. */
    @ParameterizedTest
    @ValueSource(longs = {10_000, 156_250})
    void soundTracesAreNotDamaged(long clockStep) throws Exception {
        for (long seed = 0; seed < 5; seed++) {
            byte[] trace = new SyntheticTrace(seed)
                    .threads(12)
                    .processes(2)
                    .churnPerMille(2)
                    .switches(3000)
                    .clockStep(clockStep)
                    .toTrace(new TraceOptions().processors(PROCESSORS));

            assertThat(SliceReplay.of(trace).damage).as("seed %d", seed).isEmpty();
        }
    }

    /** Nobody can try all orders of a few thousand events. */
    @Test
    @Timeout(60)
    void eventsThatContradictEachOtherAreAllTold() throws Exception {
        int processors = 12;
        Random random = new Random(1);
        int[] running = new int[processors];
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            int processor = random.nextInt(processors);
            int thread = 1 + random.nextInt(20);
            if (thread != running[processor]) {
                script.append("cpu%d 100 switch %d->%d ready\n"
                        .formatted(processor, running[processor], thread)
                        .replace(" 0->", " 30->"));
                running[processor] = thread;
            }
        }
        Replay replay = Replay.of(SchedulerScript.parse(script.toString()).toTrace());

        assertThat(replay.switches).hasSize((int) script.toString().lines().count());
    }

    /** What happened, as slices. */
    private static final class Truth implements SchedulerTruth {
        final List<String> slices = new ArrayList<>();
        private final Map<Integer, String> doing = new HashMap<>();
        private final Map<Integer, Long> since = new HashMap<>();
        private final long start;

        Truth(long start) {
            this.start = start;
        }

        @Override
        public void contextSwitch(
                long time,
                int processor,
                int oldThreadId,
                int newThreadId,
                int oldPriority,
                int newPriority,
                int oldState,
                int oldWaitReason,
                int newWaitTicks) {
            boolean waits = oldState == ThreadState.WAITING.code();
            does(oldThreadId, waits ? "waiting" : "ready", time);
            does(newThreadId, "running", time);
        }

        @Override
        public void ready(long time, int processor, int wakerThreadId, int threadId) {
            does(threadId, "ready", time);
        }

        private void does(int threadId, String what, long time) {
            if (threadId != IDLE && doing.containsKey(threadId) && since.get(threadId) < time) {
                slices.add("%d %s %d..%d"
                        .formatted(threadId, doing.get(threadId), since.get(threadId) - start, time - start));
            }
            doing.put(threadId, what);
            since.put(threadId, time);
        }
    }

    /**
     * A dozen threads that are never idle for long: a tick has up to some ten of their events. Now and then several
     * orders would do, and the one that happened is not known.
     */
    @ParameterizedTest
    @CsvSource({"1, 10, 0", "2, 10, 0", "3, 1000, 0", "4, 1000, 0", "4, 3000, 1", "5, 3000, 10"})
    void slicesAreThoseThatHappened(long seed, long clockStep, int mostWrong) throws Exception {
        TraceOptions options = new TraceOptions().processors(PROCESSORS);
        Truth truth = new Truth(options.ticks(0));
        byte[] trace = new SyntheticTrace(seed)
                .threads(12)
                .processes(2)
                .churnPerMille(0)
                .switches(3000)
                .clockStep(clockStep)
                .toTrace(options, truth);

        List<String> told = SliceReplay.of(trace).slices.stream()
                .filter(slice -> !slice.endsWith("clipped"))
                .map(slice -> slice.replaceAll("^(\\S+ \\S+ \\S+) .*", "$1"))
                .toList();

        List<String> wrong = new ArrayList<>(told);
        wrong.removeAll(truth.slices);
        assertThat(wrong).hasSizeLessThanOrEqualTo(mostWrong);
        assertThat(told).hasSizeBetween(truth.slices.size() - mostWrong, truth.slices.size() + mostWrong);
    }
}
