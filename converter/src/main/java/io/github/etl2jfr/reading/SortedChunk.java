package io.github.etl2jfr.reading;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.SortedEvents;
import java.io.IOException;

/**
 * A chunk of the JVM's with slices that an agent wrote: these in the order of their ends, in which the agent wrote them
 * but JFR, which writes its buffers as they come, did not. All other events come before them.
 */
final class SortedChunk extends OpenChunk {
    private final SortedEvents slices;
    private boolean isAtSlices;

    SortedChunk(Chunk chunk) throws IOException, InputException {
        super(chunk);
        slices = new SortedEvents(chunk, constants, OpenChunk::rank);
    }

    @Override
    boolean next() throws IOException, InputException {
        while (!isAtSlices) {
            if (!super.next()) {
                isAtSlices = true;
            } else if (!slices.add(event())) {
                return true;
            }
        }
        return slices.next();
    }

    @Override
    ChunkEvents event() {
        return isAtSlices ? slices.event() : super.event();
    }
}
