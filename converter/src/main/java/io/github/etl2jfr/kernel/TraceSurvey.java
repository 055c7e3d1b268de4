package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.parallel.Task;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * The first pass over a trace: what is in it, who its threads are, and where each processor's switches
 * lie. Names must be known before the first switch is written, yet a trace may tell them only at its
 * end; so every buffer is looked through once, in any order and by all processors, before the switches
 * are read in the order of time.
 */
public final class TraceSurvey {
    /** Enough to make little of what each piece costs, and little enough to stay near the processor. */
    private static final int MAX_PIECE_EVENTS = 2048;

    private static final int MIN_PIECE_EVENTS = 64;

    /** Two pieces a processor are kept decoded, 32 bytes an event; together a quarter of the memory at most. */
    private static final int MEMORY_PER_EVENT = 4 * 2 * 32;

    /** No logger id. */
    public static final int NO_SESSION = -1;

    private List<SurveyedBuffer> buffers;
    private final SurveyFindings findings;
    private IdentityEvents identities;
    private long firstTime = Long.MAX_VALUE;
    private long lastTime = Long.MIN_VALUE;

    private TraceSurvey(List<SurveyedBuffer> buffers, SurveyFindings findings, IdentityEvents identities) {
        this.buffers = buffers;
        this.findings = findings;
        this.identities = identities;
        int session = switchingSession(buffers);
        for (SurveyedBuffer buffer : buffers) {
            if (session == NO_SESSION || buffer.isOfSession(session)) {
                firstTime = Math.min(firstTime, buffer.firstTime());
                lastTime = Math.max(lastTime, buffer.lastTime());
            }
        }
    }

    /**
     * A merged file may hold several sessions; the scheduler's events are those of the one with most buffers of
     * switches.
     *
     * @return its logger id, or {@link #NO_SESSION} if none switches: then nothing else is told either
     */
    public static int switchingSession(List<SurveyedBuffer> buffers) {
        Map<Integer, Long> switchingBuffers = new TreeMap<>();
        for (SurveyedBuffer buffer : buffers) {
            if (buffer.events().hasSwitches() || buffer.batches().hasSwitches()) {
                switchingBuffers.merge(buffer.entry().loggerId(), 1L, Long::sum);
            }
        }
        return switchingBuffers.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(NO_SESSION);
    }

    /**
     * Looks through the whole file, and cuts buffers so that what is decoded at a time takes a fraction of
     * the memory there is.
     *
     * @param damage told of whatever makes no sense
     * @param workers help the caller
     * @param progress told the number of bytes whenever some more are done, by any thread
     */
    public static TraceSurvey of(EtlFile file, DamageLog damage, Workers workers, LongConsumer progress)
            throws IOException {
        return of(file, IdentityLimits.ofFile(file.path()), damage, workers, progress);
    }

    /**
     * Looks through the whole file, likewise.
     *
     * @param limits past which the trace is refused
     */
    public static TraceSurvey of(
            EtlFile file, IdentityLimits limits, DamageLog damage, Workers workers, LongConsumer progress)
            throws IOException {
        List<BufferEntry> entries = file.buffers(damage);
        long processors =
                entries.stream().mapToInt(BufferEntry::processor).distinct().count();
        long affordable = Runtime.getRuntime().maxMemory() / MEMORY_PER_EVENT / Math.max(1, processors);
        int maxPieceEvents = (int) Math.max(MIN_PIECE_EVENTS, Math.min(affordable, MAX_PIECE_EVENTS));
        return of(file, entries, maxPieceEvents, limits, damage, workers, progress);
    }

    /**
     * Looks through the given buffers.
     *
     * @param maxPieceEvents scheduler events after which a piece of a buffer ends
     */
    public static TraceSurvey of(
            EtlFile file,
            List<BufferEntry> entries,
            int maxPieceEvents,
            DamageLog damage,
            Workers workers,
            LongConsumer progress)
            throws IOException {
        return of(file, entries, maxPieceEvents, IdentityLimits.ofFile(file.path()), damage, workers, progress);
    }

    private static TraceSurvey of(
            EtlFile file,
            List<BufferEntry> entries,
            int maxPieceEvents,
            IdentityLimits limits,
            DamageLog damage,
            Workers workers,
            LongConsumer progress)
            throws IOException {
        List<SurveyedBuffer> buffers = new ArrayList<>();
        for (BufferEntry entry : entries) {
            buffers.add(new SurveyedBuffer(entry));
        }
        // One for all: those of hundreds of thousands of threads are not to be held twice.
        IdentityEvents identities = new IdentityEvents(limits);
        AtomicInteger next = new AtomicInteger();
        Callable<SurveyFindings> worker = () -> {
            BufferSurvey survey = new BufferSurvey(file, damage, maxPieceEvents);
            try {
                for (int i; (i = next.getAndIncrement()) < buffers.size(); ) {
                    survey.scan(buffers.get(i), identities.ofBuffer(i));
                    progress.accept(buffers.get(i).entry().storedSize());
                }
            } finally {
                // Where one fails, the others need not go on.
                next.set(buffers.size());
            }
            return survey.findings();
        };
        List<Task<SurveyFindings>> results = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            Task<SurveyFindings> result = new Task<>(worker);
            results.add(result);
            workers.execute(result);
        }
        SurveyFindings all = new Task<>(worker).join();
        for (Task<SurveyFindings> result : results) {
            all.addAll(result.join());
        }
        identities.sort();
        return new TraceSurvey(buffers, all, identities);
    }

    /** All buffers, in the order of the file; none after {@link #forgetBuffers}. */
    public List<SurveyedBuffer> buffers() {
        return buffers;
    }

    /**
     * About when damage was met: where the last buffer of its processor ends that lies before it in the file and has
     * scheduler events, or begins, if the damage lies in it. To be asked before {@link #forgetBuffers}.
     *
     * @param from session clock's value that none is earlier than
     * @param to session clock's value that none is later than
     * @return session clock's values, in the order of the damage
     */
    public List<Long> timesOf(List<DamageLog.Entry> damage, long from, long to) {
        if (damage.isEmpty()) {
            return List.of();
        }
        // By processor, those of all under the number that none has.
        Map<Integer, NavigableMap<Long, SurveyedBuffer>> places = new HashMap<>();
        for (SurveyedBuffer buffer : buffers) {
            if (buffer.hasSchedulerEvents()) {
                BufferEntry entry = buffer.entry();
                for (int processor : new int[] {entry.processor(), DamageLog.NO_PROCESSOR}) {
                    places.computeIfAbsent(processor, number -> new TreeMap<>()).put(entry.fileOffset(), buffer);
                }
            }
        }
        return damage.stream()
                .map(entry -> time(places.get(entry.processor()), entry.fileOffset(), from))
                .map(about -> Math.min(Math.max(about, from), to))
                .toList();
    }

    private static long time(NavigableMap<Long, SurveyedBuffer> places, long fileOffset, long unknown) {
        Map.Entry<Long, SurveyedBuffer> place = places == null ? null : places.floorEntry(fileOffset);
        if (place == null) {
            return unknown;
        }
        SurveyedBuffer buffer = place.getValue();
        boolean isInside = fileOffset < place.getKey() + buffer.entry().storedSize();
        return isInside ? buffer.firstSchedulerTime() : buffer.lastSchedulerTime();
    }

    /** Gives back the memory of the buffers, once all who need them have read them. */
    public void forgetBuffers() {
        buffers = List.of();
    }

    /** Whether any event but the log file header has a time. */
    public boolean hasEvents() {
        return firstTime <= lastTime;
    }

    /**
     * Session clock's value at the first event after the log file header, in the session that has the switches, if any
     * has: other sessions in a merged file do not count. Meaningless without events.
     */
    public long firstTime() {
        return firstTime;
    }

    /** Session clock's value at the last event, likewise. */
    public long lastTime() {
        return lastTime;
    }

    /** Who is who; nobody after {@link #forgetIdentities}. */
    public IdentityEvents identities() {
        return identities;
    }

    /** Gives back the memory of the identities, once all who need them have read them. */
    public void forgetIdentities() {
        identities = new IdentityEvents(identities.limits());
    }

    /** What the session recorded, null if the trace does not tell. */
    public GroupMasks groupMasks() {
        return findings.groupMasks;
    }

    /** Number of events with the hook. */
    public long count(int hook) {
        return findings.hooks.of(hook);
    }

    public boolean hasSwitches() {
        return count(Hook.CONTEXT_SWITCH) > 0 || isCompact();
    }

    /** Whether it has switches in batches, which tell less about each. */
    public boolean isCompact() {
        return count(Hook.COMPACT_CONTEXT_SWITCHES) > 0;
    }

    /** Whether it has ReadyThread events. */
    public boolean hasReadyEvents() {
        return count(Hook.READY_THREAD) > 0;
    }

    /** Number of events by name: hooks, and kinds of headers that have none. */
    public SortedMap<String, Long> eventCounts() {
        SortedMap<String, Long> counts = new TreeMap<>();
        findings.hooks.forEach((hook, events) -> {
            String name = Hook.name(hook);
            counts.put("%04x%s".formatted(hook, name == null ? "" : " " + name), events);
        });
        for (int type = 0; type < findings.headerTypes.length; type++) {
            if (findings.headerTypes[type] > 0) {
                counts.put("header type %02x".formatted(type), findings.headerTypes[type]);
            }
        }
        return counts;
    }
}
