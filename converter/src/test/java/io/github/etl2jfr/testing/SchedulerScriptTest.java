package io.github.etl2jfr.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SchedulerScriptTest {
    private static final TraceOptions OPTIONS = new TraceOptions().processors(2);

    @Test
    void linesBecomeEvents() {
        byte[] trace = SchedulerScript.parse("""
                        # the idle thread, then 7
                               0 rundown process 100 app.exe
                               0 rundown thread 7 in 100 "worker one"
                        cpu0 100 switch 0->7 waittime 3 cstate 2
                        cpu0 180 switch 7->0 wait UserRequest mode UserMode plan 8

                        cpu1 300 ready 7 by 9
                        cpu1 300 ready 7 dpc
                        cpu1 340 switch 5->6 ready WrQuantumEnd prio 8->9 ideal 1 quantum 4   # cut off
                             900 name 7 in 100 "late"
                             901 end thread 7 in 100
                        """).toTrace(OPTIONS, SwitchForm.EVENTS);

        TraceBuilder.InMemory expected = TraceBuilder.inMemory(OPTIONS);
        TraceBuilder builder = expected.builder();
        Events events = OPTIONS.events();
        builder.append(
                0,
                events.groupMasks(
                        OPTIONS.ticks(0),
                        GroupMasks.atRundown()
                                .processes()
                                .threads()
                                .contextSwitches()
                                .readyThreads()));
        builder.append(
                0,
                events.process(
                        OPTIONS.ticks(0),
                        0,
                        0,
                        ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                                .processId(100)
                                .image("app.exe")
                                .commandLine("app.exe")));
        ThreadRecord rundown = ThreadRecord.of(ThreadRecord.Kind.RUNDOWN_AT_START)
                .processId(100)
                .threadId(7);
        builder.append(0, events.thread(OPTIONS.ticks(0), 0, 0, rundown.name("worker one")));
        ContextSwitch in = new ContextSwitch().oldIdle(2).newThread(7, 8).newWaitTicks(3);
        builder.append(0, events.contextSwitch(OPTIONS.ticks(100), in));
        ContextSwitch out =
                new ContextSwitch().oldThread(7, 8).newThread(8, 0).waiting(6).waitMode(1);
        builder.append(0, events.contextSwitch(OPTIONS.ticks(180), out));
        builder.append(1, events.readyThread(OPTIONS.ticks(300), 9, new ReadyThread().threadId(7)));
        builder.append(
                1,
                events.readyThread(
                        OPTIONS.ticks(300), new ReadyThread().threadId(7).flags(1)));
        ContextSwitch preemption = new ContextSwitch()
                .oldThread(5, 8)
                .newThread(6, 9)
                .state(1)
                .waitReason(30)
                .idealProcessor(1)
                .quantum(4);
        builder.append(1, events.contextSwitch(OPTIONS.ticks(340), preemption));
        builder.append(0, events.threadName(OPTIONS.ticks(900), 7, 100, new ThreadName(100, 7, "late")));
        ThreadRecord end = ThreadRecord.of(ThreadRecord.Kind.END)
                .processId(100)
                .threadId(7)
                .name("");
        builder.append(0, events.thread(OPTIONS.ticks(901), 7, 100, end));
        assertThat(trace).isEqualTo(expected.finish());
    }

    @Test
    void switchesBecomeBatches() {
        byte[] trace = SchedulerScript.parse("""
                        cpu0 100 switch 0->7
                        cpu0 180 switch 7->0 wait UserRequest prio 10->0 base 8
                        cpu0 300 flush
                        cpu0 400 switch 0->7 waittime 9
                        cpu0 500 switch 7->8 ready waittime 9
                        """).toTrace(OPTIONS, SwitchForm.BATCHES_FROM_PREVIOUS);

        TraceBuilder.InMemory expected = TraceBuilder.inMemory(OPTIONS);
        Events events = OPTIONS.events();
        expected.builder()
                .append(
                        0,
                        events.groupMasks(
                                OPTIONS.ticks(0),
                                GroupMasks.atRundown()
                                        .processes()
                                        .threads()
                                        .compactContextSwitches()
                                        .readyThreads()))
                .append(
                        0,
                        events.compactBatch(
                                OPTIONS.ticks(300),
                                new CompactBatch()
                                        .start(OPTIONS.ticks(100))
                                        .thread(7, 8)
                                        .idleShort(0)
                                        .lite(80, 0, 2, 6)))
                .flush(0)
                .append(
                        0,
                        events.compactBatch(
                                OPTIONS.ticks(500),
                                new CompactBatch()
                                        .start(OPTIONS.ticks(180))
                                        .thread(7, 8)
                                        .idleShort(220)
                                        .full(100, 0, 41, 8, 9)));
        assertThat(trace).isEqualTo(expected.finish());
    }

    @Test
    void processorsAreCounted() {
        assertThat(SchedulerScript.parse("cpu3 1 switch 0->7").processors()).isEqualTo(4);
    }

    @Test
    void mistakesAreToldByLine() {
        assertMistake("soon switch 0->7", "line 1: expected a time, found 'soon'");
        assertMistake("\ncpu0 5", "line 2: expected an action, found the line's end");
        assertMistake(
                "5 swap 0->7",
                "line 1: no action 'swap': switch, ready, process, thread, end, rundown, endrundown, defunct, name, flush,"
                        + " drop or lose");
        assertMistake("5 switch 0", "line 1: expected the threads as OLD->NEW, found '0'");
        assertMistake(
                "5 switch 7->0",
                "line 1: how does thread 7 leave? say wait REASON, ready [REASON] or state STATE [REASON]");
        assertMistake("5 switch 7->0 wait Forever", "line 1: expected a wait reason, found 'Forever'");
        assertMistake("5 switch 7->0 state Gone", "line 1: expected a state, found 'Gone'");
        assertMistake(
                "5 switch 0->7 colour 3",
                "line 1: no attribute 'colour': prio, base, waittime, mode, cstate, quantum, ideal or plan");
        assertMistake("5 switch 0->7 mode x", "line 1: expected UserMode or KernelMode, found 'x'");
        assertMistake("5 thread 7 of 100", "line 1: expected in, found 'of'");
        assertMistake("5 end cpu 7", "line 1: expected process or thread, found 'cpu'");
        assertMistake("5 ready 7 soon", "line 1: nothing may follow, found 'soon'");
        assertMistake("cpu1 5 ready 7\ncpu0 1 ready 7\ncpu1 4 ready 7", "line 3: time 4 is before 5 on cpu1");
    }

    private static void assertMistake(String script, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SchedulerScript.parse(script))
                .withMessage(message);
    }
}
