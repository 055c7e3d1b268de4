package io.github.etl2jfr.bench;

import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.etl.compression.CompressionFormat;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.etl.compression.Decompressor;
import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Restores the buffers of a trace of plain events. The unit is a byte of output: bytes a microsecond are MB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecompressionBenchmark {
    private static final int BUFFER_SIZE = 1 << 16;
    private static final int EVENT_BYTES = BUFFER_SIZE - TraceBuilder.BUFFER_HEADER_BYTES;
    private static final int BUFFERS = 64;

    @Param({"XPRESS", "XPRESS_HUFFMAN", "LZNT1"})
    private CompressionFormat format;

    private final byte[] restored = new byte[EVENT_BYTES];
    private List<byte[]> compressed;
    private Decompressor decompressor;

    @Setup
    public void generate() {
        byte[] trace = new SyntheticTrace(1)
                .threads(200)
                .switches(100_000)
                .toTrace(new TraceOptions().bufferSize(BUFFER_SIZE));
        compressed = TraceFiles.split(trace).subList(1, 1 + BUFFERS).stream()
                .map(buffer -> Arrays.copyOfRange(buffer, TraceBuilder.BUFFER_HEADER_BYTES, BUFFER_SIZE))
                .map(this::compress)
                .toList();
        decompressor = format.newDecompressor();
    }

    private byte[] compress(byte[] events) {
        return switch (format) {
            case XPRESS -> XpressEncoder.encode(events);
            case XPRESS_HUFFMAN -> XpressHuffmanEncoder.encode(events);
            case LZNT1 -> Lznt1Encoder.encode(events);
        };
    }

    @Benchmark
    @OperationsPerInvocation(BUFFERS * EVENT_BYTES)
    public byte[] decompress() throws CorruptDataException {
        for (byte[] buffer : compressed) {
            decompressor.decompress(buffer, 0, buffer.length, restored, 0, EVENT_BYTES);
        }
        return restored;
    }
}
