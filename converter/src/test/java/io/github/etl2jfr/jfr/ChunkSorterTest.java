package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.JfrTool;
import io.github.etl2jfr.testing.MadeUpRecording;
import io.github.etl2jfr.testing.MissionControl;
import io.github.etl2jfr.testing.Recordings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The recordings that other readers find in what is sorted. */
class ChunkSorterTest {
    private static final int CHECKPOINT_POSITION = 16;
    private static final int METADATA_POSITION = 24;

    @TempDir
    private Path directory;

    private Path sorted;

    /** Sorts a recording, and tells how many of its events were late. */
    private long sort(Path recording) throws IOException, InputException {
        sorted = directory.resolve("sorted.jfr");
        AtomicLong done = new AtomicLong();
        try (JvmRecording opened = JvmRecording.open(recording);
                FileChannel target = FileChannel.open(
                        sorted,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            ChunkSorter sorter = new ChunkSorter(target, done::addAndGet);
            sorter.write(opened);
            long headers = (long) opened.chunks().size() * ChunkHeader.SIZE;
            assertThat(done.get() + 2 * headers).isEqualTo(ChunkSorter.work(Files.size(recording)));
            return sorter.late();
        }
    }

    // Recordings that JVMs wrote.

    enum Source {
        /** One chunk, of JDK 17. */
        SAMPLE,
        /** Several chunks, of the JDK that runs the test. */
        RUN,
        /** The same, with chunks of ours between them. */
        SPLIT;

        Path file(Path directory) throws Exception {
            return switch (this) {
                case SAMPLE -> Recordings.SAMPLE;
                case RUN -> Recordings.run().recording();
                case SPLIT -> {
                    Path extended = directory.resolve("extended.jfr");
                    new AddedEvents().extend(Recordings.run().recording(), extended, true);
                    yield extended;
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void theJdkReadsTheSame(Source source) throws Exception {
        Path recording = source.file(directory);
        assertThat(sort(recording)).isPositive();
        assertThat(JfrTool.printed(sorted)).isEqualTo(JfrTool.printed(recording));
        assertThat(JfrTool.summary(sorted)).isEqualTo(JfrTool.summary(recording));
        assertThat(JfrTool.types(sorted)).isEqualTo(JfrTool.types(recording));
        assertThat(streamed(sorted)).isEqualTo(streamed(recording)).isNotEmpty();
        assertThat(Files.size(sorted)).isEqualTo(Files.size(recording));
    }

    /** What a stream has of each type. */
    private static Map<String, Integer> streamed(Path recording) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        try (EventStream stream = EventStream.openFile(recording)) {
            stream.onEvent(event -> counts.merge(event.getEventType().getName(), 1, Integer::sum));
            stream.start();
        }
        return counts;
    }

    /** The JDK reads events in the order of the file. */
    @ParameterizedTest
    @EnumSource
    void eachChunkIsInOrder(Source source) throws Exception {
        Path recording = source.file(directory);
        sort(recording);
        int chunks;
        try (JvmRecording opened = JvmRecording.open(recording)) {
            chunks = opened.chunks().size();
        }
        assertThat(newBeginnings(sorted)).isLessThan(chunks);
        assertThat(newBeginnings(recording)).isGreaterThan(3 * chunks);
        assertThat(sort(Files.move(sorted, directory.resolve("once.jfr")))).isZero();
        assertThat(sorted).hasSameBinaryContentAs(directory.resolve("once.jfr"));
    }

    private static int newBeginnings(Path recording) throws IOException {
        int beginnings = 0;
        Instant last = Instant.MIN;
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEndTime().isBefore(last)) {
                beginnings++;
            }
            last = event.getEndTime();
        }
        return beginnings;
    }

    // Such as nobody recorded.

    // The JDK does not read their times: it wants an event's fields in another order.

    /** In units of {@link MadeUpRecording}. */
    private record Span(int thread, long from, long to) {}

    /** What threads do one after the other, as often. */
    private static List<Span> spans(Random random, int threads, int ofEach) {
        List<Span> spans = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            long now = random.nextInt(4);
            for (int i = 0; i < ofEach; i++) {
                now += random.nextInt(5);
                long end = now + 1 + random.nextInt(6);
                spans.add(new Span(thread, now, end));
                now = end;
            }
        }
        return spans;
    }

    private static byte[] recording(List<Span> spans) throws IOException {
        return MadeUpRecording.of(10_000, jvm -> {
            for (Span span : spans) {
                jvm.event(
                        "test.Span",
                        span.from,
                        span.to - span.from,
                        jvm.thread("thread-" + span.thread, span.thread + 1),
                        Map.of("number", (long) spans.indexOf(span)));
            }
        });
    }

    /** The numbers of the spans. */
    private static List<Long> told(List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("test.Span"))
                .map(event -> event.getLong("number"))
                .toList();
    }

    private static Map<Long, Integer> shown(Path recording) throws Exception {
        Map<Long, Integer> counts = new TreeMap<>();
        for (String row : MissionControl.values(recording).get("test.Span")) {
            counts.merge(Long.parseLong(row.replaceFirst(".*number=(\\d+).*", "$1")), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void missionControlShowsEachEventOnce() throws Exception {
        Random random = new Random(1);
        int wrongBefore = 0;
        for (int i = 0; i < 50; i++) {
            List<Span> spans = spans(random, 2 + i % 5, 3 + i % 20);
            // As JFR writes them: what came last before what is older.
            spans.sort(Comparator.comparingLong(Span::to));
            Collections.rotate(spans, spans.size() / 3);
            Path recording = Files.write(directory.resolve("spans.jfr"), recording(spans));
            Map<Long, Integer> each = new TreeMap<>();
            for (long number = 0; number < spans.size(); number++) {
                each.put(number, 1);
            }
            wrongBefore += shown(recording).equals(each) ? 0 : 1;
            sort(recording);
            assertThat(shown(sorted)).isEqualTo(each);
        }
        assertThat(wrongBefore).isPositive();
    }

    /** Those that end together as they were. */
    @Test
    void anyOrderBecomesThatOfEnds() throws Exception {
        Random random = new Random(2);
        for (int i = 0; i < 50; i++) {
            List<Span> spans = spans(random, 1 + i % 6, 1 + i % 40);
            Collections.shuffle(spans, random);
            Path recording = Files.write(directory.resolve("spans.jfr"), recording(spans));
            long late = sort(recording);
            long latest = 0;
            long behind = 0;
            for (Span span : spans) {
                behind += span.to < latest ? 1 : 0;
                latest = Math.max(latest, span.to);
            }
            assertThat(late).isEqualTo(behind);
            assertThat(told(RecordingFile.readAllEvents(sorted)))
                    .isEqualTo(spans.stream()
                            .sorted(Comparator.comparingLong(Span::to))
                            .map(span -> (long) spans.indexOf(span))
                            .toList());
        }
    }

    @Test
    void eventsLargerThanWhatIsWrittenAtOnce() throws Exception {
        byte[] bytes = MadeUpRecording.of(10_000, jvm -> {
            for (int end : new int[] {500, 100, 300, 200, 400}) {
                jvm.event("test.Text", end - 50, 50, null, Map.of("text", end + "x".repeat(100 * end + 40_000)));
            }
        });
        Path recording = Files.write(directory.resolve("large.jfr"), bytes);
        sort(recording);
        assertThat(RecordingFile.readAllEvents(sorted).stream()
                        .filter(event -> event.getEventType().getName().equals("test.Text"))
                        .map(event -> event.getString("text").replaceAll("x+", "")))
                .containsExactly("100", "200", "300", "400", "500");
    }

    // What else may be in a chunk.

    private static byte[] frame(long type, byte[] content) {
        EventBuffer event = new EventBuffer();
        event.beginEvent(type);
        event.putBytes(content);
        event.endEvent();
        return event.toArray();
    }

    /** A chunk with more behind it. */
    private static byte[] with(byte[] chunk, byte[] more) {
        byte[] all = MadeUpRecording.joined(chunk, more);
        ByteBuffer.wrap(all).putLong(8, all.length);
        return all;
    }

    @Test
    void whatNobodyUnderstandsStays() throws Exception {
        byte[] bytes = recording(List.of(new Span(0, 50, 60), new Span(0, 10, 20)));
        byte[] unknown = frame(999_999, "what nobody understands".getBytes(StandardCharsets.US_ASCII));
        Path recording = Files.write(directory.resolve("unknown.jfr"), with(bytes, unknown));
        sort(recording);
        assertThat(Files.size(sorted)).isEqualTo(Files.size(recording));
        assertThat(Files.readAllBytes(sorted)).containsSequence(unknown);
        assertThat(told(RecordingFile.readAllEvents(sorted))).containsExactly(1L, 0L);
    }

    /** They would move with it, and away from where the header says that they are. */
    @Test
    void constantsAndTypesAmidstAnEventAreRefused() throws Exception {
        byte[] bytes = recording(List.of(new Span(0, 50, 60), new Span(0, 10, 20)));
        long type;
        try (JvmRecording opened = JvmRecording.open(Files.write(directory.resolve("sound.jfr"), bytes))) {
            type = opened.chunks().get(0).eventType("test.Span").id();
        }
        for (int field : new int[] {CHECKPOINT_POSITION, METADATA_POSITION}) {
            int position = (int) ByteBuffer.wrap(bytes).getLong(field);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            // More fields than the type has.
            content.writeBytes(new byte[20]);
            content.write(bytes, position, bytes.length - position);
            byte[] event = frame(type, content.toByteArray());
            byte[] all = with(bytes, event);
            int moved = all.length - (bytes.length - position);
            ByteBuffer.wrap(all).putLong(field, moved);
            Path recording = Files.write(directory.resolve("hidden.jfr"), all);
            assertThatThrownBy(() -> sort(recording))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("at offset " + moved);
        }
    }
}
