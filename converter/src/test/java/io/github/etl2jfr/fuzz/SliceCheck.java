package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sees to it that switches come in order, and that slices of a thread, and of a processor, never overlap. */
final class SliceCheck implements SchedulerListener {
    /** What the numbers of a {@link Told} are. */
    private enum Kind {
        SWITCH,
        RUNNING,
        READY,
        WAITING,
        IDLE,
        STATISTICS
    }

    /** Something that was told: not a text, which would take longer than what is tested. */
    record Told(Kind kind, int thread, int processor, long from, long to) {}

    private final List<Told> told = new ArrayList<>();
    private final Map<Integer, Long> threadEnds = new HashMap<>();
    private final Map<Integer, Long> processorEnds = new HashMap<>();
    private long lastSwitch = Long.MIN_VALUE;

    /** All that was told, to compare. */
    List<Told> told() {
        return told;
    }

    @Override
    public void contextSwitch(SwitchEvent event) {
        Checks.require(event.time() >= lastSwitch, "a switch before the last one: " + event.time());
        lastSwitch = event.time();
        told.add(new Told(Kind.SWITCH, event.oldThread(), event.processor(), event.time(), event.newThread()));
    }

    @Override
    public void running(Slice slice) {
        ofThread(Kind.RUNNING, slice);
        follows(processorEnds, slice.processor(), slice);
    }

    @Override
    public void ready(Slice slice) {
        ofThread(Kind.READY, slice);
    }

    @Override
    public void waiting(Slice slice) {
        ofThread(Kind.WAITING, slice);
    }

    @Override
    public void idle(Slice slice) {
        tell(Kind.IDLE, slice);
        follows(processorEnds, slice.processor(), slice);
    }

    @Override
    public void statistics(int thread, long time, ThreadStatistics statistics) {
        told.add(new Told(Kind.STATISTICS, thread, 0, time, statistics.contextSwitches()));
    }

    private void ofThread(Kind kind, Slice slice) {
        tell(kind, slice);
        follows(threadEnds, slice.thread(), slice);
    }

    private void tell(Kind kind, Slice slice) {
        told.add(new Told(kind, slice.thread(), slice.processor(), slice.start(), slice.end()));
    }

    private static void follows(Map<Integer, Long> ends, int key, Slice slice) {
        Checks.require(slice.start() <= slice.end(), "a slice that ends before it starts");
        Long end = ends.put(key, slice.end());
        Checks.require(end == null || slice.start() >= end, "slices overlap at " + slice.start());
    }
}
