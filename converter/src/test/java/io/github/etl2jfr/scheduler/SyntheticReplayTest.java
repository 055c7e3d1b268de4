package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.Load.Switch;
import io.github.etl2jfr.testing.SwitchForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Traces of any shape come out as what happened, whole or cut off anywhere. */
class SyntheticReplayTest {
    @Provide
    Arbitrary<Load> loads() {
        return Load.any();
    }

    /** Where in the file the cut lies, in parts of a million. */
    @Provide
    Arbitrary<Integer> cuts() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, 1_000_000),
                Arbitraries.integers().between(999_000, 1_000_000));
    }

    /** What was decoded, in the words of the truth. */
    private static final class Decoded {
        final List<Switch> switches = new ArrayList<>();
        final DamageLog damage = new DamageLog();
        final long plansMissed;
        final long duplicates;
        private final ThreadDirectory threads;

        Decoded(EtlFile file) throws IOException, InterruptedException {
            // However buffers are cut to pieces.
            int maxPieceEvents = 1 + (int) (file.size() % 200);
            TraceSurvey survey =
                    TraceSurvey.of(file, file.buffers(damage), maxPieceEvents, damage, Workers.none(), bytes -> {});
            threads = ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
            // Whether there is memory to keep decompressed buffers or not.
            long memory = file.size() % 2 * Integer.MAX_VALUE;
            EventMerge merge = new EventMerge(file, survey, damage, bytes -> {}, Workers.none(), memory);
            new Scheduler(merge, threads)
                    .replay(
                            survey.firstTime(),
                            survey.lastTime(),
                            event -> switches.add(new Switch(
                                    event.time(),
                                    event.processor(),
                                    threadId(event.oldThread()),
                                    threadId(confirmed(event)),
                                    event.oldThreadPriority(),
                                    event.newThreadPriority(),
                                    event.oldThreadState(),
                                    Replay.rawWaitReason(event),
                                    event.newThreadWaitTicks(),
                                    event.oldThreadWaitMode(),
                                    event.previousCState(),
                                    event.oldThreadIdealProcessor(),
                                    event.oldThreadRemainingQuantum(),
                                    name(event.oldThread()),
                                    name(confirmed(event)))));
            plansMissed = merge.plansMissed();
            duplicates = merge.duplicates();
        }

        private long threadId(int thread) {
            if (thread == ThreadRef.NONE) {
                return -1;
            }
            return ThreadRef.isIdle(thread) ? 0 : threads.threadId(thread);
        }

        /** Without the plan, which tells the incoming thread of a processor's last switch. */
        private static int confirmed(SwitchEvent event) {
            return Replay.isLinked(event) ? event.newThread() : ThreadRef.NONE;
        }

        private String name(int thread) {
            if (thread == ThreadRef.NONE) {
                return "?";
            }
            if (ThreadRef.isIdle(thread)) {
                return "0";
            }
            String name = threads.name(thread);
            ProcessDirectory.Life process = threads.process(thread);
            return (name == null ? "" : name) + "@"
                    + (process == null ? null : process.image() + "(" + process.processId() + ")");
        }
    }

    /** Short packets do not say how long the new thread had waited: nothing, or a tick. */
    private static Switch withTicksOf(Switch decoded, Switch truth, boolean compact) {
        if (!compact || decoded.waitTicks() != -1 || truth.waitTicks() < 0 || truth.waitTicks() > 1) {
            return decoded;
        }
        return new Switch(
                decoded.time(),
                decoded.processor(),
                decoded.oldThread(),
                decoded.newThread(),
                decoded.oldPriority(),
                decoded.newPriority(),
                decoded.oldState(),
                decoded.waitReason(),
                truth.waitTicks(),
                decoded.waitMode(),
                decoded.cState(),
                decoded.idealProcessor(),
                decoded.quantum(),
                decoded.oldName(),
                decoded.newName());
    }

    private static void assertSwitches(List<Switch> decoded, List<Switch> truth, Load load) {
        boolean compact = load.work().form() != SwitchForm.EVENTS;
        for (int i = 0; i < Math.min(decoded.size(), truth.size()); i++) {
            Switch actual = withTicksOf(decoded.get(i), truth.get(i), compact);
            if (!actual.equals(truth.get(i))) {
                assertThat(actual).as("switch %d", i).isEqualTo(truth.get(i));
            }
        }
        assertThat(decoded).hasSameSizeAs(truth);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void wholeTrace(@ForAll("loads") Load load) throws Exception {
        Load.Truth truth = load.new Truth();
        Decoded decoded = TraceFiles.read(load.toTrace(truth), Decoded::new);

        boolean isEnded = !load.layout().staleTail();
        List<Switch> decodable = truth.decodable();
        assertSwitches(
                decoded.switches, isEnded ? decodable : firstOf(decodable, counts(decodable), false, load), load);
        assertThat(truth.switches).hasSize(load.work().switches());
        assertThat(decoded.plansMissed).isZero();
        assertThat(decoded.duplicates).isZero();
        assertThat(decoded.damage.totals().keySet()).isEqualTo(isEnded ? Set.of() : Set.of(Damage.SESSION_NOT_ENDED));
    }

    /**
     * A file cut off anywhere: no trace while its header is incomplete; from there on the switches of all whole
     * buffers come out, of the cut one perhaps some, and none that did not happen.
     */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void prefix(@ForAll("loads") Load load, @ForAll("cuts") int cut) throws Exception {
        Load.Truth truth = load.new Truth();
        byte[] whole = load.toTrace(truth);
        byte[] trace = Arrays.copyOf(whole, (int) (whole.length * (long) cut / 1_000_000));
        int headerEvent = BufferHeader.SIZE + (TraceFiles.u32(whole, BufferHeader.SIZE + 4) & 0xFFFF);

        Decoded decoded;
        try {
            decoded = TraceFiles.read(trace, Decoded::new);
        } catch (InputException e) {
            assertThat(trace.length).as(e.getMessage()).isLessThan(headerEvent);
            return;
        }
        assertThat(trace.length).isGreaterThanOrEqualTo(headerEvent);
        Map<Integer, Integer> found = counts(decoded.switches);
        Map<Integer, Integer> least = TraceFiles.read(trace, SyntheticReplayTest::switchesInWholeBuffers);
        least.forEach((processor, count) ->
                assertThat(found.getOrDefault(processor, 0)).isGreaterThanOrEqualTo(count));
        boolean isWhole = trace.length == whole.length && !load.layout().staleTail();
        List<Switch> expected = firstOf(truth.switches, found, isWhole, load);
        assertSwitches(withoutNames(decoded.switches), withoutNames(expected), load);
        assertThat(decoded.damage.totals().keySet())
                .isSubsetOf(
                        // Of a thread whose start lies behind the cut: it is told of its end as another one.
                        Damage.LAST_SWITCH_MISSING,
                        Damage.FILE_ENDS_IN_BUFFER,
                        Damage.FILE_ENDS_IN_BUFFER_HEADER,
                        Damage.BUFFERS_MISSING_AT_END,
                        Damage.SESSION_NOT_ENDED);
        assertThat(decoded.plansMissed).isZero();
    }

    private static Map<Integer, Integer> counts(List<Switch> switches) {
        Map<Integer, Integer> counts = new HashMap<>();
        switches.forEach(one -> counts.merge(one.processor(), 1, Integer::sum));
        return counts;
    }

    /**
     * So many switches of each processor, of whose last the incoming thread is not known; nor is it, if more may have
     * followed, whether that is the one that an event plans. A batch plans none.
     */
    private static List<Switch> firstOf(List<Switch> truth, Map<Integer, Integer> counts, boolean isWhole, Load load) {
        boolean isPlanInDoubt = !isWhole && load.work().form() == SwitchForm.EVENTS;
        Map<Integer, Integer> left = new HashMap<>(counts);
        List<Switch> first = new ArrayList<>();
        for (Switch one : truth) {
            int count = left.getOrDefault(one.processor(), 0);
            if (count > 0) {
                first.add(count == 1 ? one.withoutNewThread(isPlanInDoubt) : one);
                left.put(one.processor(), count - 1);
            }
        }
        return first;
    }

    /** Names may lie behind the cut. */
    private static List<Switch> withoutNames(List<Switch> switches) {
        return switches.stream()
                .map(one -> new Switch(
                        one.time(),
                        one.processor(),
                        one.oldThread(),
                        one.newThread(),
                        one.oldPriority(),
                        one.newPriority(),
                        one.oldState(),
                        one.waitReason(),
                        one.waitTicks(),
                        one.waitMode(),
                        one.cState(),
                        one.idealProcessor(),
                        one.quantum(),
                        "",
                        ""))
                .toList();
    }

    /** Counted from the layouts alone: a switch an event, or a switch a packet. */
    private static Map<Integer, Integer> switchesInWholeBuffers(EtlFile file) throws IOException {
        Map<Integer, Integer> counts = new HashMap<>();
        BufferReader reader = new BufferReader(file);
        EventCursor event = new EventCursor();
        for (BufferEntry buffer : file.buffers(new DamageLog())) {
            if (buffer.truncated()) {
                continue;
            }
            try {
                reader.open(buffer, event);
            } catch (CorruptDataException e) {
                throw new AssertionError(e);
            }
            while (event.next()) {
                int switches = event.hook() == 0x0524 ? 1 : event.hook() == 0x0525 ? packets(event) : 0;
                counts.merge(buffer.processor(), switches, Integer::sum);
            }
        }
        return counts;
    }

    private static int packets(EventCursor batch) {
        int[] sizes = {2, 4, 4, 8};
        int packets = 0;
        int at = batch.payloadOffset() + 0x58;
        while (at < batch.payloadEnd()) {
            at += sizes[batch.bytes()[at] & 3];
            packets++;
        }
        return packets;
    }

    /** Every place in the header buffer and just after it. */
    @Property(tries = 1, edgeCases = EdgeCasesMode.NONE)
    void everyPrefixOfTheHeaderBuffer(@ForAll("loads") Load load) throws Exception {
        byte[] whole = load.toTrace(load.new Truth());
        int headerEvent = BufferHeader.SIZE + (TraceFiles.u32(whole, BufferHeader.SIZE + 4) & 0xFFFF);
        for (int length = 0; length < headerEvent + 100; length++) {
            byte[] trace = Arrays.copyOf(whole, length);
            boolean opened;
            try {
                opened = TraceFiles.read(trace, Decoded::new).switches.isEmpty();
            } catch (InputException e) {
                opened = false;
            }
            assertThat(opened).as("%d bytes", length).isEqualTo(length >= headerEvent);
        }
    }
}
