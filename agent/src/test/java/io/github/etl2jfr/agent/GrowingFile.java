package io.github.etl2jfr.agent;

import io.github.etl2jfr.testing.UnfinishedTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A trace's file that grows as one does that its session still writes: its header is completed at the end. */
final class GrowingFile implements AutoCloseable {
    private final byte[] whole;
    private final byte[] unfinished;
    private final FileChannel file;

    /**
     * @param whole what it will be
     * @param growing the file, which is empty yet
     */
    GrowingFile(Path whole, Path growing) throws IOException {
        this.whole = Files.readAllBytes(whole);
        this.unfinished = UnfinishedTrace.of(this.whole);
        this.file = FileChannel.open(growing, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Appends until there is so much of it, which may end anywhere. */
    void growTo(double share) throws IOException {
        int from = (int) file.position();
        file.write(ByteBuffer.wrap(unfinished, from, Math.max(0, (int) (share * unfinished.length) - from)));
    }

    /** Appends in portions, as time goes by. */
    void growTo(double share, int portions, long millisBetween) throws IOException, InterruptedException {
        double from = (double) file.position() / unfinished.length;
        for (int portion = 1; portion <= portions; portion++) {
            growTo(from + (share - from) * portion / portions);
            Thread.sleep(millisBetween);
        }
    }

    /** Appends the rest; the session has ended. */
    void end() throws IOException {
        growTo(1);
        file.write(ByteBuffer.wrap(whole, 0, UnfinishedTrace.COMPLETED_END), 0);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
