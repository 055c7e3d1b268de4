package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stack traces of a real JVM's chunk are lent with all that they name, or not at all. */
class BorrowedConstantsTest {
    private static final Path RECORDING = Path.of("samples", "contention.jfr");
    private static final int MOST_FRAMES = 100;

    /** Those of all events that have one. */
    private static Set<Long> keys(Chunk chunk) throws Exception {
        Set<Long> keys = new LinkedHashSet<>();
        for (ChunkEvents events = chunk.events(); events.next(); ) {
            EventField stackTrace = events.type().stackTrace();
            if (stackTrace != null && events.longValue(stackTrace) != 0) {
                keys.add(events.longValue(stackTrace));
            }
        }
        return keys;
    }

    /** Pools as they are read out of a chunk that has nothing else. */
    private static ConstantPools read(AddedConstants.Pools pools, ChunkMetadata metadata) throws Exception {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.write(new byte[ChunkHeader.SIZE]);
        chunk.write(pools.checkpoint(1, 0).toArray());
        ChunkHeader header = new ChunkHeader(0, chunk.size(), ChunkHeader.SIZE, ChunkHeader.SIZE, 1, 1, 1, 1);
        return ConstantPools.of(new WindowedInput(chunk.toByteArray()), header, metadata);
    }

    /** One of the 42 has no calls. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "500, 1, 20", "3000, 5, 40", "1000000, 41, 41"})
    void eachIsThereWholeOrNotAtAll(int mostBytes, int least, int most) throws Exception {
        try (JvmRecording recording = JvmRecording.open(RECORDING)) {
            Chunk chunk = recording.chunks().get(0);
            ConstantPools lender = chunk.constants();
            long type = chunk.metadata().type(TypeDescription.STACK_TRACE).id();
            Set<Long> keys = keys(chunk);
            ConstantPools borrowed = read(BorrowedConstants.of(type, keys, lender, mostBytes), chunk.metadata());
            int whole = 0;
            for (long key : keys) {
                List<StackFrame> frames = borrowed.stackTrace(key, MOST_FRAMES);
                if (!frames.isEmpty()) {
                    whole++;
                    assertThat(frames).isEqualTo(lender.stackTrace(key, MOST_FRAMES));
                    assertThat(frames).noneMatch(frame -> frame.className() == null || frame.methodName() == null);
                }
            }
            assertThat(whole).isBetween(least, most);
        }
    }

    @Test
    void whatTheChunkDoesNotHaveIsNotLent() throws Exception {
        try (JvmRecording recording = JvmRecording.open(RECORDING)) {
            Chunk chunk = recording.chunks().get(0);
            assertThat(chunk.constants().lendStackTraces(List.of(1L << 40)).count())
                    .isZero();
        }
    }
}
