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
    private final List<String> told = new ArrayList<>();
    private final Map<Integer, Long> threadEnds = new HashMap<>();
    private final Map<Integer, Long> processorEnds = new HashMap<>();
    private long lastSwitch = Long.MIN_VALUE;

    /** All that was told, to compare. */
    List<String> told() {
        return told;
    }

    @Override
    public void contextSwitch(SwitchEvent event) {
        Checks.require(event.time() >= lastSwitch, "a switch before the last one: " + event.time());
        lastSwitch = event.time();
        told.add(event.time() + " cpu" + event.processor() + " " + event.oldThread() + "->" + event.newThread());
    }

    @Override
    public void running(Slice slice) {
        ofThread("running", slice);
        follows(processorEnds, slice.processor(), slice);
    }

    @Override
    public void ready(Slice slice) {
        ofThread("ready", slice);
    }

    @Override
    public void waiting(Slice slice) {
        ofThread("waiting", slice);
    }

    @Override
    public void idle(Slice slice) {
        tell("idle", slice);
        follows(processorEnds, slice.processor(), slice);
    }

    @Override
    public void statistics(int thread, long time, ThreadStatistics statistics) {
        told.add(time + " " + thread + " did " + statistics.contextSwitches());
    }

    private void ofThread(String kind, Slice slice) {
        tell(kind, slice);
        follows(threadEnds, slice.thread(), slice);
    }

    private void tell(String kind, Slice slice) {
        told.add(kind + " " + slice.thread() + " " + slice.start() + ".." + slice.end());
    }

    private static void follows(Map<Integer, Long> ends, int key, Slice slice) {
        Checks.require(slice.start() <= slice.end(), "a slice that ends before it starts");
        Long end = ends.put(key, slice.end());
        Checks.require(end == null || slice.start() >= end, "slices overlap at " + slice.start());
    }
}
