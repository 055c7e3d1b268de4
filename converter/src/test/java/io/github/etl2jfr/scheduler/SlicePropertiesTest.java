package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.testing.SwitchForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

/** What holds for the slices of any trace. */
class SlicePropertiesTest {
    @Provide
    Arbitrary<Load> loads() {
        return Load.any();
    }

    /** Of sessions that have ended. */
    @Provide
    Arbitrary<Load> endedLoads() {
        return loads().filter(load -> !load.layout().staleTail());
    }

    /** Of threads that keep their ids. */
    @Provide
    Arbitrary<Load> lastingLoads() {
        return loads().filter(load -> load.work().churn() == 0);
    }

    private record Span(String kind, long start, long end, boolean clipped) {}

    /** A whole slice as both an undamaged and a damaged trace must tell it. */
    private record Whole(long threadId, Span span) {}

    /** All slices of a trace. */
    private static final class Slices implements SchedulerListener {
        final Map<Integer, List<Span>> byThread = new TreeMap<>();
        final Map<Integer, List<Span>> byProcessor = new TreeMap<>();
        final Map<Integer, ThreadStatistics> statistics = new TreeMap<>();
        final Set<Whole> whole = new HashSet<>();
        final ThreadDirectory threads;
        final long firstTime;
        final long lastTime;
        int switches;

        Slices(EtlFile file) throws IOException, InterruptedException {
            DamageLog damage = new DamageLog();
            // However buffers are cut to pieces.
            int maxPieceEvents = 1 + (int) (file.size() % 200);
            TraceSurvey survey =
                    TraceSurvey.of(file, file.buffers(damage), maxPieceEvents, damage, Workers.none(), bytes -> {});
            threads = ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
            firstTime = survey.firstTime();
            lastTime = survey.lastTime();
            EventMerge merge = new EventMerge(file, survey, damage, bytes -> {}, Workers.none());
            new Scheduler(merge, threads).replay(firstTime, lastTime, this);
        }

        @Override
        public void contextSwitch(SwitchEvent event) {
            if (!ThreadRef.isIdle(event.oldThread())) {
                switches++;
            }
        }

        @Override
        public void running(Slice slice) {
            add("running", slice);
            byProcessor
                    .computeIfAbsent(slice.processor(), key -> new ArrayList<>())
                    .add(new Span("running", slice.start(), slice.end(), slice.clipped()));
        }

        @Override
        public void ready(Slice slice) {
            add("ready " + slice.cause(), slice);
        }

        @Override
        public void waiting(Slice slice) {
            add("waiting " + slice.waitReason(), slice);
        }

        @Override
        public void idle(Slice slice) {
            byProcessor
                    .computeIfAbsent(slice.processor(), key -> new ArrayList<>())
                    .add(new Span("idle", slice.start(), slice.end(), slice.clipped()));
        }

        @Override
        public void statistics(int thread, long time, ThreadStatistics statistic) {
            assertThat(statistics.put(thread, statistic)).isNull();
        }

        private void add(String kind, Slice slice) {
            Span span = new Span(kind, slice.start(), slice.end(), slice.clipped());
            byThread.computeIfAbsent(slice.thread(), key -> new ArrayList<>()).add(span);
            if (!slice.clipped()) {
                whole.add(new Whole(threads.threadId(slice.thread()), span));
            }
        }

        /** If no id is used again. */
        Map<Long, List<Span>> byThreadId() {
            Map<Long, List<Span>> byThreadId = new TreeMap<>();
            byThread.forEach((thread, spans) -> byThreadId.put(threads.threadId(thread), spans));
            return byThreadId;
        }

        long time(int thread, String kind) {
            return byThread.getOrDefault(thread, List.of()).stream()
                    .filter(span -> span.kind.startsWith(kind))
                    .mapToLong(span -> span.end - span.start)
                    .sum();
        }
    }

    private static void assertTiles(List<Span> spans) {
        for (int i = 1; i < spans.size(); i++) {
            assertThat(spans.get(i).start).as("slice %d of %s", i, spans).isEqualTo(spans.get(i - 1).end);
        }
    }

    private static void assertDisjoint(List<Span> spans) {
        for (int i = 1; i < spans.size(); i++) {
            assertThat(spans.get(i).start).isGreaterThanOrEqualTo(spans.get(i - 1).end);
        }
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void slicesTileTheLifeOfAThread(@ForAll("endedLoads") Load load) throws Exception {
        Slices slices = TraceFiles.read(load.toTrace(load.new Truth()), Slices::new);

        slices.byThread.values().forEach(SlicePropertiesTest::assertTiles);
    }

    /** Of a plain trace: batches do not tell who took a processor last. */
    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void runningAndIdleTogetherAreTheTrace(@ForAll("endedLoads") Load load) throws Exception {
        Slices slices = TraceFiles.read(load.toTrace(load.new Truth()), Slices::new);

        slices.byProcessor.values().forEach(spans -> {
            assertTiles(spans);
            assertThat(spans.get(0).start).isEqualTo(slices.firstTime);
            if (load.work().form() == SwitchForm.EVENTS) {
                assertThat(spans.get(spans.size() - 1).end).isEqualTo(slices.lastTime);
            }
        });
    }

    /** A file cut off anywhere: whoever ran in truth is not told to have waited, whosever buffers are missing. */
    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void prefixTellsNothingThatWasNot(
            @ForAll("lastingLoads") Load load, @ForAll @LongRange(min = 1, max = 1_000_000) long cut) throws Exception {
        byte[] trace = load.toTrace(load.new Truth());
        Map<Long, List<Span>> truth = TraceFiles.read(trace, Slices::new).byThreadId();
        Map<Long, List<Span>> told;
        try {
            told = TraceFiles.read(Arrays.copyOf(trace, (int) (trace.length * cut / 1_000_000)), Slices::new)
                    .byThreadId();
        } catch (InputException e) {
            return;
        }
        told.forEach((threadId, spans) -> {
            List<Span> runs = truth.get(threadId).stream()
                    .filter(span -> span.kind.equals("running"))
                    .toList();
            assertThat(spans)
                    .as("thread %d", threadId)
                    .noneMatch(span -> !span.kind.equals("running")
                            && runs.stream().anyMatch(run -> run.start < span.end && run.end > span.start));
        });
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void statisticsAreTheSumOfTheSlices(@ForAll("loads") Load load) throws Exception {
        Slices slices = TraceFiles.read(load.toTrace(load.new Truth()), Slices::new);

        assertThat(slices.statistics.keySet()).containsAll(slices.byThread.keySet());
        slices.statistics.forEach((thread, statistic) -> {
            assertThat(statistic.runningTime()).isEqualTo(slices.time(thread, "running"));
            assertThat(statistic.readyTime()).isEqualTo(slices.time(thread, "ready"));
            assertThat(statistic.waitingTime()).isEqualTo(slices.time(thread, "waiting"));
        });
        assertThat(slices.statistics.values().stream()
                        .mapToInt(ThreadStatistics::contextSwitches)
                        .sum())
                .isEqualTo(slices.switches);
    }

    /** A trace that lacks some of its buffers tells less, but nothing else. */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void lostBuffersMakeGapsAndNothingElse(@ForAll("loads") Load load, @ForAll Random random) throws Exception {
        byte[] whole = load.toTrace(load.new Truth());
        byte[] damaged = TraceFiles.read(whole, file -> withoutSomeBuffers(whole, file, random));
        Slices expected = TraceFiles.read(whole, Slices::new);
        Slices found = TraceFiles.read(damaged, Slices::new);

        Set<Whole> wrong = new HashSet<>(found.whole);
        wrong.removeAll(expected.whole);
        assertThat(wrong).isEmpty();
        found.byThread.values().forEach(SlicePropertiesTest::assertDisjoint);
        found.byProcessor.values().forEach(SlicePropertiesTest::assertDisjoint);
    }

    /** All but a few, the first and the last kept: that one of them is missing cannot be seen. */
    private static byte[] withoutSomeBuffers(byte[] trace, EtlFile file, Random random) throws IOException {
        List<BufferEntry> buffers = file.buffers(new DamageLog());
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        int lost = 1 + random.nextInt(3);
        Set<Integer> dropped = new HashSet<>();
        for (int i = 0; i < lost && buffers.size() > 3; i++) {
            dropped.add(2 + random.nextInt(buffers.size() - 3));
        }
        for (int i = 0; i < buffers.size(); i++) {
            if (!dropped.contains(i)) {
                kept.write(
                        trace, (int) buffers.get(i).fileOffset(), buffers.get(i).storedSize());
            }
        }
        return kept.toByteArray();
    }
}
