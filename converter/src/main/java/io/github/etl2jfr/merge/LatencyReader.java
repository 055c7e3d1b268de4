package io.github.etl2jfr.merge;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.EventField;
import io.github.etl2jfr.jfr.JvmEventType;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.recording.ExplainedType;
import io.github.etl2jfr.recording.JvmLatency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongToIntFunction;

/** Reads the events of a JVM's recording that are to be explained: once to learn of them, and again in their order. */
final class LatencyReader {
    private static final String COLLECTION_NUMBER = "gcId";

    private static final int MOST_DETAILS = 1 << 12;

    private final JvmRecording recording;
    private final LongToIntFunction threadIndexes;

    /** Causes of collections by their numbers. */
    private final Map<Long, String> gcCauses = new HashMap<>();

    /** Events that began in an earlier chunk than the one they are in. */
    private final List<JvmEvent> early = new ArrayList<>();

    /**
     * @param threadIndexes from a thread's key to its place among the JVM's threads, -1 if there is none
     */
    LatencyReader(JvmRecording recording, LongToIntFunction threadIndexes) {
        this.recording = recording;
        this.threadIndexes = threadIndexes;
    }

    /** Begins to read a chunk, by its place in the recording. */
    OfChunk of(int chunk) throws IOException, InputException {
        return new OfChunk(chunk);
    }

    /**
     * What a type of events to be explained has in a chunk.
     *
     * @param collection null if it has none
     * @param stackTrace null if it has none
     */
    private record Fields(ExplainedType type, EventField collection, EventField stackTrace) {
        static Optional<Fields> of(JvmEventType type) {
            return ExplainedType.of(type)
                    .map(explained -> new Fields(
                            explained, explained.isOfJvm() ? type.field(COLLECTION_NUMBER) : null, type.stackTrace()));
        }
    }

    /** The events of a chunk, all of them. */
    final class OfChunk {
        /** Empty for those that are not to be explained. */
        private final Map<JvmEventType, Optional<Fields>> types = new HashMap<>();

        private final Map<String, String> details = new HashMap<>();
        private final int number;
        private final long chunkStart;
        private final JvmEventType garbageCollection;
        private final EventField collectionNumber;
        private final EventField collectionCause;
        private final ChunkEvents events;

        private OfChunk(int number) throws IOException, InputException {
            this.number = number;
            Chunk chunk = recording.chunks().get(number);
            chunkStart = chunk.header().startTicks();
            events = chunk.events();
            garbageCollection = chunk.eventType(JvmLatency.GARBAGE_COLLECTION.typeName());
            collectionNumber = garbageCollection == null ? null : garbageCollection.field(COLLECTION_NUMBER);
            collectionCause = garbageCollection == null ? null : garbageCollection.field("cause");
        }

        ChunkEvents events() {
            return events;
        }

        /** Takes down what the event the cursor is on tells of others, and itself if it began in an earlier chunk. */
        void learn() throws IOException, InputException {
            learnCause();
            if (isEarly()) {
                addTo(early);
            }
        }

        /** The fields of the event that the cursor is on; null if it is not to be explained. */
        private Fields fields() {
            return events.durationTicks() <= 0
                    ? null
                    : types.computeIfAbsent(events.type(), Fields::of).orElse(null);
        }

        /** Whether the event the cursor is on would be explained if the operating system knew its thread. */
        boolean isToBeExplained() {
            return fields() != null;
        }

        private boolean isEarly() {
            return events.startTicks() < chunkStart;
        }

        /** Goes over the events, for those that began in this chunk. */
        private EventStarts starts() throws IOException, InputException {
            EventStarts starts = new EventStarts();
            while (events.next()) {
                if (!isEarly() && isToBeExplained() && threadIndexes.applyAsInt(events.threadKey()) >= 0) {
                    starts.add(events.startTicks(), events.position());
                }
            }
            return starts;
        }

        private void addTo(List<JvmEvent> latencies) throws IOException, InputException {
            JvmEvent event = latency();
            if (event != null) {
                latencies.add(event);
            }
        }

        /** The event the cursor is on, null if it is none to be explained. */
        private JvmEvent latency() throws IOException, InputException {
            Fields fields = fields();
            if (fields == null) {
                return null;
            }
            int thread = threadIndexes.applyAsInt(events.threadKey());
            if (thread < 0) {
                return null;
            }
            long start = events.startTicks();
            long end = events.endTicks();
            long collection = number(fields.collection(), JvmEvent.NO_COLLECTION);
            long stackTrace = number(fields.stackTrace(), 0);
            String detail = same(fields.type().detail(events));
            return new JvmEvent(fields.type(), detail, collection, thread, number, stackTrace, start, end);
        }

        /** Equal texts as one, as many are: there may be a million of events. */
        private String same(String detail) {
            if (detail == null) {
                return null;
            }
            if (details.size() == MOST_DETAILS) {
                details.clear();
            }
            return Objects.requireNonNullElse(details.putIfAbsent(detail, detail), detail);
        }

        /**
         * @param field null if the events have none
         */
        private long number(EventField field, long none) throws IOException, InputException {
            return field == null ? none : events.longValue(field);
        }

        /** Takes down the cause of a collection if the cursor is on one: its phases do not tell it. */
        private void learnCause() throws IOException, InputException {
            if (events.type() == garbageCollection && collectionNumber != null && collectionCause != null) {
                String cause = events.text(collectionCause);
                if (cause != null) {
                    gcCauses.put(events.longValue(collectionNumber), cause);
                }
            }
        }
    }

    /** What an event is about, null if it does not tell. */
    String detail(JvmEvent event) {
        String cause = gcCauses.get(event.collection());
        if (cause == null || event.detail() == null) {
            return cause == null ? event.detail() : cause;
        }
        return event.detail() + " (" + cause + ")";
    }

    /** Hands out the events in the order of their starts. */
    InOrder inOrder() {
        return new InOrder();
    }

    /**
     * The events in the order of their starts. Of a chunk, which may have millions, only their starts and positions are
     * in memory all at once; the events themselves are read again a part after the other.
     */
    final class InOrder {
        private List<JvmEvent> events = List.of();
        private int next;
        private int nextEarly;
        private int nextChunk;

        /** The chunk that is read, null before the first. */
        private OfChunk chunk;

        private EventStarts starts;

        private InOrder() {
            early.sort(Comparator.comparingLong(JvmEvent::startTicks));
        }

        /** The next event, null if there is none. */
        JvmEvent peek() throws IOException, InputException {
            while (next == events.size() && (hasNextPart() || hasNextChunk() || nextEarly < early.size())) {
                load();
            }
            return next < events.size() ? events.get(next) : null;
        }

        void remove() {
            next++;
        }

        private boolean hasNextPart() {
            return starts != null && starts.hasNext();
        }

        private boolean hasNextChunk() {
            return nextChunk < recording.chunks().size();
        }

        private void load() throws IOException, InputException {
            if (!hasNextPart() && hasNextChunk()) {
                // Nor is the memory of the chunk before needed any more.
                starts = null;
                events = List.of();
                chunk = new OfChunk(nextChunk++);
                starts = chunk.starts();
            }
            List<JvmEvent> loaded = new ArrayList<>();
            long end = Long.MAX_VALUE;
            if (hasNextPart()) {
                for (long position : starts.next()) {
                    chunk.events().goTo(position);
                    chunk.addTo(loaded);
                }
                if (hasNextPart()) {
                    end = starts.told() + 1;
                } else if (hasNextChunk()) {
                    end = recording.chunks().get(nextChunk).header().startTicks();
                }
            }
            while (nextEarly < early.size() && early.get(nextEarly).startTicks() < end) {
                loaded.add(early.get(nextEarly++));
            }
            loaded.sort(Comparator.comparingLong(JvmEvent::startTicks));
            events = loaded;
            next = 0;
        }
    }
}
