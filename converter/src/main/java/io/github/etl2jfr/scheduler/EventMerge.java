package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.kernel.EventSummary;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Task;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * All scheduler events of a trace in one order of time: a tournament between the processors' streams,
 * played some thousand events ahead of those who read them. Those of one time come in the order of the processors'
 * numbers: {@link InstantOrder} is for whoever follows the threads.
 */
public final class EventMerge {
    /**
     * A processor that switches.
     *
     * @param firstSwitchTime session clock's value
     * @param isFirstThreadKnown whether the trace tells who ran on it at the start
     * @param firstThreadId whom its first switch takes off it
     */
    record Processor(int number, long firstSwitchTime, boolean isFirstThreadKnown, int firstThreadId) {
        static Processor unknown(int number) {
            return new Processor(number, Long.MAX_VALUE, false, 0);
        }

        /** Plain events come before batches, and win. */
        Processor earlier(Processor other) {
            return other.firstSwitchTime < firstSwitchTime ? other : this;
        }
    }

    /** Decompressed buffers take at most this part of the memory there is. */
    private static final int MEMORY_SHARE = 4;

    private final Map<Integer, Processor> processors = new TreeMap<>();
    private final Workers workers;
    private final DamageLog damage;
    private final EventStream[] streams;
    private final boolean hasSwitches;
    private final boolean readyEventsMayBeMissing;

    /** Session clock's value that the tournament's times count from: no event is earlier. */
    private final long start;

    private final Tournament tournament;

    private MergedEvents read = new MergedEvents();
    private MergedEvents spare = new MergedEvents();
    private Task<MergedEvents> ahead;
    private long plansMissed;
    private long duplicates;

    /**
     * @param file the trace
     * @param survey of the trace
     * @param damage told of what the survey could not see
     * @param progress told the number of bytes of each piece opened
     * @param workers decode ahead
     */
    public EventMerge(EtlFile file, TraceSurvey survey, DamageLog damage, LongConsumer progress, Workers workers) {
        this(file, survey, damage, progress, workers, Runtime.getRuntime().maxMemory() / MEMORY_SHARE);
    }

    /**
     * @param decompressedBytes memory for buffers that are kept decompressed while their pieces are read; if
     *     one for each processor does not fit, a buffer is decompressed anew for each piece
     */
    EventMerge(
            EtlFile file,
            TraceSurvey survey,
            DamageLog damage,
            LongConsumer progress,
            Workers workers,
            long decompressedBytes) {
        this.workers = workers;
        this.damage = damage;
        PieceDecoders decoders = new PieceDecoders(file, workers);
        BufferChains chains = BufferChains.of(file, survey.buffers(), damage);
        long decompressed = (long) chains.chains().size() * file.header().bufferSize();
        boolean keepsDecompressed = decompressed <= decompressedBytes;
        List<EventStream> all = new ArrayList<>();
        for (BufferChain chain : chains.chains()) {
            BufferReader.Decompressed kept = keepsDecompressed ? new BufferReader.Decompressed() : null;
            all.add(new EventStream(chain, decoders, kept, progress));
            int first = chain.firstWithSwitches();
            if (first >= 0) {
                EventSummary begin = chain.form().of(chain.piece(first));
                processors.merge(
                        chain.processor(),
                        new Processor(
                                chain.processor(),
                                begin.firstSwitchTime(),
                                !chain.hasLossUpTo(first),
                                begin.firstOldThreadId()),
                        Processor::earlier);
            }
        }
        for (int number : chains.lostProcessors()) {
            processors.putIfAbsent(number, Processor.unknown(number));
        }
        if (chains.hasGaps()) {
            // The missing buffers may be those of a processor that is not in the file at all.
            for (int number = 0; number < Math.min(file.header().processors(), BufferHeader.MAX_PROCESSORS); number++) {
                processors.putIfAbsent(number, Processor.unknown(number));
            }
        }
        Set<EventForm> forms = EnumSet.noneOf(EventForm.class);
        chains.chains().forEach(chain -> forms.add(chain.form()));
        readyEventsMayBeMissing =
                chains.hasLosses() && EventForm.haveReadyEventsApart(forms, survey.groupMasks(), true);
        hasSwitches = chains.chains().stream().anyMatch(chain -> chain.firstWithSwitches() >= 0);
        streams = all.toArray(EventStream[]::new);
        start = all.stream().mapToLong(EventStream::time).min().orElse(0);
        tournament = new Tournament(streams.length, this::earlierOfEqual);
        for (int i = 0; i < streams.length; i++) {
            tournament.set(i, streams[i].time() - start);
        }
        tournament.play();
    }

    /**
     * Tells which buffers are missing, also of a trace without switches, of which there is nothing to merge.
     *
     * @param damage told of them
     */
    public static void findMissing(EtlFile file, TraceSurvey survey, DamageLog damage) {
        BufferChains.of(file, survey.buffers(), damage);
    }

    /** The processors that switch, in the order of their numbers. */
    Collection<Processor> processors() {
        return processors.values();
    }

    /** Number of streams that the events come from, each in its order: one or more of each processor. */
    int streams() {
        return streams.length;
    }

    /** Whether any processor switches. */
    boolean hasSwitches() {
        return hasSwitches;
    }

    /** Whether ReadyThread events may be lost where switches are not. */
    boolean readyEventsMayBeMissing() {
        return readyEventsMayBeMissing;
    }

    /** Number of switches so far whose incoming thread was another than the one planned. */
    public long plansMissed() {
        return plansMissed;
    }

    /** Number of switches so far that stood in the trace twice, as events and in batches. */
    public long duplicates() {
        return duplicates;
    }

    /**
     * Takes down what the events told so far contradict each other in.
     *
     * @param processor of whose events, or {@link DamageLog#NO_PROCESSOR}
     * @param time session clock's value about which
     */
    void contradiction(Damage kind, long threadId, int processor, long time) {
        BufferChain nearest = null;
        for (EventStream stream : streams) {
            BufferChain chain = stream.chain();
            boolean isConcerned = processor == DamageLog.NO_PROCESSOR || processor == chain.processor();
            if (isConcerned
                    && (nearest == null || chain.firstTime(chain.at(time)) > nearest.firstTime(nearest.at(time)))) {
                nearest = chain;
            }
        }
        long offset = nearest == null ? 0 : nearest.offset(nearest.at(time));
        damage.add(kind, processor, 1, offset, "thread " + threadId);
    }

    /**
     * The next events, good until the next call; null at the end.
     */
    MergedEvents next() throws IOException {
        MergedEvents next = ahead == null ? merge(spare) : ahead.join();
        spare = read;
        read = next;
        plansMissed += next.plansMissed();
        duplicates += next.duplicates();
        next.damage().forEach(damage::add);
        if (next.events().size() == 0) {
            return null;
        }
        MergedEvents target = spare;
        ahead = new Task<>(() -> merge(target));
        workers.execute(ahead);
        return next;
    }

    private MergedEvents merge(MergedEvents target) throws IOException {
        target.clear();
        while (tournament.time() != Tournament.ENDED && !target.isFull(start + tournament.time())) {
            int number = tournament.earliest();
            EventStream stream = streams[number];
            // Of a stream not started only the time is known.
            if (stream.isStarted()) {
                target.add(stream.table(), stream.event(), stream.processor(), number);
            }
            tournament.move(number, stream.next(target) ? stream.time() - start : Tournament.ENDED);
        }
        return target;
    }

    /** Streams not started come first: what they stand on must be known before it can be compared. */
    private int earlierOfEqual(int a, int b) {
        EventStream left = streams[a];
        EventStream right = streams[b];
        int order = Boolean.compare(left.isStarted(), right.isStarted());
        return order < 0 || order == 0 && left.processor() <= right.processor() ? a : b;
    }
}
