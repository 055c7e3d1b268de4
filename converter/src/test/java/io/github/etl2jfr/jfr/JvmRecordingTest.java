package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.Recordings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read of recordings is what the JDK reads of them. */
class JvmRecordingTest {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    static List<Path> recordings() throws IOException, InterruptedException {
        return List.of(Recordings.SAMPLE, Recordings.run().recording());
    }

    @Test
    void findsAllChunks() throws Exception {
        try (JvmRecording recording = JvmRecording.open(Recordings.run().recording())) {
            // A recording that starts and one that ends both begin a chunk.
            assertThat(recording.chunks()).hasSizeGreaterThanOrEqualTo(Recordings.CHUNKS);
            List<ChunkHeader> headers =
                    recording.chunks().stream().map(Chunk::header).toList();
            long sum = headers.stream().mapToLong(ChunkHeader::durationNanos).sum();
            ChunkHeader last = headers.get(headers.size() - 1);
            assertThat(last.startNanos() + last.durationNanos() - headers.get(0).startNanos())
                    .isCloseTo(sum, within(NANOS_PER_SECOND / 10));
        }
    }

    /** Whoever copies from one file into another must know which of them is broken. */
    @Test
    void namesTheFileThatCannotBeRead() throws Exception {
        WritableByteChannel target = Channels.newChannel(OutputStream.nullOutputStream());
        JvmRecording recording = JvmRecording.open(Recordings.SAMPLE);
        recording.close();
        for (ThrowingCallable read : List.<ThrowingCallable>of(
                () -> recording.readHeader(0), () -> recording.copy(0, ChunkHeader.SIZE, target))) {
            assertThatExceptionOfType(FileSystemException.class)
                    .isThrownBy(read)
                    .satisfies(e -> assertThat(e.getFile()).isEqualTo(Recordings.SAMPLE.toString()));
        }
    }

    @Test
    void leavesTheOtherFileToWhoeverWritesIt() throws Exception {
        WritableByteChannel closed = Channels.newChannel(OutputStream.nullOutputStream());
        closed.close();
        try (JvmRecording recording = JvmRecording.open(Recordings.SAMPLE)) {
            assertThatExceptionOfType(ClosedChannelException.class)
                    .isThrownBy(() -> recording.copy(0, ChunkHeader.SIZE, closed));
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void describesTheEventTypes(Path path) throws Exception {
        Set<String> known = new HashSet<>();
        try (JvmRecording recording = JvmRecording.open(path)) {
            for (Chunk chunk : recording.chunks()) {
                for (TypeDescription type : chunk.metadata().types()) {
                    if (type.isEvent()) {
                        known.add(type.id() + " " + type.name() + " "
                                + type.fields().stream()
                                        .map(FieldDescription::name)
                                        .toList());
                    }
                }
            }
        }
        try (RecordingFile file = new RecordingFile(path)) {
            for (EventType type : file.readEventTypes()) {
                assertThat(known)
                        .contains(type.getId() + " " + type.getName() + " "
                                + type.getFields().stream()
                                        .map(ValueDescriptor::getName)
                                        .toList());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void readsEveryEventAsTheJdkDoes(Path path) throws Exception {
        try (JvmRecording recording = JvmRecording.open(path);
                RecordingFile file = new RecordingFile(path)) {
            ChunkHeader first = recording.chunks().get(0).header();
            long count = 0;
            for (Chunk chunk : recording.chunks()) {
                for (ChunkEvents events = chunk.events(); events.next(); count++) {
                    compare(events, first, file.readEvent());
                }
            }
            assertThat(file.hasMoreEvents()).isFalse();
            assertThat(count).isGreaterThan(1000);
        }
    }

    private static void compare(ChunkEvents events, ChunkHeader first, RecordedEvent expected) throws Exception {
        String name = expected.getEventType().getName();
        assertThat(events.type().name()).isEqualTo(name);
        // The JDK computes with floating point.
        assertThat(Instant.ofEpochSecond(0, first.epochNanos(events.startTicks())))
                .as(name)
                .isCloseTo(expected.getStartTime(), within(Duration.ofNanos(1000)));
        assertThat(events.durationTicks() * (NANOS_PER_SECOND / (double) first.ticksPerSecond()))
                .as(name)
                .isCloseTo((double) expected.getDuration().toNanos(), within(1000.0));
        for (ValueDescriptor descriptor : expected.getFields()) {
            compare(events, events.type().field(descriptor.getName()), descriptor, expected);
        }
    }

    private static void compare(
            ChunkEvents events, EventField field, ValueDescriptor descriptor, RecordedEvent expected) throws Exception {
        String name = expected.getEventType().getName() + "." + descriptor.getName();
        Object value = descriptor.isArray() ? null : expected.getValue(descriptor.getName());
        if (value instanceof String text) {
            assertThat(events.text(field)).as(name).isEqualTo(text);
        } else if (value instanceof RecordedThread thread) {
            assertThat(events.longValue(field)).as(name).isEqualTo(thread.getId());
            assertThat(events.text(field))
                    .as(name)
                    .isEqualTo(thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName());
            if (descriptor.getName().equals("eventThread")) {
                assertThat(events.threadKey()).isEqualTo(thread.getId());
            }
        } else if (value instanceof RecordedClass type) {
            assertThat(events.text(field)).as(name).isEqualTo(type.getName());
        } else if (value instanceof Float || value instanceof Double) {
            assertThat(events.longValue(field)).as(name).isZero();
        } else if (value instanceof Boolean flag) {
            assertThat(events.longValue(field)).as(name).isEqualTo(flag ? 1 : 0);
        } else if (value instanceof Character letter) {
            assertThat((char) events.longValue(field)).as(name).isEqualTo(letter);
        } else if (value instanceof Integer number) {
            assertThat((int) events.longValue(field)).as(name).isEqualTo(number);
        } else if (value instanceof Short number) {
            assertThat((short) events.longValue(field)).as(name).isEqualTo(number);
        } else if (value instanceof Number number && !isImplicit(descriptor)) {
            assertThat(events.longValue(field)).as(name).isEqualTo(number.longValue());
        } else if (value instanceof RecordedObject object && object.getFields().size() == 1) {
            Object only = object.getValue(object.getFields().get(0).getName());
            if (only instanceof String text) {
                assertThat(events.text(field)).as(name).isEqualTo(text);
            }
        } else if (value == null && field.constantType() != 0) {
            assertThat(events.text(field)).as(name).isNull();
        }
    }

    private static boolean isImplicit(ValueDescriptor field) {
        return field.getName().equals("startTime") || field.getName().equals("duration");
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void knowsEveryThreadAsTheJdkDoes(Path path) throws Exception {
        Map<Long, String> expected = new HashMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(path)) {
            for (ValueDescriptor field : event.getFields()) {
                if (field.getTypeName().equals(TypeDescription.THREAD)
                        && event.getValue(field.getName()) instanceof RecordedThread thread) {
                    expected.put(thread.getId(), describe(thread));
                }
            }
        }
        try (JvmRecording recording = JvmRecording.open(path)) {
            Map<Long, ThreadGroupConstant> groups = new HashMap<>();
            recording.threadGroups().forEach(group -> groups.put(group.key(), group));
            Map<Long, String> known = new HashMap<>();
            for (ThreadConstant thread : recording.threads()) {
                String group = thread.groupKey() == 0
                        ? null
                        : groups.get(thread.groupKey()).name();
                known.put(
                        thread.key(),
                        String.join(
                                "|",
                                thread.osName(),
                                Long.toString(thread.isVirtual() ? -1 : thread.osThreadId()),
                                thread.javaName(),
                                Long.toString(thread.javaThreadId()),
                                group));
                assertThat(thread.key()).isLessThan(recording.firstFreeKey(JvmRecording.THREADS));
            }
            assertThat(expected).isNotEmpty();
            assertThat(known).containsAllEntriesOf(expected);
            if (!path.equals(Recordings.SAMPLE) && Runtime.version().feature() >= 21) {
                assertThat(recording.threads()).anyMatch(ThreadConstant::isVirtual);
            }
        }
    }

    private static String describe(RecordedThread thread) {
        return String.join(
                "|",
                thread.getOSName(),
                Long.toString(thread.getOSThreadId()),
                thread.getJavaName(),
                Long.toString(thread.getLong("javaThreadId")),
                thread.getThreadGroup() == null ? null : thread.getThreadGroup().getName());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void metadataIsWrittenAsTheJvmWroteIt(Path path) throws Exception {
        byte[] file = Files.readAllBytes(path);
        try (JvmRecording recording = JvmRecording.open(path)) {
            for (Chunk chunk : recording.chunks()) {
                int at = (int) (chunk.header().offset() + chunk.header().metadataPosition());
                byte[] content = chunk.metadata().content();
                // Size, type, start, duration and id come first, some of fixed length.
                boolean isThere = IntStream.range(at, at + 40)
                        .anyMatch(from -> from + content.length <= file.length
                                && Arrays.equals(file, from, from + content.length, content, 0, content.length));
                assertThat(isThere).isTrue();
            }
        }
    }

    @Test
    void aRecordingInProgressIsRefused() throws Exception {
        assertThatThrownBy(() -> JvmRecording.open(Recordings.run().unfinished()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("still being written");
    }
}
