package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.views.text.Amount;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Brings into the recording what is missing in the trace or makes no sense, as soon as it is known. Of what an earlier
 * run wrote each case is remembered: when it was found says nothing, as buffers are read ahead.
 */
final class LossFeed {
    private final LiveRecorder recorder;
    private final TraceTicks ticks;
    private final DamageLog damage;
    private final LongSupplier startTicks;
    private final Set<DamageLog.Entry> writtenBefore;
    private final Set<DamageLog.Entry> written;

    /** So many of the log's cases were seen. */
    private int seen;

    /**
     * Writes what is known already.
     *
     * @param startTicks when the recording began, before which nothing is written
     * @param writtenBefore by earlier runs, and not to be written again
     * @param written gets what is written
     */
    LossFeed(
            LiveRecorder recorder,
            TraceTicks ticks,
            TraceDescription trace,
            LongSupplier startTicks,
            Set<DamageLog.Entry> writtenBefore,
            Set<DamageLog.Entry> written) {
        this.recorder = recorder;
        this.ticks = ticks;
        this.damage = trace.damage();
        this.startTicks = startTicks;
        this.writtenBefore = writtenBefore;
        this.written = written;
        for (long time : trace.damageTimes()) {
            write(damage.entry(seen++), time);
        }
    }

    private void write(DamageLog.Entry entry, long time) {
        long when = ticks.ticks(time);
        DamageLog.Entry known = withoutDetail(entry);
        if (when < startTicks.getAsLong() || writtenBefore.contains(known)) {
            return;
        }
        ticks.willWrite(time);
        if (recorder.dataLoss(when, entry)) {
            written.add(known);
        }
    }

    /** A loss by what it is known again: the words may depend on how the trace is read. */
    private static DamageLog.Entry withoutDetail(DamageLog.Entry entry) {
        return new DamageLog.Entry(entry.kind(), entry.processor(), entry.amount(), entry.fileOffset(), "");
    }

    /**
     * Writes what was found since.
     *
     * @param time session clock's value up to which all is told
     */
    void look(long time) {
        while (seen < damage.size()) {
            write(damage.entry(seen++), time);
        }
    }

    /** As {@link #look}, and writes what the log has only counted. */
    void end(long time) {
        look(time);
        damage.rest().forEach(entry -> write(entry, time));
    }

    /** How many cases there were. */
    long count() {
        return damage.cases();
    }

    /** What is wrong, in words for the user; empty if nothing is. */
    String summary() {
        return damage.totals().entrySet().stream()
                .map(total -> "%s %s"
                        .formatted(
                                Amount.number(total.getValue().amount()),
                                total.getKey().label()))
                .collect(Collectors.joining(", "));
    }
}
