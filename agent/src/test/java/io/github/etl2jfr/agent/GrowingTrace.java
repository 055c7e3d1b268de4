package io.github.etl2jfr.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A trace that grows as one does that its session still writes: its header is completed at the end. */
final class GrowingTrace implements AutoCloseable {
    /** In the file: of the log file header, behind the buffer's and the event's. */
    private static final int END_TIME = 0x48 + 0x20 + 0x10;

    private static final int BUFFERS_WRITTEN = 0x48 + 0x20 + 0x24;

    private final byte[] whole;
    private final byte[] unfinished;
    private final FileChannel file;

    /**
     * @param whole what it will be
     * @param growing the file, which is empty yet
     */
    GrowingTrace(Path whole, Path growing) throws IOException {
        this.whole = Files.readAllBytes(whole);
        this.unfinished = unfinished(this.whole);
        this.file = FileChannel.open(growing, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** With a header as it is before the session ends. */
    static byte[] unfinished(byte[] whole) {
        byte[] unfinished = whole.clone();
        ByteBuffer.wrap(unfinished).putLong(END_TIME, 0).putInt(BUFFERS_WRITTEN, 0);
        return unfinished;
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
        file.write(ByteBuffer.wrap(whole, 0, BUFFERS_WRITTEN + Integer.BYTES), 0);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
