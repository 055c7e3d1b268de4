package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ChunkHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * When a recording began, on JFR's clock. JFR itself tells the time of day, which may have been set since; but each
 * recording begins with a chunk of its own, which has that time of day and the tick.
 */
public final class RecordingStart {
    private RecordingStart() {}

    /**
     * The tick at which a recording began.
     *
     * @param start the time of day at which it did, as JFR tells it
     * @return nothing if the recording's first chunk is gone or not complete, or cannot be read
     */
    public static OptionalLong ticks(Instant start) {
        String repository = System.getProperty(UserRecordings.REPOSITORY);
        if (repository == null) {
            return OptionalLong.empty();
        }
        try (DirectoryStream<Path> chunks = Files.newDirectoryStream(Path.of(repository), "*.jfr")) {
            return ticks(chunks, start);
        } catch (IOException | RuntimeException e) {
            // The application may have set the property, or forbid to read files.
            return OptionalLong.empty();
        }
    }

    private static OptionalLong ticks(Iterable<Path> chunks, Instant start) {
        OptionalLong ticks = OptionalLong.empty();
        for (Path chunk : chunks) {
            try {
                ChunkHeader header = header(chunk);
                boolean isIts = Instant.EPOCH.plusNanos(header.startNanos()).equals(start);
                // Where the time of day was set back, JFR gives all chunks the last time until it comes again.
                if (isIts && (ticks.isEmpty() || header.startTicks() < ticks.getAsLong())) {
                    ticks = OptionalLong.of(header.startTicks());
                }
            } catch (IOException | InputException e) {
                // It is still being written, or JFR has deleted it meanwhile.
            }
        }
        return ticks;
    }

    private static ChunkHeader header(Path chunk) throws IOException, InputException {
        try (FileChannel file = FileChannel.open(chunk)) {
            ByteBuffer header = ByteBuffer.allocate(ChunkHeader.SIZE);
            while (header.hasRemaining() && file.read(header) >= 0) {
                // The rest may take another read.
            }
            return ChunkHeader.parse(header.flip(), 0, file.size());
        }
    }
}
