package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.views.terminal.Amount;
import java.util.stream.Collectors;

/** Brings into the recording what is missing in the trace or makes no sense, as soon as it is known. */
final class LossFeed {
    private final LiveRecorder recorder;
    private final TraceTicks ticks;
    private final DamageLog damage;
    private final long writtenUntil;
    private int written;

    /**
     * Writes what is known already.
     *
     * @param writtenUntil session clock's value before which all was written before
     */
    LossFeed(LiveRecorder recorder, TraceTicks ticks, TraceDescription trace, long writtenUntil) {
        this.recorder = recorder;
        this.ticks = ticks;
        this.damage = trace.damage();
        this.writtenUntil = writtenUntil;
        for (long time : trace.damageTimes()) {
            write(damage.entry(written++), time);
        }
    }

    private void write(DamageLog.Entry entry, long time) {
        if (time >= writtenUntil) {
            ticks.willWrite(time);
            recorder.dataLoss(ticks.ticks(time), entry);
        }
    }

    /**
     * Writes what was found since.
     *
     * @param time session clock's value up to which all is told
     */
    void look(long time) {
        while (written < damage.size()) {
            write(damage.entry(written++), time);
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

    /** For the user; empty if nothing is wrong. */
    String summary() {
        return damage.totals().entrySet().stream()
                .map(total -> "%s %s"
                        .formatted(
                                Amount.number(total.getValue().amount()),
                                total.getKey().label()))
                .collect(Collectors.joining(", "));
    }
}
