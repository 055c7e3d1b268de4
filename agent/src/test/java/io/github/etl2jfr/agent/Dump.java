package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.jfr.JvmRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** A recording as it was dumped, against what the trace says. */
final class Dump {
    private static final String PREFIX = "windows.Thread";
    private static final long FIRST_REPLACED_ID = 1L << 33;
    private static final long MIN_NANOS = 20_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MICRO = 1000;
    private static final long DOUBT_NANOS = 15_000;

    /** A reading of both clocks takes less, on machines that are slow, too. */
    private static final long DOUBT_OF_READING_NANOS = 5000;

    private final Path file;
    private final boolean isPrecise;
    private final long ticksPerSecond;
    private final int chunks;
    final List<Found> slices = new ArrayList<>();
    final Map<String, Integer> counts = new TreeMap<>();
    final List<RecordedEvent> sessions = new ArrayList<>();
    final List<RecordedEvent> losses = new ArrayList<>();
    private final List<Integer> beats = new ArrayList<>();
    private RecordedEvent mark;

    /** A slice. */
    record Slice(String type, long osThreadId, long start, long end) {}

    /**
     * A slice of the recording, in ticks.
     *
     * @param lane name of its thread, null if it is on none
     */
    record Found(Slice slice, String lane, String threadName, boolean clipped) {}

    Dump(Path file) throws Exception {
        this(file, true);
    }

    /**
     * @param isPrecise whether the agent wrote in the precise way, so that the JDK knows whose slice it is
     */
    Dump(Path file, boolean isPrecise) throws Exception {
        this.file = file;
        this.isPrecise = isPrecise;
        try (JvmRecording read = JvmRecording.open(file)) {
            ticksPerSecond = read.chunks().get(0).header().ticksPerSecond();
            chunks = read.chunks().size();
        }
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                String type = event.getEventType().getName();
                counts.merge(type, 1, Integer::sum);
                if (type.startsWith(PREFIX)) {
                    slices.add(found(event));
                } else if (type.equals("windows.TraceSession")) {
                    sessions.add(event);
                } else if (type.equals("windows.DataLoss")) {
                    losses.add(event);
                } else if (type.equals("test.Beat")) {
                    beats.add(event.getInt("number"));
                } else if (type.equals("test.Mark") && (mark == null || doubt(event) < doubt(mark))) {
                    mark = event;
                }
            }
        }
    }

    private static long doubt(RecordedEvent mark) {
        return mark.getLong("after") - mark.getLong("before");
    }

    /** The slice that an event tells. */
    static Slice slice(RecordedEvent event) {
        long id = Long.parseLong(event.getString("threadName").replaceAll("^.* \\((\\d+)\\)$", "$1"));
        long start = event.getLong("startTime");
        return new Slice(event.getEventType().getName().substring(8), id, start, start + event.getLong("duration"));
    }

    private Found found(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        String name = event.getString("threadName");
        Slice slice = slice(event);
        if (thread != null && isPrecise) {
            if (thread.getOSThreadId() < FIRST_REPLACED_ID) {
                assertThat(thread.getOSThreadId()).isEqualTo(slice.osThreadId());
            }
        }
        return new Found(
                slice,
                thread == null ? null : thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName(),
                name.replaceAll(" \\(\\d+\\)$", ""),
                event.getBoolean("clipped"));
    }

    int chunks() {
        return chunks;
    }

    /** Every event of the JVM's that was there before the dump, once. */
    void requireBeats(int first, int count) {
        List<Integer> expected = new ArrayList<>();
        for (int i = first; i < count; i++) {
            expected.add(i);
        }
        List<Integer> found = beats.stream()
                .filter(number -> number < count && number >= first)
                .sorted()
                .toList();
        assertThat(found).isEqualTo(expected);
    }

    int firstBeat() {
        return beats.stream().mapToInt(Integer::intValue).min().orElseThrow();
    }

    /** What the trace of a path says, as far as it is long enough. */
    static List<Slice> expected(Path trace) throws IOException {
        List<Slice> expected = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(trace + ".expected"))) {
            String[] words = line.split(" ", -1);
            Slice slice =
                    new Slice(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
            if (slice.end() - slice.start() >= MIN_NANOS) {
                expected.add(slice);
            }
        }
        return expected;
    }

    /**
     * Demands that there be exactly these slices, to the tick. The one number that is not known is where the clocks
     * stand: it must be the same for all, and lie where a reading of both clocks says.
     *
     * @param expected in nanoseconds of the JVM's clock
     */
    void requireSlices(List<Slice> expected) {
        requireSlices(expected, 0);
    }

    /** The same where the agent began anew: it read the clocks again, and each reading is off by something else. */
    void requireSlicesOfTwoRuns(List<Slice> expected) {
        requireSlices(expected, DOUBT_OF_READING_NANOS);
    }

    private void requireSlices(List<Slice> expected, long doubt) {
        List<Slice> actual = slices.stream()
                .filter(found -> !found.clipped())
                .map(Found::slice)
                .toList();
        assertThat(actual).hasSameSizeAs(expected);
        Map<String, List<Slice>> byKey = new HashMap<>();
        actual.forEach(slice -> byKey.computeIfAbsent(slice.type() + slice.osThreadId(), key -> new ArrayList<>())
                .add(slice));
        // JFR's buffers of one thread need not be in the order in which they were filled.
        byKey.values().forEach(ofKey -> ofKey.sort(Comparator.comparingLong(Slice::start)));
        Map<String, Integer> next = new HashMap<>();
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        // Only where JFR counts what the trace does, exactness has a meaning.
        boolean isExact = ticksPerSecond == NANOS_PER_SECOND;
        long tolerance = isExact ? 0 : ticksPerSecond / 500_000;
        for (Slice slice : expected) {
            String key = slice.type() + slice.osThreadId();
            int index = next.merge(key, 1, Integer::sum) - 1;
            List<Slice> ofKey = byKey.getOrDefault(key, List.of());
            if (index >= ofKey.size()) {
                throw new AssertionError("missing " + slice);
            }
            Slice found = ofKey.get(index);
            long offset = found.start() - ticks(slice.start());
            least = Math.min(least, offset);
            most = Math.max(most, offset);
            if (Math.abs(found.end() - found.start() - ticks(slice.end() - slice.start())) > tolerance) {
                throw new AssertionError("%s is %s".formatted(slice, found));
            }
        }
        assertThat(most - least).isBetween(0L, tolerance + ticks(doubt));
        assertThat(mark).isNotNull();
        long markTicks = mark.getLong("startTime");
        long ofReadings = tolerance + DOUBT_OF_READING_NANOS;
        assertThat(least)
                .isBetween(
                        markTicks - ticks(mark.getLong("after")) - ofReadings,
                        markTicks - ticks(mark.getLong("before")) + ofReadings);
    }

    /** Until when the agent says that it has told everything, in nanoseconds of the JVM's clock. */
    long toldUntil() {
        return sessions.stream()
                .mapToLong(session -> nanos(session.getLong("traceEnd")))
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /** The same at the end of its first chunk. */
    long firstToldUntil() {
        return nanos(sessions.get(0).getLong("traceEnd"));
    }

    /** The slices that are not cut off, on that clock. */
    List<Slice> onJvmsClock() {
        return slices.stream()
                .filter(found -> !found.clipped())
                .map(found -> onJvmsClock(found.slice()))
                .toList();
    }

    private Slice onJvmsClock(Slice slice) {
        return new Slice(slice.type(), slice.osThreadId(), nanos(slice.start()), nanos(slice.end()));
    }

    /** Whatever is between the two readings of the clock is doubtful. */
    private long nanos(long ticks) {
        assertThat(mark).isNotNull();
        double nanosPerTick = (double) NANOS_PER_SECOND / ticksPerSecond;
        return mark.getLong("before")
                + doubt(mark) / 2
                + Math.round((ticks - mark.getLong("startTime")) * nanosPerTick);
    }

    /**
     * Demands that slices are such as the trace has, each once, and that all are there that ended in a span of time. Two
     * of the same thread begin further apart than the clocks are in doubt.
     */
    static void requireAll(List<Slice> slices, List<Slice> expected, long from, long until) {
        Map<String, TreeMap<Long, Slice>> left = new HashMap<>();
        expected.forEach(slice -> left.computeIfAbsent(slice.type() + slice.osThreadId(), key -> new TreeMap<>())
                .put(slice.start(), slice));
        for (Slice slice : slices) {
            TreeMap<Long, Slice> ofKey = left.getOrDefault(slice.type() + slice.osThreadId(), new TreeMap<>());
            Map.Entry<Long, Slice> found = ofKey.ceilingEntry(slice.start() - DOUBT_NANOS);
            assertThat(found).as("%s is in the trace, once", slice).isNotNull();
            assertThat(slice.start()).as("start of %s", slice).isCloseTo(found.getKey(), within(DOUBT_NANOS));
            assertThat(slice.end() - slice.start())
                    .as("duration of %s", slice)
                    .isCloseTo(found.getValue().end() - found.getKey(), within(NANOS_PER_MICRO));
            ofKey.remove(found.getKey());
        }
        assertThat(left.values().stream().flatMap(ofKey -> ofKey.values().stream()))
                .noneMatch(slice -> slice.end() >= from + DOUBT_NANOS && slice.end() < until - DOUBT_NANOS);
    }

    private long ticks(long nanos) {
        return ticksPerSecond == NANOS_PER_SECOND
                ? nanos
                : Math.round((double) nanos * ticksPerSecond / NANOS_PER_SECOND);
    }

    /** Number of slices by type and lane. */
    Map<String, Integer> lanes(LongPredicate which) {
        Map<String, Integer> lanes = new TreeMap<>();
        for (Found found : slices) {
            if (which.test(found.slice().osThreadId()) && found.lane() != null) {
                lanes.merge(found.slice().type() + " of " + found.lane(), 1, Integer::sum);
            }
        }
        return lanes;
    }

    /** The same by Mission Control. */
    Map<String, Integer> missionControlsLanes() throws IOException, CouldNotLoadRecordingException {
        Map<String, Integer> lanes = new TreeMap<>();
        Map<String, Integer> distinct = new HashMap<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(file.toFile())) {
            IType<IItem> type = items.getType();
            if (!type.getIdentifier().startsWith(PREFIX)) {
                continue;
            }
            for (IItem item : items) {
                var thread = JfrAttributes.EVENT_THREAD.getAccessor(type).getMember(item);
                if (thread == null) {
                    continue;
                }
                String lane = type.getIdentifier().substring(8) + " of " + thread.getThreadName();
                lanes.merge(lane, 1, Integer::sum);
                long start = JfrAttributes.START_TIME
                        .getAccessor(type)
                        .getMember(item)
                        .clampedLongValueIn(UnitLookup.EPOCH_NS);
                distinct.merge(lane + start, 1, Integer::sum);
            }
        }
        assertThat(distinct.values()).containsOnly(1);
        return lanes;
    }
}
