package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that end, and others that get their ids, while events are lost: who ran is known, or told as unknown. */
final class IdsInLossesTest {
    /** Two losses, from 110 to 200 and from 210 to 300, or to 330: a buffer says only that one is lost about it. */
    private static final String TWO_LOSSES = """
                     0 rundown process 100 app.exe
                     0 rundown process 200 other.exe
                     0 rundown thread 8 in 100 "first"
            cpu0   100 switch 0->8
            cpu1   101 switch 0->5
            %s
            cpu0   120 flush
            cpu1   121 flush
            cpu0   130 drop
            cpu1   131 switch 5->0 wait UserRequest
            cpu0   200 switch 0->8
            cpu0   210 switch 8->0 wait UserRequest
            cpu1   211 switch 0->5
            cpu0   220 flush
            cpu1   221 flush
            cpu0   230 drop
            cpu0   300 switch 0->8
            cpu1   231 switch 5->0 wait UserRequest
            cpu0   310 switch 8->0 wait UserRequest
            cpu0   320 flush
            cpu0   330 switch 0->8
            cpu0   340 switch 8->0 wait UserRequest
            """;

    private static final String WAITS = "cpu0 110 switch 8->0 wait UserRequest";
    private static final String ENDS = """
            cpu0 105 end thread 8 in 100 "first"
            cpu0 110 switch 8->0 state Terminated
            """;

    /** In the first loss the one ends, or in the second; then or in the first the other begins; or there is a third. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void nobodysBetweenTwoLosses(SwitchForm form) throws Exception {
        byte[] trace =
                twoLosses(WAITS, "400 endrundown thread 8 in 200 \"second\"").toTrace(form);

        assertThat(Replay.of(trace).named)
                .contains(
                        "110 cpu0 first@app.exe(100) -> ?",
                        "210 cpu0 - -> ?",
                        "310 cpu0 - -> ?",
                        "340 cpu0 second@other.exe(200) -> ?");
        SliceReplay replay = SliceReplay.of(trace);
        // What it did is told all the same.
        assertThat(replay.slices)
                .filteredOn(slice -> slice.startsWith("8 running"))
                .extracting(slice -> slice.replaceAll(" cpu.*", ""))
                .containsExactly(
                        "8 running 100..110", "8 running 200..210", "8 running 300..310", "8 running 330..340");
        assertThat(replay.damage).noneMatch(damage -> damage.startsWith("LastSwitchMissing"));
    }

    /** Where the start is told, the end of the one is lost; where the end is, the start of the other. */
    @Test
    void nobodysUpToAStartOrFromAnEnd() throws Exception {
        SchedulerScript start = twoLosses(WAITS, """
                cpu0   350 thread 8 in 200 "second"
                cpu0   360 switch 0->8
                cpu0   370 switch 8->0 wait UserRequest
                """);
        SchedulerScript end = twoLosses(ENDS, "400 endrundown thread 8 in 200 \"second\"");

        assertThat(Replay.of(start.toTrace()).named)
                .contains(
                        "110 cpu0 first@app.exe(100) -> ?",
                        "210 cpu0 - -> ?",
                        "310 cpu0 - -> ?",
                        "340 cpu0 - -> 0",
                        "370 cpu0 second@other.exe(200) -> ?");
        assertThat(Replay.of(end.toTrace()).named)
                .contains(
                        "110 cpu0 first@app.exe(100) -> ?",
                        "210 cpu0 - -> ?",
                        "310 cpu0 - -> ?",
                        "340 cpu0 second@other.exe(200) -> ?");
    }

    /**
     * @param leaves how the thread leaves its processor for the first time, at 110
     * @param more what comes after the losses
     */
    private static SchedulerScript twoLosses(String leaves, String more) {
        return SchedulerScript.parse(TWO_LOSSES.formatted(leaves) + more);
    }

    /** Who runs on when something is lost elsewhere is the one that began to; who runs on at its end, the one that stops. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void runsWhileOthersAreLost(SwitchForm form) throws Exception {
        String script = """
                         0 rundown process 100 app.exe
                         0 rundown thread 8 in 100 "first"
                         0 rundown process 200 other.exe
                cpu1    90 switch 0->8
                cpu0   100 switch 0->5
                cpu0   110 switch 5->0 wait UserRequest
                cpu0   120 flush
                cpu0   130 lose 3
                cpu1   140 switch 8->0 wait UserRequest
                cpu1   150 switch 0->8
                cpu0   200 switch 0->5
                cpu1   210 switch 8->0 wait UserRequest
                cpu0   220 switch 5->0 wait UserRequest
                cpu0   230 flush
                cpu1   250 switch 0->8
                cpu0   300 switch 0->5
                cpu1   310 switch 8->0 wait UserRequest
                """;
        byte[] trace = SchedulerScript.parse(script + "400 endrundown thread 8 in 200 \"second\"")
                .toTrace(form);

        assertThat(Replay.of(trace).named)
                .contains("140 cpu1 first@app.exe(100) -> 0", "210 cpu1 - -> 0", "310 cpu1 second@other.exe(200) -> ?");
        assertThat(SliceReplay.of(trace).slices)
                .filteredOn(slice -> slice.startsWith("8 running"))
                .extracting(slice -> slice.replaceAll(" cpu.*", ""))
                .containsExactly("8 running 90..140", "8 running 150..210", "8 running 250..310");
    }

    /** Its end was lost, if it is not in the rundown at the trace's end: since then, nobody knows. */
    @ParameterizedTest
    @ValueSource(strings = {"", "cpu0 350 lose 3"})
    void notInTheRundown(String loss) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                         0 rundown process 100 app.exe
                         0 rundown thread 8 in 100 "first"
                         0 rundown thread 5 in 100 "other"
                cpu0   100 switch 0->8
                cpu0   110 switch 8->0 wait UserRequest
                cpu0   120 flush
                cpu0   130 lose 3
                cpu0   200 switch 0->8
                cpu0   210 switch 8->0 wait UserRequest
                cpu0   220 flush
                cpu0   300 switch 0->5
                cpu0   310 switch 5->0 wait UserRequest
                %s
                cpu0   400 endrundown thread 5 in 100 "other"
                """.formatted(loss)).toTrace());

        // Unless the rundown may have been lost itself.
        String since = loss.isEmpty() ? "-" : "first@app.exe(100)";
        assertThat(replay.named)
                .contains("110 cpu0 first@app.exe(100) -> ?", "210 cpu0 " + since + " -> ?")
                .contains("310 cpu0 other@app.exe(100) -> ?");
    }

    /** Nothing is missing, as far as is told: who is not in the rundown, somebody forgot. */
    @Test
    void notInTheRundownOfAWholeTrace() throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                         0 rundown process 100 app.exe
                         0 rundown thread 8 in 100 "first"
                cpu0   200 switch 0->8
                cpu0   210 switch 8->0 wait UserRequest
                cpu0   400 endrundown thread 5 in 100 "other"
                """).toTrace());

        assertThat(replay.named).contains("210 cpu0 first@app.exe(100) -> ?");
    }

    /**
     * Threads come and go, each in a process of its own, and some buffers are lost. All that ran is either told of the
     * right one, or of nobody.
     */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void neverTheWrongOne(SwitchForm form) throws Exception {
        int known = 0;
        int unknown = 0;
        for (int seed = 0; seed < 100; seed++) {
            World world = new World(new Random(seed));
            for (String told :
                    Replay.of(SchedulerScript.parse(world.script.toString()).toTrace(form)).named) {
                MatchResult line = match(told);
                String place = line.group(1);
                String[] ran = world.switches.get(place);
                known += isKnown(line.group(2), ran[0], seed + ": " + told) ? 1 : 0;
                unknown += isKnown(line.group(3), ran[1], seed + ": " + told) ? 0 : 1;
            }
        }
        assertThat(known).isGreaterThan(unknown);
        assertThat(unknown).isPositive();
    }

    private static MatchResult match(String told) {
        Matcher matcher = LINE.matcher(told);
        assertThat(matcher.matches()).as(told).isTrue();
        return matcher.toMatchResult();
    }

    private static boolean isKnown(String told, String ran, String what) {
        boolean isKnown = !told.equals("-") && !told.equals("?");
        if (isKnown) {
            assertThat(told).as(what).isEqualTo(ran);
        }
        return isKnown;
    }

    private static final Pattern LINE = Pattern.compile("(\\d+ cpu\\d+) (\\S+) -> (\\S+)");

    /** Three processors and some ids, each of one thread after another. */
    private static final class World {
        private static final int PROCESSORS = 3;
        private static final int IDS = 6;
        private static final int STEPS = 400;

        /** No loss spans all of a thread's time. */
        private static final int LIFE = 60;

        final StringBuilder script = new StringBuilder();

        /** By time and processor: the old thread and the new one. */
        final Map<String, String[]> switches = new HashMap<>();

        private final Random random;

        /** By processor: which of the ids runs there, or -1. */
        private final int[] running = new int[PROCESSORS];

        /** By id: which process has it, or 0. */
        private final int[] processes = new int[IDS];

        private final int[] born = new int[IDS];
        private int nextProcess = 100;

        World(Random random) {
            this.random = random;
            Arrays.fill(running, -1);
            StringBuilder body = new StringBuilder();
            for (int id = 0; id < IDS; id++) {
                processes[id] = nextProcess++;
                body.append("%d rundown thread %s\n".formatted(0, thread(id)));
            }
            body.append("cpu0 1 flush\n");
            int lastDrop = 0;
            int[] flushed = new int[PROCESSORS];
            for (int step = 1; step < STEPS; step++) {
                int processor = random.nextInt(PROCESSORS);
                int time = 10 * step;
                int what = random.nextInt(30);
                if (what == 0 || step - flushed[processor] > LIFE / 2) {
                    body.append("cpu%d %d flush\n".formatted(processor, time));
                    flushed[processor] = step;
                } else if (what == 1 && step - lastDrop > LIFE && step < STEPS - LIFE) {
                    body.append("cpu%d %d drop\n".formatted(processor, time));
                    lastDrop = step;
                } else {
                    go(body, step, processor, time);
                }
            }
            for (int processor = 0; processor < PROCESSORS; processor++) {
                body.append("cpu%d %d flush\n".formatted(processor, 10 * STEPS));
            }
            for (int id = 0; id < IDS; id++) {
                if (processes[id] != 0) {
                    body.append("cpu0 %d endrundown thread %s\n".formatted(10 * STEPS + 1, thread(id)));
                }
            }
            for (int process = 100; process < nextProcess; process++) {
                script.append("0 rundown process %d p%d.exe\n".formatted(process, process));
            }
            script.append(body);
        }

        private String thread(int id) {
            return "%d in %d \"t%d\"".formatted(threadId(id), processes[id], processes[id]);
        }

        private static int threadId(int id) {
            return 8 + 4 * id;
        }

        private String name(int id) {
            return id < 0 ? "0" : "t%d@p%d.exe(%d)".formatted(processes[id], processes[id], processes[id]);
        }

        private void go(StringBuilder body, int step, int processor, int time) {
            int old = running[processor];
            if (old < 0) {
                int id = random.nextInt(IDS);
                if (processes[id] == 0) {
                    processes[id] = nextProcess++;
                    born[id] = step;
                    body.append("cpu%d %d thread %s\n".formatted(processor, time - 1, thread(id)));
                }
                boolean isElsewhere = Arrays.stream(running).anyMatch(other -> other == id);
                if (!isElsewhere) {
                    note(processor, time, -1, id);
                    body.append("cpu%d %d switch 0->%d\n".formatted(processor, time, threadId(id)));
                    running[processor] = id;
                }
            } else {
                boolean ends = step - born[old] > LIFE && random.nextInt(4) == 0;
                if (ends) {
                    body.append("cpu%d %d end thread %s\n".formatted(processor, time - 1, thread(old)));
                }
                note(processor, time, old, -1);
                body.append("cpu%d %d switch %d->0 %s\n"
                        .formatted(processor, time, threadId(old), ends ? "state Terminated" : "wait UserRequest"));
                running[processor] = -1;
                if (ends) {
                    processes[old] = 0;
                }
            }
        }

        private void note(int processor, int time, int old, int next) {
            switches.put(time + " cpu" + processor, new String[] {name(old), name(next)});
        }
    }
}
