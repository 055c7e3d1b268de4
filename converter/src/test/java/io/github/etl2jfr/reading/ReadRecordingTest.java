package io.github.etl2jfr.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.cli.Program;
import io.github.etl2jfr.recording.EventType;
import io.github.etl2jfr.testing.MadeUpRecording;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.model.Events;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.model.TraceThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.Name;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views are told what the JDK's reader tells. */
class ReadRecordingTest {
    private static final Path VIEWS = Path.of("..", "jfr-views", "samples");
    private static final Path SAMPLES = Path.of("samples");

    /** In a chunk's header. */
    private static final int TICKS_PER_SECOND = 0x38;

    @TempDir
    private Path directory;

    /** All that a sink is told, as text. */
    private static final class Told implements TraceSink {
        final List<String> lines = new ArrayList<>();

        private void add(Object... what) {
            StringBuilder line = new StringBuilder();
            for (Object part : what) {
                line.append(
                                part instanceof TraceThread thread
                                        ? "%s/%d/%d/%s/%s"
                                                .formatted(
                                                        thread.name(),
                                                        thread.index(),
                                                        thread.osThreadId(),
                                                        thread.ofJvm(),
                                                        thread.process())
                                        : part)
                        .append(' ');
            }
            lines.add(line.toString());
        }

        @Override
        public void begin(Session session, Span span) {
            add("begin", session, span);
        }

        @Override
        public void describe(Session session) {
            add("describe", session);
        }

        @Override
        public void slice(Slice slice) {
            add(
                    slice.kind(),
                    slice.thread(),
                    slice.start(),
                    slice.end(),
                    slice.processor(),
                    slice.reason(),
                    slice.readiedBy(),
                    slice.runningInstead(),
                    slice.clipped());
        }

        @Override
        public void contextSwitch(long time, TraceThread oldThread, int processor, boolean involuntary) {
            add("switch", oldThread, processor, involuntary);
        }

        @Override
        public void latency(Latency latency) {
            add("latency", latency);
        }

        @Override
        public void dataLoss(String cause, long amount, boolean isNotice) {
            add("loss", cause, amount, isNotice);
        }
    }

    private static List<String> told(Recording recording) throws Exception {
        Told told = new Told();
        TraceReader.read(recording, whole -> whole, ThreadChoice.ALL, told);
        return told.lines;
    }

    private static void requireSame(Path recording) throws Exception {
        List<String> told = told(new ReadRecording(recording));
        assertThat(told).hasSizeGreaterThan(1000).isEqualTo(told(new JdkRecording(recording)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"contention-converted.jfr", "contention-merged.jfr"})
    void samples(String name) throws Exception {
        requireSame(VIEWS.resolve(name));
    }

    /** Clocks of different frequencies, reused ids, events of all types, damage. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "contention-full.etl",
                "contention-compact.etl",
                "contention-full-systime.etl",
                "contention-compact-cycles-win11.etl",
                "contention-compact-lznt1-32bit-win7.etl"
            })
    void conversions(String name) throws Exception {
        Path trace = directory.resolve(name);
        byte[] bytes = Files.readAllBytes(SAMPLES.resolve(name));
        // In the midst of a buffer: the rest is converted.
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 100, (byte) -1);
        Files.write(trace, bytes);
        Path recording = directory.resolve("out.jfr");
        Program.run("--quiet", "--events", "all", trace, recording);
        requireSame(recording);
    }

    @Test
    void mergedAndAllThreads() throws Exception {
        Path recording = directory.resolve("out.jfr");
        Program.run(
                        "--quiet",
                        "--all",
                        "--jfr",
                        SAMPLES.resolve("contention.jfr"),
                        SAMPLES.resolve("contention-skewed.etl"),
                        recording)
                .succeeded();
        requireSame(recording);
    }

    @Test
    void whatIsNoRecording() throws Exception {
        Path text = Files.writeString(directory.resolve("text.jfr"), "no recording");
        assertThatThrownBy(() -> told(new ReadRecording(text)))
                .isInstanceOf(RecordingException.class)
                .hasMessageStartingWith("not a flight recording");
        byte[] bytes = Files.readAllBytes(VIEWS.resolve("contention-merged.jfr"));
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> told(new ReadRecording(cut)))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("cut off");
    }

    @Name("windows.ThreadReady")
    static final class OfSomebodyElse extends Event {}

    /** Only damage makes longer ones. */
    @Test
    void longNamesOfThreadsAreCut() throws Exception {
        Thread thread =
                new Thread(new ThreadGroup("g".repeat(3000)), () -> new OfSomebodyElse().commit(), "t".repeat(3000));
        Path recording = directory.resolve("long.jfr");
        try (jdk.jfr.Recording other = new jdk.jfr.Recording()) {
            other.enable(OfSomebodyElse.class).withoutThreshold();
            other.start();
            thread.start();
            thread.join();
            other.dump(recording);
        }
        try (Events events = new ReadRecording(recording).events()) {
            do {
                assertThat(events.next()).isTrue();
            } while (!events.type().equals("windows.ThreadReady"));
            Events.ThreadDescription told = events.thread(events.threadKey());
            assertThat(told.javaName()).isEqualTo("t".repeat(2000));
            assertThat(told.group()).isEqualTo("g".repeat(2000));
        }
    }

    /** Events of our name that have none of its fields. */
    @Test
    void fieldsThatAreNotThere() throws Exception {
        Path recording = directory.resolve("other.jfr");
        try (jdk.jfr.Recording other = new jdk.jfr.Recording()) {
            other.enable(OfSomebodyElse.class).withoutThreshold();
            other.start();
            OfSomebodyElse event = new OfSomebodyElse();
            event.begin();
            Thread.sleep(2);
            event.commit();
            other.dump(recording);
        }
        assertThatThrownBy(() -> told(new ReadRecording(recording)))
                .isInstanceOf(RecordingException.class)
                .hasMessage("damaged recording: windows.ThreadReady has no processor");
    }

    // Chunks beside each other.

    /** From a time to another one, in which a thread's slices end at some times; with what only an agent's session has. */
    private static byte[] chunk(long from, long duration, Map<String, Object> session, long... ends)
            throws IOException {
        return MadeUpRecording.chunk(from, duration, made -> {
            made.event(EventType.TRACE_SESSION.typeName(), from, 0, null, session);
            for (long end : ends) {
                made.event("windows.ThreadRunning", end - 5, 5, null, Map.of());
            }
        });
    }

    private List<Long> ends(byte[]... chunks) throws Exception {
        Path recording = Files.write(directory.resolve("chunks.jfr"), MadeUpRecording.joined(chunks));
        List<Long> ends = new ArrayList<>();
        try (Events events = new ReadRecording(recording).events()) {
            while (events.next()) {
                if (events.type().equals("windows.ThreadRunning")) {
                    ends.add((events.end() - MadeUpRecording.START_NANOS) / 100);
                }
            }
        }
        return ends;
    }

    /** Other processes' threads are in chunks of their own, which begin a moment later and say that they take no time. */
    @Test
    void whatAnAgentWritesIsInOrder() throws Exception {
        Map<String, Object> agent = Map.of("way", "Precise");
        byte[] jvm = chunk(0, 1000, agent, 100, 300, 800);
        byte[] beside = chunk(1, 0, Map.of(), 200, 700, 900);
        byte[] next = chunk(1000, 1000, agent, 1100, 1200);
        byte[] besideNext = chunk(1001, 0, Map.of(), 850, 1150);
        List<Long> inOrder = List.of(100L, 200L, 300L, 700L, 800L, 900L, 850L, 1100L, 1150L, 1200L);
        assertThat(ends(jvm, beside, next, besideNext)).isEqualTo(inOrder);
        assertThat(ends(beside, jvm, besideNext, next)).isEqualTo(inOrder);
        assertThat(ends(jvm, next, beside, besideNext)).isEqualTo(inOrder);
    }

    /** JFR writes its buffers as they come. */
    @Test
    void whatAnAgentWritesIsInOrderWhateverItsOrderInTheFile() throws Exception {
        byte[] jvm = chunk(0, 1000, Map.of("way", "Precise"), 800, 100, 300);
        assertThat(ends(jvm)).containsExactly(100L, 300L, 800L);
        assertThat(ends(jvm, chunk(1, 0, Map.of(), 200, 900))).containsExactly(100L, 200L, 300L, 800L, 900L);
    }

    /** In the same chunk, whether JFR wrote the one right behind the other or in another piece. */
    @Test
    void whoeverLeavesAProcessorIsFirstOfThoseThatEndTogether() throws Exception {
        byte[] jvm = MadeUpRecording.chunk(0, 1000, made -> {
            made.event(EventType.TRACE_SESSION.typeName(), 0, 0, null, Map.of("way", "Precise"));
            made.event("windows.ThreadReady", 110, 90, null, Map.of());
            made.event("windows.ThreadReady", 10, 90, null, Map.of());
            made.event("windows.ThreadRunning", 20, 80, null, Map.of());
            made.event("windows.ThreadRunning", 120, 80, null, Map.of());
        });
        assertThat(types(jvm))
                .containsExactly(
                        "windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadRunning", "windows.ThreadReady");
    }

    /** Of the slices, as they are told. */
    private List<String> types(byte[]... chunks) throws Exception {
        Path recording = Files.write(directory.resolve("ties.jfr"), MadeUpRecording.joined(chunks));
        List<String> types = new ArrayList<>();
        try (Events events = new ReadRecording(recording).events()) {
            while (events.next()) {
                if (events.type().startsWith("windows.Thread")) {
                    types.add(events.type());
                }
            }
        }
        return types;
    }

    /** An agent begins one whenever one has become large; each goes on where the one before ended. */
    @Test
    void manyChunksOfAnAgentBesideOne() throws Exception {
        int count = 40;
        byte[][] chunks = new byte[count + 1][];
        List<Long> inOrder = new ArrayList<>();
        long[] ofJvm = new long[count];
        for (int i = 1; i <= count; i++) {
            ofJvm[i - 1] = 100L * i;
            chunks[i] = chunk(i, 0, Map.of(), 100L * i + 50);
            inOrder.addAll(List.of(100L * i, 100L * i + 50));
        }
        chunks[0] = chunk(0, 10_000, Map.of("way", "Precise"), ofJvm);
        assertThat(ends(chunks)).isEqualTo(inOrder);
    }

    /** Views look for whoever ran instead when a thread gets its processor. */
    @Test
    void whoeverLeavesAProcessorComesBeforeWhoeverTakesIt() throws Exception {
        for (String ofJvm : List.of("windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadWaiting")) {
            byte[] jvm = MadeUpRecording.chunk(0, 1000, made -> {
                made.event(EventType.TRACE_SESSION.typeName(), 0, 0, null, Map.of("way", "Precise"));
                made.event(ofJvm, 10, 90, null, Map.of());
                made.event(ofJvm, 110, 90, null, Map.of());
            });
            byte[] beside = MadeUpRecording.chunk(1, 0, made -> {
                made.event("windows.ThreadRunning", 20, 80, null, Map.of());
                made.event("windows.ThreadReady", 120, 80, null, Map.of());
            });
            List<String> types = types(jvm, beside);
            assertThat(types).as(ofJvm).hasSize(4).startsWith("windows.ThreadRunning");
            assertThat(types.subList(2, 4).contains("windows.ThreadRunning"))
                    .isEqualTo(types.get(2).equals("windows.ThreadRunning"));
        }
    }

    @Test
    void whatNoAgentWritesIsInTheOrderOfTheFile() throws Exception {
        byte[] one = chunk(0, 1000, Map.of(), 100, 300);
        byte[] other = chunk(1, 0, Map.of(), 200);
        assertThat(ends(one, other)).containsExactly(100L, 300L, 200L);
    }

    /** Read by the first one's clock, their events would be on top of each other. */
    @Test
    void severalConversionsAreNone() throws Exception {
        Path trace = SAMPLES.resolve("contention-full.etl");
        Path first = directory.resolve("first.jfr");
        Path last = directory.resolve("last.jfr");
        Program.run("--quiet", "--to", "1", trace, first).succeeded();
        Program.run("--quiet", "--from", "3", trace, last).succeeded();
        assertSeveral(Files.readAllBytes(first), Files.readAllBytes(last));
    }

    @Test
    void chunksOfSeveralClocksAreNone() throws Exception {
        byte[] one = chunk(0, 1000, Map.of(), 100);
        byte[] next = chunk(1000, 1000, Map.of(), 1100);
        assertThat(ends(one, next)).containsExactly(100L, 1100L);
        assertSeveral(one, next, one);
        ByteBuffer.wrap(next).putLong(TICKS_PER_SECOND, 2_000_000_000);
        assertSeveral(one, next);
    }

    private void assertSeveral(byte[]... chunks) {
        assertThatThrownBy(() -> ends(chunks))
                .isInstanceOf(RecordingException.class)
                .hasMessage("chunks of several recordings in it, or one twice; 'jfr disassemble' takes it apart");
    }

    /** Its own may begin at the very tick at which one of the JVM's does. */
    @Test
    void chunksOfAnAgentMayBeginTogether() throws Exception {
        byte[] jvm = chunk(0, 1000, Map.of("way", "Precise"), 100, 300);
        byte[] beside = chunk(0, 0, Map.of(), 200);
        assertThat(ends(jvm, beside)).containsExactly(100L, 200L, 300L);
    }
}
