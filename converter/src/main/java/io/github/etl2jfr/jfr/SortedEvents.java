package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.util.PriorityQueue;
import java.util.function.ToIntFunction;

/**
 * Goes over events of a chunk in the order of their ends. A JVM writes what a thread has to say in pieces, which are in
 * order themselves: so a chunk consists of runs, and these are merged. Memory is taken for each of them, some 60 bytes,
 * and a window for those that are of the same time.
 */
public final class SortedEvents {
    private final Chunk chunk;
    private final ConstantPools constants;
    private final ToIntFunction<JvmEventType> rank;

    /** By what each has next. */
    private final PriorityQueue<Run> runs = new PriorityQueue<>();

    /** The one that is made; null before the first event. */
    private Run made;

    // Of the event that was added last.

    private long lastEnd;
    private int lastRank;

    /** The one with the event it is at; null before the first event. */
    private Run at;

    /** Events that are in order in the file. */
    private static final class Run implements Comparable<Run> {
        // Of its next event.

        private long endTicks;
        private int rank;
        private long position;

        /** After its last event. */
        private long end;

        /** At its next event; null until it is the first one's turn. */
        private ChunkEvents event;

        @Override
        public int compareTo(Run other) {
            int order = order(endTicks, rank, other.endTicks, other.rank);
            return order == 0 ? Long.compare(position, other.position) : order;
        }
    }

    /**
     * None yet.
     *
     * @param constants of the chunk
     * @param rank which of the events that end together come first: those whose types have a lower number, then those
     *     that come first in the file; less than 0 for types to leave out
     */
    public SortedEvents(Chunk chunk, ConstantPools constants, ToIntFunction<JvmEventType> rank) {
        this.chunk = chunk;
        this.constants = constants;
        this.rank = rank;
    }

    /** The order of events that end at some time and have some rank. */
    public static int order(long endTicks, int rank, long otherEndTicks, int otherRank) {
        int byEnd = Long.compare(endTicks, otherEndTicks);
        return byEnd != 0 ? byEnd : Integer.compare(rank, otherRank);
    }

    /**
     * Takes note of an event of the chunk; of all, in the order of the file, before {@link #next}.
     *
     * @return whether it is not left out
     */
    public boolean add(ChunkEvents event) {
        int eventRank = rank.applyAsInt(event.type());
        if (eventRank < 0) {
            return false;
        }
        long endTicks = event.statedEndTicks();
        if (made == null || order(endTicks, eventRank, lastEnd, lastRank) < 0) {
            if (made != null) {
                runs.add(made);
            }
            made = new Run();
            made.endTicks = endTicks;
            made.rank = eventRank;
            made.position = event.position();
        }
        made.end = event.end();
        lastEnd = endTicks;
        lastRank = eventRank;
        return true;
    }

    /**
     * Goes to the next event.
     *
     * @return false if there is none
     */
    public boolean next() throws IOException, InputException {
        if (made != null) {
            runs.add(made);
            made = null;
        }
        if (at != null && advance(at)) {
            if (runs.isEmpty() || at.compareTo(runs.peek()) < 0) {
                return true;
            }
            runs.add(at);
        }
        at = runs.poll();
        if (at != null && at.event == null) {
            at.event = chunk.events(constants, at.position, at.end);
            at.event.next();
        }
        return at != null;
    }

    private boolean advance(Run run) throws IOException, InputException {
        while (run.event.next()) {
            run.rank = rank.applyAsInt(run.event.type());
            if (run.rank >= 0) {
                run.endTicks = run.event.statedEndTicks();
                run.position = run.event.position();
                return true;
            }
        }
        return false;
    }

    /** The event it is at. */
    public ChunkEvents event() {
        return at.event;
    }
}
