package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
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

    private List<SurveyedBuffer> buffers;
    private final Findings findings;
    private IdentityEvents identities;

    private TraceSurvey(List<SurveyedBuffer> buffers, Findings findings, IdentityEvents identities) {
        this.buffers = buffers;
        this.findings = findings;
        this.identities = identities;
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
        List<BufferEntry> entries = file.buffers(damage);
        long processors =
                entries.stream().mapToInt(BufferEntry::processor).distinct().count();
        long affordable = Runtime.getRuntime().maxMemory() / MEMORY_PER_EVENT / Math.max(1, processors);
        int maxPieceEvents = (int) Math.max(MIN_PIECE_EVENTS, Math.min(affordable, MAX_PIECE_EVENTS));
        return of(file, entries, maxPieceEvents, damage, workers, progress);
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
        List<SurveyedBuffer> buffers = new ArrayList<>();
        for (BufferEntry entry : entries) {
            buffers.add(new SurveyedBuffer(entry));
        }
        // One for all: those of hundreds of thousands of threads are not to be held twice.
        IdentityEvents identities = new IdentityEvents();
        AtomicInteger next = new AtomicInteger();
        Callable<Findings> worker = () -> {
            Worker survey = new Worker(file, damage, identities, maxPieceEvents);
            for (int i; (i = next.getAndIncrement()) < buffers.size(); ) {
                survey.scan(buffers.get(i));
                progress.accept(buffers.get(i).entry().storedSize());
            }
            return survey.findings;
        };
        List<FutureTask<Findings>> results = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            FutureTask<Findings> result = new FutureTask<>(worker);
            results.add(result);
            workers.execute(result);
        }
        Findings all = Workers.join(new FutureTask<>(worker));
        for (FutureTask<Findings> result : results) {
            all.addAll(Workers.join(result));
        }
        identities.sort();
        return new TraceSurvey(buffers, all, identities);
    }

    /** All buffers, in the order of the file; none after {@link #forgetBuffers}. */
    public List<SurveyedBuffer> buffers() {
        return buffers;
    }

    /** Gives back the memory of the buffers, once all who need them have read them. */
    public void forgetBuffers() {
        buffers = List.of();
    }

    /** Whether any event but the log file header has a time. */
    public boolean hasEvents() {
        return findings.firstTime <= findings.lastTime;
    }

    /** Session clock's value at the first event after the log file header; meaningless without events. */
    public long firstTime() {
        return findings.firstTime;
    }

    /** Session clock's value at the last event; meaningless without events. */
    public long lastTime() {
        return findings.lastTime;
    }

    /** Who is who; nobody after {@link #forgetIdentities}. */
    public IdentityEvents identities() {
        return identities;
    }

    /** Gives back the memory of the identities, once all who need them have read them. */
    public void forgetIdentities() {
        identities = new IdentityEvents();
    }

    /** What the session recorded, null if the trace does not tell. */
    public GroupMasks groupMasks() {
        return findings.groupMasks;
    }

    /** Number of events with the hook. */
    public long count(int hook) {
        return findings.hooks[hook];
    }

    /** Number of events by name: hooks, and kinds of headers that have none. */
    public SortedMap<String, Long> eventCounts() {
        SortedMap<String, Long> counts = new TreeMap<>();
        for (int hook = 0; hook < findings.hooks.length; hook++) {
            if (findings.hooks[hook] > 0) {
                String name = Hook.name(hook);
                counts.put("%04x%s".formatted(hook, name == null ? "" : " " + name), findings.hooks[hook]);
            }
        }
        for (int type = 0; type < findings.headerTypes.length; type++) {
            if (findings.headerTypes[type] > 0) {
                counts.put("header type %02x".formatted(type), findings.headerTypes[type]);
            }
        }
        return counts;
    }

    /** What one worker, or all together, found. */
    private static final class Findings {
        final long[] hooks = new long[1 << 16];
        final long[] headerTypes = new long[EventCursor.HEADER_TYPES];
        GroupMasks groupMasks;
        long firstTime = Long.MAX_VALUE;
        long lastTime = Long.MIN_VALUE;

        void addAll(Findings other) {
            addAll(hooks, other.hooks);
            addAll(headerTypes, other.headerTypes);
            if (other.groupMasks != null) {
                add(other.groupMasks);
            }
            firstTime = Math.min(firstTime, other.firstTime);
            lastTime = Math.max(lastTime, other.lastTime);
        }

        private static void addAll(long[] sums, long[] values) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += values[i];
            }
        }

        void add(GroupMasks masks) {
            groupMasks = groupMasks == null ? masks : groupMasks.or(masks);
        }

        void seen(long time) {
            firstTime = Math.min(firstTime, time);
            lastTime = Math.max(lastTime, time);
        }
    }

    /** Looks through buffers on one thread. */
    private static final class Worker {
        /** Events about the session itself; the first may lie hours before the data. */
        private static final int SESSION_GROUP = 0x00;

        private static final int GROUP_SHIFT = 8;

        /** Bytes after which a piece ends. */
        private static final int MAX_PIECE_SIZE = 1 << 16;

        private final DamageLog damage;
        private final BufferReader reader;
        private final SessionClock.Range plausible;
        private final EventCursor event = new EventCursor();
        private final ContextSwitch contextSwitch = new ContextSwitch();
        private final CompactContextSwitches batch;
        private final IdentityEvents identities;
        final Findings findings = new Findings();

        /** Scheduler events after which a piece ends: they are kept decoded, some for each processor. */
        private final int maxPieceEvents;

        private SurveyedBuffer buffer;
        private SurveyedBuffer.Piece piece;

        /** Scheduler events in the piece. */
        private int pieceEvents;

        /** Where in the buffer the piece must end. */
        private int maxPieceEnd;

        Worker(EtlFile file, DamageLog damage, IdentityEvents identities, int maxPieceEvents) {
            this.identities = identities;
            this.plausible = file.clock().plausible();
            this.maxPieceEvents = maxPieceEvents;
            this.damage = damage;
            this.reader = new BufferReader(file);
            this.batch = new CompactContextSwitches(file.header().osBuild());
        }

        void scan(SurveyedBuffer surveyed) throws IOException {
            buffer = surveyed;
            BufferEntry entry = surveyed.entry();
            if (entry.truncated()) {
                buffer.markLossAfter();
                damaged(Damage.TRUNCATED, 0, "the file ends in this buffer");
            }
            reportLoss(entry);
            try {
                reader.open(entry, event);
            } catch (CorruptDataException e) {
                buffer.markLossBefore();
                buffer.markLossAfter();
                if (!entry.truncated()) {
                    damaged(Damage.CORRUPT_BUFFER, 0, e.getMessage());
                }
                return;
            }
            boolean isHeaderEvent = entry.fileOffset() == 0;
            startPiece(event.nextOffset());
            while (event.next()) {
                int hook = event.hook();
                if (hook == EventCursor.NO_HOOK) {
                    findings.headerTypes[event.headerType()]++;
                } else {
                    findings.hooks[hook]++;
                }
                if (!event.hasTime() || isHeaderEvent) {
                    isHeaderEvent = false;
                } else if (!plausible.contains(event.time())) {
                    lossIn(piece.events());
                    damaged(Damage.CORRUPT_EVENT, event.offset(), "impossible time");
                } else if (hook == Hook.CONTEXT_SWITCH) {
                    contextSwitch();
                } else if (hook == Hook.READY_THREAD) {
                    piece.addEvent(event.time());
                    pieceEvents++;
                } else {
                    record(hook, event.time());
                }
                if (pieceEvents >= maxPieceEvents || event.nextOffset() >= maxPieceEnd) {
                    endPiece(event.nextOffset());
                    startPiece(event.nextOffset());
                }
            }
            endPiece(entry.usedSize());
            buffer.end();
            if (event.isCorrupt() && !entry.truncated()) {
                buffer.markLossAfter();
                damaged(
                        Damage.CORRUPT_EVENT,
                        event.offset(),
                        "bytes that are no event; the rest of the buffer is lost");
            }
        }

        private void startPiece(int start) {
            piece = buffer.startPiece(start);
            pieceEvents = 0;
            maxPieceEnd = start + MAX_PIECE_SIZE;
        }

        private void endPiece(int end) {
            buffer.endPiece(end);
            if (!piece.events().isEmpty()) {
                findings.seen(piece.events().firstTime());
                findings.seen(piece.events().lastTime());
            }
        }

        private void contextSwitch() {
            if (contextSwitch.wrap(event)) {
                piece.addSwitch(event.time(), contextSwitch.oldThreadId());
                pieceEvents++;
            } else {
                lossIn(piece.events());
                tooShort();
            }
        }

        private void reportLoss(BufferEntry entry) {
            if (entry.eventsLost() || entry.bufferLost()) {
                buffer.markLossBefore();
                buffer.markLossAfter();
            }
            if (entry.eventsLost()) {
                damaged(Damage.EVENTS_LOST, 0, "events lost, says the buffer's header");
            }
        }

        /** What comes less often than switches. */
        private void record(int hook, long time) {
            if (hook >>> GROUP_SHIFT != SESSION_GROUP) {
                findings.seen(time);
            }
            switch (hook) {
                case Hook.COMPACT_CONTEXT_SWITCHES -> batch();
                case Hook.THREAD_START -> thread(IdentityEvents.Kind.START, time);
                case Hook.THREAD_END -> thread(IdentityEvents.Kind.END, time);
                case Hook.THREAD_RUNDOWN_START -> thread(IdentityEvents.Kind.RUNDOWN_START, time);
                case Hook.THREAD_RUNDOWN_END -> thread(IdentityEvents.Kind.RUNDOWN_END, time);
                case Hook.THREAD_SET_NAME -> threadName(time);
                case Hook.PROCESS_START -> process(IdentityEvents.Kind.START, time);
                case Hook.PROCESS_END, Hook.PROCESS_DEFUNCT -> process(IdentityEvents.Kind.END, time);
                case Hook.PROCESS_RUNDOWN_START -> process(IdentityEvents.Kind.RUNDOWN_START, time);
                case Hook.PROCESS_RUNDOWN_END -> process(IdentityEvents.Kind.RUNDOWN_END, time);
                case Hook.GROUP_MASKS, Hook.GROUP_MASKS_END -> {
                    GroupMasks masks = GroupMasks.read(event);
                    if (masks == null) {
                        tooShort();
                    } else {
                        findings.add(masks);
                    }
                }
                default -> {
                    // Counted, and of no further interest.
                }
            }
        }

        private void batch() {
            if (!batch.wrap(event) || !batch.next() || !plausible.contains(batch.time())) {
                lossIn(piece.batches());
                damaged(Damage.CORRUPT_EVENT, event.offset(), "a batch of context switches that makes no sense");
                return;
            }
            findings.seen(batch.time());
            do {
                piece.addBatchedSwitch(batch.time(), batch.oldThreadId());
                pieceEvents++;
            } while (batch.next() && plausible.contains(batch.time()));
            // What follows that makes no sense is told by whoever reads the piece.
        }

        /** A loss after the piece's first switch concerns only those who read the piece. */
        private void lossIn(SurveyedBuffer.Part part) {
            if (!part.hasSwitches()) {
                piece.markLossBefore();
            }
        }

        private void thread(IdentityEvents.Kind kind, long time) {
            ThreadRecord thread = ThreadRecord.read(event);
            if (thread == null) {
                tooShort();
            } else if (thread.threadId() != 0) {
                identities.add(kind, time, thread.processId(), thread.threadId(), thread.name());
            }
        }

        private void threadName(long time) {
            ThreadName name = ThreadName.read(event);
            if (name == null) {
                tooShort();
            } else if (name.threadId() != 0) {
                identities.add(IdentityEvents.Kind.NAME, time, name.processId(), name.threadId(), name.name());
            }
        }

        private void process(IdentityEvents.Kind kind, long time) {
            ProcessRecord process = ProcessRecord.read(event);
            if (process == null) {
                tooShort();
            } else {
                identities.add(kind, time, process);
            }
        }

        private void tooShort() {
            damaged(Damage.CORRUPT_EVENT, event.offset(), "event %04x is too short".formatted(event.hook()));
        }

        private void damaged(Damage kind, int offset, String detail) {
            BufferEntry entry = buffer.entry();
            damage.add(kind, entry.processor(), 1, entry.fileOffset() + offset, detail);
        }
    }
}
