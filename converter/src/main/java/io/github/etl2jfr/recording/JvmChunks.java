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
    /** Stack traces in one chunk of ours at most; a JVM has fewer. */
    private static final int MOST_STACK_TRACES = 1 << 15;

    private final ChunkExtender extender;
    private final List<Chunk> chunks;
    private final TickClock clock;
    private final ThreadConstants threads;
    private final Vocabulary vocabulary;
    private final TextConstants texts;

    /** The chunk that events are taken down for. */
    private int current;

    private long limit;

    /** Whether that is the JVM's chunk itself, and not one of ours that follows it. */
    private boolean isJvms = true;

    /** Keys of those that events in a chunk of ours name: they have to be there, too. */
    private Set<Long> stackTraces = new LinkedHashSet<>();

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
        this.texts = new TextConstants(vocabulary.firstFreeKey());
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
        Ending completion = completion(false);
        isJvms = false;
        return () -> {
            completion.write();
            extender.beginAnother();
        };
    }

    @Override
    public Ending passed(boolean isEmpty) {
        Ending completion = completion(isEmpty);
        isJvms = true;
        current++;
        limit = startOf(current + 1);
        Chunk next = chunks.get(current);
        return () -> {
            completion.write();
            extender.begin(next);
        };
    }

    @Override
    public Ending last(long lastTime, boolean isEmpty) {
        Ending completion = completion(isEmpty);
        List<Chunk> rest = chunks.subList(current + 1, chunks.size());
        return () -> {
            completion.write();
            for (Chunk chunk : rest) {
                extender.begin(chunk);
                end(new AddedConstants(), Set.of());
            }
        };
    }

    @Override
    public long useStackTrace(int chunk, long key) {
        if (chunk != current || key == 0) {
            return 0;
        }
        if (!isJvms && !stackTraces.contains(key)) {
            if (stackTraces.size() == MOST_STACK_TRACES) {
                return 0;
            }
            stackTraces.add(key);
        }
        return key;
    }

    @Override
    public long useText(String text, boolean isOneOfFew) {
        return texts.use(text, isOneOfFew);
    }

    /** Completes the chunk with what its events name. */
    private Ending completion(boolean isEmpty) {
        AddedConstants constants = constants(isEmpty);
        Set<Long> used = stackTraces;
        stackTraces = new LinkedHashSet<>();
        return () -> end(constants, used);
    }

    private AddedConstants constants(boolean isEmpty) {
        AddedConstants constants = new AddedConstants();
        threads.drainTo(constants);
        texts.drainTo(constants);
        if (!isEmpty) {
            vocabulary.addTo(constants);
        }
        return constants;
    }

    @Override
    public void write(EventBuffer events) throws IOException {
        extender.write(events.toBuffer());
    }

    private void end(AddedConstants constants, Set<Long> used) throws IOException {
        try {
            extender.end(constants, used);
        } catch (InputException e) {
            // Its constants were read before, when its threads were looked for.
            throw new IOException(e.getMessage(), e);
        }
    }
}
