package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.EventBuffer;
import java.io.IOException;

/**
 * Where the events of a recording go: chunks of its own, or those of a JVM. Events are written by one
 * thread at a time, in their order; when a chunk ends is up to the thread they come from, which is ahead
 * of those that write. It says so here and hands on what there is to do then.
 */
interface ChunkSink {
    /** What is to be done once all events of a chunk are written. */
    interface Ending {
        /** Completes the chunk, and begins the next if there is one. */
        void write() throws IOException;
    }

    /** Session clock's value from which on an event belongs into a later chunk; the greatest there is for none. */
    long limit();

    /**
     * Ends a chunk that is large enough.
     *
     * @param lastTime session clock's value, not before any event's end
     */
    Ending full(long lastTime);

    /**
     * Ends a chunk since the next event is not before {@link #limit}.
     *
     * @param isEmpty whether no events went into it
     */
    Ending passed(boolean isEmpty);

    /**
     * Ends the last chunk.
     *
     * @param lastTime session clock's value, not before any event's end
     * @param isEmpty whether no events went into it
     */
    Ending last(long lastTime, boolean isEmpty);

    /**
     * Notes that the next event names a stack trace of the JVM.
     *
     * @param chunk of the JVM's recording that has it, by its place there
     * @param key that it has there, or 0 for none
     * @return the key that it has in the chunk that events are taken down for; 0 if there is none
     */
    default long useStackTrace(int chunk, long key) {
        return 0;
    }

    /**
     * Notes that the next event names a text, as others may.
     *
     * @param isOneOfFew whether there are not many such texts
     * @return the key that it has in the chunk that events are taken down for; 0 if the event has to tell it
     */
    default long useText(String text, boolean isOneOfFew) {
        return 0;
    }

    void write(EventBuffer events) throws IOException;
}
