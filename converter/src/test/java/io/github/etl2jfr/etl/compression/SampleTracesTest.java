package io.github.etl2jfr.etl.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The buffers of whole traces: what comes out must be events from the first byte to the last. */
class SampleTracesTest {
    private static final int HEADER = 0x48;

    @ParameterizedTest
    @CsvSource({
        "contention-full.etl, XPRESS, 18, 31454",
        "contention-compact-cycles-win11.etl, XPRESS, 4, 853",
        "contention-compact-lznt1-32bit-win7.etl, LZNT1, 4, 829"
    })
    void everyBuffer(String name, CompressionFormat format, int buffers, int events)
            throws IOException, CorruptDataException {
        byte[] bytes = Files.readAllBytes(Path.of("samples", name));
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Decompressor decompressor = format.newDecompressor();
        int buffersSeen = 0;
        int eventsSeen = 0;
        for (int at = 0; at < bytes.length; at += file.getInt(at)) {
            boolean compressed = (file.getShort(at + 0x34) & 0x40) != 0;
            if (compressed) {
                byte[] target = new byte[file.getInt(at + 4) - HEADER];
                decompressor.decompress(bytes, at + HEADER, file.getInt(at) - HEADER, target, 0, target.length);
                buffersSeen++;
                eventsSeen += countEvents(ByteBuffer.wrap(target).order(ByteOrder.LITTLE_ENDIAN));
            }
        }
        assertThat(buffersSeen).isEqualTo(buffers);
        assertThat(eventsSeen).isEqualTo(events);
    }

    /** Each begins with a marker whose top bit is set; these types have their size in its fifth byte. */
    private static int countEvents(ByteBuffer events) {
        int count = 0;
        int at = 0;
        while (at < events.limit()) {
            assertThat(events.getInt(at) >>> 16).isIn(0xC001, 0xC002, 0xC003, 0xC004, 0xC010, 0xC011);
            at += (events.getShort(at + 4) + 7) & ~7;
            count++;
        }
        assertThat(at).isEqualTo(events.limit());
        return count;
    }
}
