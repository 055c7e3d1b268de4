package io.github.etl2jfr.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Whatever the trace, and however it gets into its file. */
class FollowedTracePropertiesTest {
    private static final int SEQUENCE_NUMBER = 0x18;

    /**
     * A trace.
     *
     * @param compression 0 for none, else the format's code
     * @param clockStep ticks by which the clock advances
     */
    record Shape(
            long seed,
            int processors,
            int threads,
            int switches,
            SwitchForm form,
            int bufferSize,
            int compression,
            int pointerSize,
            Clock clock,
            boolean readies,
            long clockStep) {
        byte[] toTrace() {
            TraceOptions options = new TraceOptions()
                    .processors(processors)
                    .bufferSize(bufferSize)
                    .pointerSize(pointerSize)
                    .clock(clock, 10_000_000);
            switch (compression) {
                case 2 -> options.compression(2, Lznt1Encoder::encode);
                case 3 -> options.compression(3, XpressEncoder::encode);
                case 4 -> options.compression(4, XpressHuffmanEncoder::encode);
                default -> {
                    // As it is.
                }
            }
            SyntheticTrace trace = new SyntheticTrace(seed)
                    .threads(threads)
                    .processes(1 + threads / 10)
                    .switches(switches)
                    .form(form)
                    .churnPerMille(20)
                    .clockStep(clockStep);
            if (!readies) {
                trace.withoutReadyEvents();
            }
            return trace.toTrace(options);
        }
    }

    @Provide
    Arbitrary<Shape> shapes() {
        Arbitrary<Shape> shapes = Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.integers().between(2, 60),
                        Arbitraries.integers().between(0, 1_500),
                        Arbitraries.of(SwitchForm.class),
                        Arbitraries.of(0x800, 0x1000, 0x4000),
                        Arbitraries.of(0, 0, 2, 3, 4))
                .as((seed, processors, threads, switches, form, bufferSize, compression) -> new Shape(
                        seed, processors, threads, switches, form, bufferSize, compression, 8, Clock.QPC, true, 1));
        return Combinators.combine(
                        shapes,
                        Arbitraries.of(4, 8),
                        Arbitraries.of(Clock.class),
                        Arbitraries.of(true, false),
                        Arbitraries.of(1L, 1L, 100L, 10_000L))
                .as((shape, pointerSize, clock, readies, clockStep) -> new Shape(
                        shape.seed,
                        shape.processors,
                        shape.threads,
                        shape.switches,
                        shape.form,
                        shape.bufferSize,
                        shape.compression,
                        pointerSize,
                        clock,
                        readies,
                        clockStep));
    }

    /** Each thing has its time: where some are lost, others of a coarse one may come in another order. */
    @Provide
    Arbitrary<Shape> shapesWithFineClock() {
        return shapes().filter(shape -> shape.clockStep == 1);
    }

    private static Told.Whole whole(byte[] trace) throws IOException, InputException {
        Path path = Files.createTempFile("etl2jfr", ".etl");
        try {
            Files.write(path, trace);
            return Told.of(path);
        } finally {
            Files.delete(path);
        }
    }

    private static void assertTellsTheSame(GrowingTrace growing, Told.Whole whole) {
        assertTellsTheSameOfThreads(growing, whole);
        Told.assertSame(Told.names(growing.follower.threads()), whole.names());
    }

    private static void assertTellsTheSameOfThreads(GrowingTrace growing, Told.Whole whole) {
        Told.assertSame(Told.beforeEnd(growing.told.lines), Told.beforeEnd(whole.lines()));
        Told.assertSame(Told.sorted(growing.told.lines), Told.sorted(whole.lines()));
        assertThat(Told.totals(growing.follower.damage()))
                .isEqualTo(whole.damage().stream()
                        .filter(total -> !total.startsWith(Damage.BUFFERS_MISSING_AT_END.label())
                                && !total.startsWith(Damage.SESSION_NOT_ENDED.label()))
                        .toList());
    }

    /** In portions that end anywhere, with or without the header's last words. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void cutAnywhere(@ForAll("shapes") Shape shape, @ForAll Random random) throws Exception {
        byte[] trace = shape.toTrace();
        byte[] growingBytes = UnfinishedTrace.of(trace);
        boolean ends = random.nextBoolean();
        try (GrowingTrace growing =
                new GrowingTrace(GrowingTrace.FOREVER, ends ? Silence.UNKNOWN : Silence.UNCHANGED)) {
            for (int at = 0; at < trace.length; ) {
                int end = Math.min(trace.length, at + 1 + random.nextInt(1 + random.nextInt(3 * shape.bufferSize)));
                growing.append(Arrays.copyOfRange(growingBytes, at, end));
                growing.poll();
                at = end;
            }
            if (ends) {
                growing.write(0, Arrays.copyOf(trace, shape.bufferSize));
            }
            growing.finish();
            assertTellsTheSame(growing, whole(trace));
        }
    }

    /** Moves buffers to later places, by some of them at most. */
    private static List<byte[]> shuffled(byte[] trace, int distance, Random random) {
        List<byte[]> buffers = TraceFiles.split(trace);
        List<byte[]> shuffled = new ArrayList<>(buffers);
        for (int i = 1; i < shuffled.size(); i++) {
            int other = Math.min(shuffled.size() - 1, i + random.nextInt(1 + distance));
            byte[] moved = shuffled.get(i);
            shuffled.set(i, shuffled.get(other));
            shuffled.set(other, moved);
        }
        return shuffled;
    }

    /** A number that is missing is only late. */
    @Property(tries = 30, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void outOfOrder(@ForAll("shapes") Shape shape, @ForAll Random random) throws Exception {
        byte[] trace = shape.toTrace();
        try (GrowingTrace growing = new GrowingTrace(GrowingTrace.FOREVER, Silence.UNKNOWN)) {
            for (byte[] buffer : shuffled(trace, 5, random)) {
                growing.append(buffer);
                growing.poll();
            }
            growing.finish();
            assertTellsTheSame(growing, whole(trace));
        }
    }

    /** The file ends anywhere. */
    @Property(tries = 30, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void truncated(@ForAll("shapes") Shape shape, @ForAll Random random) throws Exception {
        byte[] trace = shape.toTrace();
        int length = shape.bufferSize + random.nextInt(trace.length - shape.bufferSize + 1);
        byte[] cut = Arrays.copyOf(trace, length);
        try (GrowingTrace growing = new GrowingTrace(GrowingTrace.FOREVER, Silence.UNKNOWN)) {
            growing.append(cut);
            growing.poll();
            growing.finish();
            // Not the names: a thread whose start is cut off may be told by a rundown after it was met.
            assertTellsAtLeast(growing, whole(cut), whole(trace));
        }
    }

    /**
     * A thread whose start is cut off may, for the whole replay, be another than the one that has been met with its
     * id, or nobody knows which; then that does not tell what it did meanwhile. Where one buffer is missing, that may be the
     * first, so for it who ran at the start is unknown.
     */
    private static void assertTellsAtLeast(GrowingTrace growing, Told.Whole cut, Told.Whole uncut) {
        List<String> told = Told.beforeEnd(growing.told.lines);
        List<String> expected = Told.beforeEnd(cut.lines());
        List<String> moreAtStart = growing.told.lines.stream()
                .filter(line -> isSlice(line) && line.contains(" 0.."))
                .filter(line -> !cut.lines().contains(line))
                .toList();
        assertThat(uncut.lines()).containsAll(moreAtStart);
        if (told.equals(expected) && lives(growing.told.lines) == lives(cut.lines()) && moreAtStart.isEmpty()) {
            Told.assertSame(withoutEnds(growing.told.lines), withoutEnds(cut.lines()));
        } else {
            // What a thread did when another is told of by its id: whether it was that one all the time.
            List<String> missing =
                    expected.stream().filter(line -> !tells(told, line)).toList();
            assertThat(missing).allMatch(line -> isSlice(line) && isReused(line.split(" ", -1)[0], cut.names()));
            assertThat(missing).extracting(line -> line.split(" ", -1)[0]).doesNotHaveDuplicates();
            List<String> more = new ArrayList<>(told);
            expected.forEach(more::remove);
            assertThat(uncut.lines()).containsAll(more);
        }
    }

    private static boolean isReused(String threadId, List<String> names) {
        return names.stream().filter(name -> name.startsWith(threadId + " ")).count() > 1;
    }

    private static long lives(List<String> lines) {
        return lines.stream().filter(line -> line.contains(" did ")).count();
    }

    /** That another thread has got a thread's id may be told only after what follows it. */
    private static List<String> withoutEnds(List<String> lines) {
        return Told.sorted(
                lines.stream().map(line -> line.replaceAll(" until .*", "")).toList());
    }

    /** What the replay leaves open, as the file does not go on, the other may know. */
    private static boolean tells(List<String> told, String line) {
        return told.contains(line)
                || line.contains("?")
                        && told.stream()
                                .anyMatch(
                                        each -> each.matches(Pattern.quote(line).replace("?", "\\E\\S+\\Q")));
    }

    /** Whose time it is, and what it was doing, without what only a next switch tells. */
    private static String span(String line) {
        String[] words = line.split(" ", -1);
        return words[0] + " " + words[1] + " " + words[2] + (line.endsWith("clipped") ? " clipped" : "");
    }

    private static boolean isSlice(String line) {
        return line.contains(" running ")
                || line.contains(" ready ")
                || line.contains(" waiting ")
                || line.contains(" idle ");
    }

    /** However short the delay, however late a buffer: what is told is true. */
    @Property(tries = 200, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void neverWrong(@ForAll("shapesWithFineClock") Shape shape, @ForAll Random random) throws Exception {
        byte[] trace = shape.toTrace();
        Duration delay = Duration.ofNanos(random.nextInt(1 + random.nextInt(50_000_000)));
        List<byte[]> buffers =
                random.nextBoolean() ? TraceFiles.split(trace) : shuffled(trace, 1 + random.nextInt(6), random);
        try (GrowingTrace growing = new GrowingTrace(delay, Silence.UNKNOWN)) {
            growing.append(UnfinishedTrace.of(buffers.get(0)));
            for (byte[] buffer : buffers.subList(1, buffers.size())) {
                if (random.nextInt(30) == 0) {
                    // Lost, and perhaps nothing tells.
                    continue;
                }
                growing.append(buffer);
                if (random.nextInt(3) > 0) {
                    growing.poll();
                }
            }
            growing.finish();
            assertNoneWrong(growing.told.lines, trace);
        }
    }

    /** All of them are in the first buffer; that there are any is not known before it comes. */
    @Example
    void readyEventsThatComeTooLate() throws Exception {
        byte[] trace =
                new Shape(8, 1, 12, 30, SwitchForm.BATCHES_FROM_PREVIOUS, 0x800, 4, 4, Clock.QPC, true, 1).toTrace();
        List<byte[]> buffers = TraceFiles.split(trace);
        assertThat(buffers).hasSize(3);
        try (GrowingTrace growing = new GrowingTrace(Duration.ofMillis(3), Silence.UNKNOWN)) {
            growing.append(UnfinishedTrace.of(buffers.get(0)));
            growing.append(buffers.get(2));
            growing.poll();
            assertThat(growing.told.lines).anyMatch(line -> line.contains(" running "));
            growing.append(buffers.get(1));
            growing.finish();
            assertNoneWrong(growing.told.lines, trace);
        }
    }

    private static void assertNoneWrong(List<String> lines, byte[] trace) throws IOException, InputException {
        Set<String> truth = new HashSet<>();
        for (String line : whole(trace).lines()) {
            if (isSlice(line)) {
                truth.add(span(line));
            }
        }
        List<String> wrong = lines.stream()
                .filter(FollowedTracePropertiesTest::isSlice)
                .filter(line -> !line.endsWith("clipped"))
                .filter(line -> !truth.contains(span(line)))
                .toList();
        assertThat(wrong).isEmpty();
    }

    /** What has number 0 may come when others are told, as nobody knew of it: but then it is known. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void countedFromZero(@ForAll("shapesWithFineClock") Shape shape, @ForAll Random random) throws Exception {
        byte[] trace = shape.toTrace();
        List<byte[]> buffers = shuffled(trace, 1 + random.nextInt(6), random);
        Duration delay = Duration.ofNanos(random.nextInt(1 + random.nextInt(50_000_000)));
        try (GrowingTrace growing = new GrowingTrace(delay, Silence.UNKNOWN)) {
            growing.append(UnfinishedTrace.of(buffers.get(0)));
            int toldWithoutFirst = 0;
            for (byte[] buffer : buffers.subList(1, buffers.size())) {
                ByteBuffer header = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
                long number = header.getLong(SEQUENCE_NUMBER) - 1;
                header.putLong(SEQUENCE_NUMBER, number);
                growing.append(buffer);
                toldWithoutFirst = number == 0 ? growing.told.lines.size() : toldWithoutFirst;
                growing.poll();
            }
            growing.finish();
            List<String> lines = growing.told.lines;
            assertNoneWrong(lines.subList(toldWithoutFirst, lines.size()), trace);
            assertThat(growing.follower.damage().amount(Damage.SEQUENCE_NUMBER_REPEATED))
                    .isZero();
        }
    }

    /** Anything but an exception that the caller must know. */
    @Property(tries = 150, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void hostileBytes(@ForAll("shapes") Shape shape, @ForAll Random random) throws Exception {
        byte[] trace = shape.toTrace();
        List<byte[]> buffers = TraceFiles.split(trace);
        Duration delay = Duration.ofNanos(random.nextInt(50_000_000));
        try (GrowingTrace growing =
                new GrowingTrace(delay, random.nextBoolean() ? Silence.UNKNOWN : Silence.UNCHANGED)) {
            growing.append(buffers.get(0));
            for (int i = 0; i < 60; i++) {
                byte[] buffer = buffers.get(random.nextInt(buffers.size())).clone();
                switch (random.nextInt(6)) {
                    case 0 -> {
                        for (int hits = random.nextInt(20); hits >= 0; hits--) {
                            buffer[random.nextInt(Math.min(buffer.length, 0x48 + random.nextInt(buffer.length)))] =
                                    (byte) random.nextInt();
                        }
                    }
                    case 1 -> random.nextBytes(buffer);
                    case 2 -> buffer = Arrays.copyOf(buffer, random.nextInt(buffer.length));
                    case 3 -> Arrays.fill(buffer, (byte) (random.nextBoolean() ? 0 : -1));
                    default -> {
                        // Perhaps once more.
                    }
                }
                growing.append(buffer);
                growing.poll();
            }
            growing.finish();
        } catch (InputException | IOException e) {
            assertThat(e).hasMessageNotContaining("\n");
        }
    }
}
