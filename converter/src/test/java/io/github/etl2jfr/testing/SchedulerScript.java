package io.github.etl2jfr.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A trace from a few lines of text.
 *
 * <pre>
 *          0 rundown process 100 app.exe
 *          0 rundown thread 7 in 100 "worker"
 *   cpu0 100 switch 0->7 waittime 3
 *   cpu0 180 switch 7->0 wait UserRequest mode UserMode
 *   cpu1 300 ready 7 by 9
 *   cpu1 340 switch 5->7 ready WrPreempted prio 8->9       # 5 had to go
 *        900 end thread 7 in 100
 * </pre>
 *
 * One line is one event; '#' begins a comment.
 *
 * <pre>
 *   line       [cpuN] TIME action        TIME in clock ticks since the start; without a processor: cpu0
 *   action     switch OLD->NEW leaving attributes
 *              ready TID [by WAKER | dpc]
 *              what                                the process or thread starts
 *              end what
 *              rundown what                        it was there when the trace started
 *              endrundown what                     it was there when the trace ended
 *              defunct process PID IMAGE           it had ended when that was asked, but was still referred to
 *              name TID in PID "NAME"              the thread's name from now on
 *              flush                               the processor's buffer is written
 *              drop                                the processor's buffer is lost
 *              lose N                              N events are lost on the processor
 *   what       process PID IMAGE
 *              thread TID in PID ["NAME"] [by LOGGER]
 *   leaving    wait REASON | ready [REASON] | state STATE [REASON], the last two leave a stale reason;
 *              nothing when OLD is 0, the idle thread
 *   attributes prio OLD->NEW | base N | waittime N | mode UserMode|KernelMode | cstate N | quantum N | ideal N
 *              | plan TID, a NewThreadId that is not the thread that then runs
 * </pre>
 *
 * <p>REASON and STATE are the kernel's names or numbers. Priorities are 8, the idle thread's 0, unless given; the base
 * priority matters in batches only and is the outgoing thread's priority unless given. What a batch cannot say is left
 * out of it.
 *
 * <p>A ready event with a waker has a header that names it; without, the waker is whoever runs on the processor, or
 * with {@code dpc} nobody. A thread event's header names the LOGGER: unless given, nobody at a start or in a rundown,
 * the thread itself at its end.
 *
 * <p>The trace begins with the groups that such a session has on.
 */
public final class SchedulerScript {
    /** Two processors take turns in having a buffer written, each with one switch. */
    public static final String SIX_BUFFERS = """
            cpu0 100 switch 0->7
            cpu0 110 flush
            cpu1 120 switch 0->8
            cpu1 130 flush
            cpu0 200 switch 7->0 wait UserRequest
            cpu0 210 flush
            cpu1 220 switch 8->0 wait UserRequest
            cpu1 230 flush
            cpu0 300 switch 0->7
            cpu0 310 flush
            cpu1 320 switch 0->8
            """;

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|\\S+");
    private static final String ACTIONS =
            "switch, ready, process, thread, end, rundown, endrundown, defunct, name, flush, drop or lose";

    /** What a line does to the trace, at its time on its processor. */
    private interface Action {
        void run(Writing writing, int processor, long time);
    }

    private record Step(int processor, long time, Action action) {}

    /** A trace and how its events look. */
    private record Writing(TraceBuilder trace, Events events, SwitchWriter switches) {}

    private final List<Step> steps = new ArrayList<>();
    private int processors = 1;

    private SchedulerScript() {}

    /** Reads a script; what is wrong with it, an IllegalArgumentException tells by line. */
    public static SchedulerScript parse(String text) {
        SchedulerScript script = new SchedulerScript();
        List<Long> lastTimes = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            Words words = new Words(number, line);
            if (!words.isEmpty()) {
                script.add(words, lastTimes);
            }
        }
        return script;
    }

    private void add(Words words, List<Long> lastTimes) {
        int processor = 0;
        if (words.peek().matches("cpu\\d+")) {
            processor = Integer.parseInt(words.next("a processor").substring(3));
        }
        long time = words.number("a time");
        while (lastTimes.size() <= processor) {
            lastTimes.add(0L);
        }
        if (time < lastTimes.get(processor)) {
            throw words.error("time " + time + " is before " + lastTimes.get(processor) + " on cpu" + processor);
        }
        lastTimes.set(processor, time);
        processors = Math.max(processors, processor + 1);
        steps.add(new Step(processor, time, action(words)));
        words.end();
    }

    /** Processors named. */
    public int processors() {
        return processors;
    }

    /** The trace with one event a switch. */
    public byte[] toTrace() {
        return toTrace(SwitchForm.EVENTS);
    }

    public byte[] toTrace(SwitchForm form) {
        return toTrace(new TraceOptions().processors(processors), form);
    }

    public byte[] toTrace(TraceOptions options, SwitchForm form) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        writeTo(trace.builder(), form);
        return trace.finish();
    }

    /** Appends the script's events to a trace, which stays open. */
    public void writeTo(TraceBuilder trace, SwitchForm form) {
        TraceOptions options = trace.options();
        Writing writing = new Writing(trace, options.events(), new SwitchWriter(trace, form));
        GroupMasks groups = GroupMasks.atRundown().processes().threads().readyThreads();
        trace.append(
                0,
                writing.events.groupMasks(
                        options.startTicks,
                        form.isCompact() ? groups.compactContextSwitches() : groups.contextSwitches()));
        long[] lastTimes = new long[processors];
        for (Step step : steps) {
            step.action.run(writing, step.processor, options.ticks(step.time));
            lastTimes[step.processor] = step.time;
        }
        for (int processor = 0; processor < processors; processor++) {
            writing.switches.log(processor, options.ticks(lastTimes[processor]));
        }
    }

    private static Action action(Words words) {
        String word = words.next("an action");
        return switch (word) {
            case "switch" -> contextSwitch(words);
            case "ready" -> ready(words);
            case "process", "thread" -> lifeEvent(words, word, Moment.START);
            case "end" -> lifeEvent(words, words.next("process or thread"), Moment.END);
            case "rundown" -> lifeEvent(words, words.next("process or thread"), Moment.RUNDOWN_AT_START);
            case "endrundown" -> lifeEvent(words, words.next("process or thread"), Moment.RUNDOWN_AT_END);
            case "defunct" -> {
                words.expect("process");
                yield process(words, ProcessRecord.Kind.DEFUNCT);
            }
            case "name" -> name(words);
            case "flush" ->
                (writing, processor, time) -> {
                    writing.switches.log(processor, time);
                    writing.trace.flush(processor);
                };
            case "drop" ->
                (writing, processor, time) -> {
                    writing.switches.log(processor, time);
                    writing.trace.drop(processor);
                };
            case "lose" -> {
                int count = words.integer("a number of events");
                yield (writing, processor, time) -> writing.trace.loseEvents(processor, count);
            }
            default -> throw words.error("no action '" + word + "': " + ACTIONS);
        };
    }

    private static Action contextSwitch(Words words) {
        int[] threads = words.pair("the threads as OLD->NEW");
        ContextSwitch contextSwitch = new ContextSwitch()
                .oldThread(threads[0], threads[0] == 0 ? 0 : 8)
                .newThread(threads[1], threads[1] == 0 ? 0 : 8);
        switch (words.peek()) {
            case "wait" -> {
                words.skip();
                contextSwitch.waiting(words.waitReason());
            }
            case "ready" -> {
                words.skip();
                contextSwitch.state(Kernel.READY);
                staleReason(words, contextSwitch);
            }
            case "state" -> {
                words.skip();
                contextSwitch.state(words.state());
                staleReason(words, contextSwitch);
            }
            default -> {
                if (threads[0] != 0) {
                    throw words.error("how does thread " + threads[0]
                            + " leave? say wait REASON, ready [REASON] or state STATE [REASON]");
                }
                contextSwitch.oldIdle(0);
            }
        }
        int basePriority = -1;
        while (!words.isEmpty()) {
            String attribute = words.next("an attribute");
            switch (attribute) {
                case "prio" -> {
                    int[] priorities = words.pair("the priorities as OLD->NEW");
                    contextSwitch.oldThread(threads[0], priorities[0]);
                    contextSwitch.newThread(contextSwitch.newThreadId, priorities[1]);
                }
                case "base" -> basePriority = words.integer("a priority");
                case "waittime" -> contextSwitch.newWaitTicks(words.integer("a number of timer ticks"));
                case "mode" -> contextSwitch.waitMode(words.mode());
                case "cstate" -> contextSwitch.cState(words.integer("a power state"));
                case "quantum" -> contextSwitch.quantum(words.integer("a quantum"));
                case "ideal" -> contextSwitch.idealProcessor(words.integer("a processor"));
                case "plan" -> contextSwitch.newThread(words.integer("a thread"), contextSwitch.newPriority);
                default ->
                    throw words.error("no attribute '" + attribute
                            + "': prio, base, waittime, mode, cstate, quantum, ideal or plan");
            }
        }
        int base = basePriority < 0 ? contextSwitch.oldPriority : basePriority;
        return (writing, processor, time) -> writing.switches.write(processor, time, contextSwitch, base);
    }

    /** After ready and state a reason may follow; names of attributes begin in lower case. */
    private static void staleReason(Words words, ContextSwitch contextSwitch) {
        if (words.peek().matches("[A-Z0-9].*")) {
            contextSwitch.waitReason(words.waitReason());
        }
    }

    private static Action ready(Words words) {
        ReadyThread ready = new ReadyThread().threadId(words.integer("a thread"));
        if (words.skip("by")) {
            int waker = words.integer("a thread");
            return (writing, processor, time) ->
                    writing.trace.append(processor, writing.events.readyThread(time, waker, ready));
        }
        if (words.skip("dpc")) {
            ready.flags(ReadyThread.EXECUTING_DPC);
        }
        return (writing, processor, time) -> writing.trace.append(processor, writing.events.readyThread(time, ready));
    }

    /** The four moments at which a process or thread is told of. */
    private enum Moment {
        START(ProcessRecord.Kind.START, ThreadRecord.Kind.START),
        END(ProcessRecord.Kind.END, ThreadRecord.Kind.END),
        RUNDOWN_AT_START(ProcessRecord.Kind.RUNDOWN_AT_START, ThreadRecord.Kind.RUNDOWN_AT_START),
        RUNDOWN_AT_END(ProcessRecord.Kind.RUNDOWN_AT_END, ThreadRecord.Kind.RUNDOWN_AT_END);

        private final ProcessRecord.Kind process;
        private final ThreadRecord.Kind thread;

        Moment(ProcessRecord.Kind process, ThreadRecord.Kind thread) {
            this.process = process;
            this.thread = thread;
        }
    }

    private static Action lifeEvent(Words words, String what, Moment moment) {
        return switch (what) {
            case "process" -> process(words, moment.process);
            case "thread" -> thread(words, moment.thread);
            default -> throw words.error("expected process or thread, found '" + what + "'");
        };
    }

    private static Action process(Words words, ProcessRecord.Kind kind) {
        int processId = words.integer("a process");
        String image = words.next("an image name");
        return (writing, processor, time) -> {
            ProcessRecord process = ProcessRecord.of(kind)
                    .version(writing.events.processVersion())
                    .processId(processId)
                    .image(image)
                    .commandLine(image);
            writing.trace.append(processor, writing.events.process(time, 0, 0, process));
        };
    }

    private static Action thread(Words words, ThreadRecord.Kind kind) {
        int threadId = words.integer("a thread");
        words.expect("in");
        int processId = words.integer("a process");
        String name = words.isQuoted() ? words.next("a name") : "";
        boolean logsItself = kind == ThreadRecord.Kind.END;
        int logger = words.skip("by") ? words.integer("a thread") : logsItself ? threadId : 0;
        int loggerProcess = logsItself ? processId : 0;
        return (writing, processor, time) -> {
            ThreadRecord thread = ThreadRecord.of(kind)
                    .version(writing.events.threadVersion())
                    .threadId(threadId)
                    .processId(processId)
                    .name(writing.events.namesThreads() ? name : null);
            writing.trace.append(processor, writing.events.thread(time, logger, loggerProcess, thread));
        };
    }

    private static Action name(Words words) {
        int threadId = words.integer("a thread");
        words.expect("in");
        ThreadName name = new ThreadName(words.integer("a process"), threadId, words.next("a name"));
        return (writing, processor, time) ->
                writing.trace.append(processor, writing.events.threadName(time, threadId, name.processId(), name));
    }

    /** The words of a line, one after the other. */
    private static final class Words {
        private final int line;
        private final List<MatchResult> words;
        private int next;

        Words(int line, String text) {
            this.line = line;
            int comment = text.indexOf('#');
            words = WORD.matcher(comment < 0 ? text : text.substring(0, comment))
                    .results()
                    .toList();
        }

        boolean isEmpty() {
            return next == words.size();
        }

        boolean isQuoted() {
            return !isEmpty() && words.get(next).group(1) != null;
        }

        /** The next word, empty if there is none. */
        String peek() {
            return isEmpty() ? "" : words.get(next).group();
        }

        void skip() {
            next++;
        }

        /** Skips the word if it comes next. */
        boolean skip(String word) {
            if (!peek().equals(word)) {
                return false;
            }
            skip();
            return true;
        }

        void expect(String word) {
            if (!skip(word)) {
                throw expected(word);
            }
        }

        String next(String what) {
            if (isEmpty()) {
                throw expected(what);
            }
            String word = isQuoted() ? words.get(next).group(1) : peek();
            skip();
            return word;
        }

        long number(String what) {
            if (!peek().matches("\\d{1,18}")) {
                throw expected(what);
            }
            return Long.parseLong(next(what));
        }

        int integer(String what) {
            if (!peek().matches("\\d{1,9}")) {
                throw expected(what);
            }
            return Integer.parseInt(next(what));
        }

        int[] pair(String what) {
            if (!peek().matches("\\d{1,9}->\\d{1,9}")) {
                throw expected(what);
            }
            return Arrays.stream(next(what).split("->", 2))
                    .mapToInt(Integer::parseInt)
                    .toArray();
        }

        int waitReason() {
            return named("a wait reason", Kernel.waitReason(peek()));
        }

        int state() {
            return named("a state", Kernel.state(peek()));
        }

        int mode() {
            return named(
                    "UserMode or KernelMode", List.of("KernelMode", "UserMode").indexOf(peek()));
        }

        private int named(String what, int number) {
            if (number < 0) {
                return integer(what);
            }
            skip();
            return number;
        }

        void end() {
            if (!isEmpty()) {
                throw error("nothing may follow, found '" + peek() + "'");
            }
        }

        private IllegalArgumentException expected(String what) {
            return error("expected " + what + ", found " + (isEmpty() ? "the line's end" : "'" + peek() + "'"));
        }

        IllegalArgumentException error(String message) {
            return new IllegalArgumentException("line " + line + ": " + message);
        }
    }
}
