package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for one another. All of them are ready for processor 0, and run there. */
class CriticalPathsTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Map<String, TraceThread> threads = new HashMap<>();
    private final List<Slice> slices = new ArrayList<>();
    private Session.LeftOut leftOut = Session.LeftOut.NOTHING;

    private TraceThread thread(String name) {
        return threads.computeIfAbsent(
                name, key -> new TraceThread(threads.size(), key, threads.size(), true, false, "of " + key));
    }

    private CriticalPathsTest add(Slice.Kind kind, String who, long start, long end, String reason, String readiedBy) {
        TraceThread waker = readiedBy == null ? null : thread(readiedBy);
        slices.add(new Slice(kind, thread(who), start, end, 0, 8, reason, waker, null, false));
        return this;
    }

    private CriticalPathsTest ran(String who, long start, long end) {
        return add(Slice.Kind.RUNNING, who, start, end, null, null);
    }

    private CriticalPathsTest ready(String who, long start, long end) {
        return add(Slice.Kind.READY, who, start, end, "Preempted", null);
    }

    private CriticalPathsTest waited(String who, long start, long end, String readiedBy) {
        return add(Slice.Kind.WAITING, who, start, end, "UserRequest", readiedBy);
    }

    private Latency event(String who, long start, long end) {
        return new Latency(
                thread(who), start, end - start, "jdk.E", null, StackTrace.NONE, 0, 0, 0, 0, 0, null, null, 0);
    }

    private CriticalPaths paths(List<Latency> events, long mostSlices) {
        CriticalPaths paths = new CriticalPaths(events, leftOut, mostSlices);
        Span all = new Span(0, 1000);
        paths.begin(new Session(null, null, 1, all, true, false, true, leftOut, null), all);
        // As recordings have them: who leaves a processor is told of before who comes.
        slices.stream()
                .sorted(Comparator.comparingLong(Slice::end).thenComparing(Slice::kind))
                .forEach(paths::slice);
        paths.end(slices.size());
        return paths;
    }

    private List<String> steps(String who, long start, long end) {
        Latency event = event(who, start, end);
        return paths(List.of(event), NO_LIMIT).of(event).steps().stream()
                .map(CriticalPathsTest::text)
                .toList();
    }

    private List<PathPart> parts(String who, long start, long end) {
        Latency event = event(who, start, end);
        return paths(List.of(event), NO_LIMIT).of(event).parts();
    }

    private static String text(PathStep step) {
        Doing doing = step.doing();
        StringBuilder text =
                new StringBuilder("%d-%d %s %s".formatted(step.start(), step.end(), doing.thread(), doing.state()));
        append(text, " for ", doing.waitReason());
        append(text, " displaced by ", doing.displacedBy());
        append(text, " readied by ", doing.readiedBy());
        append(text, ", woke ", doing.woke());
        return text.toString();
    }

    private static void append(StringBuilder text, String what, Object value) {
        if (value != null) {
            text.append(what).append(value);
        }
    }

    /** Who held what it waited for was ready itself, behind a third. */
    @Test
    void goesOnWithWhoEndedTheWait() {
        ran("waiter", 0, 10)
                .waited("waiter", 10, 60, "holder")
                .ready("waiter", 60, 70)
                .ran("waiter", 70, 80);
        ran("holder", 10, 20).ready("holder", 20, 50).ran("holder", 50, 70);
        ran("scanner", 20, 50);
        assertThat(steps("waiter", 5, 75))
                .containsExactly(
                        "5-10 waiter RUNNING",
                        "10-20 holder RUNNING, woke waiter",
                        "20-50 holder READY displaced by scanner, woke waiter",
                        "50-60 holder RUNNING, woke waiter",
                        "60-70 waiter READY displaced by holder",
                        "70-75 waiter RUNNING");
    }

    /** What the holder did before somebody waited for it is nobody's wait. */
    @Test
    void waitsOfTheOneWhoEndedIt() {
        ran("waiter", 0, 10).waited("waiter", 10, 60, "holder").ran("waiter", 60, 80);
        waited("holder", 0, 50, "disk").ran("holder", 50, 70);
        waited("disk", 0, 30, null).ran("disk", 30, 51);
        assertThat(steps("waiter", 0, 70))
                .containsExactly(
                        "0-10 waiter RUNNING",
                        "10-30 disk WAITING for UserRequest, woke holder",
                        "30-50 disk RUNNING, woke holder",
                        "50-60 holder RUNNING, woke waiter",
                        "60-70 waiter RUNNING");
    }

    /** One collector did all the work of a pause; another could have shared it, but had no processor. */
    @Test
    void whoHadNoProcessorBesideTheWork() {
        waited("pausing", 0, 80, "worker").ran("pausing", 80, 100);
        ready("worker", 0, 10).ran("worker", 10, 90);
        ready("other", 0, 60).ran("other", 60, 65).ready("other", 65, 70).ready("other", 95, 300);
        ready("third", 200, 300);
        Latency other = event("pausing", 5, 100);
        Latency pause = new Latency(
                thread("pausing"), 5, 95, "jdk.GCPhasePause", null, StackTrace.NONE, 0, 0, 0, 0, 0, null, null, 0);
        CriticalPaths paths = paths(List.of(other, pause), NO_LIMIT);
        // What the worker lacked a processor for is on the path.
        assertThat(paths.of(pause).beside()).containsExactly(new ReadyBeside(thread("other"), 55 + 5 + 5));
        assertThat(paths.of(other).beside()).isEmpty();
    }

    /** Who ran while the holder was ready, but nobody waited for it yet, has no part in the wait. */
    @Test
    void displacedWhileSomebodyWaited() {
        ran("waiter", 0, 30).waited("waiter", 30, 60, "holder").ran("waiter", 60, 70);
        ready("holder", 0, 40).ran("holder", 40, 60);
        ran("scanner", 0, 30).ran("short", 30, 40);
        assertThat(steps("waiter", 30, 70))
                .containsExactly(
                        "30-40 holder READY displaced by short, woke waiter",
                        "40-60 holder RUNNING, woke waiter",
                        "60-70 waiter RUNNING");
    }

    /** Nobody ran for a part of the time, which is told, and is not a part in which anybody may have run. */
    @Test
    void displacedWhereTheProcessorWasIdleToo() {
        leftOut = new Session.LeftOut(5, 0, 0, null, null, null);
        ready("waiter", 0, 50).ran("waiter", 50, 60);
        ran("scanner", 0, 20);
        add(Slice.Kind.IDLE, "processor", 20, 50, null, null);
        assertThat(steps("waiter", 0, 60))
                .containsExactly("0-50 waiter READY displaced by scanner", "50-60 waiter RUNNING");
    }

    /** Who displaced the holder in its longest step did so for less of its time than another in two others. */
    @Test
    void partsAddUpWhatBelongsTogether() {
        ran("waiter", 0, 10).waited("waiter", 10, 90, "holder").ran("waiter", 90, 99);
        ran("holder", 10, 20).ready("holder", 20, 35).ran("holder", 35, 40);
        ready("holder", 40, 50).ran("holder", 50, 60).ready("holder", 60, 68).ran("holder", 68, 90);
        ran("short", 20, 35).ran("scanner", 40, 50).ran("scanner", 60, 68);
        assertThat(parts("waiter", 5, 95))
                .containsExactly(
                        part("holder", Doing.State.RUNNING, "waiter", null, 0, 4, 47),
                        part("holder", Doing.State.READY, "waiter", "scanner", 18, 3, 33),
                        part("waiter", Doing.State.RUNNING, null, null, 0, 2, 10));
    }

    private PathPart part(
            String who, Doing.State state, String woke, String displacedBy, long displaced, int count, long total) {
        Doing doing = new Doing(
                thread(who),
                state,
                null,
                displacedBy == null ? null : thread(displacedBy),
                displaced,
                null,
                woke == null ? null : thread(woke));
        return new PathPart(doing, count, 1, total);
    }

    /** One that displaced it longest in no step did so in all of them together. */
    @Test
    void displacedLongestInNoStep() {
        ready("waiter", 0, 50).ran("waiter", 50, 60).ready("waiter", 60, 100).ran("waiter", 100, 110);
        ran("first", 0, 26).ran("always", 26, 50).ran("always", 60, 79).ran("last", 79, 100);
        assertThat(steps("waiter", 0, 110))
                .contains("0-50 waiter READY displaced by first", "60-100 waiter READY displaced by last");
        assertThat(parts("waiter", 0, 110)).contains(part("waiter", Doing.State.READY, null, "always", 43, 2, 90));
    }

    /** Of two that displaced it equally long it is the one that the recording has first, in whichever order. */
    @Test
    void displacedEquallyLong() {
        for (String before : List.of("first", "second")) {
            slices.clear();
            thread("first");
            String after = before.equals("first") ? "second" : "first";
            ready("waiter", 0, 10).ran("waiter", 10, 20).ready("waiter", 20, 30).ran("waiter", 30, 40);
            ran(before, 0, 10).ran(after, 20, 30);
            assertThat(parts("waiter", 0, 40)).contains(part("waiter", Doing.State.READY, null, "first", 10, 2, 20));
        }
    }

    /** A short slice that was left out may be anybody's, but nobody has as many of them as would be needed. */
    @Test
    void displacedForLongerThanIsTold() {
        leftOut = new Session.LeftOut(5, 0, 0, null, null, null);
        ready("waiter", 0, 10).ran("waiter", 10, 20).ready("waiter", 20, 60).ran("waiter", 60, 70);
        ran("scanner", 0, 10).ran("scanner", 20, 55);
        assertThat(parts("waiter", 0, 70)).contains(part("waiter", Doing.State.READY, null, "scanner", 0, 2, 50));
    }

    /** The waits that one thread ended took longer than the longest, which another did. */
    @Test
    void wokenByTheOneOfTheLongestWaits() {
        waited("waiter", 0, 30, "one").ran("waiter", 30, 40).waited("waiter", 40, 60, "other");
        ran("waiter", 60, 70).waited("waiter", 70, 90, "other").ran("waiter", 90, 100);
        assertThat(wokenBy(100)).isEqualTo(thread("other"));
        waited("waiter", 100, 140, null).ran("waiter", 140, 150);
        assertThat(wokenBy(150)).isEqualTo(thread("other"));
        waited("waiter", 150, 151, null).ran("waiter", 151, 160);
        assertThat(wokenBy(160)).isNull();
    }

    private TraceThread wokenBy(long end) {
        return parts("waiter", 0, end).stream()
                .map(PathPart::doing)
                .filter(doing -> doing.state() == Doing.State.WAITING)
                .findFirst()
                .orElseThrow()
                .readiedBy();
    }

    /** Two events have the holder on their paths, which two others displaced, one of them in both. */
    @Test
    void totalsAddUpWhatEventsHaveInCommon() {
        ran("waiter", 0, 10).waited("waiter", 10, 60, "holder").ran("waiter", 60, 70);
        ran("other", 0, 20).waited("other", 20, 50, "holder").ran("other", 50, 55);
        ran("holder", 0, 15).ready("holder", 15, 45).ran("holder", 45, 70);
        ran("short", 20, 30).ran("scanner", 30, 45);
        List<Latency> events = List.of(event("waiter", 5, 65), event("other", 10, 55));
        PathTotals totals = paths(events, NO_LIMIT).total(events);
        assertThat(totals.events()).isEqualTo(2);
        assertThat(totals.duration()).isEqualTo(60 + 45);
        assertThat(totals.total(Doing.State.RUNNING)).isEqualTo(10 + 20 + 15 + 5);
        assertThat(totals.total(Doing.State.READY)).isEqualTo(30 + 25);
        assertThat(totals.total(Doing.State.WAITING)).isZero();
        assertThat(totals.parts())
                .containsExactly(
                        totalPart("holder", Doing.State.READY, "scanner", 30, 2, 2, 55),
                        totalPart("holder", Doing.State.RUNNING, null, 0, 3, 2, 25),
                        totalPart("other", Doing.State.RUNNING, null, 0, 2, 1, 15),
                        totalPart("waiter", Doing.State.RUNNING, null, 0, 2, 1, 10));
        assertThat(totals.displacers())
                .containsExactly(
                        new PathTotals.Displacer("of scanner", 1, 30),
                        new PathTotals.Displacer("of short", 1, 20),
                        new PathTotals.Displacer("of other", 1, 5));
    }

    private PathPart totalPart(
            String who, Doing.State state, String displacedBy, long displaced, long steps, long events, long total) {
        Doing doing = new Doing(
                thread(who), state, null, displacedBy == null ? null : thread(displacedBy), displaced, null, null);
        return new PathPart(doing, steps, events, total);
    }

    /** Whoever was not there did nothing; of a thread that is not seen to start or to end, that is not known. */
    @Test
    void threadsThatStartAndEnd() {
        waited("waiter", 0, 60, "worker").ran("waiter", 60, 90);
        add(Slice.Kind.READY, "worker", 20, 30, Slice.STARTED, null)
                .add(Slice.Kind.RUNNING, "worker", 30, 70, Slice.TERMINATED, null);
        ran("other", 20, 70);
        assertThat(steps("waiter", 10, 70))
                .containsExactly(
                        "10-20 worker NOT_STARTED, woke waiter",
                        "20-30 worker READY displaced by other, woke waiter",
                        "30-60 worker RUNNING, woke waiter",
                        "60-70 waiter RUNNING");
        assertThat(steps("worker", 65, 90)).containsExactly("65-70 worker RUNNING", "70-90 worker ENDED");
        assertThat(steps("other", 10, 90))
                .containsExactly("10-20 other UNKNOWN", "20-70 other RUNNING", "70-90 other UNKNOWN");
        // One that was seen before was there, and got lost.
        ran("worker", 0, 5);
        assertThat(steps("worker", 0, 25)).startsWith("0-5 worker RUNNING", "5-20 worker UNKNOWN");
    }

    /** A timer or a device did, or the recording does not tell what that thread did. */
    @Test
    void waitsThatNobodyIsKnownToHaveEnded() {
        ran("waiter", 0, 10).waited("waiter", 10, 30, null).ran("waiter", 30, 40);
        waited("waiter", 40, 60, "stranger").ran("waiter", 60, 70);
        ran("stranger", 0, 20);
        assertThat(steps("waiter", 0, 70))
                .containsExactly(
                        "0-10 waiter RUNNING",
                        "10-30 waiter WAITING for UserRequest",
                        "30-40 waiter RUNNING",
                        "40-60 waiter WAITING for UserRequest readied by stranger",
                        "60-70 waiter RUNNING");
    }

    @Test
    void timeThatIsNotTold() {
        ran("waiter", 10, 20).waited("waiter", 20, 60, "holder").ran("waiter", 60, 70);
        ran("holder", 30, 40).ran("holder", 50, 70);
        assertThat(steps("waiter", 0, 80))
                .containsExactly(
                        "0-10 waiter UNKNOWN",
                        "10-20 waiter RUNNING",
                        "20-30 holder UNKNOWN, woke waiter",
                        "30-40 holder RUNNING, woke waiter",
                        "40-50 holder UNKNOWN, woke waiter",
                        "50-60 holder RUNNING, woke waiter",
                        "60-70 waiter RUNNING",
                        "70-80 waiter UNKNOWN");
    }

    /** In a damaged recording, or where a clock is coarse. */
    @Test
    void threadsThatEndEachOthersWaits() {
        waited("one", 0, 50, "two").waited("two", 0, 50, "one");
        assertThat(steps("one", 0, 50)).containsExactly("0-50 two WAITING for UserRequest readied by one, woke one");
        slices.clear();
        waited("one", 0, 50, "one");
        assertThat(steps("one", 0, 50)).containsExactly("0-50 one WAITING for UserRequest readied by one");
    }

    /** As the views of ready times have it: in slices that were left out, somebody else may have run as long. */
    @Test
    void nobodyIsBlamedWhereSlicesWereLeftOut() {
        leftOut = new Session.LeftOut(5, 0, 0, null, null, null);
        ready("waiter", 0, 50).ran("waiter", 50, 60);
        ran("scanner", 0, 30).ran("second", 30, 40);
        assertThat(steps("waiter", 0, 60))
                .containsExactly("0-50 waiter READY displaced by scanner", "50-60 waiter RUNNING");
        slices.clear();
        ready("waiter", 0, 50).ran("waiter", 50, 60);
        ran("scanner", 0, 25).ran("second", 25, 40);
        assertThat(steps("waiter", 0, 60)).containsExactly("0-50 waiter READY", "50-60 waiter RUNNING");
    }

    /** Of one part of its time somebody is known to have displaced it, of the longer one nobody. */
    @Test
    void nobodyDisplacedItLongest() {
        leftOut = new Session.LeftOut(5, 0, 0, null, null, null);
        ready("waiter", 0, 10).ran("waiter", 10, 20).ready("waiter", 20, 60).ran("waiter", 60, 70);
        ran("scanner", 0, 10);
        assertThat(parts("waiter", 0, 70))
                .containsExactly(
                        part("waiter", Doing.State.READY, null, null, 0, 2, 50),
                        part("waiter", Doing.State.RUNNING, null, null, 0, 2, 20));
    }

    /** A damaged recording may not tell who ran. */
    @Test
    void nobodysRun() {
        ready("waiter", 0, 50).ran("waiter", 50, 60);
        slices.add(new Slice(Slice.Kind.RUNNING, null, 0, 40, 0, 8, null, null, null, false));
        ran("scanner", 40, 50);
        assertThat(steps("waiter", 0, 60))
                .containsExactly("0-50 waiter READY displaced by scanner", "50-60 waiter RUNNING");
    }

    @Test
    void nobodysEvent() {
        Latency event = new Latency(null, 0, 10, "jdk.E", null, StackTrace.NONE, 0, 0, 0, 0, 0, null, null, 0);
        ran("waiter", 0, 10);
        assertThat(paths(List.of(event), NO_LIMIT).of(event)).isNull();
    }

    /** What is wanted of the longest ones would not fit; the others are told as if they were alone. */
    @Test
    void leavesOutTheLongestWhereThereAreTooManySlices() {
        for (int time = 0; time < 1000; time += 2) {
            ran("waiter", time, time + 1).ready("waiter", time + 1, time + 2);
        }
        Latency all = event("waiter", 0, 1000);
        Latency half = event("waiter", 100, 600);
        Latency some = event("waiter", 110, 120);
        Latency more = event("waiter", 900, 920);
        CriticalPaths few = paths(List.of(all, half, some, more), 40);
        assertThat(few.of(all)).isNull();
        assertThat(few.of(half)).isNull();
        assertThat(few.of(some).steps()).hasSize(10);
        assertThat(few.of(more).steps()).hasSize(20);
        PathTotals totals = few.total(List.of(all, half, some, more));
        assertThat(totals.events()).isEqualTo(2);
        assertThat(totals.duration()).isEqualTo(10 + 20);
        assertThat(paths(List.of(all, half, some, more), NO_LIMIT).of(all).steps())
                .hasSize(1000);
    }

    private void makeUpSlices(Random random) {
        List<String> names = List.of("a", "b", "c", "d", "e");
        slices.clear();
        for (String name : names) {
            long time = random.nextInt(20);
            while (time < 200) {
                long end = time + 1 + random.nextInt(30);
                switch (random.nextInt(5)) {
                    case 0 -> ran(name, time, end);
                    case 1 -> ready(name, time, end);
                    case 2 -> {
                        // Nothing is told.
                    }
                    default -> waited(name, time, end, names.get(random.nextInt(names.size())));
                }
                time = end;
            }
        }
    }

    /** As long as the recording, which leaves no room for it alone. */
    @Test
    void leavesOutNoMoreThanTheOneThatIsFarLonger() {
        List<Latency> events = new ArrayList<>(List.of(event("waiter", 0, 1000)));
        for (int time = 0; time < 1000; time += 2) {
            ran("waiter", time, time + 1).ready("waiter", time + 1, time + 2);
        }
        for (int time = 0; time < 100; time += 2) {
            events.add(event("waiter", time, time + 2));
        }
        assertThat(paths(events, 300).total(events).events()).isEqualTo(50);
        // Of many that are equally long, not all at once.
        assertThat(paths(events, 90).total(events).events()).isBetween(35L, 45L);
    }

    /** They are of slices, too, and all equally long. */
    @Test
    void leavesOutEventsOfNoLength() {
        List<Latency> events = new ArrayList<>();
        for (int time = 0; time < 1000; time += 10) {
            ran("waiter", time, time + 10);
            events.add(event("waiter", time + 5, time + 5));
        }
        assertThat(paths(events, 20).total(events).events()).isBetween(15L, 20L);
    }

    /** Step by step of time, as one would with a finger on the lanes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void asWithAFinger(int seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            makeUpSlices(random);
            long from = random.nextInt(100);
            long to = from + 1 + random.nextInt(100);
            List<String> expected = withAFinger(thread("a"), from, to);
            Latency event = event("a", from, to);
            List<String> steps = new ArrayList<>();
            for (PathStep step : paths(List.of(event), NO_LIMIT).of(event).steps()) {
                for (long time = step.start(); time < step.end(); time++) {
                    Doing doing = step.doing();
                    steps.add(time + " " + doing.thread() + " " + doing.state() + " " + doing.woke());
                }
            }
            assertThat(steps).as("round %d", round).isEqualTo(expected);
        }
    }

    /** Of as many events as there are fingers on a hand. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void totalsAsWithAFinger(int seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            makeUpSlices(random);
            List<Latency> events = new ArrayList<>();
            Map<String, Long> times = new HashMap<>();
            for (String who : List.of("a", "b", "c", "a", "e")) {
                long from = random.nextInt(100);
                long to = from + 1 + random.nextInt(100);
                events.add(event(who, from, to));
                for (String at : withAFinger(thread(who), from, to)) {
                    String[] words = at.split(" ", -1);
                    times.merge(words[1] + " " + words[2], 1L, Long::sum);
                }
            }
            PathTotals totals = paths(events, NO_LIMIT).total(events);
            Map<String, Long> told = new HashMap<>();
            totals.parts()
                    .forEach(part -> told.merge(
                            part.doing().thread() + " " + part.doing().state(), part.total(), Long::sum));
            assertThat(told).as("round %d", round).isEqualTo(times);
        }
    }

    /** A thread that waits, and the time at which it is gone on with. */
    private record Waiting(TraceThread thread, long start) {}

    private List<String> withAFinger(TraceThread first, long from, long to) {
        Deque<String> found = new ArrayDeque<>();
        Deque<Waiting> waiting = new ArrayDeque<>();
        TraceThread at = first;
        for (long time = to - 1; time >= from; time--) {
            while (!waiting.isEmpty() && time < waiting.peek().start) {
                at = waiting.pop().thread;
            }
            Slice slice = at(at, time);
            while (slice != null && slice.kind() == Slice.Kind.WAITING) {
                TraceThread waiter = at;
                TraceThread waker = slice.readiedBy();
                long start = Math.max(slice.start(), waiting.isEmpty() ? from : waiting.peek().start);
                long until = time;
                boolean isTold = slices.stream()
                        .anyMatch(each -> each.thread() == waker && each.start() <= until && each.end() > start);
                if (!isTold || waker == waiter || waiting.stream().anyMatch(each -> each.thread == waker)) {
                    break;
                }
                waiting.push(new Waiting(at, start));
                at = waker;
                slice = at(at, time);
            }
            Waiting woken = waiting.peek();
            found.push("%d %s %s %s"
                    .formatted(
                            time,
                            at,
                            slice == null ? Doing.State.UNKNOWN : slice.kind(),
                            Objects.toString(woken == null ? null : woken.thread)));
        }
        return List.copyOf(found);
    }

    private Slice at(TraceThread thread, long time) {
        return slices.stream()
                .filter(each -> each.thread() == thread && each.start() <= time && each.end() > time)
                .findFirst()
                .orElse(null);
    }
}
