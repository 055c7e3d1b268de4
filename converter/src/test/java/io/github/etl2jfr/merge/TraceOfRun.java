package io.github.etl2jfr.merge;

import io.github.etl2jfr.merge.Timetable.Run;
import io.github.etl2jfr.merge.Timetable.TraceThread;
import io.github.etl2jfr.merge.Timetable.Waking;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.Events;
import io.github.etl2jfr.testing.Kernel;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.ReadyThread;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SwitchWriter;
import io.github.etl2jfr.testing.ThreadRecord;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/** A trace of a machine on which a JVM ran as its recording says, and everything that is in it. */
final class TraceOfRun {
    private static final int PRIORITY = 8;

    private final TrueClock clock;
    private final Span span;
    private final Timetable timetable;
    private final TraceOptions options;
    private final List<Step> steps = new ArrayList<>();
    private final List<Slice> slices = new ArrayList<>();

    /** Something to write. Of what happens at once on a processor, wakings and records come before switches. */
    private record Step(long time, int order, int processor, Runnable writing) {}

    private TraceOfRun(TrueClock clock, Span span, Timetable timetable) {
        this.clock = clock;
        this.span = span;
        this.timetable = timetable;
        timetable
                .threads()
                .forEach(thread ->
                        slices.addAll(ThreadStory.of(thread, timetable, span).slices()));
        options = clock.startOf(new TraceOptions().processors(timetable.processors()));
    }

    /**
     * Makes a trace.
     *
     * @param span what it is of, in ticks of the JVM
     * @param processId of the JVM
     */
    static TraceOfRun of(JvmRun jvm, TrueClock clock, Span span, int processId) {
        Span traceSpan = new Span(clock.trace(span.start()), clock.trace(span.end()));
        return new TraceOfRun(clock, traceSpan, Timetable.of(jvm, clock, traceSpan, processId));
    }

    TrueClock clock() {
        return clock;
    }

    /** What it is of, in its own ticks. */
    Span span() {
        return span;
    }

    /** What each thread did. */
    List<Slice> slices() {
        return slices;
    }

    /** Whether a processor has nothing more to do than to go idle. */
    boolean isLast(Slice running) {
        return timetable.runs(running.processor()).lastKey() == running.time().start();
    }

    /** What is true of a trace that a process id is taken from. */
    interface Ownership extends ToIntFunction<TraceThread> {}

    /** The file. */
    byte[] write(SwitchForm form) {
        return write(form, TraceThread::processId);
    }

    /** The file, if threads were those of other processes. */
    byte[] write(SwitchForm form, Ownership processes) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        TraceBuilder builder = trace.builder();
        SwitchWriter switches = new SwitchWriter(builder, form);
        steps.clear();
        addRecords(builder, processes);
        addWakings(builder);
        addSwitches(switches);
        steps.sort(Comparator.comparingLong(Step::time).thenComparingInt(Step::order));
        steps.forEach(step -> step.writing.run());
        for (int processor = 0; processor < timetable.processors(); processor++) {
            switches.log(processor, options.ticks(span.end()));
        }
        return trace.finish();
    }

    private void addRecords(TraceBuilder builder, Ownership processes) {
        Events events = options.events();
        timetable.threads().stream()
                .mapToInt(processes)
                .distinct()
                .forEach(process -> builder.append(
                        0,
                        events.process(
                                options.ticks(span.start()),
                                0,
                                0,
                                ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                                        .processId(process)
                                        .image(process == Timetable.OTHER_PROCESS ? "other.exe" : "java.exe"))));
        for (TraceThread thread : timetable.threads()) {
            int process = processes.applyAsInt(thread);
            boolean isThere = thread.start() == Long.MIN_VALUE;
            add(
                    isThere ? span.start() : thread.start(),
                    isThere ? 0 : firstProcessor(thread),
                    builder,
                    record(thread, process, isThere ? ThreadRecord.Kind.RUNDOWN_AT_START : ThreadRecord.Kind.START));
            if (thread.end() < span.end()) {
                add(thread.end() - 1, lastProcessor(thread), builder, record(thread, process, ThreadRecord.Kind.END));
            }
        }
    }

    private void add(long time, int processor, TraceBuilder builder, ThreadRecord record) {
        steps.add(new Step(
                time,
                0,
                processor,
                () -> builder.append(processor, options.events().thread(options.ticks(time), 0, 0, record))));
    }

    private static ThreadRecord record(TraceThread thread, int process, ThreadRecord.Kind kind) {
        return ThreadRecord.of(kind)
                .threadId(thread.threadId())
                .processId(process)
                .name(thread.name());
    }

    private int firstProcessor(TraceThread thread) {
        return timetable.runs(thread).get(0).processor();
    }

    private int lastProcessor(TraceThread thread) {
        List<Run> runs = timetable.runs(thread);
        return runs.get(runs.size() - 1).processor();
    }

    private void addWakings(TraceBuilder builder) {
        for (Waking waking : timetable.wakings()) {
            ReadyThread ready = new ReadyThread().threadId(waking.thread().threadId());
            steps.add(new Step(
                    waking.time(),
                    0,
                    waking.processor(),
                    () -> builder.append(
                            waking.processor(), options.events().readyThread(options.ticks(waking.time()), ready))));
        }
    }

    private void addSwitches(SwitchWriter switches) {
        for (int processor = 0; processor < timetable.processors(); processor++) {
            Run previous = null;
            for (Run run : timetable.runs(processor).values()) {
                addSwitches(switches, previous, run);
                previous = run;
            }
            if (previous != null && previous.time().end() < span.end()) {
                add(switches, previous.time().end(), processor, leaving(previous));
            }
        }
    }

    /** Between two threads that run on a processor: one if they do one after the other, else two. */
    private void addSwitches(SwitchWriter switches, Run previous, Run run) {
        long start = run.time().start();
        boolean isAfterOther = previous != null && previous.time().end() == start;
        if (previous != null && !isAfterOther) {
            add(switches, previous.time().end(), run.processor(), leaving(previous));
        }
        if (start > span.start()) {
            ContextSwitch contextSwitch = isAfterOther ? leaving(previous) : new ContextSwitch().oldIdle(1);
            add(
                    switches,
                    start,
                    run.processor(),
                    contextSwitch.newThread(run.thread().threadId(), PRIORITY));
        }
    }

    private static ContextSwitch leaving(Run run) {
        return new ContextSwitch()
                .oldThread(run.thread().threadId(), PRIORITY)
                .state(run.state())
                .waitReason(run.reason());
    }

    private void add(SwitchWriter switches, long time, int processor, ContextSwitch contextSwitch) {
        steps.add(new Step(
                time, 1, processor, () -> switches.write(processor, options.ticks(time), contextSwitch, PRIORITY)));
    }

    /** The kernel's name of why a run ended. */
    static String reasonName(Run run) {
        return Kernel.waitReasonName(run.reason());
    }
}
