package io.github.etl2jfr.conversion;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.recording.RecordingWriter;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.SwitchEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Brings the many events of the scheduler and the few about processes and losses into one order of time,
 * and leaves out what the user did not ask for.
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
    private final boolean wantsProcesses;
    private final long from;
    private final long to;
    private final DamageLog damage;

    private final List<Known> known = new ArrayList<>();
    private int nextKnown;
    private int damageWritten;
    private long now;
    private long switchesSeen;
    private long switchesWritten;

    Chronicle(
            RecordingWriter writer, ThreadFilter filter, Set<EventGroup> events, long from, long to, DamageLog damage) {
        this.writer = writer;
        this.filter = filter;
        this.wantsSwitches = events.contains(EventGroup.SWITCHES);
        this.wantsProcesses = events.contains(EventGroup.PROCESSES);
        this.from = from;
        this.to = to;
        this.damage = damage;
    }

    long switchesSeen() {
        return switchesSeen;
    }

    long switchesWritten() {
        return switchesWritten;
    }

    /** Writes what stands at the start, and takes down what the survey found for its time to come. */
    void begin(TraceSurvey survey, ProcessDirectory processes) throws IOException {
        now = from;
        writer.traceSession();
        writer.osInformation();
        for (ProcessDirectory.Life process : processes.lives()) {
            if (!wantsProcesses || !filter.keeps(process)) {
                continue;
            }
            if (process.start() <= now && process.end() > now) {
                writer.systemProcess(process);
            }
            if (isInRange(process.start())) {
                known.add(new Known(process.start(), () -> writer.processStart(process)));
            }
            if (isInRange(process.end())) {
                known.add(new Known(process.end(), () -> writer.processEnd(process)));
            }
        }
        for (DamageLog.Entry entry : damage.entries()) {
            long time = Math.min(Math.max(timeAt(entry.fileOffset(), survey.buffers()), now), to);
            known.add(new Known(time, () -> writer.dataLoss(entry, time)));
        }
        damageWritten = damage.size();
        known.sort(Comparator.comparingLong(Known::time));
    }

    /** Time of the scheduler's first event in the last buffer that begins at or before an offset. */
    private static long timeAt(long fileOffset, List<SurveyedBuffer> buffers) {
        long time = Long.MIN_VALUE;
        for (SurveyedBuffer buffer : buffers) {
            if (buffer.entry().fileOffset() > fileOffset) {
                break;
            }
            if (!buffer.events().isEmpty()) {
                time = buffer.events().firstTime();
            } else if (!buffer.batches().isEmpty()) {
                time = buffer.batches().firstTime();
            }
        }
        return time;
    }

    @Override
    public void contextSwitch(SwitchEvent event) throws IOException {
        switchesSeen++;
        if (!isInRange(event.time())) {
            return;
        }
        writeUntil(event.time());
        if (wantsSwitches && (filter.keeps(event.oldThread()) || filter.keeps(event.newThread()))) {
            writer.contextSwitch(event);
            switchesWritten++;
        }
    }

    /** Writes what is left after the last event of the scheduler. */
    void end() throws IOException {
        writeUntil(to);
        Map<Damage, DamageLog.Total> totals = damage.totals();
        for (DamageLog.Entry entry : damage.entries()) {
            totals.computeIfPresent(entry.kind(), (kind, total) -> total.minus(entry.amount()));
        }
        for (DamageLog.Total rest : totals.values()) {
            if (rest.amount() > 0) {
                DamageLog.Entry first = rest.first();
                writer.dataLoss(
                        new DamageLog.Entry(
                                first.kind(), DamageLog.NO_PROCESSOR, rest.amount(), first.fileOffset(), "and more"),
                        now);
            }
        }
    }

    private void writeUntil(long time) throws IOException {
        while (nextKnown < known.size() && known.get(nextKnown).time() <= time) {
            known.get(nextKnown++).writing().write();
        }
        now = time;
        if (damage.size() > damageWritten) {
            writeDamage();
        }
    }

    /** Damage met by the scheduler, at the time at which it was met. */
    private void writeDamage() throws IOException {
        List<DamageLog.Entry> entries = damage.entries();
        while (damageWritten < entries.size()) {
            writer.dataLoss(entries.get(damageWritten++), now);
        }
    }

    private boolean isInRange(long time) {
        return time >= from && time <= to;
    }
}
