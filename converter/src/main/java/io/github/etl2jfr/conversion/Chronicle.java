package io.github.etl2jfr.conversion;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.merge.LatencyExplainer;
import io.github.etl2jfr.recording.EventType;
import io.github.etl2jfr.recording.LatencyBreakdown;
import io.github.etl2jfr.recording.RecordingWriter;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ProcessorPeriods;
import io.github.etl2jfr.scheduler.ProcessorStatistics;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Brings the many events of the scheduler and the few about processes, losses and a JVM's latencies into
 * one order of time, and leaves out what the user did not ask for.
 */
final class Chronicle implements SchedulerListener {
    /** An event that is known before the scheduler's are read. */
    private record Known(long time, Writing writing) {}

    private interface Writing {
        void write() throws IOException;
    }

    private final RecordingWriter writer;
    private final ThreadFilter filter;
    private final boolean wantsSwitches;
    private final boolean wantsRunning;
    private final boolean wantsReady;
    private final boolean wantsWaiting;
    private final boolean wantsIdle;
    private final boolean wantsProcessorRunning;
    private final boolean wantsStatistics;
    private final EventSelection events;
    private final long minDuration;
    private final long from;
    private final long to;
    private final DamageLog damage;
    private final BitSet threads = new BitSet();

    private final List<Known> known = new ArrayList<>();
    private int nextKnown;
    private int damageWritten;
    private long now;

    /** When something is due that the scheduler does not tell. */
    private long nextTime = Long.MAX_VALUE;

    /** Sums up what processors did; null if nobody wants that. */
    private final ProcessorPeriods periods;

    /** Explains a JVM's events; null if there is no JVM. */
    private LatencyExplainer explainer;

    private long latencies;
    private long switchesSeen;
    private long switchesWritten;

    Chronicle(
            RecordingWriter writer,
            RecordingWriter.Session session,
            ThreadFilter filter,
            EventSelection events,
            DamageLog damage) {
        this.writer = writer;
        this.filter = filter;
        this.wantsSwitches = events.contains(EventType.CONTEXT_SWITCH);
        this.wantsRunning = events.contains(EventType.THREAD_RUNNING);
        this.wantsReady = events.contains(EventType.THREAD_READY);
        this.wantsWaiting = events.contains(EventType.THREAD_WAITING);
        this.wantsIdle = events.contains(EventType.PROCESSOR_IDLE) && filter.keepsAll();
        this.wantsProcessorRunning = events.contains(EventType.PROCESSOR_RUNNING);
        this.wantsStatistics = events.contains(EventType.THREAD_STATISTICS);
        this.events = events;
        this.minDuration = session.clock().ticks(session.leftOut().minDuration());
        this.from = session.firstTime();
        this.to = session.lastTime();
        this.damage = damage;
        this.periods = events.contains(EventType.PROCESSOR_STATISTICS)
                ? new ProcessorPeriods(session.clock(), session.processors(), from, this::processorStatistics)
                : null;
    }

    long switchesSeen() {
        return switchesSeen;
    }

    long switchesWritten() {
        return switchesWritten;
    }

    /** Threads that were asked for and did something; complete when all is told. */
    BitSet threads() {
        return threads;
    }

    /** JVM events explained. */
    long latencies() {
        return latencies;
    }

    /**
     * Writes what a JVM's events are made of, too.
     *
     * @param newExplainer tells {@link #explained}
     */
    void explain(LatencyExplainer newExplainer) {
        explainer = newExplainer;
    }

    /** Writes an event of a JVM, explained. Its threads need not be in the trace, unless the user asked for some. */
    void explained(LatencyBreakdown breakdown, int thread, int vmThread, long time) throws IOException {
        if (filter.isOfUser() && !filter.keeps(thread) && !filter.keeps(vmThread)) {
            return;
        }
        writer.latencyBreakdown(breakdown, time);
        latencies++;
    }

    /** Writes what stands at the start, and takes down what the survey found for its time to come. */
    void begin(TraceSurvey survey, ProcessDirectory processes) throws IOException {
        now = from;
        writer.traceSession();
        boolean isJvm = writer.isJvm();
        if (!isJvm) {
            writer.osInformation();
        }
        for (ProcessDirectory.Life process : processes.lives()) {
            if (!filter.keeps(process)) {
                continue;
            }
            boolean isThere = process.isTold() && process.start() <= now && process.end() > now;
            if (isThere && !isJvm && events.contains(EventType.SYSTEM_PROCESS)) {
                writer.systemProcess(process);
            }
            if (process.isStartTold() && isInRange(process.start()) && events.contains(EventType.PROCESS_START)) {
                known.add(new Known(process.start(), () -> writer.processStart(process)));
            }
            if (isInRange(process.end()) && events.contains(EventType.PROCESS_END)) {
                known.add(new Known(process.end(), () -> writer.processEnd(process)));
            }
        }
        for (long time : survey.timesOf(damage.entries(), now, to)) {
            DamageLog.Entry entry = damage.entry(damageWritten++);
            known.add(new Known(time, () -> writer.dataLoss(entry, time)));
        }
        known.sort(Comparator.comparingLong(Known::time));
        awaitNext();
    }

    @Override
    public void reached(long time) throws IOException {
        writeUntil(time);
        writer.reach(time);
    }

    @Override
    public void contextSwitch(SwitchEvent event) throws IOException {
        switchesSeen++;
        if (periods != null) {
            periods.contextSwitch(event.processor(), event.time());
        }
        if (wantsSwitches && (filter.keeps(event.oldThread()) || filter.keeps(event.newThread()))) {
            writer.contextSwitch(event);
            switchesWritten++;
        }
    }

    @Override
    public void running(Slice slice) throws IOException {
        if (explainer != null) {
            explainer.running(slice);
        }
        if (periods != null) {
            periods.running(slice);
        }
        if (isWanted(slice)) {
            if (wantsRunning) {
                writer.running(slice);
            }
            if (wantsProcessorRunning) {
                writer.processorRunning(slice);
            }
        }
    }

    @Override
    public void ready(Slice slice) throws IOException {
        if (explainer != null) {
            explainer.ready(slice);
        }
        if (wantsReady && isWanted(slice)) {
            writer.ready(slice);
        }
    }

    @Override
    public void waiting(Slice slice) throws IOException {
        if (explainer != null) {
            explainer.waiting(slice);
        }
        if (wantsWaiting && isWanted(slice)) {
            writer.waiting(slice);
        }
    }

    @Override
    public void idle(Slice slice) throws IOException {
        if (periods != null) {
            periods.idle(slice);
        }
        if (wantsIdle && isLongEnough(slice)) {
            writer.processorIdle(slice);
        }
    }

    private void processorStatistics(ProcessorStatistics statistics) throws IOException {
        writer.processorStatistics(statistics, now);
    }

    @Override
    public void statistics(int thread, long time, ThreadStatistics statistics) throws IOException {
        if (!filter.keeps(thread)) {
            return;
        }
        threads.set(thread);
        if (wantsStatistics) {
            writeUntil(time);
            writer.threadStatistics(thread, time, statistics);
        }
    }

    private boolean isWanted(Slice slice) {
        return filter.keeps(slice.thread()) && isLongEnough(slice);
    }

    private boolean isLongEnough(Slice slice) {
        return slice.end() - slice.start() >= minDuration;
    }

    /** Writes what is left after the last event of the scheduler. */
    void end() throws IOException {
        writeUntil(to);
        if (explainer != null) {
            explainer.end();
        }
        if (periods != null) {
            periods.end(to);
        }
        for (DamageLog.Entry rest : damage.rest()) {
            writer.dataLoss(rest, now);
        }
    }

    /** Writes what is not later than what is told next. */
    private void writeUntil(long time) throws IOException {
        if (nextTime <= time) {
            writeKnownUntil(time);
        }
        now = time;
        if (damage.size() > damageWritten) {
            writeDamage();
        }
    }

    private void writeKnownUntil(long time) throws IOException {
        while (nextTime <= time) {
            if (nextKnownTime() <= nextTime) {
                known.get(nextKnown++).writing().write();
            } else {
                explainer.next();
            }
            awaitNext();
        }
    }

    private void awaitNext() {
        nextTime = explainer == null ? nextKnownTime() : Math.min(nextKnownTime(), explainer.nextTime());
    }

    private long nextKnownTime() {
        return nextKnown < known.size() ? known.get(nextKnown).time() : Long.MAX_VALUE;
    }

    /** Damage met by the scheduler, at the time at which it was met. */
    private void writeDamage() throws IOException {
        while (damageWritten < damage.size()) {
            writer.dataLoss(damage.entry(damageWritten++), now);
        }
    }

    private boolean isInRange(long time) {
        return time >= from && time <= to;
    }
}
