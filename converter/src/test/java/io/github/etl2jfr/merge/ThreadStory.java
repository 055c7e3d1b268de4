package io.github.etl2jfr.merge;

import io.github.etl2jfr.merge.Slice.Kind;
import io.github.etl2jfr.merge.Timetable.Run;
import io.github.etl2jfr.merge.Timetable.TraceThread;
import io.github.etl2jfr.merge.Timetable.Waking;
import io.github.etl2jfr.testing.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What a thread did from its start, or the trace's, to its end, or the trace's: the slices of the truth. */
final class ThreadStory {
    private static final int NOWHERE = -1;

    private final TraceThread thread;
    private final Timetable timetable;
    private final NavigableMap<Long, Waking> wakings = new TreeMap<>();
    private final List<Slice> slices = new ArrayList<>();

    private ThreadStory(TraceThread thread, Timetable timetable) {
        this.thread = thread;
        this.timetable = timetable;
    }

    static ThreadStory of(TraceThread thread, Timetable timetable, Span trace) {
        ThreadStory story = new ThreadStory(thread, timetable);
        story.tell(trace);
        return story;
    }

    List<Slice> slices() {
        return slices;
    }

    private void tell(Span trace) {
        timetable.wakings().stream()
                .filter(waking -> waking.thread().equals(thread))
                .forEach(waking -> wakings.put(waking.time(), waking));
        Run previous = null;
        for (Run run : timetable.runs(thread)) {
            tellWay(previous, run, trace);
            Run next = nextOn(run.processor(), run.time().end());
            slices.add(new Slice(
                    Kind.RUNNING,
                    thread,
                    run.time(),
                    run.processor(),
                    run.time().end() < trace.end() ? Kernel.stateName(run.state()) : null,
                    next == null ? null : next.thread()));
            previous = run;
        }
        if (previous != null
                && previous.state() == Kernel.WAITING
                && previous.time().end() < trace.end()) {
            add(
                    Kind.WAITING,
                    previous.time().end(),
                    trace.end(),
                    previous.processor(),
                    TraceOfRun.reasonName(previous),
                    null);
        }
    }

    /** What it did before a run. */
    private void tellWay(Run previous, Run run, Span trace) {
        long in = run.time().start();
        if (previous != null && previous.state() == Kernel.READY) {
            long out = previous.time().end();
            Run instead = nextOn(previous.processor(), out);
            add(Kind.READY, out, in, run.processor(), "Preempted", instead.thread());
        } else if (previous == null && thread.start() != Long.MIN_VALUE) {
            add(Kind.READY, thread.start(), in, run.processor(), "Started", null);
        } else if (in > trace.start()) {
            Waking waking = wakings.lowerEntry(in).getValue();
            TraceThread waker = runningOn(waking.processor(), waking.time());
            long since = previous == null ? trace.start() : previous.time().end();
            add(
                    Kind.WAITING,
                    since,
                    waking.time(),
                    previous == null ? NOWHERE : previous.processor(),
                    previous == null ? null : TraceOfRun.reasonName(previous),
                    waker);
            add(Kind.READY, waking.time(), in, run.processor(), "Readied", waker);
        }
    }

    private void add(Kind kind, long start, long end, int processor, String why, TraceThread other) {
        slices.add(new Slice(kind, thread, new Span(start, end), processor, why, other));
    }

    private Run nextOn(int processor, long time) {
        return timetable.runs(processor).get(time);
    }

    private TraceThread runningOn(int processor, long time) {
        Map.Entry<Long, Run> last = timetable.runs(processor).floorEntry(time);
        return last == null || last.getValue().time().end() <= time
                ? null
                : last.getValue().thread();
    }
}
