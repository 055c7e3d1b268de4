package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.AddedConstants;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkExtender;
import io.github.etl2jfr.jfr.EventBuffer;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The chunks of a JVM's recording: an event goes into the one in whose time it ends. */
final class JvmChunks implements ChunkSink {
    private final ChunkExtender extender;
    private final List<Chunk> chunks;
    private final TickClock clock;
    private final ThreadConstants threads;
    private final Vocabulary vocabulary;

    /** The chunk that events are taken down for. */
    private int current;

    private long limit;

    /** Keys of those that its events name. */
    private final Set<Long> stackTraces = new LinkedHashSet<>();

    /**
     * @param extender with which nothing is begun yet
     */
    JvmChunks(
            ChunkExtender extender, List<Chunk> chunks, TickClock clock, ThreadConstants threads, Vocabulary vocabulary)
            throws IOException {
        this.extender = extender;
        this.chunks = chunks;
        this.clock = clock;
        this.threads = threads;
        this.vocabulary = vocabulary;
        extender.begin(chunks.get(0));
        limit = startOf(1);
    }

    /** Session clock's value at the start of a chunk, if there is one. */
    private long startOf(int chunk) {
        return chunk < chunks.size()
                ? clock.sessionTime(chunks.get(chunk).header().startTicks())
                : Long.MAX_VALUE;
    }

    @Override
    public long limit() {
        return limit;
    }

    @Override
    public Ending full(long lastTime) {
        AddedConstants constants = constants();
        return () -> {
            end(constants);
            extender.beginAnother();
        };
    }

    @Override
    public Ending passed() {
        AddedConstants constants = constants();
        current++;
        limit = startOf(current + 1);
        Chunk next = chunks.get(current);
        return () -> {
            end(constants);
            extender.begin(next);
        };
    }

    @Override
    public Ending last(long lastTime, boolean isEmpty) {
        AddedConstants constants = constants();
        List<Chunk> rest = chunks.subList(current + 1, chunks.size());
        return () -> {
            end(constants);
            for (Chunk chunk : rest) {
                extender.begin(chunk);
                end(new AddedConstants());
            }
        };
    }

    @Override
    public long stackTrace(int chunk, long key) {
        if (chunk != current || key == 0) {
            return 0;
        }
        stackTraces.add(key);
        return key;
    }

    private AddedConstants constants() {
        AddedConstants constants = new AddedConstants();
        threads.drainTo(constants);
        stackTraces.forEach(constants::putStackTrace);
        stackTraces.clear();
        if (!constants.isEmpty()) {
            vocabulary.addTo(constants);
        }
        return constants;
    }

    @Override
    public void write(EventBuffer events) throws IOException {
        extender.write(events.toBuffer());
    }

    private void end(AddedConstants constants) throws IOException {
        try {
            extender.end(constants);
        } catch (InputException e) {
            // Its constants were read before, when its threads were looked for.
            throw new IOException(e.getMessage(), e);
        }
    }
}
