package io.github.etl2jfr.testing;

import java.util.Arrays;

/** Appends context switches to a trace in the one form or the other. Allocates nothing but a batch a processor. */
public final class SwitchWriter {
    private static final long NEVER = Long.MIN_VALUE;

    private final TraceBuilder trace;
    private final SwitchForm form;
    private final int build;
    private final int version;
    private final HeaderType headerType;
    private final EventBytes event;
    private final CompactBatch[] batches;
    private final long[] previousTimes;

    public SwitchWriter(TraceBuilder trace, SwitchForm form) {
        this.trace = trace;
        this.form = form;
        build = trace.options().build;
        version = trace.options().events().contextSwitchVersion();
        headerType = HeaderType.perfInfo(trace.options().pointerSize);
        event = EventBytes.of(headerType, 0);
        batches = new CompactBatch[trace.options().processors];
        previousTimes = new long[batches.length];
        Arrays.fill(previousTimes, NEVER);
    }

    /** The base priority is the outgoing thread's: batches say priorities relative to it. */
    public void write(int processor, long time, ContextSwitch contextSwitch, int oldBasePriority) {
        if (!form.isCompact()) {
            trace.append(
                    processor,
                    event.reset(headerType, contextSwitch.version(version)).time(time));
            return;
        }
        CompactBatch batch = batches[processor];
        if (batch == null) {
            batch = new CompactBatch();
            batches[processor] = batch;
        }
        if (batch.packetCount() == 0) {
            batch.start(firstTime(processor, time));
        }
        if (!add(batch, time, contextSwitch, oldBasePriority)) {
            log(processor, time);
            batch.start(firstTime(processor, time));
            if (!add(batch, time, contextSwitch, oldBasePriority)) {
                throw new AssertionError("an empty batch takes any switch");
            }
        }
        previousTimes[processor] = time;
    }

    /** Logs the switches that a processor's batch holds, if any. */
    public void log(int processor, long time) {
        CompactBatch batch = batches[processor];
        if (batch != null && batch.packetCount() > 0) {
            trace.append(processor, event.reset(headerType, batch).time(time));
            batch.start(time);
        }
    }

    private boolean add(CompactBatch batch, long time, ContextSwitch contextSwitch, int oldBasePriority) {
        return batch.add(
                time,
                contextSwitch.oldThreadId,
                contextSwitch.oldPriority,
                oldBasePriority,
                Kernel.stateOrWaitReason(build, contextSwitch.state, contextSwitch.waitReason),
                contextSwitch.newWaitTicks);
    }

    private long firstTime(int processor, long time) {
        long previous = previousTimes[processor];
        boolean fromPrevious = form == SwitchForm.BATCHES_FROM_PREVIOUS
                && previous != NEVER
                && time - previous < CompactBatch.DELTA_LIMIT;
        return fromPrevious ? previous : time;
    }
}
