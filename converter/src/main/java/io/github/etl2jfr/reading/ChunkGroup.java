package io.github.etl2jfr.reading;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.SortedEvents;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Chunks of the same time, which are read as if they were one: one of the JVM's, and those that an agent wrote beside it,
 * each of which goes on where the one before ended. Two of them are open at most.
 */
final class ChunkGroup {
    private final Chunk jvmChunk;
    private final List<Chunk> others;
    private final boolean isSorted;

    /** Those of them that were not begun; null before the first event. */
    private Iterator<Chunk> next;

    /** The JVM's; null once it has no more events. */
    private OpenChunk main;

    /** The agent's that has its turn; null if none has more events. */
    private OpenChunk beside;

    private OpenChunk at;

    private ChunkGroup(Chunk jvmChunk, List<Chunk> others, boolean isSorted) {
        this.jvmChunk = jvmChunk;
        this.others = others;
        this.isSorted = isSorted;
    }

    /** One chunk as it is. */
    static ChunkGroup inOrderOfFile(Chunk chunk) {
        return new ChunkGroup(chunk, List.of(), false);
    }

    /**
     * With the slices in the order of their ends.
     *
     * @param others in the order in which they were written
     */
    static ChunkGroup inOrderOfTime(Chunk jvmChunk, List<Chunk> others) {
        return new ChunkGroup(jvmChunk, others, true);
    }

    /**
     * Goes to the next event.
     *
     * @param read told how many bytes of a chunk were read, once it is at its end
     * @return false if there is none
     */
    boolean next(LongConsumer read) throws IOException, InputException {
        if (next == null) {
            main = isSorted ? new SortedChunk(jvmChunk) : new OpenChunk(jvmChunk);
            next = others.iterator();
            advanceMain(read);
            advanceBeside(read);
        } else if (at == main) {
            advanceMain(read);
        } else {
            advanceBeside(read);
        }
        at = beside == null || main != null && isMainNext() ? main : beside;
        return at != null;
    }

    private void advanceMain(LongConsumer read) throws IOException, InputException {
        if (!main.next()) {
            read.accept(main.takeRest());
            main = null;
        }
    }

    private void advanceBeside(LongConsumer read) throws IOException, InputException {
        while (beside == null || !beside.next()) {
            if (beside != null) {
                read.accept(beside.takeRest());
                beside = null;
            }
            if (!next.hasNext()) {
                return;
            }
            beside = new OpenChunk(next.next());
        }
    }

    private boolean isMainNext() {
        int rank = main.rank();
        return rank < 0 || SortedEvents.order(main.endTicks(), rank, beside.endTicks(), beside.rank()) <= 0;
    }

    /** The chunk of the event it is at. */
    OpenChunk at() {
        return at;
    }
}
