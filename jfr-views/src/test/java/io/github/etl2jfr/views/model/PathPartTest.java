package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Who displaced a thread longest in all steps of a part, and threads in those of many paths, by how long each had run on
 * a processor before and after a step.
 */
class PathPartTest {
    private static final int ALL = Integer.MAX_VALUE;

    /** What is told of the time of a step but for who displaced its thread. */
    private record Key(TraceThread thread, Doing.State state, String waitReason, TraceThread woke) {
        Key(Doing doing) {
            this(doing.thread(), doing.state(), doing.waitReason(), doing.woke());
        }
    }

    /** When one ran on a processor, and how long until then. */
    private static final class Clock {
        private final TreeMap<Long, Long> ranUntilStart = new TreeMap<>();
        private final Map<Long, Long> ends = new HashMap<>();
        private long total;

        void add(Slice slice) {
            ranUntilStart.put(slice.start(), total);
            ends.put(slice.start(), slice.end());
            total += slice.duration();
        }

        long at(long time) {
            Map.Entry<Long, Long> last = ranUntilStart.floorEntry(time);
            return last == null ? 0 : last.getValue() + Math.min(time, ends.get(last.getKey())) - last.getKey();
        }

        long between(PathStep step) {
            return at(step.end()) - at(step.start());
        }
    }

    /** The clocks of a recording. */
    private static final class Clocks implements TraceSink {
        private final Map<Integer, Map<TraceThread, Clock>> ran = new HashMap<>();
        private final Map<Integer, Clock> idle = new HashMap<>();
        private final Map<TraceThread, TreeMap<Long, Slice>> ready = new HashMap<>();

        @Override
        public void slice(Slice slice) {
            switch (slice.kind()) {
                case RUNNING ->
                    ran.computeIfAbsent(slice.processor(), key -> new HashMap<>())
                            .computeIfAbsent(slice.thread(), key -> new Clock())
                            .add(slice);
                case IDLE ->
                    idle.computeIfAbsent(slice.processor(), key -> new Clock()).add(slice);
                case READY ->
                    ready.computeIfAbsent(slice.thread(), key -> new TreeMap<>())
                            .put(slice.start(), slice);
                case WAITING -> {
                    // Nobody is displaced.
                }
            }
        }

        int processor(PathStep step) {
            return ready.get(step.doing().thread())
                    .floorEntry(step.start())
                    .getValue()
                    .processor();
        }
    }

    private final Clocks clocks = new Clocks();
    private final List<String> wrong = new ArrayList<>();
    private int named;

    /** Parts in which another displaced the thread longest in the steps that take most of the time. */
    private int namedByFewerSteps;

    @Test
    void ofEventsNobodyIsNamedWhoDisplacedForLess() throws Exception {
        Overview overview = new Overview(ALL);
        check(Samples.MERGED, overview, overview::longestLatencies);
        assertThat(named).isGreaterThan(1000);
        assertThat(namedByFewerSteps).isGreaterThan(50);
    }

    @Test
    void ofThreadsNobodyIsNamedWhoDisplacedForLess() throws Exception {
        Overview overview = new Overview(0);
        check(Samples.PLAIN, overview, () -> overview.threads().stream()
                .sorted(Comparator.comparing(totals -> -totals.totals().ready()))
                .limit(10)
                .map(totals -> new Latency(
                        totals.thread(),
                        overview.span().start(),
                        overview.span().length(),
                        null,
                        null,
                        StackTrace.NONE,
                        0,
                        0,
                        0,
                        0,
                        0,
                        null,
                        null,
                        0))
                .toList());
        assertThat(named).isGreaterThan(10);
        assertThat(namedByFewerSteps).isPositive();
    }

    /** Reads a recording, and follows what is in it. */
    private void check(Path recording, Overview overview, Supplier<List<Latency>> events) throws Exception {
        TraceReader reader =
                TraceReader.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL, overview, clocks);
        assertThat(overview.session().leftOut().minDuration()).isZero();
        CriticalPaths paths = new CriticalPaths(events.get(), overview.session().leftOut(), ALL);
        reader.again(paths);
        events.get().forEach(event -> check(paths.of(event)));

        assertThat(wrong).isEmpty();
        checkTotals(paths, events.get());
    }

    private void checkTotals(CriticalPaths paths, List<Latency> events) {
        Map<TraceThread, Long> ran = new HashMap<>();
        Map<Doing, Long> times = new HashMap<>();
        for (Latency event : events) {
            for (PathStep step : paths.of(event).steps()) {
                Doing doing = step.doing();
                times.merge(
                        Doing.of(doing.thread(), doing.state(), doing.waitReason(), null), step.duration(), Long::sum);
                if (doing.state() == Doing.State.READY) {
                    clocks.ran
                            .getOrDefault(clocks.processor(step), Map.of())
                            .forEach((thread, clock) -> ran.merge(thread, clock.between(step), Long::sum));
                }
            }
        }
        ran.values().removeIf(time -> time == 0);
        Map<String, PathTotals.Displacer> displacers = new HashMap<>();
        ran.forEach((thread, time) -> displacers.merge(
                thread.process(),
                new PathTotals.Displacer(thread.process(), 1, time),
                (one, more) -> new PathTotals.Displacer(
                        one.process(), one.threads() + more.threads(), one.total() + more.total())));
        PathTotals totals = paths.total(events);
        assertThat(totals.events()).isEqualTo(events.size());
        assertThat(totals.displacers())
                .containsExactlyInAnyOrderElementsOf(displacers.values())
                .hasSizeGreaterThan(10);
        assertThat(totals.parts()).hasSameSizeAs(times.keySet()).allSatisfy(part -> {
            Doing doing = part.doing();
            Doing common = Doing.of(doing.thread(), doing.state(), doing.waitReason(), null);
            assertThat(part.total()).isEqualTo(times.get(common));
        });
    }

    private void check(CriticalPath path) {
        Map<Key, Map<TraceThread, Long>> times = new HashMap<>();
        Map<Key, Map<TraceThread, Long>> votes = new HashMap<>();
        Map<Key, Long> untold = new HashMap<>();
        for (PathStep step : path.steps()) {
            if (step.doing().state() == Doing.State.READY) {
                Key key = new Key(step.doing());
                int processor = clocks.processor(step);
                clocks.ran.getOrDefault(processor, Map.of()).forEach((thread, clock) -> {
                    long ran = clock.between(step);
                    if (ran > 0) {
                        times.computeIfAbsent(key, any -> new HashMap<>()).merge(thread, ran, Long::sum);
                        untold.merge(key, -ran, Long::sum);
                    }
                });
                Clock idle = clocks.idle.getOrDefault(processor, new Clock());
                untold.merge(key, step.duration() - idle.between(step), Long::sum);
                votes.computeIfAbsent(key, any -> new HashMap<>())
                        .merge(step.doing().displacedBy(), step.duration(), Long::sum);
            }
        }
        for (PathPart part : path.parts()) {
            Doing doing = part.doing();
            Key key = new Key(doing);
            Map<TraceThread, Long> its = times.getOrDefault(key, Map.of());
            long most = its.values().stream().mapToLong(Long::longValue).max().orElse(0);
            TraceThread expected = most == 0 || untold.get(key) > most
                    ? null
                    : its.keySet().stream()
                            .filter(each -> its.get(each) == most)
                            .min(Comparator.comparing(TraceThread::index))
                            .orElseThrow();
            if (doing.displacedBy() != expected || expected != null && doing.displacedTime() != most) {
                wrong.add("%s: %s is %s for %d".formatted(path.event(), doing, expected, most));
            }
            if (expected != null) {
                named++;
                long vote = votes.get(key).getOrDefault(expected, 0L);
                namedByFewerSteps += votes.get(key).values().stream().anyMatch(other -> other > vote) ? 1 : 0;
            }
        }
    }
}
