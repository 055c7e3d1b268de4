package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.model.Slice.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads did during the JVM's events. */
final class ExplanationsTest {
    private static final List<Kind> KINDS = List.of(Kind.RUNNING, Kind.READY, Kind.WAITING);
    private static final Span ALL = new Span(0, 1_000_000_000);

    private final List<TraceThread> threads = new ArrayList<>();
    private final JavaEvents events = new JavaEvents(ALL, 1_000_000);
    private final List<Slice> slices = new ArrayList<>();

    private TraceThread thread(String name) {
        TraceThread thread = new TraceThread(threads.size(), name, threads.size(), true, false, "java.exe");
        threads.add(thread);
        return thread;
    }

    private void event(TraceThread thread, boolean isPause, long start, long end, long collection, String cause) {
        events.javaEvent(
                new JavaEvent(thread, "jdk.Some", isPause, start, end, "some", StackTrace.NONE, collection, cause));
    }

    private void event(TraceThread thread, long start, long end) {
        event(thread, false, start, end, JavaEvent.NO_COLLECTION, null);
    }

    private void slice(Kind kind, TraceThread thread, long start, long end) {
        String reason = kind == Kind.WAITING ? "UserRequest" : null;
        slices.add(new Slice(kind, thread, start, end, 0, 8, reason, null, null, false));
    }

    private List<Latency> explain() {
        Explanations explanations = new Explanations(events, threads, Session.LeftOut.NOTHING);
        slices.forEach(explanations::slice);
        return explanations.latencies();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void asCountedOneByOne(int seed) {
        Random random = new Random(seed);
        List<TraceThread> some = List.of(thread("a"), thread("b"), thread("c"));
        for (int i = 0; i < 300; i++) {
            long start = random.nextInt(10_000);
            event(some.get(random.nextInt(3)), start, start + 1 + random.nextInt(random.nextBoolean() ? 50 : 2000));
        }
        for (TraceThread thread : some) {
            for (long time = 0; time < 12_000; ) {
                long end = time + 1 + random.nextInt(60);
                // Now and then nothing is told.
                if (random.nextInt(4) > 0) {
                    slice(KINDS.get(random.nextInt(KINDS.size())), thread, time, end);
                }
                time = end;
            }
        }

        assertThat(explain()).hasSize(300).allSatisfy(event -> {
            assertThat(event.running()).isEqualTo(time(event, Kind.RUNNING));
            assertThat(event.ready()).isEqualTo(time(event, Kind.READY));
            assertThat(event.waiting()).isEqualTo(time(event, Kind.WAITING));
            assertThat(event.running() + event.ready() + event.waiting() + event.unknown())
                    .isEqualTo(event.duration());
            assertThat(event.waitReason()).isEqualTo(event.waiting() > 0 ? "UserRequest" : null);
            assertThat(event.longestReady())
                    .isEqualTo(slices.stream()
                            .filter(slice -> slice.kind() == Kind.READY)
                            .mapToLong(slice -> share(event, slice))
                            .max()
                            .orElse(0));
        });
    }

    private long time(Latency event, Kind kind) {
        return slices.stream()
                .filter(slice -> slice.kind() == kind)
                .mapToLong(slice -> share(event, slice))
                .sum();
    }

    private static long share(Latency event, Slice slice) {
        return slice.thread() == event.thread()
                ? new Span(event.start(), event.start() + event.duration()).overlap(slice.start(), slice.end())
                : 0;
    }

    /** A concurrent collector's thread tells of a pause, and the VM thread does the work. */
    @Test
    void pauseThatAnotherTells() {
        TraceThread vmThread = thread("VM Thread");
        TraceThread collector = thread("G1 Main Marker");
        TraceThread other = thread("other");
        event(collector, true, 100, 200, 7, null);
        event(vmThread, true, 300, 400, 7, "Allocation");
        slice(Kind.RUNNING, other, 90, 130);
        slice(Kind.READY, vmThread, 100, 130);
        slice(Kind.RUNNING, vmThread, 130, 190);
        slice(Kind.WAITING, collector, 95, 205);
        slice(Kind.RUNNING, vmThread, 300, 390);

        List<Latency> explained = explain();

        assertThat(explained).extracting(Latency::thread).containsExactly(vmThread, vmThread);
        assertThat(explained).extracting(Latency::detail).containsOnly("some (Allocation)");
        assertThat(explained).extracting(Latency::running).containsExactly(60L, 90L);
        assertThat(explained).extracting(Latency::ready).containsExactly(30L, 0L);
        assertThat(explained).extracting(Latency::unknown).containsExactly(10L, 10L);
        assertThat(explained).extracting(Latency::displacedBy).containsExactly(other, null);
    }

    /** Short slices of others are left out: the one that ran longest is certain, but not how long. */
    @Test
    void displacerAmongSlicesThatWereLeftOut() {
        TraceThread main = thread("main");
        TraceThread other = thread("other");
        event(main, 100, 200);
        slice(Kind.RUNNING, other, 100, 170);
        slice(Kind.READY, main, 100, 200);
        Explanations explanations =
                new Explanations(events, threads, new Session.LeftOut(1000, 0, 0, null, null, null));
        slices.forEach(explanations::slice);
        assertThat(explanations.latencies()).singleElement().satisfies(event -> {
            assertThat(event.displacedBy()).isEqualTo(other);
            assertThat(event.displacedTime()).isZero();
        });
        assertThat(explain()).extracting(Latency::displacedTime).containsExactly(70L);
    }

    /** Each is in the time of two threads' slices. */
    @Test
    void pausesWithinOneSlice() {
        TraceThread vmThread = thread("VM Thread");
        TraceThread collector = thread("G1 Main Marker");
        for (int i = 0; i < 100; i++) {
            event(collector, true, 100L * i, 100L * i + 10, i, null);
        }
        slice(Kind.WAITING, collector, 0, 10_000);
        slice(Kind.RUNNING, vmThread, 0, 10_000);
        assertThat(explain()).hasSize(100).allSatisfy(pause -> {
            assertThat(pause.running()).isEqualTo(10);
            assertThat(pause.unknown()).isZero();
        });
    }

    /** Nobody knows what a thread did of which no slice tells: its events are not explained. */
    @Test
    void threadWithoutSlices() {
        event(thread("virtual"), 100, 200);
        slice(Kind.RUNNING, thread("other"), 100, 200);
        assertThat(explain()).isEmpty();
    }

    /** As only a damaged recording has them: events without number in one another, slices across all. */
    @Test
    void endsWhateverOverlaps() {
        TraceThread thread = thread("damaged");
        for (int i = 0; i < 100_000; i++) {
            event(thread, i, 500_000);
            event(thread, 600_000 + i, 600_001 + i);
            slice(Kind.RUNNING, thread, 0, 1_000_000);
        }
        assertThat(explain()).hasSize(200_000);
    }

    @Test
    void tooManyToBeKept() {
        JavaEvents few = new JavaEvents(ALL, 1);
        TraceThread thread = thread("busy");
        few.javaEvent(
                new JavaEvent(thread, "jdk.Some", false, 1, 2, null, StackTrace.NONE, JavaEvent.NO_COLLECTION, null));
        assertThat(few.tooMany()).isFalse();
        few.javaEvent(
                new JavaEvent(thread, "jdk.Some", false, 1, 2, null, StackTrace.NONE, JavaEvent.NO_COLLECTION, null));
        assertThat(few.tooMany()).isTrue();
    }
}
