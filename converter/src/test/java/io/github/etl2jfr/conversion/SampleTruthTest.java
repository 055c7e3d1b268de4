package io.github.etl2jfr.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.conversion.PlainTrace.Detail;
import io.github.etl2jfr.conversion.PlainTrace.ProcessEvent;
import io.github.etl2jfr.testing.Kernel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every switch of the sample traces arrives in the recording as it was, and none besides. */
class SampleTruthTest {
    private static final int IDLE = 0;
    private static final String NO_GROUP = "";

    /** The traces, and what each can tell. */
    enum Sample {
        FULL("contention-full", "contention", 0, false),
        SYSTEM_TIME("contention-full-systime", "contention-systime", 0, false),
        SKEWED("contention-skewed", "contention", 7_300_000, false),
        COMPACT("contention-compact", "contention", 0, true),
        COMPACT_WINDOWS_7("contention-compact-lznt1-32bit-win7", "contention-win7", 0, true),
        COMPACT_CYCLES("contention-compact-cycles-win11", "contention-cycles", 0, true);

        private final String trace;
        private final String truth;
        private final long skewNanos;
        private final boolean compact;

        Sample(String trace, String truth, long skewNanos, boolean compact) {
            this.trace = trace;
            this.truth = truth;
            this.skewNanos = skewNanos;
            this.compact = compact;
        }

        Path path() {
            return SampleTruth.SAMPLES.resolve(trace + ".etl");
        }

        SampleTruth truth() throws IOException {
            return SampleTruth.read(truth, skewNanos);
        }
    }

    /** A switch as a recording tells it; threads as {@code name in group}. */
    private record Row(
            Instant time,
            int processor,
            String oldThread,
            String newThread,
            int oldPriority,
            int newPriority,
            String oldState,
            String waitReason,
            String waitMode,
            long waitNanos,
            int previousCState,
            int idealProcessor,
            int remainingQuantum) {}

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void everySwitch(Sample sample) throws Exception {
        SampleTruth truth = sample.truth();
        PlainTrace trace = PlainTrace.read(sample.path());
        Path recording = convert(sample);

        Map<Integer, List<Row>> actual = new TreeMap<>();
        for (RecordedEvent event : events(recording, "windows.ContextSwitch")) {
            actual.computeIfAbsent(event.getInt("processor"), key -> new ArrayList<>())
                    .add(row(event));
        }
        assertThat(actual.keySet()).isEqualTo(truth.switches().keySet());
        int waitsKnown = 0;
        int waitsUnknown = 0;
        for (int processor : actual.keySet()) {
            List<SampleTruth.Switch> switches = truth.switches().get(processor);
            List<Detail> details = trace.switches().get(processor);
            List<Row> rows = actual.get(processor);
            assertThat(details).hasSameSizeAs(switches);
            assertThat(rows).hasSameSizeAs(switches);
            for (int i = 0; i < rows.size(); i++) {
                boolean isLast = i == rows.size() - 1;
                Row expected = expected(sample, truth, trace, switches.get(i), details.get(i), isLast);
                assertThat(rows.get(i))
                        .as("switch %d of processor %d", i, processor)
                        .isEqualTo(expected);
                if (expected.waitNanos() == Long.MIN_VALUE) {
                    waitsUnknown++;
                } else {
                    waitsKnown++;
                }
            }
        }
        assertThat(waitsKnown).isPositive();
        assertThat(waitsUnknown > 0).isEqualTo(sample.compact);
    }

    /** Of each period of 10 ms, whichever slices are left out; in a batch the last switch does not tell who came. */
    @ParameterizedTest
    @EnumSource
    void everyProcessorsTime(Sample sample) throws Exception {
        SampleTruth truth = sample.truth();
        Path recording = directory.resolve("out.jfr");
        ConversionOptions options = new ConversionOptions(
                EventSelection.DEFAULT, Set.of("java.exe"), Set.of(), null, null, Duration.ofDays(1), null);
        new Conversion(sample.path(), recording, options, bytes -> {}).run();
        assertThat(events(recording, "windows.ThreadRunning")).isEmpty();
        RecordedEvent session = events(recording, "windows.TraceSession").get(0);
        Map<Integer, List<RecordedEvent>> periods = events(recording, "windows.ProcessorStatistics").stream()
                .collect(Collectors.groupingBy(event -> event.getInt("processor")));
        assertThat(periods.keySet()).isEqualTo(truth.switches().keySet());
        Instant first = session.getInstant("traceStart");
        Instant last = session.getInstant("traceEnd");
        long clockTick = 1 + SampleTruth.NANOS_PER_SECOND / truth.frequency();
        for (int processor : periods.keySet()) {
            List<SampleTruth.Switch> switches = truth.switches().get(processor);
            Instant end = first;
            for (RecordedEvent period : periods.get(processor)) {
                Instant start = period.getInstant("periodStart");
                assertThat(Duration.between(end, start)).isBetween(Duration.ofNanos(-1), Duration.ofNanos(1));
                end = start.plus(period.getDuration("period"));
                assertThat(period.getStartTime()).isAfterOrEqualTo(end);
                long since = Duration.between(first, end).toNanos();
                assertThat(since % 10_000_000 < clockTick || -since % 10_000_000 > -clockTick || end.equals(last))
                        .isTrue();
                long running = 0;
                long idle = 0;
                int count = 0;
                for (int i = 0; i <= switches.size(); i++) {
                    Instant from =
                            i == 0 ? first : truth.instant(switches.get(i - 1).time());
                    Instant to = i == switches.size()
                            ? last
                            : truth.instant(switches.get(i).time());
                    long common = Duration.between(from.isAfter(start) ? from : start, to.isBefore(end) ? to : end)
                            .toNanos();
                    boolean isKnown = i < switches.size() || !sample.compact;
                    long thread = i == 0
                            ? switches.get(0).oldThreadId()
                            : switches.get(i - 1).newThreadId();
                    if (common > 0 && isKnown && thread == IDLE) {
                        idle += common;
                    } else if (common > 0 && isKnown) {
                        running += common;
                    }
                    boolean isIn = !to.isBefore(start) && (to.isBefore(end) || to.equals(last) && end.equals(last));
                    count += i < switches.size() && isIn ? 1 : 0;
                }
                long rounding = 1_000_000_000 % truth.frequency() == 0 ? 0 : 2L + count;
                assertThat(period.getDuration("runningTime").toNanos() - running)
                        .isBetween(-rounding, rounding);
                assertThat(period.getDuration("idleTime").toNanos() - idle).isBetween(-rounding, rounding);
                long unknown = period.getDuration("period").toNanos() - running - idle;
                assertThat(period.getDuration("unknownTime").toNanos() - unknown)
                        .isBetween(-rounding, rounding);
                assertThat(period.getInt("contextSwitchCount")).isEqualTo(count);
            }
            assertThat(end).isEqualTo(last);
        }
    }

    /** Nanoseconds round the times of a clock that is finer; the recording itself does not. */
    @ParameterizedTest
    @EnumSource
    void everyTick(Sample sample) throws Exception {
        SampleTruth truth = sample.truth();
        Path recording = convert(sample);
        ByteBuffer header = ByteBuffer.allocate(68);
        try (FileChannel channel = FileChannel.open(recording)) {
            channel.read(header);
        }
        long startNanos = header.getLong(32);
        long startTicks = header.getLong(48);
        long ticksPerSecond = header.getLong(56);
        long multiple = ticksPerSecond / truth.frequency();
        assertThat(multiple).isGreaterThan(1);
        assertThat(multiple * truth.frequency()).isEqualTo(ticksPerSecond);

        long firstTime = truth.switches().values().stream()
                .mapToLong(switches -> switches.get(0).time())
                .min()
                .orElseThrow();
        // The samples' first event is a switch.
        assertThat(Instant.EPOCH.plusNanos(startNanos)).isEqualTo(truth.instant(firstTime));

        Map<Integer, Integer> next = new HashMap<>();
        for (RecordedEvent event : events(recording, "windows.ContextSwitch")) {
            int processor = event.getInt("processor");
            int index = next.merge(processor, 1, Integer::sum) - 1;
            long time = truth.switches().get(processor).get(index).time();
            assertThat(event.getLong("startTime") - startTicks)
                    .as("switch %d of processor %d", index, processor)
                    .isEqualTo((time - firstTime) * multiple);
        }
    }

    /** Each thread is one lane in every tool: by constant, by OS thread id, by Java thread id. */
    @ParameterizedTest
    @EnumSource
    void everyThreadHasALaneOfItsOwn(Sample sample) throws Exception {
        Map<Long, RecordedThread> threads = new HashMap<>();
        for (RecordedEvent event : events(convert(sample), "windows.ContextSwitch")) {
            for (RecordedThread thread : new RecordedThread[] {event.getThread(), event.getThread("newThread")}) {
                if (thread != null) {
                    threads.put(thread.getId(), thread);
                }
            }
        }
        assertThat(threads.values())
                .allSatisfy(thread -> {
                    assertThat(thread.getJavaName()).isNull();
                    assertThat(thread.getJavaThreadId()).isNegative();
                    assertThat(thread.getOSThreadId()).isPositive();
                })
                .extracting(RecordedThread::getJavaThreadId)
                .doesNotHaveDuplicates();
        assertThat(threads.values()).extracting(RecordedThread::getOSThreadId).doesNotHaveDuplicates();
        assertThat(threads.values())
                .filteredOn(thread -> thread.getOSName().startsWith("CPU "))
                .hasSize(2)
                .allSatisfy(thread -> assertThat(thread.getOSThreadId()).isGreaterThan(0xFFFF_FFFFL));
    }

    @ParameterizedTest
    @EnumSource
    void everyProcess(Sample sample) throws Exception {
        SampleTruth truth = sample.truth();
        PlainTrace trace = PlainTrace.read(sample.path());
        Path recording = convert(sample);

        Map<String, String> running = new LinkedHashMap<>();
        List<String> started = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        for (ProcessEvent event : trace.processes()) {
            String identity = "%s %d < %d %s '%s' %d"
                    .formatted(
                            truth.instant(event.time()),
                            event.pid(),
                            event.parentPid(),
                            event.image(),
                            event.commandLine(),
                            event.session());
            switch (event.kind()) {
                case PlainTrace.RUNDOWN_AT_START -> running.put(Long.toString(event.pid()), event.commandLine());
                case PlainTrace.START -> started.add(identity);
                case PlainTrace.END -> ended.add(identity + " " + event.exitCode());
                default -> {
                    // The rundown at the end tells nothing new.
                }
            }
        }
        assertThat(started).isNotEmpty();
        assertThat(ended).isNotEmpty();

        Map<String, String> actuallyRunning = new LinkedHashMap<>();
        for (RecordedEvent event : events(recording, "jdk.SystemProcess")) {
            assertThat(actuallyRunning.put(event.getString("pid"), event.getString("commandLine")))
                    .isNull();
        }
        assertThat(actuallyRunning).isEqualTo(running);
        assertThat(events(recording, "windows.ProcessStart"))
                .extracting(SampleTruthTest::identity)
                .isEqualTo(started);
        assertThat(events(recording, "windows.ProcessEnd"))
                .extracting(event -> identity(event) + " " + event.getInt("exitCode"))
                .isEqualTo(ended);
    }

    private static String identity(RecordedEvent event) {
        return "%s %d < %d %s '%s' %d"
                .formatted(
                        event.getStartTime(),
                        event.getLong("pid"),
                        event.getLong("parentPid"),
                        event.getString("image"),
                        event.getString("commandLine"),
                        event.getInt("session"));
    }

    private Path convert(Sample sample) throws Exception {
        Path recording = directory.resolve(sample.trace + ".jfr");
        ConversionReport report =
                new Conversion(sample.path(), recording, ConversionOptions.DEFAULT, bytes -> {}).run();
        assertThat(report.damage()).isEmpty();
        return recording;
    }

    private static List<RecordedEvent> events(Path recording, String type) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .toList();
    }

    private static Row row(RecordedEvent event) {
        return new Row(
                event.getStartTime(),
                event.getInt("processor"),
                lane(event.getThread()),
                lane(event.getThread("newThread")),
                event.getShort("oldThreadPriority"),
                event.getShort("newThreadPriority"),
                event.getString("oldThreadState"),
                event.getString("waitReason"),
                event.getString("waitMode"),
                event.getLong("newThreadWaitTime"),
                event.getShort("previousCState"),
                event.getShort("idealProcessor"),
                event.getInt("remainingQuantum"));
    }

    private static String lane(RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        String group = thread.getThreadGroup() == null
                ? NO_GROUP
                : thread.getThreadGroup().getName();
        return thread.getOSName() + " in " + group;
    }

    private static Row expected(
            Sample sample,
            SampleTruth truth,
            PlainTrace trace,
            SampleTruth.Switch line,
            Detail detail,
            boolean isLast) {
        assertThat(detail.time()).isEqualTo(line.time());
        boolean isUntold = sample.compact && line.oldThreadId() == IDLE;
        return new Row(
                truth.instant(line.time()),
                line.processor(),
                lane(trace, line.oldThreadId(), line),
                // Who came next is told by the next switch; of the last one a plain event has the plan.
                isLast && sample.compact ? null : lane(trace, line.newThreadId(), line),
                isUntold ? -1 : line.oldPriority(),
                sample.compact ? -1 : line.newPriority(),
                isUntold ? null : Kernel.stateName(line.oldState()),
                waitReason(line, detail),
                detail.waitMode() == null ? null : detail.waitMode() == 0 ? "KernelMode" : "UserMode",
                detail.hasWaitTicks() ? line.newWaitTicks() * trace.timerTickNanos() : Long.MIN_VALUE,
                detail.previousCState(),
                detail.idealProcessor(),
                detail.quantum());
    }

    private static String lane(PlainTrace trace, long tid, SampleTruth.Switch line) {
        return tid == IDLE
                ? "CPU %d in Processors".formatted(line.processor())
                : trace.threadName(tid, line.time()) + " in " + trace.groupName(tid, line.time());
    }

    /** The truth has the reasons of waits; those of preemptions are the trace's own. */
    private static String waitReason(SampleTruth.Switch line, Detail detail) {
        if (line.oldState() == Kernel.WAITING) {
            return Kernel.waitReasonName(line.oldWaitReason());
        }
        boolean isPreemption = line.oldState() == Kernel.READY
                && detail.reason() != null
                && (detail.reason() >= Kernel.WR_QUANTUM_END && detail.reason() <= Kernel.WR_PREEMPTED + 1
                        || detail.reason() == 38);
        return isPreemption ? Kernel.waitReasonName(detail.reason()) : null;
    }
}
