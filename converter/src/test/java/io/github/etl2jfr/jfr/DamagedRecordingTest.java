package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.Recordings;
import io.github.etl2jfr.views.text.Harmless;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any bytes give a recording, or one line that says what is wrong with them; never anything else, and soon. */
class DamagedRecordingTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    @Test
    void anEmptyFileIsNoRecording() throws IOException {
        assertRefused(new byte[0], "not a flight recording: the file is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "1F8B0800, recording is compressed with gzip; decompress it first",
        "04224D18, recording is compressed with LZ4; decompress it first",
        "504B0304, recording is compressed with zip; decompress it first",
        "28B52FFD, recording is compressed with zstd; decompress it first",
        "464C5221, not a flight recording: it does not begin with FLR",
        "464C, not a flight recording: it does not begin with FLR",
        "464C5200, a header of 68 bytes at offset 0 has only 4"
    })
    void theFirstBytesTell(String hex, String message) throws IOException {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        assertRefused(bytes, message);
    }

    /** Offsets of {@link ChunkHeader}, which has a picture of them. */
    @ParameterizedTest
    @CsvSource({
        "5, 1, 'a recording of version 1.1, which only JDK 8 and older write; record with JDK 11 or newer'",
        "5, 3, 'a recording of version 3.1, newer than 2.x, which this version of etl2jfr reads'",
        "64, 1, recording is still being written",
        "64, 255, recording is still being written",
        "67, 2, recording without compressed integers",
        "8, 127, recording is cut off: a chunk of",
        "8, 255, a chunk of -",
        "24, 127, metadata position",
        "16, 255, checkpoint position",
        "56, 255, a clock of -"
    })
    void theHeaderMustMakeSense(int offset, int value, String message) throws IOException {
        byte[] bytes = sample();
        bytes[offset] = (byte) value;
        assertRefused(bytes, message);
    }

    @Test
    void aChunkWithoutASizeIsStillBeingWritten() throws IOException {
        byte[] bytes = sample();
        Arrays.fill(bytes, 8, 16, (byte) 0);
        assertRefused(bytes, "recording is still being written");
    }

    @Test
    void whatFollowsMustBeAChunk() throws IOException {
        byte[] bytes = Arrays.copyOf(sample(), sample().length + 100);
        assertRefused(bytes, "a chunk at offset %d makes no sense".formatted(sample().length));
    }

    @Test
    void theLastChunkMustBeWhole() throws Exception {
        byte[] bytes = Files.readAllBytes(Recordings.run().recording());
        assertRefused(Arrays.copyOf(bytes, bytes.length - 1), "recording is cut off: a chunk of");
        long last;
        try (JvmRecording recording = JvmRecording.open(Recordings.run().recording())) {
            last = recording
                    .chunks()
                    .get(recording.chunks().size() - 1)
                    .header()
                    .offset();
        }
        assertRefused(Arrays.copyOf(bytes, (int) last + 10), "recording is cut off: a header of");
    }

    /** Distances are the fifth number of a checkpoint: one that leads to itself, or forwards, would never end. */
    @ParameterizedTest
    @CsvSource({"-1", "1", "-1000000000", "100"})
    void checkpointsLeadBackwards(long distance) throws Exception {
        byte[] bytes = sample();
        int at = (int) ByteBuffer.wrap(bytes).getLong(16);
        WindowedInput input = new WindowedInput(bytes);
        input.seek(at);
        for (int i = 0; i < 4; i++) {
            input.readLong();
        }
        EventBuffer sink = new EventBuffer();
        sink.putLong(distance);
        System.arraycopy(sink.toArray(), 0, bytes, (int) input.position(), sink.size());
        assertSurvived(bytes);
    }

    /** Types that contain themselves, and an array of what takes no bytes. */
    @Test
    void typesThatNeverEndAreRefused() throws Exception {
        byte[] bytes = sample();
        ChunkMetadata metadata;
        try (JvmRecording recording = JvmRecording.open(Recordings.SAMPLE)) {
            metadata = recording.chunks().get(0).metadata();
        }
        TypeDescription thread = metadata.type(TypeDescription.THREAD);
        for (MetadataElement type : metadata.typeElements()) {
            if (TypeDescription.THREAD.equals(type.attribute("name"))) {
                for (MetadataElement field : type.children(MetadataElement.FIELD)) {
                    field.attributes().removeIf(attribute -> attribute.name().equals("class"));
                    field.attributes().add(new MetadataElement.Attribute("class", Long.toString(thread.id())));
                    field.attributes().removeIf(attribute -> attribute.name().equals("constantPool"));
                }
            }
        }
        EventBuffer event = new ChunkTypes(metadata, 77, java.util.Map.of()).event(0);
        ByteBuffer changed = ByteBuffer.allocate(bytes.length + event.size());
        changed.put(bytes).put(event.toArray());
        ChunkHeader.patch(changed, changed.capacity(), changed.getLong(16), bytes.length);
        assertThatThrownBy(() -> readEverything(write(changed.array())))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("type java.lang.Thread");
    }

    @Property(tries = 60)
    void anyStartOfARecordingGivesAnAnswer(@ForAll @IntRange(max = 454_128) int size) throws IOException {
        byte[] bytes = Arrays.copyOf(sample(), size);
        assertThatThrownBy(() -> readEverything(write(bytes))).isInstanceOf(InputException.class);
    }

    @Property(tries = 300)
    void anyFlippedBytesGiveAnAnswer(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int flips)
            throws IOException {
        assertSurvived(flipped(seed, flips, 0, sample().length));
    }

    /** Most of a recording is events; these flips hit what gives them their meaning. */
    @Property(tries = 300)
    void anyFlippedTypesGiveAnAnswer(@ForAll long seed, @ForAll @IntRange(min = 1, max = 10) int flips)
            throws IOException {
        ByteBuffer header = ByteBuffer.wrap(sample());
        assertSurvived(flipped(seed, flips, (int) header.getLong(24), sample().length));
    }

    @Property(tries = 300)
    void anyFlippedConstantsGiveAnAnswer(@ForAll long seed, @ForAll @IntRange(min = 1, max = 10) int flips)
            throws IOException {
        ByteBuffer header = ByteBuffer.wrap(sample());
        // They lie together in the sample, up to the metadata.
        assertSurvived(flipped(seed, flips, 317_566, (int) header.getLong(24)));
    }

    private static byte[] flipped(long seed, int flips, int from, int to) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = sample();
        for (int i = 0; i < flips; i++) {
            bytes[from + random.nextInt(to - from)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static byte[] sample() throws IOException {
        return Files.readAllBytes(Recordings.SAMPLE);
    }

    private void assertRefused(byte[] bytes, String message) throws IOException {
        Path file = write(bytes);
        assertThatThrownBy(() -> JvmRecording.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    private void assertSurvived(byte[] bytes) throws IOException {
        Path file = write(bytes);
        assertTimeoutPreemptively(SOON, () -> {
            try {
                readEverything(file);
            } catch (InputException e) {
                // As it is printed: a name in it may be damaged, too.
                assertThat(Harmless.text(e.getMessage()).lines()).hasSize(1);
            }
        });
    }

    private Path write(byte[] bytes) throws IOException {
        Path parent = directory == null ? Path.of("target") : directory;
        return Files.write(parent.resolve("damaged.jfr"), bytes);
    }

    /** Calls all that reads, and extends. */
    private static void readEverything(Path file) throws IOException, InputException {
        Path target = file.resolveSibling("damaged-extended.jfr");
        Files.deleteIfExists(target);
        try (JvmRecording recording = JvmRecording.open(file);
                FileChannel channel =
                        FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            recording.threads();
            for (Chunk chunk : recording.chunks()) {
                readAll(chunk);
            }
            ChunkMetadata ours = Ours.METADATA;
            ChunkExtender extender =
                    new ChunkExtender(channel, MergedTypes.of(recording, ours, Set.of(AddedEvents.READY)));
            AddedConstants constants = new AddedConstants();
            constants.put(recording.firstFreeKey(JvmRecording.STRINGS), "text");
            constants.put(
                    new ThreadConstant(recording.firstFreeKey(JvmRecording.THREADS), "name", 1, null, -1, 0, false));
            for (Chunk chunk : recording.chunks()) {
                extender.begin(chunk);
                extender.end(constants, Set.of());
            }
        }
        try (JvmRecording extended = JvmRecording.open(target)) {
            assertThat(extended.threads()).isNotEmpty();
        }
    }

    private static void readAll(Chunk chunk) throws IOException, InputException {
        for (ChunkEvents events = chunk.events(); events.next(); ) {
            for (FieldDescription field :
                    chunk.metadata().type(events.type().id()).fields()) {
                EventField known = events.type().field(field.name());
                events.text(known);
                events.longValue(known);
            }
        }
    }

    private static final class Ours {
        static final ChunkMetadata METADATA;

        static {
            try {
                METADATA = new AddedEvents().metadata();
            } catch (IOException | InputException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
