package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import java.io.IOException;
import java.util.function.LongConsumer;

/** The scheduler events of one {@link BufferChain}, in the order of time, with one buffer in memory. */
final class EventStream {
    private final BufferChain chain;
    private final BufferDecoder decoder;
    private final DamageLog damage;
    private final LongConsumer progress;
    private final SchedulerEvents table = new SchedulerEvents();

    private int nextBuffer;
    private int event;
    private boolean loss;
    private long time;
    private long plansMissed;

    /**
     * @param progress told the number of bytes of each buffer opened
     */
    EventStream(BufferChain chain, BufferDecoder decoder, DamageLog damage, LongConsumer progress) {
        this.chain = chain;
        this.decoder = decoder;
        this.damage = damage;
        this.progress = progress;
        // Known without opening the buffer, so that a processor silent at first holds no memory yet.
        this.time = chain.firstTime(0);
    }

    int processor() {
        return chain.processor();
    }

    /** Whether {@link #next} was called at all: before that only {@link #time} is known. */
    boolean isStarted() {
        return nextBuffer > 0;
    }

    /** Time of the event the stream stands on, or of the first. */
    long time() {
        return time;
    }

    /** The table that holds the event the stream stands on. */
    SchedulerEvents table() {
        return table;
    }

    /** Where in its table the event is. */
    int event() {
        return event;
    }

    /** Number of switches so far whose incoming thread was another than the one planned. */
    long plansMissed() {
        return plansMissed;
    }

    /**
     * Moves to the next event.
     *
     * @return false at the end
     */
    boolean next() throws IOException {
        event++;
        while (true) {
            if (event >= table.size()) {
                if (!openNextBuffer()) {
                    return false;
                }
            } else if (table.time(event) < time) {
                // Within a buffer the decoder sees to the order; this is the seam between two.
                dropEvent();
            } else {
                time = table.time(event);
                if (loss && !table.isReady(event)) {
                    table.markAfterLoss(event);
                    loss = false;
                }
                return true;
            }
        }
    }

    private boolean openNextBuffer() throws IOException {
        if (nextBuffer == chain.size()) {
            return false;
        }
        loss |= table.endsInLoss();
        decoder.decode(chain, nextBuffer, table);
        plansMissed += table.plansMissed();
        progress.accept(chain.buffer(nextBuffer).entry().storedSize());
        nextBuffer++;
        event = 0;
        return true;
    }

    private void dropEvent() {
        damage.add(
                Damage.CORRUPT_EVENT,
                chain.processor(),
                1,
                chain.buffer(nextBuffer - 1).entry().fileOffset(),
                "its time lies before that of the buffer before");
        loss = true;
        event++;
    }
}
