package io.github.etl2jfr.reading;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import java.io.IOException;
import java.util.PriorityQueue;

/**
 * A chunk of the JVM's with slices that an agent wrote: these in the order of their ends, in which the agent wrote them
 * but JFR, which writes its buffers as they come, did not. All other events come as early as they are met.
 */
final class SortedChunk extends OpenChunk {
    /** Slices that are kept back: more than there is room for in JFR's buffers, unless somebody made these larger. */
    private static final int MOST_KEPT_BACK = 1 << 18;

    /** Reads the slices, which lie elsewhere than where the chunk was read to. */
    private final ChunkEvents slices;

    private final PriorityQueue<Place> keptBack =
            new PriorityQueue<>((one, other) -> order(one.endTicks, one.isRunning, other.endTicks, other.isRunning));
    private boolean isReadingOn = true;
    private boolean isAtKeptBack;

    /** Where a slice lies in the file, and what decides when its turn is. */
    private record Place(long endTicks, boolean isRunning, long position) {}

    SortedChunk(Chunk chunk) throws IOException, InputException {
        super(chunk);
        slices = chunk.events(constants);
    }

    @Override
    boolean next() throws IOException, InputException {
        isAtKeptBack = false;
        while (isReadingOn) {
            isReadingOn = keptBack.size() < MOST_KEPT_BACK && super.next();
            if (isReadingOn) {
                if (!isAtSlice()) {
                    return true;
                }
                keptBack.add(new Place(endTicks(), isAtRunning(), event().position()));
            }
        }
        if (keptBack.isEmpty()) {
            return false;
        }
        slices.goTo(keptBack.remove().position());
        isAtKeptBack = true;
        // By halves, so that the file is read in large pieces.
        isReadingOn = keptBack.size() == MOST_KEPT_BACK / 2;
        return true;
    }

    @Override
    ChunkEvents event() {
        return isAtKeptBack ? slices : super.event();
    }
}
