package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import io.github.etl2jfr.kernel.CompactContextSwitches;
import io.github.etl2jfr.kernel.Hook;
import io.github.etl2jfr.testing.DamagedTrace;
import io.github.etl2jfr.testing.SchedulerTruth;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever happens to a trace on its way, what is left of it is converted, and what is missing is told.
 *
 * <p>A buffer is left alone if it is in the file as it was, and no other copy of it is. Its switches are all told, with
 * their times, processors and leaving threads; and with their incoming threads, unless that is for the next buffer to
 * tell. That holds while the log file header is left alone, and more buffers are than are not.
 *
 * <p>All in one process with a heap of 64 MB.
 */
class MutatedTraceTest {
    private static final long START_TICKS = 1_942_608_875L;
    private static final long START_FILETIME = 134_397_326_864_597_738L;
    private static final long FILETIME_OF_1970 = 116_444_736_000_000_000L;
    private static final long IDLE_IDS = 1L << 32;
    private static final long UNKNOWN = -1;

    private static final List<Sound> SYNTHETIC = List.of(
            Sound.synthetic(1, SwitchForm.EVENTS, options()),
            Sound.synthetic(2, SwitchForm.BATCHES, options()),
            Sound.synthetic(3, SwitchForm.EVENTS, options().compression(2, Lznt1Encoder::encode)),
            Sound.synthetic(
                    4,
                    SwitchForm.EVENTS,
                    options().compression(3, XpressEncoder::encode).pointerSize(4)),
            Sound.synthetic(
                    5, SwitchForm.BATCHES_FROM_PREVIOUS, options().compression(4, XpressHuffmanEncoder::encode)));

    private static TraceOptions options() {
        return new TraceOptions().bufferSize(0x800).processors(3).start(START_TICKS, START_FILETIME);
    }

    private static SmallHeap program;

    @BeforeContainer
    static void startProgram() throws IOException {
        program = SmallHeap.start();
    }

    @AfterContainer
    static void endProgram() throws IOException {
        program.close();
    }

    /** A switch; the threads are as recordings number them. */
    private record Switch(Instant time, int processor, long oldThread, long newThread) {
        String key() {
            return time + " cpu" + processor;
        }
    }

    /** A trace before anything happens to it. */
    private static final class Sound {
        private final byte[] bytes;

        /** By buffer, counted from 0: the truth about the switches in it, in order. */
        private final Map<Integer, List<Switch>> switches;

        private Sound(byte[] bytes, Map<Integer, List<Switch>> switches) {
            this.bytes = bytes;
            this.switches = switches;
        }

        static Sound synthetic(long seed, SwitchForm form, TraceOptions options) {
            List<Switch> truth = new ArrayList<>();
            SchedulerTruth listener = (time, processor, oldThread, newThread, a, b, c, d, e) -> truth.add(new Switch(
                    instant(options.fileTime(time)),
                    processor,
                    thread(oldThread, processor),
                    thread(newThread, processor)));
            byte[] bytes = new SyntheticTrace(seed)
                    .threads(20)
                    .processes(3)
                    .switches(form == SwitchForm.EVENTS ? 600 : 4_000)
                    .form(form)
                    .toTrace(options, listener);
            return of(bytes, truth);
        }

        static Sound sample() {
            Path samples = Path.of("samples");
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(samples.resolve("contention.tsv.gz"))),
                    StandardCharsets.US_ASCII))) {
                String[] meta = Files.readString(samples.resolve("contention.meta"))
                        .strip()
                        .split(" ", -1);
                long origin = Long.parseLong(meta[0]);
                long originNanos = Long.parseLong(meta[1]);
                long nanosPerTick = 1_000_000_000 / Long.parseLong(meta[2]);
                List<Switch> truth = new ArrayList<>();
                lines.lines().skip(1).map(line -> line.split("\t", -1)).forEach(columns -> {
                    int processor = Integer.parseInt(columns[1]);
                    long nanos = originNanos + (Long.parseLong(columns[0]) - origin) * nanosPerTick;
                    truth.add(new Switch(
                            Instant.EPOCH.plusNanos(nanos),
                            processor,
                            thread(Long.parseLong(columns[2]), processor),
                            thread(Long.parseLong(columns[3]), processor)));
                });
                return of(Files.readAllBytes(samples.resolve("contention-compact.etl")), truth);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Sound of(byte[] bytes, List<Switch> truth) {
            Map<String, Switch> byKey = new HashMap<>();
            truth.forEach(told -> byKey.put(told.key(), told));
            Map<Integer, List<Switch>> switches = new TreeMap<>();
            try {
                TraceFiles.read(bytes, file -> {
                    List<BufferEntry> buffers = file.buffers(new DamageLog());
                    for (int i = 0; i < buffers.size(); i++) {
                        List<Switch> inBuffer = new ArrayList<>();
                        for (Instant time : times(file, buffers.get(i))) {
                            Switch told =
                                    byKey.remove(time + " cpu" + buffers.get(i).processor());
                            assertThat(told).isNotNull();
                            inBuffer.add(told);
                        }
                        switches.put(i, inBuffer);
                    }
                    return null;
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            assertThat(byKey).isEmpty();
            return new Sound(bytes, switches);
        }

        /** When the switches are that lie in a buffer. */
        private static List<Instant> times(EtlFile file, BufferEntry buffer) throws IOException {
            List<Instant> times = new ArrayList<>();
            EventCursor event = new EventCursor();
            try {
                new BufferReader(file).open(buffer, event);
            } catch (CorruptDataException e) {
                throw new AssertionError(e);
            }
            CompactContextSwitches batch =
                    new CompactContextSwitches(file.header().osBuild());
            while (event.next()) {
                if (event.hook() == Hook.CONTEXT_SWITCH) {
                    times.add(file.clock().instant(event.time()));
                } else if (event.hook() == Hook.COMPACT_CONTEXT_SWITCHES) {
                    batch.wrap(event);
                    while (batch.next()) {
                        times.add(file.clock().instant(batch.time()));
                    }
                }
            }
            return times;
        }
    }

    private static Instant instant(long fileTime) {
        return Instant.EPOCH.plusNanos((fileTime - FILETIME_OF_1970) * 100);
    }

    private static long thread(long threadId, int processor) {
        return threadId == 0 ? IDLE_IDS + processor : threadId;
    }

    @Property(tries = 20, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void anyDamage(@ForAll @IntRange(max = 4) int trace, @ForAll @Size(min = 8, max = 32) byte[] steps)
            throws Exception {
        check(SYNTHETIC.get(trace), DamagedTrace.of(SYNTHETIC.get(trace).bytes, steps));
    }

    /** Of a buffer so little is left that the next one begins in the midst of its header. */
    @Example
    void lessThanAHeaderIsLeft() throws Exception {
        byte[] steps = {14, -119, 9, 7, 119, 16, 2, -99, 77, -1, 25, 0};
        check(SYNTHETIC.get(2), DamagedTrace.of(SYNTHETIC.get(2).bytes, steps));
    }

    /** Of the last buffer so much lies in the claimed room of the one before that less than a header is behind it. */
    @Example
    void theLastBufferBeginsInside() throws Exception {
        byte[] steps = {
            -92, 69, -9, 6, -23, 36, -39, -15, -34, 17, -54, -29, -11, 20, 38, -49, 2, -38, -126, 116, 5, 35, 25, 15,
            -10
        };
        check(SYNTHETIC.get(3), DamagedTrace.of(SYNTHETIC.get(3).bytes, steps));
    }

    /** Kinds 0 to 3 make up no bytes. */
    @Property(tries = 15, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void lostRepeatedAndSwappedBuffers(
            @ForAll @IntRange(max = 4) int trace, @ForAll @Size(min = 8, max = 48) byte[] steps) throws Exception {
        byte[] harmless = steps.clone();
        for (int at = 0; at < harmless.length; at += DamagedTrace.STEP) {
            harmless[at] &= 3;
        }
        DamagedTrace damaged = DamagedTrace.of(SYNTHETIC.get(trace).bytes, harmless);
        assertThat(damaged.isForged()).isFalse();
        check(SYNTHETIC.get(trace), damaged);
    }

    @Property(tries = 20, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void theSample(@ForAll @Size(min = 8, max = 32) byte[] steps) throws Exception {
        Sound sample = Sound.sample();
        check(sample, DamagedTrace.of(sample.bytes, steps));
    }

    private static void check(Sound sound, DamagedTrace damaged) throws Exception {
        Path directory = Files.createTempDirectory("etl2jfr");
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("out.jfr");
        try {
            Files.write(trace, damaged.toBytes());
            Program.Result json = program.run("--json", trace, recording);
            Set<Integer> alone = damaged.buffersLeftAlone();
            boolean isComparable = damaged.hasHeader() && 2 * alone.size() > sound.switches.size();
            if (json.exitCode() == ExitCode.NOTHING_USABLE) {
                assertThat(json.error()).startsWith(trace + ": ");
                assertThat(recording).doesNotExist();
                assertThat(isComparable).isFalse();
                return;
            }
            JsonObject report = JsonParser.parseString(json.out()).getAsJsonObject();
            List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
            assertThat(json.err()).isEmpty();
            assertThat(report.get("events").getAsInt()).isEqualTo(events.size());
            Map<String, Long> losses = losses(report);
            assertThat(losses(events)).isEqualTo(losses);
            assertThat(json.exitCode()).isEqualTo(losses.isEmpty() ? ExitCode.DONE : ExitCode.DAMAGED);
            assertToldAtTheEnd(trace, recording, losses);
            assertSlicesDoNotOverlap(events);
            if (isComparable) {
                assertSwitches(sound, damaged, alone, switches(events));
            }
        } finally {
            Files.deleteIfExists(trace);
            Files.deleteIfExists(recording);
            Files.delete(directory);
        }
    }

    private static Map<String, Long> losses(JsonObject report) {
        Map<String, Long> losses = new TreeMap<>();
        for (JsonElement entry : report.getAsJsonArray("damage")) {
            JsonObject loss = entry.getAsJsonObject();
            losses.put(loss.get("name").getAsString(), loss.get("amount").getAsLong());
        }
        return losses;
    }

    private static Map<String, Long> losses(List<RecordedEvent> events) {
        Map<String, Long> losses = new TreeMap<>();
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals("windows.DataLoss")) {
                losses.merge(event.getString("cause"), (long) event.getInt("amount"), Long::sum);
            }
        }
        return losses;
    }

    private static void assertToldAtTheEnd(Path trace, Path recording, Map<String, Long> losses) throws IOException {
        String report = program.run("--force", trace, recording).out();
        Map<String, Long> told = new TreeMap<>();
        Matcher line = Pattern.compile("(?m)^  (?:loss|doubt|notice) +(\\w+): ([\\d,]+) \\(.*\\); first at offset \\d+")
                .matcher(report);
        while (line.find()) {
            told.put(line.group(1), Long.valueOf(line.group(2).replace(",", "")));
        }
        assertThat(told).isEqualTo(losses);
        assertThat(report.contains("  lost       nothing")).isEqualTo(losses.isEmpty());
    }

    private static void assertSlicesDoNotOverlap(List<RecordedEvent> events) {
        Map<Object, List<RecordedEvent>> lanes = new HashMap<>();
        for (RecordedEvent event : events) {
            switch (event.getEventType().getName()) {
                case "windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadWaiting", "windows.ProcessorIdle" ->
                    lanes.computeIfAbsent(event.getThread().getId(), key -> new ArrayList<>())
                            .add(event);
                default -> {
                    // No slice.
                }
            }
        }
        for (List<RecordedEvent> lane : lanes.values()) {
            lane.sort(Comparator.comparing(RecordedEvent::getEndTime));
            for (int i = 1; i < lane.size(); i++) {
                assertThat(lane.get(i).getStartTime())
                        .isAfterOrEqualTo(lane.get(i - 1).getEndTime());
            }
        }
    }

    private static List<Switch> switches(List<RecordedEvent> events) {
        List<Switch> switches = new ArrayList<>();
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals("windows.ContextSwitch")) {
                switches.add(new Switch(
                        event.getStartTime(),
                        event.getInt("processor"),
                        id(event.getThread()),
                        id(event.getThread("newThread"))));
            }
        }
        return switches;
    }

    private static long id(RecordedThread thread) {
        return thread == null ? UNKNOWN : thread.getOSThreadId();
    }

    private static void assertSwitches(Sound sound, DamagedTrace damaged, Set<Integer> alone, List<Switch> told) {
        Map<String, List<Switch>> byKey = new HashMap<>();
        told.forEach(one ->
                byKey.computeIfAbsent(one.key(), key -> new ArrayList<>()).add(one));
        Set<String> known = new HashSet<>();
        sound.switches.forEach((buffer, switches) -> {
            for (int i = 0; i < switches.size(); i++) {
                Switch truth = switches.get(i);
                List<Switch> found = byKey.getOrDefault(truth.key(), List.of());
                known.add(truth.key());
                if (alone.contains(buffer)) {
                    boolean isLast = i == switches.size() - 1;
                    assertThat(found).as("%s", truth).anyMatch(one -> isTrue(one, truth, isLast, damaged.isForged()));
                }
                if (!damaged.isForged()) {
                    assertThat(found.size()).as("%s", truth).isLessThanOrEqualTo(1);
                    assertThat(found).allMatch(one -> isTrue(one, truth, true, false));
                }
            }
        });
        if (!damaged.isForged()) {
            Set<String> madeUp = new HashSet<>(byKey.keySet());
            madeUp.removeAll(known);
            assertThat(madeUp).isEmpty();
        }
    }

    /**
     * @param mayBeUnknown whether whom the processor got is for the next buffer to tell
     * @param mayBeForged whether that may be a lie
     */
    private static boolean isTrue(Switch told, Switch truth, boolean mayBeUnknown, boolean mayBeForged) {
        return told.oldThread == truth.oldThread
                && (told.newThread == truth.newThread || mayBeUnknown && (told.newThread == UNKNOWN || mayBeForged));
    }
}
