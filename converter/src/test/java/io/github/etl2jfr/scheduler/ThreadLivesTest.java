package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.ProcessRecord;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceOptions;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who the threads are: an id and a time name a thread, an id alone does not. */
class ThreadLivesTest {
    private static Replay replay(String script) throws Exception {
        return Replay.of(SchedulerScript.parse(script).toTrace());
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void namesFromTheRundownAtTheStart(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100 "worker"
                       0 rundown thread 12 in 100
                cpu0 100 switch 0->8
                cpu0 180 switch 8->12 wait UserRequest
                cpu0 200 switch 12->0 wait UserRequest
                """).toTrace(form));

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> worker@app.exe(100)",
                        "180 cpu0 worker@app.exe(100) -> -@app.exe(100)",
                        "200 cpu0 -@app.exe(100) -> ?");
        assertThat(replay.threads.size()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void namesFromTheRundownAtTheEndOnly(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->8
                cpu0 180 switch 8->12 wait UserRequest
                cpu0 200 switch 12->0 wait UserRequest
                     900 endrundown thread 8 in 100 "worker"
                     900 endrundown thread 12 in 0 "DPC Delegate Thread"
                     901 endrundown process 100 app.exe
                     901 endrundown process 0 Idle
                """).toTrace(form));

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> worker@app.exe(100)",
                        "180 cpu0 worker@app.exe(100) -> DPC Delegate Thread@Idle(0)",
                        "200 cpu0 DPC Delegate Thread@Idle(0) -> ?");
    }

    /** A process that has ended is told of as long as somebody refers to it, not when it ended. */
    @Test
    void defunctProcesses() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 defunct process 104 gone.exe
                cpu0 100 switch 0->8
                     150 end process 100 app.exe
                cpu0 200 switch 8->0 wait UserRequest
                     900 defunct process 100 app.exe
                     900 defunct process 104 gone.exe
                """);

        long start = replay.survey.firstTime();
        assertThat(new ProcessDirectory(replay.survey.identities()).lives())
                .extracting(ProcessDirectory.Life::image, ProcessDirectory.Life::start, life -> life.end() - start)
                .containsExactly(
                        tuple("app.exe", ProcessDirectory.BEFORE_TRACE, 150L),
                        tuple("gone.exe", ProcessDirectory.BEFORE_TRACE, ProcessDirectory.AFTER_TRACE - start));
    }

    /** As a buffer tells it that is in the file twice. */
    @Test
    void startsThatAreToldTwice() throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->8
                     150 process 100 app.exe
                     150 process 100 app.exe
                     160 thread 12 in 100 "worker"
                     160 thread 12 in 100 "worker"
                cpu0 180 switch 8->12 wait UserRequest
                cpu0 200 switch 12->0 wait UserRequest
                """);

        assertThat(replay.named).contains("200 cpu0 worker@app.exe(100) -> ?");
        assertThat(replay.threads.size()).isEqualTo(2);
    }

    /** One idle thread a processor is in every rundown; none of them is a thread of the directory. */
    @Test
    void idleThreadsInTheRundown() throws Exception {
        Replay replay = replay("""
                       0 rundown process 0 Idle
                       0 rundown thread 0 in 0
                       0 rundown thread 0 in 0
                cpu0 100 switch 8->0 wait UserRequest
                cpu0 200 switch 0->8
                """);

        assertThat(replay.named).containsExactly("100 cpu0 - -> 0", "200 cpu0 0 -> ?");
        assertThat(replay.threads.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void reusedIdIsANewThread(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                       0 rundown process 100 app.exe
                       0 rundown process 200 other.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "first"
                cpu0 181 switch 8->0 state Terminated
                cpu1 190 thread 8 in 200 "second"
                cpu0 200 switch 0->8
                cpu0 280 end thread 8 in 200 "second"
                cpu0 281 switch 8->0 state Terminated
                cpu1 290 thread 8 in 100 "third"
                cpu0 300 switch 0->8
                cpu0 310 switch 8->0 wait UserRequest
                     900 endrundown thread 8 in 100 "third"
                """).toTrace(form));

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> first@app.exe(100)",
                        "181 cpu0 first@app.exe(100) -> 0",
                        "200 cpu0 0 -> second@other.exe(200)",
                        "281 cpu0 second@other.exe(200) -> 0",
                        "300 cpu0 0 -> third@app.exe(100)",
                        "310 cpu0 third@app.exe(100) -> ?");
        assertThat(replay.threads.size()).isEqualTo(3);
        assertThat(replay.switches.get(0)).isEqualTo("100 cpu0 0 -> 8");
    }

    /** As coarse clocks tell it: thread 8 ends, and the next thread 8 starts and runs, all at one time. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void idIsReusedAtTheInstantOfTheLastSwitch(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                       0 rundown process 100 app.exe
                       0 rundown process 200 other.exe
                       0 rundown thread 8 in 100 "first"
                cpu1 100 switch 0->8
                cpu1 200 end thread 8 in 100 "first"
                cpu1 200 switch 8->0 state Terminated
                cpu0 200 thread 8 in 200 "second"
                cpu0 200 switch 0->8
                cpu0 280 end thread 8 in 200 "second"
                cpu0 281 switch 8->0 state Terminated
                """).toTrace(form));

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu1 0 -> first@app.exe(100)",
                        "200 cpu1 first@app.exe(100) -> ?",
                        "200 cpu0 0 -> second@other.exe(200)",
                        "281 cpu0 second@other.exe(200) -> ?");
        assertThat(replay.threads.size()).isEqualTo(2);
        assertThat(replay.damage).isEmpty();
    }

    /** Its end is told of at an earlier time; it gets a processor once more, and the next one does not yet. */
    @Test
    void idIsReusedAtTheInstantOfTheLastRun() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "first"
                cpu0 180 switch 8->0 ready
                cpu0 200 switch 0->8
                cpu0 200 switch 8->0 state Terminated
                cpu1 200 thread 8 in 100 "second"
                cpu1 300 switch 0->8
                cpu1 310 switch 8->0 wait UserRequest
                """);

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> first@app.exe(100)",
                        "180 cpu0 first@app.exe(100) -> 0",
                        "200 cpu0 0 -> first@app.exe(100)",
                        "200 cpu0 first@app.exe(100) -> ?",
                        "300 cpu1 0 -> second@app.exe(100)",
                        "310 cpu1 second@app.exe(100) -> ?");
        assertThat(replay.damage).isEmpty();
    }

    /** A thread starts and ends, and the next thread 8 starts, of a process with a smaller or a greater id. */
    @ParameterizedTest
    @ValueSource(ints = {100, 300})
    void idIsReusedAtTheInstantOfTheStart(int process) throws Exception {
        Replay replay = replay("""
                       0 rundown process 200 short.exe
                       0 rundown process %1$d long.exe
                cpu1 100 switch 0->7
                cpu1 200 thread 8 in 200
                cpu1 200 name 8 in 200 "short"
                cpu0 200 switch 0->8
                cpu0 200 end thread 8 in 200 "short"
                cpu0 200 switch 8->0 state Terminated
                cpu1 200 thread 8 in %1$d "long"
                cpu0 300 switch 0->8
                cpu0 310 switch 8->0 wait UserRequest
                """.formatted(process));

        String longer = "long@long.exe(%d)".formatted(process);
        assertThat(replay.named)
                .containsSubsequence(
                        "200 cpu0 0 -> short@short.exe(200)",
                        "200 cpu0 short@short.exe(200) -> 0",
                        "300 cpu0 0 -> " + longer,
                        "310 cpu0 " + longer + " -> ?");
        assertThat(replay.damage).isEmpty();
    }

    /** Who had an id before and after tells all of them, each once, though two got it at the same time. */
    @Test
    void twoStartsAtOneInstant() throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->4
                     150 thread 8 in 100
                     150 thread 8 in 200
                cpu0 200 switch 4->8 wait UserRequest
                cpu0 300 switch 8->0 wait UserRequest
                     400 thread 8 in 300
                """);
        ThreadDirectory threads = replay.threads;
        long start = replay.survey.firstTime() - 100;

        assertThat(IntStream.range(0, 3).mapToLong(threads::threadId)).containsOnly(8L);
        assertThat(IntStream.range(0, 3).map(threads::previous)).containsExactly(ThreadRef.NONE, 0, 1);
        assertThat(IntStream.range(0, 3).map(threads::next)).containsExactly(1, 2, ThreadRef.NONE);
        assertThat(IntStream.range(0, 3).mapToLong(threads::end))
                .containsExactly(start + 150, start + 400, ProcessDirectory.AFTER_TRACE);
    }

    @Test
    void startAtTheInstantOfTheSwitch() throws Exception {
        assertThat(replay("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100 "first"
                cpu1 200 thread 8 in 100 "second"
                cpu0 200 switch 0->8
                cpu0 210 switch 8->0 wait UserRequest
                """).named)
                .containsExactly("200 cpu0 0 -> second@app.exe(100)", "210 cpu0 second@app.exe(100) -> ?");
    }

    /** At one instant a thread starts before it gets its name, whichever processor tells first. */
    @Test
    void startAndNameAtOneInstant() throws Exception {
        assertThat(replay("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 200 name 8 in 100 "second"
                cpu1 200 thread 8 in 100
                cpu0 200 switch 0->8
                cpu0 210 switch 8->0 wait UserRequest
                """).named)
                .containsExactly("200 cpu0 0 -> second@app.exe(100)", "210 cpu0 second@app.exe(100) -> ?");
    }

    /** A thread's last switch comes after the event that reports its end, and still is its own. */
    @Test
    void endedThreadRunsForAMoment() throws Exception {
        assertThat(replay("""
                       0 rundown process 100 app.exe
                       0 thread 8 in 100 "short"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100
                cpu0 190 switch 8->12 ready
                cpu0 200 switch 12->8 wait UserRequest
                cpu0 210 switch 8->0 state Terminated
                """).named)
                .containsExactly(
                        "100 cpu0 0 -> short@app.exe(100)",
                        "190 cpu0 short@app.exe(100) -> -",
                        "200 cpu0 - -> short@app.exe(100)",
                        "210 cpu0 short@app.exe(100) -> ?");
    }

    @Test
    void startThatWasLost() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 rundown process 200 other.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "first"
                cpu0 181 switch 8->0 state Terminated
                cpu0 200 switch 0->8
                cpu0 300 end thread 8 in 200 "second"
                cpu0 301 switch 8->0 state Terminated
                """);

        assertThat(replay.named).contains("181 cpu0 first@app.exe(100) -> 0", "301 cpu0 second@other.exe(200) -> ?");
    }

    /** Thread 7 ends, and what tells of the next thread 7's start is lost. */
    private static final String REUSE_WITHOUT_START = """
            cpu0   0 rundown process 100 a.exe
            cpu0   0 rundown process 200 b.exe
            cpu0   0 rundown thread 7 in 100 "first"
            cpu1  10 switch 0->5
            cpu0  40 end thread 7 in 100 "first"
            cpu0  50 switch 7->0 state Terminated
            cpu0  60 flush
            cpu1  70 flush
            cpu1  80 thread 7 in %d "second"
            cpu1  90 drop
            cpu0 100 switch 0->7
            cpu0 200 switch 7->0 wait UserRequest
            cpu0 300 ready 7
            cpu0 310 switch 0->7
            """;

    /** Where the trace tells of it before or after it is seen for the last time. */
    private enum Told {
        AT_ITS_END("""
                cpu0 500 end thread 7 in %d "second"
                cpu0 520 switch 7->0 state Terminated
                cpu1 610 switch 5->0 wait UserRequest
                """),
        BY_ITS_NAME("""
                cpu0 500 name 7 in %d "second"
                cpu0 520 switch 7->0 state Terminated
                cpu1 610 switch 5->0 wait UserRequest
                """),
        IN_THE_RUNDOWN("""
                cpu0 520 switch 7->0 state Terminated
                cpu1 610 switch 5->0 wait UserRequest
                cpu0 900 endrundown thread 7 in %d "second"
                """);

        private final String script;

        Told(String script) {
            this.script = script;
        }
    }

    static List<Arguments> reuses() {
        return Stream.of(Told.values())
                .flatMap(told -> Stream.of(100, 200).map(process -> Arguments.of(told, process)))
                .toList();
    }

    /** Who ran is the one that the trace tells of later: there is no other whose start it can be. */
    @ParameterizedTest
    @MethodSource("reuses")
    void reusedIdWhoseStartWasLost(Told told, int process) throws Exception {
        String text = (REUSE_WITHOUT_START + told.script).formatted(process, process);
        for (SwitchForm form : SwitchForm.values()) {
            byte[] trace = SchedulerScript.parse(text).toTrace(form);
            String second = "second@" + (process == 100 ? "a.exe(100)" : "b.exe(200)");
            Replay replay = Replay.of(trace);
            assertThat(replay.named)
                    .containsSubsequence(
                            "50 cpu0 first@a.exe(100) -> ?",
                            "100 cpu0 0 -> " + second,
                            "200 cpu0 " + second + " -> 0",
                            "310 cpu0 0 -> " + second,
                            "520 cpu0 " + second + " -> ?");
            assertThat(IntStream.range(0, replay.threads.size()).mapToLong(replay.threads::threadId))
                    .containsExactlyInAnyOrder(5L, 7L, 7L);

            SliceReplay slices = SliceReplay.of(trace);
            assertThat(slices.slices)
                    .filteredOn(slice -> slice.startsWith("7 "))
                    .extracting(slice -> slice.replaceAll(" cpu0.*", ""))
                    .contains("7 running 100..200", "7 running 310..520");
            assertThat(slices.statistics)
                    .filteredOn(did -> did.startsWith("7 "))
                    .hasSize(2)
                    .anyMatch(did -> did.startsWith("7 did 2 switches, 0 involuntary, 0 migrations, ran 310, "));
            assertThat(slices.damage).noneMatch(damage -> damage.startsWith("LastSwitchMissing"));
        }
    }

    /** A thread whose start is told later is another than the one that ran before. */
    @Test
    void reusedIdWhoseStartWasLostBeforeOneWhoseStartIsTold() throws Exception {
        Replay replay = replay(REUSE_WITHOUT_START.formatted(200) + """
                cpu0 350 switch 7->0 state Terminated
                cpu0 400 thread 7 in 200 "third"
                cpu0 410 switch 0->7
                cpu0 500 end thread 7 in 200 "third"
                cpu0 520 switch 7->0 state Terminated
                cpu1 610 switch 5->0 wait UserRequest
                """);

        assertThat(replay.named)
                .containsSubsequence(
                        "100 cpu0 0 -> -",
                        "350 cpu0 - -> 0",
                        "410 cpu0 0 -> third@b.exe(200)",
                        "520 cpu0 third@b.exe(200) -> ?");
    }

    /** With the process: both ids are the next one's. */
    @Test
    void reusedIdWhoseStartWasLostInAProcessWithAReusedId() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 old.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "first"
                cpu0 180 end process 100 old.exe
                cpu0 181 switch 8->0 state Terminated
                cpu0 190 process 100 new.exe
                cpu0 200 switch 0->8
                cpu0 210 switch 8->0 wait UserRequest
                     900 endrundown thread 8 in 100 "second"
                """);

        assertThat(replay.named).contains("181 cpu0 first@old.exe(100) -> 0", "210 cpu0 second@new.exe(100) -> ?");
    }

    /** With the end of the one before it: both are in the loss. */
    @ParameterizedTest
    @ValueSource(strings = {"end", "name", "endrundown"})
    void reusedIdWhoseStartWasLostInAnotherProcess(String kind) throws Exception {
        String what = kind.equals("name") ? "name 8" : kind + " thread 8";
        byte[] trace = SchedulerScript.parse("""
                       0 rundown process 100 app.exe
                       0 rundown process 200 other.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 110 switch 8->0 wait UserRequest
                cpu0 120 flush
                cpu0 150 end thread 8 in 100 "first"
                cpu0 160 thread 8 in 200 "second"
                cpu0 170 drop
                cpu0 300 switch 0->8
                cpu0 310 %s in 200 "second"
                cpu0 320 switch 8->0 wait UserRequest
                cpu0 330 switch 0->8
                cpu0 340 switch 8->0 wait UserRequest
                """.formatted(what)).toTrace();
        Replay replay = Replay.of(trace);

        assertThat(replay.named)
                .contains(
                        "100 cpu0 0 -> first@app.exe(100)",
                        "110 cpu0 first@app.exe(100) -> ?",
                        "300 cpu0 0 -> second@other.exe(200)",
                        "320 cpu0 second@other.exe(200) -> 0",
                        "330 cpu0 0 -> second@other.exe(200)",
                        "340 cpu0 second@other.exe(200) -> ?");
        assertThat(SliceReplay.of(trace).slices)
                .filteredOn(slice -> slice.startsWith("8 "))
                .containsExactly(
                        "8 running 100..110 cpu0 Waiting UserRequest then ?",
                        "8 running 300..320 cpu0 Waiting UserRequest then 0",
                        "8 waiting 320..330 cpu0 UserRequest",
                        "8 running 330..340 cpu0 Waiting UserRequest then ?");
    }

    /** A name may be told before the end that tells whose it is. */
    @Test
    void nameOfAThreadWhoseStartWasLost() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "first"
                cpu0 181 switch 8->0 state Terminated
                cpu0 200 switch 0->8
                cpu0 250 name 8 in 100 "second"
                cpu0 300 end thread 8 in 100
                cpu0 301 switch 8->0 state Terminated
                cpu0 310 switch 0->8
                cpu0 320 switch 8->0 wait UserRequest
                cpu0 330 name 8 in 100 "third"
                     900 endrundown thread 8 in 100
                """);

        assertThat(replay.named)
                .contains(
                        "181 cpu0 first@app.exe(100) -> 0",
                        "301 cpu0 second@app.exe(100) -> 0",
                        "320 cpu0 third@app.exe(100) -> ?");
    }

    /** Before the next one is seen, a name is that of the one that ended, or nobody knows whose. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpu0 300 end thread 8 in 100",
                "cpu0 300 name 8 in 100 \"\"",
                "cpu0 900 endrundown thread 8 in 100"
            })
    void nameOfAnEndedThreadIsNotTheNextOnes(String next) throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "first"
                cpu0 185 name 8 in 100 "last words"
                cpu0 190 switch 8->0 state Terminated
                cpu0 195 name 8 in 100 "epitaph"
                cpu0 200 switch 0->8
                cpu0 210 switch 8->0 wait UserRequest
                """ + next);

        assertThat(replay.named).contains("190 cpu0 first@app.exe(100) -> 0", "210 cpu0 -@app.exe(100) -> ?");
    }

    /** Each end is another thread's, of one process or of several. */
    @ParameterizedTest
    @ValueSource(ints = {100, 200})
    void idThatIsReusedTwiceWithoutAStart(int process) throws Exception {
        Replay replay = replay((REUSE_WITHOUT_START + """
                cpu0 340 end thread 7 in %d "second"
                cpu0 350 switch 7->0 state Terminated
                cpu0 360 flush
                cpu1 370 flush
                cpu1 380 thread 7 in 100 "third"
                cpu1 390 drop
                cpu0 410 switch 0->7
                cpu0 500 end thread 7 in 100 "third"
                cpu0 520 switch 7->0 state Terminated
                cpu1 610 switch 5->0 wait UserRequest
                """).formatted(process, process));

        String second = "second@" + (process == 100 ? "a.exe(100)" : "b.exe(200)");
        assertThat(replay.named)
                .containsSubsequence(
                        "50 cpu0 first@a.exe(100) -> ?",
                        "100 cpu0 0 -> " + second,
                        "350 cpu0 " + second + " -> ?",
                        "410 cpu0 0 -> third@a.exe(100)",
                        "520 cpu0 third@a.exe(100) -> ?");
    }

    /** An ended thread of which somebody holds a handle is still in the rundown. */
    @Test
    void endedThreadInTheEndRundown() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 thread 8 in 100 "only"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "only"
                cpu0 181 switch 8->0 state Terminated
                     900 endrundown thread 8 in 100 "only"
                """);

        assertThat(replay.named).containsExactly("100 cpu0 0 -> only@app.exe(100)", "181 cpu0 only@app.exe(100) -> ?");
        assertThat(replay.threads.size()).isEqualTo(1);
    }

    @Test
    void threadNeverAnnounced() throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->8
                cpu1 110 switch 8->4000000 wait UserRequest
                cpu1 120 switch 4000000->8 wait UserRequest
                """);

        assertThat(replay.switches)
                .containsExactly("100 cpu0 0 -> ?", "110 cpu1 8 -> 4000000", "120 cpu1 4000000 -> ?");
        assertThat(replay.named).contains("110 cpu1 - -> -");
        assertThat(replay.threads.size()).isEqualTo(2);
    }

    /** The id was somebody else's before the trace says who starts with it. */
    @Test
    void unannouncedThreadBeforeAStart() throws Exception {
        Replay replay = replay("""
                cpu0 100 switch 0->8
                cpu0 150 switch 8->0 wait UserRequest
                     200 process 100 app.exe
                     200 thread 8 in 100 "late"
                cpu0 250 switch 0->8
                cpu0 260 switch 8->0 wait UserRequest
                """);

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> -",
                        "150 cpu0 - -> 0",
                        "250 cpu0 0 -> late@app.exe(100)",
                        "260 cpu0 late@app.exe(100) -> ?");
        assertThat(replay.threads.size()).isEqualTo(2);
    }

    @Test
    void setName() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100 "before"
                       0 rundown thread 12 in 100 "renamed"
                cpu0 100 switch 0->8
                     150 name 8 in 100 "after"
                     150 name 12 in 100 ""
                     150 name 16 in 100 "only a name"
                cpu0 180 switch 8->12 wait UserRequest
                cpu0 190 switch 12->16 wait UserRequest
                cpu0 200 switch 16->0 wait UserRequest
                """);

        // A thread is known by its last name all along: lanes have one name each.
        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> after@app.exe(100)",
                        "180 cpu0 after@app.exe(100) -> -@app.exe(100)",
                        "190 cpu0 -@app.exe(100) -> only a name@app.exe(100)",
                        "200 cpu0 only a name@app.exe(100) -> ?");
    }

    @Test
    void nameOfALifeStaysWithIt() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100
                      50 name 8 in 100 "first"
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100 "first"
                cpu0 181 switch 8->0 state Terminated
                cpu0 190 thread 8 in 100
                cpu0 200 switch 0->8
                cpu0 210 switch 8->0 wait UserRequest
                """);

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> first@app.exe(100)",
                        "181 cpu0 first@app.exe(100) -> 0",
                        "200 cpu0 0 -> -@app.exe(100)",
                        "210 cpu0 -@app.exe(100) -> ?");
    }

    /** Process ids are reused as well. */
    @Test
    void reusedProcessId() throws Exception {
        Replay replay = replay("""
                       0 rundown process 100 old.exe
                       0 rundown thread 8 in 100
                cpu0 100 switch 0->8
                cpu0 180 end thread 8 in 100
                cpu0 180 end process 100 old.exe
                cpu0 181 switch 8->0 state Terminated
                cpu0 190 process 100 new.exe
                cpu0 190 thread 12 in 100
                cpu0 200 switch 0->12
                cpu0 210 switch 12->0 wait UserRequest
                """);

        assertThat(replay.named)
                .containsExactly(
                        "100 cpu0 0 -> -@old.exe(100)",
                        "181 cpu0 -@old.exe(100) -> 0",
                        "200 cpu0 0 -> -@new.exe(100)",
                        "210 cpu0 -@new.exe(100) -> ?");
    }

    @ParameterizedTest
    @EnumSource(OldWindows.class)
    void namesOnOtherWindows(OldWindows windows) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100
                cpu0 100 switch 0->8
                cpu0 180 switch 8->0 wait UserRequest
                """)
                .toTrace(new TraceOptions().build(windows.build).pointerSize(windows.pointerSize), SwitchForm.EVENTS));

        assertThat(replay.named).containsExactly("100 cpu0 0 -> -@app.exe(100)", "180 cpu0 -@app.exe(100) -> ?");
    }

    private enum OldWindows {
        VISTA_32(6002, 4),
        VISTA_64(6002, 8),
        SEVEN_32(7601, 4),
        SEVEN_64(7601, 8),
        EIGHT_64(9200, 8),
        TEN_32(19045, 4);

        private final int build;
        private final int pointerSize;

        OldWindows(int build, int pointerSize) {
            this.build = build;
            this.pointerSize = pointerSize;
        }
    }

    private static final IdentityLimits LIMITS = IdentityLimits.ofFile(Path.of("trace.etl"));

    /** Who had an id long ago is found without asking all who had it since. */
    @Test
    @Timeout(60)
    void anIdThatWasUsedAMillionTimes() throws Exception {
        ThreadDirectory threads = new ThreadDirectory(LIMITS);
        ProcessDirectory processes = threads.processes();
        int lives = 1_000_000;
        for (int i = 0; i < lives; i++) {
            threads.hear(Kind.START, 10L * i, new ProcessRecord(8, i, 0, 0, "a.exe", null, false));
            threads.hear(Kind.START, 10L * i, 8, 12, null, null, id -> false);
        }
        for (int i = 0; i < lives; i++) {
            assertThat(processes.find(8, 10L * i + 9).index()).isEqualTo(i);
            assertThat(threads.end(i)).isEqualTo(i + 1 < lives ? 10L * (i + 1) : ProcessDirectory.AFTER_TRACE);
        }
        assertThat(processes.find(8, -1).index()).isZero();
    }

    /** What a trace tells cannot take all the memory of a program that follows it. */
    @Nested
    class Limits {
        private final ThreadDirectory threads = new ThreadDirectory(new IdentityLimits(Path.of("trace.etl"), 3, 2, 20));

        private void hear(Kind kind, long time, int threadId, String name) throws Exception {
            threads.hear(kind, time, 100, threadId, name, null, id -> false);
        }

        private void assertRefused(ThrowingCallable action, String what) {
            assertThatExceptionOfType(FileSystemException.class)
                    .isThrownBy(action)
                    .withMessage("trace.etl: has more than %s, too many to keep", what);
        }

        @Test
        void threadsThatAreTold() throws Exception {
            for (int id = 4; id <= 12; id += 4) {
                hear(Kind.START, 10, id, null);
            }
            assertRefused(() -> hear(Kind.START, 10, 16, null), "3 threads or events about threads");
            assertRefused(() -> threads.lifeOf(16), "3 threads or events about threads");
            assertRefused(() -> threads.nextLifeOf(4, 20), "3 threads or events about threads");
            assertThat(threads.lifeOf(4)).isZero();
        }

        @Test
        void threadsThatAreMet() throws Exception {
            for (int id = 4; id <= 12; id += 4) {
                threads.lifeOf(id);
            }
            assertRefused(() -> threads.lifeOf(16), "3 threads or events about threads");
        }

        @Test
        void processes() throws Exception {
            threads.hear(Kind.START, 10, new ProcessRecord(100, 4, 0, 0, "a", "b", false));
            threads.hear(Kind.END, 20, new ProcessRecord(100, 4, 0, 0, "a", "b", false));
            threads.hear(Kind.START, 30, new ProcessRecord(104, 4, 0, 0, "a", "b", false));
            assertRefused(
                    () -> threads.hear(Kind.START, 40, new ProcessRecord(108, 4, 0, 0, "a", "b", false)),
                    "2 processes or events about processes");
        }

        /** With two bytes for each one's length, and each once. */
        @Test
        void namesOfThreads() throws Exception {
            hear(Kind.NAME, 10, 4, "eight ch");
            hear(Kind.NAME, 20, 8, "eight ch");
            hear(Kind.NAME, 30, 4, "another8");
            assertRefused(() -> hear(Kind.NAME, 40, 4, ""), "20 bytes of names");
        }

        /** Of two bytes each. */
        @Test
        void namesOfProcesses() throws Exception {
            threads.hear(Kind.START, 10, new ProcessRecord(100, 4, 0, 0, "a.exe", "/help", false));
            assertRefused(
                    () -> threads.hear(Kind.START, 20, new ProcessRecord(104, 4, 0, 0, "b", null, false)),
                    "20 bytes of names");
        }
    }
}
