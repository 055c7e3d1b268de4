package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import io.github.etl2jfr.kernel.TraceSurvey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Puts the buffers of a trace in order. They lie in the file as they were flushed, or as a circular file
 * left them; their sequence numbers, which count over all processors of a session, tell the order and,
 * where one is missing, a loss. Whose buffer it was is unknown then, so that every processor's chain
 * breaks there.
 */
final class BufferChains {
    private static final Comparator<SurveyedBuffer> BY_SEQUENCE = Comparator.comparingLong(
                    (SurveyedBuffer buffer) -> buffer.entry().sequenceNumber())
            // Of a repeated buffer, one that is whole is taken.
            .thenComparing(buffer -> buffer.entry().truncated())
            .thenComparingLong(buffer -> buffer.entry().fileOffset());

    /** Sessions count from 0 or from 1. */
    private static final long FIRST_SEQUENCE_NUMBER = 1;

    /** Buffers of one processor and one time that are read side by side; what more there is of them is dropped. */
    private static final int MAX_LAYERS = 4;

    private final EtlFile file;
    private final DamageLog damage;

    /** Number of gaps before a buffer, where there are any. */
    private final Map<SurveyedBuffer, Integer> gapsBefore = new HashMap<>();

    /** Buffers with CSwitch events after a gap in them, in which batches may tell of the switches. */
    private final Set<SurveyedBuffer> eventsGoOnIn = new HashSet<>();

    /** Buffers that overlap in time with one of the same processor: one of the two lies about time or processor. */
    private final Set<SurveyedBuffer> overlapping = new HashSet<>();

    /** Number of places where buffers are missing. */
    private int gaps;

    /** Whether the buffers before the first one are in no file, or another one, though nothing went wrong. */
    private boolean startIsMissing;

    /** Whether all is whole, but for one buffer that the log file header counts. */
    private boolean isOneNowhere;

    /** Whether buffers are missing behind the last one. */
    private boolean endIsMissing;

    /** Processors whose buffers tell nothing, as they are damaged. */
    private final Set<Integer> lostProcessors = new TreeSet<>();

    private final List<BufferChain> chains = new ArrayList<>();

    /** A processor's buffers in the order of one form's events, also those that have none, and the chains they make. */
    private record Layered(
            int processor, EventForm form, List<SurveyedBuffer> ordered, List<List<SurveyedBuffer>> layers) {}

    private BufferChains(EtlFile file, DamageLog damage) {
        this.file = file;
        this.damage = damage;
    }

    /**
     * Puts the buffers of all processors with context switches in order.
     *
     * @param buffers all buffers of the file, in its order
     * @param damage told of buffers missing, repeated, or out of order
     */
    static BufferChains of(EtlFile file, List<SurveyedBuffer> buffers, DamageLog damage) {
        BufferChains chains = new BufferChains(file, damage);
        chains.link(buffers);
        return chains;
    }

    /** The chains, a processor's plain events before its batches. */
    List<BufferChain> chains() {
        return chains;
    }

    /** Whether buffers are missing of which nobody knows whose they were. */
    boolean hasGaps() {
        return gaps > 0 || startIsMissing || endIsMissing;
    }

    /** Processors of which buffers are there, but nothing that tells what they did. */
    Set<Integer> lostProcessors() {
        return lostProcessors;
    }

    /** Whether anything is missing anywhere. */
    boolean hasLosses() {
        return hasGaps() || !lostProcessors.isEmpty() || chains.stream().anyMatch(BufferChain::hasLosses);
    }

    private void link(List<SurveyedBuffer> buffers) {
        int loggerId = TraceSurvey.switchingSession(buffers);
        Map<Boolean, List<SurveyedBuffer>> bySession = buffers.stream()
                .filter(buffer -> !isHeaderBuffer(buffer))
                .collect(Collectors.partitioningBy(buffer -> buffer.entry().loggerId() == loggerId));
        List<SurveyedBuffer> session = new ArrayList<>(bySession.get(true));
        session.sort(BY_SEQUENCE);
        List<SurveyedBuffer> others = bySession.get(false);
        long firstDue = firstDue(session);
        startIsMissing = file.header().isCircular() || firstDue > FIRST_SEQUENCE_NUMBER;
        Map<Integer, List<SurveyedBuffer>> byProcessor = new TreeMap<>();
        addHeaderBuffer(buffers, byProcessor);
        long missing = follow(session, firstDue, byProcessor);
        if (!buffers.isEmpty()) {
            // The first is there, whatever its header says.
            long known = buffers.size() + (isHeaderBuffer(buffers.get(0)) ? 0 : 1) + missing;
            checkEnd(buffers.get(buffers.size() - 1).entry(), others.isEmpty(), known);
        }
        allowForNumberZero(session);
        if (loggerId != TraceSurvey.NO_SESSION) {
            passOver(others, lastTime(session));
        }
        addChains(session, byProcessor);
    }

    /** The sequence number that the session's first buffer is to have. */
    private long firstDue(List<SurveyedBuffer> session) {
        return file.header().beginsWithSession() || session.isEmpty()
                ? FIRST_SEQUENCE_NUMBER
                : session.get(0).entry().sequenceNumber();
    }

    /** That may have events of a processor, too; where the start is missing, others are between them and the next. */
    private void addHeaderBuffer(List<SurveyedBuffer> buffers, Map<Integer, List<SurveyedBuffer>> byProcessor) {
        if (!buffers.isEmpty()
                && isHeaderBuffer(buffers.get(0))
                && buffers.get(0).hasSchedulerEvents()) {
            add(buffers.get(0), byProcessor);
            gaps += startIsMissing ? 1 : 0;
        }
    }

    /**
     * Goes through the session's buffers by their sequence numbers, and gives each to its processor.
     *
     * @param due the first sequence number that should be there
     * @return how many buffers are missing, less those that are there twice
     */
    private long follow(List<SurveyedBuffer> session, long due, Map<Integer, List<SurveyedBuffer>> byProcessor) {
        long allMissing = 0;
        long nextDue = due;
        SurveyedBuffer previous = null;
        for (SurveyedBuffer buffer : session) {
            if (previous != null && isRepetition(previous, buffer)) {
                report(
                        Damage.BUFFER_REPEATED,
                        buffer,
                        "the same as at " + previous.entry().fileOffset());
                allMissing--;
                continue;
            }
            allMissing += missingBefore(buffer, nextDue);
            if (gaps > 0) {
                gapsBefore.put(buffer, gaps);
            }
            add(buffer, byProcessor);
            previous = buffer;
            nextDue = buffer.entry().sequenceNumber() + 1;
        }
        return allMissing;
    }

    /** How many buffers are missing before one that should have a certain sequence number; 0 if that makes no sense. */
    private long missingBefore(SurveyedBuffer buffer, long due) {
        long number = buffer.entry().sequenceNumber();
        long missing = number - due;
        if (missing > Integer.MAX_VALUE || missing < -1) {
            gaps++;
            report(Damage.SEQUENCE_NUMBER_IMPOSSIBLE, buffer, "number " + number);
            return 0;
        }
        if (missing > 0) {
            gaps++;
            damage.add(
                    Damage.SEQUENCE_NUMBERS_MISSING,
                    DamageLog.NO_PROCESSOR,
                    missing,
                    buffer.entry().fileOffset(),
                    "before number " + number);
            return missing;
        }
        if (buffer.entry().bufferLost()) {
            report(Damage.BUFFER_LOST_FLAGGED, buffer, "");
        }
        return 0;
    }

    /** A session that seems to begin with 1 may begin with 0, and its first buffer be the one that is nowhere. */
    private void allowForNumberZero(List<SurveyedBuffer> session) {
        if (isOneNowhere && !session.isEmpty() && session.get(0).entry().sequenceNumber() == FIRST_SEQUENCE_NUMBER) {
            gaps++;
            session.forEach(buffer -> gapsBefore.merge(buffer, 1, Integer::sum));
        }
    }

    /** Makes chains of the buffers of each processor. */
    private void addChains(List<SurveyedBuffer> session, Map<Integer, List<SurveyedBuffer>> byProcessor) {
        List<Layered> layered = new ArrayList<>();
        byProcessor.forEach((processor, own) -> {
            for (EventForm form : EventForm.values()) {
                List<SurveyedBuffer> ordered = inOrderOfTime(form, own);
                layered.add(new Layered(processor, form, ordered, layers(form, ordered)));
            }
        });
        // It needs the overlaps that the layers show; the chains need its gaps.
        breakAtLiars(session, byProcessor);
        Map<Integer, FullSwitches> fullSwitches = new HashMap<>();
        for (Layered one : layered) {
            FullSwitches full = fullSwitches.computeIfAbsent(one.processor, own -> fullSwitches(byProcessor.get(own)));
            one.layers.forEach(layer -> addChain(one, layer, full));
        }
    }

    /**
     * One of the buffers that overlap may be another processor's, which has its gap there; and so may the only one of a
     * processor that there should not be.
     *
     * @param session its buffers by sequence number
     */
    private void breakAtLiars(List<SurveyedBuffer> session, Map<Integer, List<SurveyedBuffer>> byProcessor) {
        int more = 0;
        for (SurveyedBuffer buffer : session) {
            if (more > 0) {
                gapsBefore.merge(buffer, more, Integer::sum);
            }
            int processor = buffer.entry().processor();
            int processors = file.header().processors();
            boolean isAlone = processors > 0
                    && processor >= processors
                    && byProcessor.get(processor).size() == 1;
            more += isAlone || overlapping.contains(buffer) ? 1 : 0;
        }
        gaps += more;
    }

    private static void add(SurveyedBuffer buffer, Map<Integer, List<SurveyedBuffer>> byProcessor) {
        byProcessor
                .computeIfAbsent(buffer.entry().processor(), key -> new ArrayList<>())
                .add(buffer);
    }

    /** The file's first, unless its header makes no sense; its sequence number counts for nothing. */
    private static boolean isHeaderBuffer(SurveyedBuffer buffer) {
        return buffer.entry().fileOffset() == 0;
    }

    /**
     * Buffers that are missing behind the last one can be any processor's. Where the file ends in the midst of one, some
     * may be.
     *
     * @param known buffers that are there, or known to be missing
     */
    private void checkEnd(BufferEntry last, boolean isOneSession, long known) {
        long unread = file.size() - last.fileOffset() - last.storedSize();
        long nominal = file.header().bufferSize();
        long uncounted = file.header().buffersWritten() - known - (unread + nominal - 1) / nominal;
        if (!file.header().isComplete()) {
            damage.add(Damage.SESSION_NOT_ENDED, DamageLog.NO_PROCESSOR, 1, file.size());
        } else if (isOneSession && file.header().countsBuffers() && uncounted > 0) {
            damage.add(Damage.BUFFERS_MISSING_AT_END, DamageLog.NO_PROCESSOR, uncounted, file.size());
            endIsMissing = true;
            isOneNowhere = uncounted == 1 && unread == 0 && !last.truncated();
        }
        endIsMissing |= !file.header().isComplete() || last.truncated() || unread > 0;
    }

    /** What buffers of another session tell may be this one's: in its midst a gap says so, behind its end nothing. */
    private void passOver(List<SurveyedBuffer> others, long end) {
        for (SurveyedBuffer other : others) {
            if (other.hasSchedulerEvents()) {
                report(
                        Damage.BUFFER_OF_OTHER_SESSION,
                        other,
                        "logger " + other.entry().loggerId());
            }
        }
        endIsMissing |= lastTime(others) > end;
    }

    private static long lastTime(List<SurveyedBuffer> buffers) {
        return buffers.stream()
                .mapToLong(SurveyedBuffer::lastSchedulerTime)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private static boolean isRepetition(SurveyedBuffer a, SurveyedBuffer b) {
        BufferEntry first = a.entry();
        BufferEntry second = b.entry();
        return first.sequenceNumber() == second.sequenceNumber()
                && first.processor() == second.processor()
                && a.events().firstTime() == b.events().firstTime()
                && a.batches().firstTime() == b.batches().firstTime();
    }

    private FullSwitches fullSwitches(List<SurveyedBuffer> buffers) {
        FullSwitches fullSwitches = new FullSwitches();
        SurveyedBuffer previous = null;
        for (SurveyedBuffer buffer : buffers) {
            if (previous != null && isLossBetween(previous, buffer)) {
                fullSwitches.breakOff();
            }
            if (fullSwitches.add(buffer)) {
                eventsGoOnIn.add(buffer);
            }
            previous = buffer;
        }
        return fullSwitches;
    }

    /**
     * The buffers of a processor follow on each other. Where they do not, one of them lies about its time or its
     * processor, and nothing tells which: none must cost the others their events, so each layer is a chain of its own.
     */
    private List<List<SurveyedBuffer>> layers(EventForm form, List<SurveyedBuffer> ordered) {
        List<List<SurveyedBuffer>> layers = new ArrayList<>();
        long[] ends = new long[MAX_LAYERS];
        SurveyedBuffer[] lasts = new SurveyedBuffer[MAX_LAYERS];
        int layer = 0;
        for (SurveyedBuffer buffer : ordered) {
            if (!form.of(buffer).isEmpty()) {
                layer = 0;
                while (layer < Math.min(layers.size(), MAX_LAYERS - 1)
                        && form.of(buffer).firstTime() < ends[layer]) {
                    suspect(buffer, lasts[layer]);
                    layer++;
                }
            }
            if (layer == layers.size()) {
                if (layer > 0) {
                    report(Damage.BUFFERS_OVERLAP, buffer, "");
                }
                layers.add(new ArrayList<>());
                ends[layer] = Long.MIN_VALUE;
            }
            layers.get(layer).add(buffer);
            if (!form.of(buffer).isEmpty()) {
                ends[layer] = Math.max(ends[layer], form.of(buffer).lastTime());
                lasts[layer] = buffer;
            }
        }
        return layers;
    }

    /**
     * Takes down that a buffer overlaps with another, unless others overlap with that already: of them all, it is the one
     * that lies.
     */
    private void suspect(SurveyedBuffer buffer, SurveyedBuffer other) {
        if (overlapping.add(other)) {
            overlapping.add(buffer);
        }
    }

    /**
     * @param layer those of the buffers in order that make the chain; what lies between two may be in another
     */
    private void addChain(Layered layered, List<SurveyedBuffer> layer, FullSwitches fullSwitches) {
        int processor = layered.processor;
        EventForm form = layered.form;
        List<SurveyedBuffer> ordered = layered.ordered;
        List<SurveyedBuffer.Piece> members = new ArrayList<>();
        BitSet losses = new BitSet();
        boolean loss = startIsMissing;
        SurveyedBuffer previous = null;
        long lastTime = Long.MIN_VALUE;
        int next = 0;
        for (SurveyedBuffer buffer : layer) {
            boolean gap = previous == null ? gapsBefore(buffer) > 0 : isLossBetween(previous, buffer);
            loss |= buffer.hasLossBefore() || gap;
            loss |= form == EventForm.EVENTS && eventsGoOnIn.contains(buffer);
            // Of the layers, each buffer is in one, in the same order.
            for (; ordered.get(next) != buffer; next++) {
                loss = true;
            }
            next++;
            for (SurveyedBuffer.Piece piece = buffer.firstPiece(); piece != null; piece = piece.next()) {
                loss |= form.of(piece).hasLossBefore();
                if (!form.of(piece).isEmpty()) {
                    // What lies before the end of the piece before will be dropped.
                    loss |= form.of(piece).firstTime() < lastTime;
                    loss |= form == EventForm.BATCHES
                            && !members.isEmpty()
                            && fullSwitches.anyBetween(lastTime, form.of(piece).firstTime());
                    lastTime = Math.max(lastTime, form.of(piece).lastTime());
                    losses.set(members.size(), loss);
                    members.add(piece);
                    loss = false;
                }
            }
            loss |= buffer.hasLossAfter();
            previous = buffer;
        }
        // Buffers missing later than the processor's last one may be its own.
        loss |= previous != null && gapsBefore(previous) < gaps;
        loss |= endIsMissing || next < ordered.size();
        if (members.isEmpty()) {
            if (loss) {
                lostProcessors.add(processor);
            }
        } else {
            chains.add(new BufferChain(
                    processor, form, members.toArray(SurveyedBuffer.Piece[]::new), losses, loss, fullSwitches));
        }
    }

    private int gapsBefore(SurveyedBuffer buffer) {
        return gapsBefore.getOrDefault(buffer, 0);
    }

    private boolean isLossBetween(SurveyedBuffer a, SurveyedBuffer b) {
        return gapsBefore(a) != gapsBefore(b)
                || !isHeaderBuffer(a) && a.entry().sequenceNumber() > b.entry().sequenceNumber();
    }

    /**
     * Times win where sequence numbers contradict them; the chain is broken there. Buffers that have no time
     * stay behind the one they follow, as they may be a loss.
     */
    private List<SurveyedBuffer> inOrderOfTime(EventForm form, List<SurveyedBuffer> buffers) {
        SurveyedBuffer previous = null;
        for (SurveyedBuffer buffer : buffers) {
            if (form.of(buffer).isEmpty()) {
                continue;
            }
            if (previous != null
                    && form.of(buffer).firstTime() < form.of(previous).firstTime()) {
                report(Damage.SEQUENCE_NUMBER_AGAINST_TIME, buffer, "");
                return sortedByTime(form, buffers);
            }
            previous = buffer;
        }
        return buffers;
    }

    private static List<SurveyedBuffer> sortedByTime(EventForm form, List<SurveyedBuffer> buffers) {
        Map<SurveyedBuffer, Long> times = new HashMap<>();
        long time = Long.MIN_VALUE;
        for (SurveyedBuffer buffer : buffers) {
            if (!form.of(buffer).isEmpty()) {
                time = form.of(buffer).firstTime();
            }
            times.put(buffer, time);
        }
        List<SurveyedBuffer> sorted = new ArrayList<>(buffers);
        sorted.sort(Comparator.comparing(times::get));
        return sorted;
    }

    private void report(Damage kind, SurveyedBuffer buffer, String detail) {
        damage.add(kind, buffer.entry().processor(), 1, buffer.entry().fileOffset(), detail);
    }
}
