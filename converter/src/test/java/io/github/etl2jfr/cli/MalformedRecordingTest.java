package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.testing.Recordings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recordings that claim what cannot be, in a small heap: one line that names the file, and soon. */
class MalformedRecordingTest {
    private static final Path SAMPLE = Path.of("samples", "contention-full.etl").toAbsolutePath();
    private static final String SMALL_HEAP = "-Xmx64m";
    private static final int UTF8 = 3;
    private static final int CHARS = 4;

    // In a chunk's header.
    private static final int SIZE = 8;
    private static final int CHECKPOINT = 16;
    private static final int METADATA = 24;
    private static final int START_TICKS = 48;

    @TempDir
    private static Path shared;

    /** The sample, of which {@code view} shows something. */
    private static Path converted;

    @TempDir
    private Path directory;

    private Sandbox sandbox;

    @BeforeAll
    static void convert() {
        converted = shared.resolve("converted.jfr");
        Program.run("--quiet", SAMPLE, converted).succeeded();
    }

    @BeforeEach
    void prepare() {
        sandbox = new Sandbox(directory, shared, SMALL_HEAP);
    }

    /** What is done to a recording of one chunk. */
    private enum Damage {
        NEGATIVE_SIZE {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return with(recording, SIZE, -1);
            }
        },
        HUGE_SIZE {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return with(recording, SIZE, Long.MAX_VALUE);
            }
        },
        TINY_SIZE {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return with(recording, SIZE, 69);
            }
        },
        NO_CHECKPOINT {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return with(recording, CHECKPOINT, Long.MAX_VALUE);
            }
        },
        METADATA_IN_THE_HEADER {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return with(recording, METADATA, 4);
            }
        },
        METADATA_THAT_IS_NONE {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return with(recording, METADATA, 68);
            }
        },
        CHECKPOINTS_IN_A_CIRCLE {
            @Override
            byte[] of(byte[] recording, long stringType) {
                byte[] first = checkpoint(-1, 0);
                byte[] looping = checkpoint(first.length, 0);
                return withCheckpoints(recording, looping, checkpoint(-first.length, 0));
            }
        },
        MANY_POOLS {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return withCheckpoints(recording, checkpoint(0, Integer.MAX_VALUE));
            }
        },
        MANY_CONSTANTS {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return withCheckpoints(recording, checkpoint(0, 1, stringType, 100_000_000));
            }
        },
        LONG_TEXT {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return withCheckpoints(recording, checkpoint(0, 1, stringType, 1, 77, UTF8, Integer.MAX_VALUE));
            }
        },
        LONG_TEXT_OF_CHARACTERS {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return withCheckpoints(recording, checkpoint(0, 1, stringType, 1, 77, CHARS, 500_000_000));
            }
        },
        EVENT_OF_NEGATIVE_SIZE {
            @Override
            byte[] of(byte[] recording, long stringType) {
                byte[] bytes = Arrays.copyOf(recording, recording.length + 10);
                Arrays.fill(bytes, recording.length, recording.length + 9, (byte) 0x80);
                return with(bytes, SIZE, bytes.length);
            }
        },
        MANY_TEXTS_IN_METADATA {
            @Override
            byte[] of(byte[] recording, long stringType) {
                return withMetadata(recording, numbers(Integer.MAX_VALUE));
            }
        },
        METADATA_OF_GREAT_DEPTH {
            @Override
            byte[] of(byte[] recording, long stringType) {
                ByteArrayOutputStream tree = texts("root");
                for (int i = 0; i < 100_000; i++) {
                    tree.writeBytes(numbers(0, 0, 1));
                }
                tree.writeBytes(numbers(0, 0, 0));
                return withMetadata(recording, tree.toByteArray());
            }
        },
        TYPE_THAT_CONTAINS_ITSELF {
            @Override
            byte[] of(byte[] recording, long stringType) {
                ByteArrayOutputStream tree =
                        texts("root", "metadata", "class", "field", "id", "name", "50", "java.lang.Thread", "self");
                tree.writeBytes(numbers(0, 0, 1));
                tree.writeBytes(numbers(1, 0, 1));
                tree.writeBytes(numbers(2, 2, 4, 6, 5, 7, 1));
                tree.writeBytes(numbers(3, 2, 5, 8, 2, 6, 0));
                return withCheckpoints(withMetadata(recording, tree.toByteArray()), checkpoint(0, 1, 50, 0));
            }
        },
        EVENT_OF_MANY_FIELDS_OF_MANY_FIELDS {
            @Override
            byte[] of(byte[] recording, long stringType) {
                ByteArrayOutputStream tree = texts(
                        "root",
                        "metadata",
                        "class",
                        "field",
                        "id",
                        "name",
                        "superType",
                        "jdk.jfr.Event",
                        "50",
                        "windows.TraceSession",
                        "51",
                        "many",
                        "52",
                        "int");
                tree.writeBytes(numbers(0, 0, 1));
                tree.writeBytes(numbers(1, 0, 3));
                tree.writeBytes(numbers(2, 3, 4, 8, 5, 9, 6, 7, 100_000));
                for (int i = 0; i < 100_000; i++) {
                    tree.writeBytes(numbers(3, 2, 5, 11, 2, 10, 0));
                }
                tree.writeBytes(numbers(2, 2, 4, 10, 5, 11, 1000));
                for (int i = 0; i < 1000; i++) {
                    tree.writeBytes(numbers(3, 2, 5, 13, 2, 12, 0));
                }
                tree.writeBytes(numbers(2, 2, 4, 12, 5, 13, 0));
                return withCheckpoints(
                        withMetadata(recording, tree.toByteArray()), event(50, numbers(0)), checkpoint(0, 0));
            }
        };

        abstract byte[] of(byte[] recording, long stringType);
    }

    private static byte[] with(byte[] recording, int field, long value) {
        byte[] changed = recording.clone();
        ByteBuffer.wrap(changed).putLong(field, value);
        return changed;
    }

    /** The last is the one that the header names. */
    private static byte[] withCheckpoints(byte[] recording, byte[]... checkpoints) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(recording);
        int last = 0;
        for (byte[] checkpoint : checkpoints) {
            last = bytes.size();
            bytes.writeBytes(checkpoint);
        }
        return with(with(bytes.toByteArray(), SIZE, bytes.size()), CHECKPOINT, last);
    }

    private static byte[] withMetadata(byte[] recording, byte[] content) {
        byte[] event = event(0, numbers(0, 0, 4711), content);
        byte[] bytes = Arrays.copyOf(recording, recording.length + event.length);
        System.arraycopy(event, 0, bytes, recording.length, event.length);
        return with(with(bytes, SIZE, bytes.length), METADATA, recording.length);
    }

    /**
     * @param distance to the checkpoint before, 0 if there is none; takes nine bytes
     * @param content number of pools, and what follows
     */
    private static byte[] checkpoint(long distance, long... content) {
        byte[] wide = new byte[9];
        for (int i = 0; i < 8; i++) {
            wide[i] = (byte) (distance >>> 7 * i | 0x80);
        }
        wide[8] = (byte) (distance >>> 56);
        return event(1, numbers(0, 0), wide, new byte[] {0}, numbers(content));
    }

    private static byte[] event(long type, byte[]... contents) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(numbers(type));
        for (byte[] content : contents) {
            bytes.writeBytes(content);
        }
        int size = bytes.size() + 4;
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        event.writeBytes(new byte[] {
            (byte) (size | 0x80), (byte) (size >>> 7 | 0x80), (byte) (size >>> 14 | 0x80), (byte) (size >>> 21)
        });
        event.writeBytes(bytes.toByteArray());
        return event.toByteArray();
    }

    /** LEB128 of numbers that are not negative. */
    private static byte[] numbers(long... numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long number : numbers) {
            long rest = number;
            for (; rest > 0x7F; rest >>>= 7) {
                bytes.write((int) (rest | 0x80));
            }
            bytes.write((int) rest);
        }
        return bytes.toByteArray();
    }

    private static ByteArrayOutputStream texts(String... texts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(numbers(texts.length));
        for (String text : texts) {
            bytes.writeBytes(numbers(UTF8, text.length()));
            bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes;
    }

    /** The number by which a recording calls the type of texts. */
    private static long stringType(Path recording) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            return file.readEventTypes().stream()
                    .map(EventType::getFields)
                    .flatMap(List::stream)
                    .filter(field -> field.getTypeName().equals("java.lang.String"))
                    .mapToLong(ValueDescriptor::getTypeId)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Path damaged(Damage damage, Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        assertThat(ByteBuffer.wrap(bytes).getLong(SIZE)).as("one chunk").isEqualTo(bytes.length);
        return Files.write(directory.resolve("damaged.jfr"), damage.of(bytes, stringType(recording)));
    }

    private static void assertNamed(Result result) {
        assertThat(result.error()).startsWith("damaged.jfr: ").doesNotContain("unexpected", "memory");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void merge(Damage damage) throws IOException, InterruptedException {
        damaged(damage, Recordings.SAMPLE.toAbsolutePath());
        assertNamed(sandbox.run(Sandbox.PROGRAM, "--jfr", "damaged.jfr", SAMPLE, "out.jfr"));
        assertThat(sandbox.files()).containsExactly("damaged.jfr");
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void view(Damage damage) throws IOException, InterruptedException {
        damaged(damage, converted);
        assertNamed(sandbox.run(Sandbox.PROGRAM, "view", "damaged.jfr"));
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void sort(Damage damage) throws IOException, InterruptedException {
        damaged(damage, Recordings.SAMPLE.toAbsolutePath());
        assertNamed(sandbox.run(Sandbox.PROGRAM, "sort", "damaged.jfr", "out.jfr"));
        assertThat(sandbox.files()).containsExactly("damaged.jfr");
    }

    /** It would become one that no reader of the JDK opens. */
    @Test
    void mergeOfTypesThatMakeNoSense() throws IOException, InterruptedException {
        byte[] bytes = Files.readAllBytes(Recordings.SAMPLE);
        int name = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("jdk.CPULoad");
        assertThat(name).isPositive();
        bytes[name + "jdk.CPU".length()] = '-';
        Files.write(directory.resolve("damaged.jfr"), bytes);
        assertNamed(sandbox.run(Sandbox.PROGRAM, "--jfr", "damaged.jfr", SAMPLE, "out.jfr"));
        assertThat(sandbox.files()).containsExactly("damaged.jfr");
    }

    /** A recording may end where a chunk does, and nowhere else. */
    @Test
    void cutAtEachChunk() throws Exception {
        Path whole = Recordings.run().recording();
        byte[] bytes = Files.readAllBytes(whole);
        List<Integer> ends = new ArrayList<>();
        for (int end = 0; end < bytes.length; ends.add(end)) {
            end += (int) ByteBuffer.wrap(bytes).getLong(end + SIZE);
        }
        assertThat(ends).hasSizeGreaterThan(1);
        Path out = directory.resolve("out.jfr");
        for (int end : ends) {
            for (int size : new int[] {end - 1, end + 1}) {
                if (size < bytes.length) {
                    Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(bytes, size));
                    for (Result result : List.of(Program.run("--jfr", cut, SAMPLE, out), Program.run("view", cut))) {
                        assertThat(result.error()).startsWith(cut + ": ");
                        assertThat(result.exitCode()).isEqualTo(3);
                    }
                }
            }
            Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(bytes, end));
            assertThat(Program.run("--jfr", cut, SAMPLE, out).error()).contains("do not overlap in time");
            assertThat(Program.run("view", cut).error()).contains("no windows.* events in it");
        }
        assertThat(out).doesNotExist();
    }

    @Test
    void viewOfTwoChunks() throws IOException {
        byte[] one = Files.readAllBytes(converted);
        byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        // No two of one recording begin together.
        ByteBuffer header = ByteBuffer.wrap(two, one.length, one.length).slice();
        header.putLong(START_TICKS, header.getLong(START_TICKS) + 1);
        Path cut = directory.resolve("cut.jfr");
        assertThat(view(cut, two, one.length).exitCode()).isZero();
        // The second has all that the first one has; that both could be read shows in the reason.
        assertThat(view(cut, two, two.length).error()).startsWith(cut + ": several conversions in it");
        Stream.of(one.length, two.length)
                .forEach(size ->
                        assertThat(view(cut, two, size - 1).error()).startsWith(cut + ": recording is cut off"));
        assertThat(view(cut, two, one.length + 1).error()).startsWith(cut + ": ");
    }

    private static Result view(Path cut, byte[] bytes, int size) {
        try {
            Files.write(cut, Arrays.copyOf(bytes, size));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Program.run("view", cut);
    }
}
