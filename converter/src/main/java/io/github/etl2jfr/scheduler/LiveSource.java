package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.io.IOException;

/** A file that buffers are read from: it is needed until the last of them is, even if another has taken its place. */
public final class LiveSource {
    private final long bufferSize;
    private final PieceDecoder decoder;
    private int pending;

    public LiveSource(EtlFile file) {
        this.bufferSize = file.header().bufferSize();
        this.decoder = new PieceDecoder(file);
    }

    /** Bytes that a decompressed buffer of it takes at most. */
    long bufferSize() {
        return bufferSize;
    }

    /** Whether any piece of a buffer is still to be read. */
    boolean isNeeded() {
        return pending > 0;
    }

    /** A piece will be read. */
    void expect() {
        pending++;
    }

    /** See {@link PieceDecoder}. */
    void decode(
            LiveStream.Pending next,
            EventForm form,
            FullSwitches fullSwitches,
            BufferReader.Decompressed kept,
            SchedulerEvents target)
            throws IOException {
        pending--;
        SurveyedBuffer.Piece piece = next.piece();
        decoder.decode(piece, form, next.lossBefore(), fullSwitches, kept, target);
    }
}
