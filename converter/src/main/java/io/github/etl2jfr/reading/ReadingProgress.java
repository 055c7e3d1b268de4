package io.github.etl2jfr.reading;

import java.util.function.LongConsumer;

/** Told how many bytes were read since it was told last; closed when no more will be. */
public interface ReadingProgress extends LongConsumer, AutoCloseable {
    /** Keeps it to itself. */
    ReadingProgress UNTOLD = new ReadingProgress() {
        @Override
        public void accept(long bytes) {}

        @Override
        public void close() {}
    };

    @Override
    void close();
}
