package io.github.etl2jfr.reading;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ConstantPools;
import io.github.etl2jfr.jfr.JvmEventType;
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
        return event().statedEndTicks();
    }

    /** Which of the slices that end together comes first; -1 of what is none. */
    final int rank() {
        return rank(event().type());
    }

    /** At a switch whoever leaves a processor comes before whoever takes it, as a trace tells it. */
    static int rank(JvmEventType type) {
        String name = type.name();
        if (name.equals(EventType.THREAD_RUNNING.typeName())) {
            return 0;
        }
        return name.equals(EventType.THREAD_READY.typeName()) || name.equals(EventType.THREAD_WAITING.typeName())
                ? 1
                : -1;
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
