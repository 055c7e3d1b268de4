package io.github.etl2jfr.agent.live;

/** Writes the events of one type. */
interface DirectWriter {
    /**
     * Writes an event, if a recording wants it.
     *
     * @param numbers {@link EventNumbers} of the event
     * @param text0 its first text, as those after it null for none, and where the type has no more
     * @return whether there now is an event
     */
    boolean write(long[] numbers, String text0, String text1, String text2, String text3, String text4);
}
