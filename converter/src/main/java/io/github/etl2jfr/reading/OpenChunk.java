package io.github.etl2jfr.reading;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ConstantPools;
import io.github.etl2jfr.recording.EventType;
import io.github.etl2jfr.views.model.StackTrace;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A chunk that is being read, in the order of the file. */
class OpenChunk {
    final ConstantPools constants;

    /** Some, by their keys, as many events have the same. */
    final Map<Long, StackTrace> stackTraces = new HashMap<>();

    private final ChunkEvents inOrderOfFile;
    private final long end;

    /** Up to where it was told that it was read. */
    private long told;

    OpenChunk(Chunk chunk) throws IOException, InputException {
        constants = chunk.constants();
        inOrderOfFile = chunk.events(constants);
        end = chunk.header().end();
        told = chunk.header().offset();
    }

    /**
     * Goes to the next event.
     *
     * @return false at the end of the chunk
     */
    boolean next() throws IOException, InputException {
        return inOrderOfFile.next();
    }

    /** The event it is at. */
    ChunkEvents event() {
        return inOrderOfFile;
    }

    /** When that ended. */
    final long endTicks() {
        return event().startTicks() + event().durationTicks();
    }

    /**
     * The order of slices as a trace tells them: by their ends, and at a switch whoever leaves a processor before whoever
     * takes it.
     */
    static int order(long endTicks, boolean isRunning, long otherEndTicks, boolean isOtherRunning) {
        int byEnd = Long.compare(endTicks, otherEndTicks);
        return byEnd != 0 ? byEnd : Boolean.compare(isOtherRunning, isRunning);
    }

    final boolean isAtRunning() {
        return isAt(EventType.THREAD_RUNNING);
    }

    final boolean isAtSlice() {
        return isAtRunning() || isAt(EventType.THREAD_READY) || isAt(EventType.THREAD_WAITING);
    }

    private boolean isAt(EventType type) {
        return event().type().name().equals(type.typeName());
    }

    /** Bytes that were read since this was asked last. */
    final long takeRead() {
        return read(inOrderOfFile.end());
    }

    /** The rest of its bytes, as it is done with. */
    final long takeRest() {
        return read(end);
    }

    private long read(long position) {
        long read = position - told;
        told = position;
        return read;
    }
}
