package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.kernel.CompactContextSwitches;
import io.github.etl2jfr.kernel.ContextSwitch;
import io.github.etl2jfr.kernel.Hook;
import io.github.etl2jfr.kernel.ReadyThread;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.io.IOException;

/**
 * Turns the bytes of a buffer into a table of scheduler events. Decoding one buffer needs no other, so
 * that several decoders can work side by side. Damage that the survey has told of is passed over here.
 */
final class BufferDecoder {
    private final EtlFile file;
    private final DamageLog damage;
    private final BufferReader reader;
    private final EventCursor event = new EventCursor();
    private final ContextSwitch contextSwitch = new ContextSwitch();
    private final CompactContextSwitches batch;
    private final ReadyThread readyThread = new ReadyThread();

    private SurveyedBuffer buffer;
    private SchedulerEvents table;
    private long lastTime;
    private boolean loss;
    private long duplicates;

    BufferDecoder(EtlFile file, DamageLog damage) {
        this.file = file;
        this.damage = damage;
        this.reader = new BufferReader(file);
        this.batch = new CompactContextSwitches(file.header().osBuild());
    }

    /** Number of switches passed over because CSwitch events describe them too. */
    long duplicates() {
        return duplicates;
    }

    /**
     * Fills a table with the events of one buffer and links them, the last one to the buffer after it.
     *
     * @param chain the processor's buffers
     * @param index which of them
     * @param target emptied first
     */
    void decode(BufferChain chain, int index, SchedulerEvents target) throws IOException {
        buffer = chain.buffer(index);
        table = target;
        table.clear();
        lastTime = Long.MIN_VALUE;
        loss = chain.hasLossBefore(index);
        try {
            reader.open(buffer.entry(), event);
        } catch (CorruptDataException e) {
            // Told by the survey; a chain holds only buffers that could be read, so the file has changed.
            throw new IOException("the file changes while it is read", e);
        }
        while (event.next()) {
            switch (event.hook()) {
                case Hook.CONTEXT_SWITCH -> {
                    if (chain.part() == BufferChain.Part.EVENTS) {
                        contextSwitch();
                    }
                }
                case Hook.READY_THREAD -> {
                    if (chain.part() == BufferChain.Part.EVENTS) {
                        readyThread();
                    }
                }
                case Hook.COMPACT_CONTEXT_SWITCHES -> {
                    if (chain.part() == BufferChain.Part.BATCHES) {
                        batch(chain);
                    }
                }
                default -> {
                    // Not the scheduler's.
                }
            }
        }
        int next = chain.next(index);
        if (loss) {
            table.endInLoss();
        } else if (table.hasSwitches() && next >= 0) {
            table.linkLast(chain.part().of(chain.buffer(next)).firstOldThreadId());
        } else if (table.hasSwitches() && chain.isEnd(index)) {
            table.markLast();
        }
    }

    private void contextSwitch() {
        long time = event.time();
        if (!contextSwitch.wrap(event) || !file.clock().isPlausible(time)) {
            loss = true;
        } else if (isInOrder(time)) {
            table.add(contextSwitch, time, loss);
            loss = false;
        }
    }

    private void readyThread() {
        long time = event.time();
        if (!readyThread.wrap(event)) {
            corrupt("event %04x is too short".formatted(event.hook()));
        } else if (file.clock().isPlausible(time) && isInOrder(time)) {
            table.add(readyThread, time);
        }
    }

    private void batch(BufferChain chain) {
        if (!batch.wrap(event)) {
            loss = true;
            return;
        }
        boolean first = true;
        while (batch.next()) {
            if (!file.clock().isPlausible(batch.time())) {
                loss = true;
                return;
            }
            if (chain.isCoveredByFullEvents(batch.time())) {
                duplicates++;
                loss = true;
            } else if (isInOrder(batch.time())) {
                table.add(batch, loss);
                loss = false;
            }
            first = false;
        }
        if (batch.isCorrupt()) {
            loss = true;
            if (!first) {
                corrupt("bytes in a batch that are no context switch; the rest of the batch is lost");
            }
        }
    }

    private boolean isInOrder(long time) {
        if (time < lastTime) {
            loss = true;
            corrupt("its time lies before that of the event before");
            return false;
        }
        lastTime = time;
        return true;
    }

    private void corrupt(String detail) {
        damage.add(
                Damage.CORRUPT_EVENT,
                buffer.entry().processor(),
                1,
                buffer.entry().fileOffset() + event.offset(),
                detail);
    }
}
