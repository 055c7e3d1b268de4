package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import java.io.IOException;

/**
 * Looks through buffers, one at a time and in any order: whom and what they tell of, and where their scheduler
 * events lie. For one thread.
 */
public final class BufferSurvey {
    /** Events about the session itself; the first may lie hours before the data. */
    private static final int SESSION_GROUP = 0x00;

    private static final int GROUP_SHIFT = 8;

    /** Bytes after which a piece ends. */
    private static final int MAX_PIECE_SIZE = 1 << 16;

    private final DamageLog damage;

    /** Number of processors by the log file header. */
    private final int processors;

    private final BufferReader reader;
    private final SessionClock.Range plausible;
    private final EventCursor event = new EventCursor();
    private final ContextSwitch contextSwitch = new ContextSwitch();
    private final ReadyThread readyThread = new ReadyThread();
    private final CompactContextSwitches batch;
    private final SurveyFindings findings = new SurveyFindings();
    private final BufferTimes times;
    private final TimeOrder eventOrder = new TimeOrder();
    private final TimeOrder batchOrder = new TimeOrder();

    /** Scheduler events after which a piece ends: they are kept decoded, some for each processor. */
    private final int maxPieceEvents;

    private SurveyedBuffer buffer;
    private IdentitySink identities;
    private SurveyedBuffer.Piece piece;

    /** Scheduler events in the piece. */
    private int pieceEvents;

    /** Where in the buffer the piece must end. */
    private int maxPieceEnd;

    /**
     * @param damage told of whatever makes no sense
     * @param maxPieceEvents scheduler events after which a piece of a buffer ends
     */
    public BufferSurvey(EtlFile file, DamageLog damage, int maxPieceEvents) {
        this.plausible = file.clock().plausible();
        this.times = new BufferTimes(file.clock());
        this.maxPieceEvents = maxPieceEvents;
        this.damage = damage;
        this.processors = file.header().processors();
        this.reader = new BufferReader(file);
        this.batch = new CompactContextSwitches(file.header().osBuild());
    }

    SurveyFindings findings() {
        return findings;
    }

    /** What the session records, null if no buffer so far tells. */
    public GroupMasks groupMasks() {
        return findings.groupMasks;
    }

    /**
     * Looks through a buffer.
     *
     * @param sink told of threads and processes
     */
    public SurveyedBuffer scan(BufferEntry entry, IdentitySink sink) throws IOException {
        SurveyedBuffer surveyed = new SurveyedBuffer(entry);
        scan(surveyed, sink);
        return surveyed;
    }

    void scan(SurveyedBuffer surveyed, IdentitySink sink) throws IOException {
        buffer = surveyed;
        identities = sink;
        BufferEntry entry = surveyed.entry();
        if (entry.truncated()) {
            // Told by whoever found the buffer.
            buffer.markLossAfter();
        }
        checkProcessor(entry);
        reportLoss(entry);
        try {
            reader.open(entry, event);
        } catch (CorruptDataException e) {
            buffer.markLossBefore();
            buffer.markLossAfter();
            if (!entry.truncated()) {
                damage.add(Damage.BAD_COMPRESSED_DATA, entry.processor(), 1, entry.fileOffset(), e.getMessage());
            }
            return;
        }
        times.clear();
        eventOrder.clear();
        batchOrder.clear();
        boolean isHeaderEvent = entry.fileOffset() == 0;
        startPiece(event.nextOffset());
        while (event.next(entry)) {
            count();
            if (isHeaderEvent || !event.hasTime()) {
                isHeaderEvent = false;
            } else {
                record(event.hook(), event.time());
            }
            if (pieceEvents >= maxPieceEvents || event.nextOffset() >= maxPieceEnd) {
                buffer.endPiece(event.nextOffset());
                startPiece(event.nextOffset());
            }
        }
        buffer.endPiece(entry.usedSize());
        buffer.end(times.first(), times.last());
        if (event.corruption() != null && !entry.truncated()) {
            buffer.markLossAfter();
            damaged(event.corruption());
        }
    }

    private void count() {
        int hook = event.hook();
        if (hook != EventCursor.NO_HOOK) {
            findings.hooks.count(hook);
            return;
        }
        findings.headerTypes[event.headerType()]++;
        if (!event.hasKnownType()) {
            damaged(Damage.UNKNOWN_EVENT_TYPE);
        }
    }

    private void record(int hook, long time) throws IOException {
        if (!plausible.contains(time)) {
            if (hook == Hook.CONTEXT_SWITCH || hook == Hook.READY_THREAD) {
                piece.loseEvent(event.offset());
            } else if (hook == Hook.COMPACT_CONTEXT_SWITCHES) {
                piece.loseBatch(event.offset());
            }
            damaged(Damage.IMPOSSIBLE_TIME);
        } else if (hook == Hook.CONTEXT_SWITCH) {
            seen(time, BufferTimes.NOWHERE);
            contextSwitch(time);
        } else if (hook == Hook.READY_THREAD) {
            seen(time, BufferTimes.NOWHERE);
            readyThread(time);
        } else if (hook == Hook.COMPACT_CONTEXT_SWITCHES) {
            seen(time, BufferTimes.NOWHERE);
            batch();
        } else {
            other(hook, time);
        }
    }

    /**
     * @param offset of what is not the scheduler's, else {@link BufferTimes#NOWHERE}
     */
    private void seen(long time, int offset) {
        int wrong = times.add(time, offset);
        if (wrong != BufferTimes.NOWHERE) {
            damaged(Damage.TIME_CONTRADICTED, wrong);
        }
    }

    private void startPiece(int start) {
        piece = buffer.startPiece(start);
        pieceEvents = 0;
        maxPieceEnd = start + MAX_PIECE_SIZE;
    }

    private void contextSwitch(long time) {
        if (!contextSwitch.wrap(event)) {
            lose(Damage.CONTEXT_SWITCH_TOO_SHORT);
        } else if (eventOrder.isFall(time)) {
            passOver(time);
        } else {
            eventOrder.add(time, event.offset());
            piece.addSwitch(time, contextSwitch.oldThreadId());
            pieceEvents++;
        }
    }

    private void readyThread(long time) {
        if (!readyThread.wrap(event)) {
            lose(Damage.READY_THREAD_TOO_SHORT);
        } else if (eventOrder.isFall(time)) {
            passOver(time);
        } else {
            eventOrder.add(time, event.offset());
            piece.addReadyThread(time);
            pieceEvents++;
        }
    }

    /** The CSwitch or ReadyThread event here falls. */
    private void passOver(long time) {
        if (eventOrder.castsDoubtOnLast(time)) {
            int offset = eventOrder.lastOffset();
            buffer.pieceAt(offset).passOverLast(offset, eventOrder.agreed());
            eventOrder.forgetLast();
            damaged(Damage.TIME_BACKWARDS, offset);
        }
        lose(Damage.TIME_BACKWARDS);
    }

    /** The CSwitch or ReadyThread event here is not believed. */
    private void lose(Damage kind) {
        piece.loseEvent(event.offset());
        damaged(kind);
    }

    /** What a buffer of a processor that there is not tells is not dropped: the count may be what is wrong. */
    private void checkProcessor(BufferEntry entry) {
        if (processors < 1 || processors > BufferHeader.MAX_PROCESSORS) {
            if (entry.fileOffset() == 0) {
                damage.add(Damage.IMPOSSIBLE_PROCESSOR_COUNT, DamageLog.NO_PROCESSOR, 1, 0, "%d".formatted(processors));
            }
        } else if (entry.processor() >= processors) {
            damage.add(
                    Damage.PROCESSOR_BEYOND_COUNT,
                    entry.processor(),
                    1,
                    entry.fileOffset(),
                    "processor %d of %d".formatted(entry.processor(), processors));
        }
    }

    private void reportLoss(BufferEntry entry) {
        if (entry.eventsLost() || entry.bufferLost()) {
            buffer.markLossBefore();
            buffer.markLossAfter();
        }
        if (entry.eventsLost()) {
            damage.add(Damage.EVENTS_LOST_FLAGGED, entry.processor(), 1, entry.fileOffset());
        }
    }

    /**
     * What comes less often than switches. Past 325 bytes of code, which this has, HotSpot leaves a method out of the
     * loop that calls it: with all this in it, that loop takes half a second to compile, and is thrown away again when
     * the first thread starts after the rundown.
     */
    private void other(int hook, long time) throws IOException {
        if (hook >>> GROUP_SHIFT != SESSION_GROUP) {
            seen(time, event.offset());
        }
        switch (hook) {
            case Hook.THREAD_START, Hook.THREAD_END, Hook.THREAD_RUNDOWN_START, Hook.THREAD_RUNDOWN_END -> {
                ThreadRecord thread = ThreadRecord.read(event);
                if (thread == null) {
                    damaged(Damage.IDENTITY_TOO_SHORT);
                } else if (thread.threadId() != 0) {
                    checkEnd(thread.cutOff());
                    identities.add(kind(hook), time, thread.processId(), thread.threadId(), thread.name());
                }
            }
            case Hook.THREAD_SET_NAME -> {
                ThreadName name = ThreadName.read(event);
                if (name == null) {
                    damaged(Damage.IDENTITY_TOO_SHORT);
                } else if (name.threadId() != 0) {
                    checkEnd(name.cutOff());
                    identities.add(IdentityEvents.Kind.NAME, time, name.processId(), name.threadId(), name.name());
                }
            }
            case Hook.PROCESS_START,
                    Hook.PROCESS_END,
                    Hook.PROCESS_DEFUNCT,
                    Hook.PROCESS_RUNDOWN_START,
                    Hook.PROCESS_RUNDOWN_END -> {
                ProcessRecord process = ProcessRecord.read(event);
                if (process == null) {
                    damaged(Damage.IDENTITY_TOO_SHORT);
                } else {
                    checkEnd(process.cutOff());
                    identities.add(kind(hook), time, process);
                }
            }
            case Hook.GROUP_MASKS, Hook.GROUP_MASKS_END -> {
                GroupMasks masks = GroupMasks.read(event);
                if (masks == null) {
                    damaged(Damage.GROUP_MASKS_TOO_SHORT);
                } else {
                    findings.add(masks);
                }
            }
            default -> {
                // Counted, and of no further interest.
            }
        }
    }

    private static IdentityEvents.Kind kind(int hook) {
        return switch (hook) {
            case Hook.THREAD_START, Hook.PROCESS_START -> IdentityEvents.Kind.START;
            case Hook.THREAD_RUNDOWN_START, Hook.PROCESS_RUNDOWN_START -> IdentityEvents.Kind.RUNDOWN_START;
            // A defunct process has ended, but that was before the rundown that tells of it: nobody knows when.
            case Hook.THREAD_RUNDOWN_END, Hook.PROCESS_RUNDOWN_END, Hook.PROCESS_DEFUNCT ->
                IdentityEvents.Kind.RUNDOWN_END;
            default -> IdentityEvents.Kind.END;
        };
    }

    private void batch() {
        boolean hasSwitches = batch.survey(event) && batch.next();
        // The time of the batch before is confirmed by when that was logged.
        boolean isFall = hasSwitches && batchOrder.isFall(batch.time());
        if (!hasSwitches || isFall || !plausible.contains(batch.time())) {
            piece.loseBatch(event.offset());
            damaged(!hasSwitches ? batch.corruption() : isFall ? Damage.TIME_BACKWARDS : Damage.IMPOSSIBLE_TIME);
            return;
        }
        batchOrder.add(batch.lastTime(), event.offset());
        // What follows that makes no sense is told by whoever reads the piece.
        piece.addBatch(batch.time(), batch.oldThreadId(), batch.size(), batch.lastTime());
        if (batch.breaksOff()) {
            piece.loseRestOfBatch();
        }
        pieceEvents += batch.size();
    }

    private void checkEnd(boolean cutOff) {
        if (cutOff) {
            damaged(Damage.NAME_WITHOUT_END);
        }
    }

    /** At the event the cursor stands on. */
    private void damaged(Damage kind) {
        damaged(kind, event.offset());
    }

    private void damaged(Damage kind, int offset) {
        BufferEntry entry = buffer.entry();
        damage.add(kind, entry.processor(), 1, entry.fileOffset(offset));
    }
}
