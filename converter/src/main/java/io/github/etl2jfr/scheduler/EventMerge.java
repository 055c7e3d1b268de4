package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * All scheduler events of a trace in one order of time: a binary heap over the processors' streams, each
 * of which keeps one buffer in memory. At the same instant a thread is made ready before it is switched
 * in; beyond that processors come in the order of their numbers.
 */
public final class EventMerge {
    /**
     * A processor that switches.
     *
     * @param isFirstThreadKnown whether the trace tells who ran on it at the start
     * @param firstThreadId whom its first switch takes off it
     */
    record Processor(int number, boolean isFirstThreadKnown, int firstThreadId) {}

    /** A buffer header has eleven bits for the processor. */
    private static final int MAX_PROCESSORS = 1 << 11;

    private final BufferDecoder decoder;
    private final Map<Integer, Processor> processors = new TreeMap<>();
    private final List<EventStream> all = new ArrayList<>();

    private final boolean readyEventsMayBeMissing;

    /** A heap: the stream with the earliest event is the first. */
    private final EventStream[] heap;

    private int size;
    private boolean started;

    /**
     * @param file the trace
     * @param buffers its buffers as the survey found them
     * @param damage told of what the survey could not see
     * @param progress told the number of bytes of each buffer opened
     */
    public EventMerge(EtlFile file, List<SurveyedBuffer> buffers, DamageLog damage, LongConsumer progress) {
        decoder = new BufferDecoder(file, damage);
        BufferChains chains = BufferChains.of(buffers, file.header().isCircular(), damage);
        for (BufferChain chain : chains.chains()) {
            all.add(new EventStream(chain, decoder, damage, progress));
            int first = chain.firstWithSwitches();
            if (first >= 0) {
                // Plain events come before batches, and win.
                processors.putIfAbsent(
                        chain.processor(),
                        new Processor(
                                chain.processor(),
                                !chain.hasLossUpTo(first),
                                chain.part().of(chain.buffer(first)).firstOldThreadId()));
            }
        }
        if (chains.hasGaps()) {
            // The missing buffers may be those of a processor that is not in the file at all.
            for (int number = 0; number < Math.min(file.header().processors(), MAX_PROCESSORS); number++) {
                processors.putIfAbsent(number, new Processor(number, false, 0));
            }
        }
        readyEventsMayBeMissing = chains.hasReadyEventsApart() && chains.hasLosses();
        heap = all.toArray(EventStream[]::new);
        size = heap.length;
        for (int i = size / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    /** The processors that switch, in the order of their numbers. */
    Collection<Processor> processors() {
        return processors.values();
    }

    /**
     * Whether ReadyThread events may be lost where switches are not: with batches the two lie in different
     * buffers.
     */
    boolean readyEventsMayBeMissing() {
        return readyEventsMayBeMissing;
    }

    /** Number of switches so far whose incoming thread was another than the one planned. */
    public long plansMissed() {
        return all.stream().mapToLong(EventStream::plansMissed).sum();
    }

    /** Number of switches so far that stood in the trace twice, as events and in batches. */
    public long duplicates() {
        return decoder.duplicates();
    }

    /**
     * Moves to the next event.
     *
     * @return false at the end
     */
    public boolean next() throws IOException {
        if (started) {
            advanceFirst();
        }
        started = true;
        while (size > 0 && !heap[0].isStarted()) {
            advanceFirst();
        }
        return size > 0;
    }

    private void advanceFirst() throws IOException {
        if (!heap[0].next()) {
            heap[0] = heap[--size];
            heap[size] = null;
        }
        siftDown(0);
    }

    private void siftDown(int index) {
        int parent = index;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= size) {
                return;
            }
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], heap[parent])) {
                return;
            }
            EventStream earlier = heap[child];
            heap[child] = heap[parent];
            heap[parent] = earlier;
            parent = child;
        }
    }

    private static boolean isBefore(EventStream a, EventStream b) {
        if (a.time() != b.time()) {
            return a.time() < b.time();
        }
        if (rank(a) != rank(b)) {
            return rank(a) < rank(b);
        }
        return a.processor() < b.processor();
    }

    /** Streams not started come first: what they stand on must be known before it can be compared. */
    private static int rank(EventStream stream) {
        if (!stream.isStarted()) {
            return 0;
        }
        return stream.table().isReady(stream.event()) ? 1 : 2;
    }

    /** Processor of the event. */
    public int processor() {
        return heap[0].processor();
    }

    /** Session clock's value. */
    public long time() {
        return heap[0].time();
    }

    SchedulerEvents table() {
        return heap[0].table();
    }

    int event() {
        return heap[0].event();
    }
}
