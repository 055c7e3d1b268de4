package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.kernel.WaitMode;
import io.github.etl2jfr.kernel.WaitReason;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a trace's threads and processors did, as text, in the order in which it is told.
 *
 * <pre>
 *   7 running 100..180 cpu0 Waiting UserRequest then 0
 *   7 waiting 180..300 cpu0 UserRequest by 9
 *   7 ready 300..340 cpu1 Readied by 9
 *   7 ready 340..400 cpu1 Preempted for 5
 *   cpu0 idle 180..300
 *   7 did 2 switches, 1 involuntary, 1 migrations, ran 80, ready 40, waited 120, longest ready 40 at 300
 * </pre>
 *
 * {@code ?} stands for what is not known; a slice that is cut off ends with {@code clipped}.
 */
final class SliceReplay implements SchedulerListener {
    final List<String> slices = new ArrayList<>();
    final List<String> idle = new ArrayList<>();
    final List<String> priorities = new ArrayList<>();
    final List<String> statistics = new ArrayList<>();

    /** Counter, amount, processor if any, and what more is known of the first case. */
    final List<String> damage = new ArrayList<>();

    private final ThreadDirectory threads;
    private final long start;

    private SliceReplay(EtlFile file, int maxPieceEvents, Long from, Long to) throws IOException, InterruptedException {
        start = file.header().startTimestamp();
        DamageLog log = new DamageLog();
        TraceSurvey survey = TraceSurvey.of(file, file.buffers(log), maxPieceEvents, log, Workers.none(), bytes -> {});
        threads = ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
        EventMerge merge = new EventMerge(file, survey, log, bytes -> {}, Workers.none());
        new Scheduler(merge, threads)
                .replay(
                        from == null ? survey.firstTime() : start + from,
                        to == null ? survey.lastTime() : start + to,
                        this);
        log.totals()
                .forEach((kind, total) -> damage.add(kind.label() + " " + total.amount()
                        + processor(total.first().processor()) + " "
                        + total.first().detail()));
    }

    static SliceReplay of(byte[] trace) throws IOException, InputException {
        return of(trace, null, null);
    }

    static SliceReplay of(byte[] trace, long from, long to) throws IOException, InputException {
        return of(trace, Long.valueOf(from), Long.valueOf(to));
    }

    /** The same, however buffers are cut to pieces. */
    private static SliceReplay of(byte[] trace, Long from, Long to) throws IOException, InputException {
        SliceReplay whole = TraceFiles.read(trace, file -> new SliceReplay(file, Integer.MAX_VALUE, from, to));
        SliceReplay pieces = TraceFiles.read(trace, file -> new SliceReplay(file, 1, from, to));
        assertThat(pieces.slices).isEqualTo(whole.slices);
        assertThat(pieces.idle).isEqualTo(whole.idle);
        assertThat(pieces.statistics).isEqualTo(whole.statistics);
        assertThat(pieces.damage).isEqualTo(whole.damage);
        return whole;
    }

    @Override
    public void contextSwitch(SwitchEvent event) {
        // Slices only.
    }

    @Override
    public void running(Slice slice) {
        slices.add(head("running", slice)
                + processor(slice.processor())
                + (slice.endState() < 0 ? " ?" : " " + ThreadState.label(slice.endState()))
                + (slice.waitReason() < 0 ? "" : " " + WaitReason.label(slice.waitReason()))
                + " then " + name(slice.nextThread())
                + clipped(slice));
        priorities.add(name(slice.thread()) + " at " + slice.priority());
    }

    @Override
    public void ready(Slice slice) {
        slices.add(head("ready", slice)
                + processor(slice.processor())
                + " " + ReadyCause.label(slice.cause())
                + (slice.readiedBy() == ThreadRef.NONE ? "" : " by " + name(slice.readiedBy()))
                + (slice.runningInstead() == ThreadRef.NONE ? "" : " for " + name(slice.runningInstead()))
                + clipped(slice));
    }

    @Override
    public void waiting(Slice slice) {
        slices.add(head("waiting", slice)
                + processor(slice.processor())
                + (slice.waitReason() < 0 ? " ?" : " " + WaitReason.label(slice.waitReason()))
                + (slice.waitMode() == WaitMode.USER.code() ? " " + WaitMode.label(slice.waitMode()) : "")
                + (slice.readiedBy() == ThreadRef.NONE ? "" : " by " + name(slice.readiedBy()))
                + clipped(slice));
    }

    @Override
    public void idle(Slice slice) {
        idle.add("cpu" + slice.processor() + " idle " + (slice.start() - start) + ".." + (slice.end() - start));
    }

    @Override
    public void statistics(int thread, long time, ThreadStatistics statistic) {
        statistics.add(name(thread) + " did " + statistic.contextSwitches() + " switches, "
                + statistic.involuntarySwitches() + " involuntary, "
                + statistic.migrations() + " migrations, ran "
                + statistic.runningTime() + ", ready "
                + statistic.readyTime() + ", waited "
                + statistic.waitingTime()
                + (statistic.longestReady() == 0
                        ? ""
                        : ", longest ready " + statistic.longestReady() + " at "
                                + (statistic.longestReadyStart() - start)));
    }

    private String head(String kind, Slice slice) {
        return name(slice.thread()) + " " + kind + " " + (slice.start() - start) + ".." + (slice.end() - start);
    }

    private static String processor(int processor) {
        return processor < 0 ? "" : " cpu" + processor;
    }

    private static String clipped(Slice slice) {
        return slice.clipped() ? " clipped" : "";
    }

    private String name(int thread) {
        if (thread == ThreadRef.NONE) {
            return "?";
        }
        return ThreadRef.isIdle(thread) ? "0" : Long.toString(threads.threadId(thread));
    }
}
