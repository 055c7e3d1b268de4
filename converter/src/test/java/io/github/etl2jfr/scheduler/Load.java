package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.SchedulerTruth;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * A made-up trace of any shape, and what happened in it.
 *
 * @param layout of the file
 * @param machine that it claims to come from
 * @param work that went on
 */
record Load(Layout layout, Machine machine, Work work) {
    /**
     * @param compression 0 for none, else the format's code
     */
    record Layout(int bufferSize, int compression, boolean staleTail, boolean staleRest, boolean rawTimeStamps) {}

    record Machine(int processors, int pointerSize, int build, Clock clock, long frequency) {}

    /**
     * @param rundowns bit 0 at the start, bit 1 at the end; never none
     */
    record Work(long seed, int threads, int switches, SwitchForm form, int churn, int rundowns, boolean readies) {}

    /** One switch of the truth, or of what was decoded. What is not known of it is -1. */
    record Switch(
            long time,
            int processor,
            long oldThread,
            long newThread,
            int oldPriority,
            int newPriority,
            int oldState,
            int waitReason,
            int waitTicks,
            int waitMode,
            int cState,
            int idealProcessor,
            int quantum,
            String oldName,
            String newName) {

        /**
         * The same, where nothing tells who was switched in.
         *
         * @param isPlanInDoubt whether what is told of a planned thread is not known to be of the one that came
         */
        Switch withoutNewThread(boolean isPlanInDoubt) {
            return new Switch(
                    time,
                    processor,
                    oldThread,
                    -1,
                    oldPriority,
                    isPlanInDoubt ? -1 : newPriority,
                    oldState,
                    waitReason,
                    isPlanInDoubt ? -1 : waitTicks,
                    waitMode,
                    cState,
                    idealProcessor,
                    quantum,
                    oldName,
                    "?");
        }
    }

    static Arbitrary<Load> any() {
        Arbitrary<Layout> layouts = Combinators.combine(
                        Arbitraries.of(0x800, 0x1000, 0x2A48, 0x4000, 0x10000, 0x100000),
                        Arbitraries.of(0, 0, 2, 3, 4),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as(Layout::new);
        Arbitrary<Machine> machines = Combinators.combine(
                        Arbitraries.integers().between(1, 16),
                        Arbitraries.of(4, 8),
                        Arbitraries.of(6002, 7601, 9200, 9600, 10240, 15063, 16298, 16299, 19045, 22000, 22621, 26100),
                        Arbitraries.of(Clock.class),
                        Arbitraries.of(1_000_000L, 3_579_545L, 10_000_000L, 2_900_000_000L))
                .as(Machine::new);
        Arbitrary<Work> works = Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.integers().between(2, 120),
                        Arbitraries.integers().between(0, 6_000),
                        Arbitraries.of(SwitchForm.class),
                        Arbitraries.of(0, 2, 100),
                        Arbitraries.of(1, 2, 3),
                        Arbitraries.of(true, false))
                .as(Work::new);
        return Combinators.combine(layouts, machines, works).as(Load::new);
    }

    byte[] toTrace(SchedulerTruth truth) {
        TraceOptions options = new TraceOptions()
                .bufferSize(layout.bufferSize)
                .processors(machine.processors)
                .pointerSize(machine.pointerSize)
                .build(machine.build)
                .clock(machine.clock, machine.frequency);
        if (machine.build < 9200) {
            options.oldProcessorIndex();
        }
        if (layout.staleTail) {
            options.staleTail();
        }
        if (layout.staleRest) {
            options.staleRest();
        }
        if (layout.rawTimeStamps) {
            options.rawTimeStamps();
        }
        switch (layout.compression) {
            case 2 -> options.compression(2, Lznt1Encoder::encode);
            case 3 -> options.compression(3, XpressEncoder::encode);
            case 4 -> options.compression(4, XpressHuffmanEncoder::encode);
            default -> {
                // As it is.
            }
        }
        SyntheticTrace trace = new SyntheticTrace(work.seed)
                .threads(work.threads)
                .processes(1 + work.threads / 10)
                .switches(work.switches)
                .form(work.form)
                .churnPerMille(work.churn);
        if ((work.rundowns & 1) == 0) {
            trace.withoutRundownAtStart();
        }
        if ((work.rundowns & 2) == 0) {
            trace.withoutRundownAtEnd();
        }
        if (!work.readies) {
            trace.withoutReadyEvents();
        }
        return trace.toTrace(options, truth);
    }

    /** The truth, as a reader of the trace can know it: what a batch cannot say is not known. */
    final class Truth implements SchedulerTruth {
        private static final int MOST_WAIT_TICKS = (1 << 17) - 1;

        final List<Switch> switches = new ArrayList<>();
        private final boolean compact = work.form != SwitchForm.EVENTS;
        private final Map<Integer, String> names = new HashMap<>();
        private final Map<Integer, String> images = new HashMap<>();
        private int[] event = new int[5];

        @Override
        public void eventFields(int waitReason, int waitMode, int cState, int idealProcessor, int remainingQuantum) {
            event = new int[] {waitReason, waitMode, cState, idealProcessor, remainingQuantum};
        }

        @Override
        public void contextSwitch(
                long time,
                int processor,
                int oldThread,
                int newThread,
                int oldPriority,
                int newPriority,
                int oldState,
                int waitReason,
                int waitTicks) {
            boolean idle = oldThread == 0;
            boolean silent = compact && idle;
            switches.add(new Switch(
                    time,
                    processor,
                    oldThread,
                    newThread,
                    silent ? -1 : oldPriority,
                    compact ? -1 : newPriority,
                    silent ? -1 : oldState,
                    silent ? -1 : compact ? waitReason : event[0],
                    silent ? -1 : compact ? Math.min(waitTicks, MOST_WAIT_TICKS) : waitTicks,
                    compact ? -1 : event[1],
                    compact || !idle ? -1 : event[2],
                    compact ? -1 : event[3],
                    compact ? -1 : event[4],
                    name(oldThread),
                    name(newThread)));
        }

        private String name(int thread) {
            return thread == 0 ? "0" : names.get(thread);
        }

        @Override
        public void threadStart(long time, int threadId, int processId, String name) {
            names.put(threadId, name + "@" + images.get(processId) + "(" + processId + ")");
        }

        @Override
        public void processStart(long time, int processId, String image) {
            images.put(processId, image);
        }

        /** The truth where the last switch of each processor does not tell who was switched in. */
        List<Switch> decodable() {
            List<Switch> decodable = new ArrayList<>(switches);
            Map<Integer, Integer> last = new HashMap<>();
            for (int i = 0; i < decodable.size(); i++) {
                last.put(decodable.get(i).processor, i);
            }
            last.values().forEach(i -> decodable.set(i, decodable.get(i).withoutNewThread(false)));
            return decodable;
        }
    }
}
