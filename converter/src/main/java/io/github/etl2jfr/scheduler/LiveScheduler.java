package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.kernel.BufferSurvey;
import io.github.etl2jfr.kernel.GroupMasks;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.IdentitySink;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The {@link Scheduler} of a trace that is being written: is given buffers as they come, and tells what they
 * mean as soon as nothing can come in between any more.
 *
 * <p>That is so before a moment of which every processor has buffers of later times; or when something of any
 * processor is later by a delay, which is how long a buffer may take. What comes still later is dropped and
 * counted, and nothing is concluded across it.
 *
 * <p>All is as if the whole trace were known, with these exceptions: what the delay forces, names that are told
 * later than they are needed, and that a loss says nothing about the time before it that is told already.
 */
public final class LiveScheduler {
    /** What it means if a processor writes nothing for longer than the delay. */
    public enum Silence {
        /** Its buffer may be late: meanwhile any thread that does not run elsewhere may run there. */
        UNKNOWN,
        /** It goes on with what it did, as its session would have written its buffer otherwise. */
        UNCHANGED
    }

    /** Pieces that wait to be told, and buffers that wait for one before them: more are not waited for. */
    private static final int MAX_PENDING = 1 << 16;

    private static final int MAX_WAITING_BUFFERS = 1 << 12;

    /** Decompressed buffers take at most this part of the memory there is. */
    private static final int MEMORY_SHARE = 16;

    private static final long NEVER = Long.MIN_VALUE;

    private final long delay;
    private final Silence silence;
    private final DamageLog damage;
    private final BufferOrder order;
    private final ThreadDirectory threads;
    private final PendingIdentities identities;
    private final int announcedProcessors;

    /** Processors by number, null if nothing was heard of one. */
    private final LiveProcessor[] processors = new LiveProcessor[BufferHeader.MAX_PROCESSORS];

    /** Past the last processor that was announced or heard of: few have as many as there may be. */
    private int processorsEnd;

    private final List<LiveStream> streams = new ArrayList<>();

    /** What kinds of events any processor has. */
    private final Set<EventForm> forms = EnumSet.noneOf(EventForm.class);

    private Tournament tournament = new Tournament(0, this::earlierOfEqual);

    /** Session clock's value that the tournament's times count from: nothing that is told is earlier. */
    private long base;

    /** The streams that the tournament is between. */
    private LiveStream[] playing = {};

    /** The events of one time; those that wait for the next switch, which will tell more of them. */
    private final MergedEvents instant = new MergedEvents();

    private final EndingThreads ending = new EndingThreads();
    private final BitSet unsettled = new BitSet();

    /** Processors whose events came too late while the instant was read. */
    private final BitSet lateProcessors = new BitSet();

    private int session;
    private boolean sessionKnown;

    /** Session clock's value at the last event of the session's, and of others', which may be its. */
    private long lastTime = NEVER;

    private long lastTimeOfOthers = NEVER;

    /** Whether buffers are missing whose processor nobody knows. */
    private boolean hasGaps;

    /** Whether anything is missing anywhere. */
    private boolean hasLosses;

    private boolean switchesSeen;

    /** Others than the one who reads may ask for it. */
    private volatile boolean batchesSeen;

    private volatile boolean readyEventsSeen;

    /** What the session records, null if it has not told. */
    private GroupMasks groupMasks;

    private long first = Long.MAX_VALUE;
    private long newest = NEVER;
    private long told = NEVER;

    /** Makes slices; null until something is told. */
    private SliceBuilder slices;

    private EventTeller teller;
    private InstantOrder instantOrder;

    /** Whether it is known that nothing will come any more. */
    private boolean finished;

    /**
     * @param header of the trace
     * @param delay ticks of the session clock that a buffer may be late
     * @param damage told of what is missing
     * @param limits of what is remembered of threads and processes
     */
    public LiveScheduler(LogFileHeader header, long delay, Silence silence, DamageLog damage, IdentityLimits limits) {
        threads = new ThreadDirectory(limits);
        identities = new PendingIdentities(threads);
        this.delay = delay;
        this.silence = silence;
        this.damage = damage;
        this.order = new BufferOrder(damage, header.beginsWithSession());
        this.announcedProcessors = Math.max(0, Math.min(header.processors(), BufferHeader.MAX_PROCESSORS));
        this.processorsEnd = announcedProcessors;
    }

    /** Who has which id now; grows as the trace tells of threads. */
    public ThreadDirectory threads() {
        return threads;
    }

    /** To be told of threads and processes before the buffer is given that tells of them. */
    public IdentitySink identities() {
        return identities;
    }

    /** Session clock's value before which everything is told; {@link Long#MIN_VALUE} at first. */
    public long toldUntil() {
        return told;
    }

    /** Whether more is kept for later than there should be, so that some of it is to be told first. */
    public boolean isFull() {
        int pending = 0;
        for (LiveStream stream : streams) {
            pending += stream.pending();
        }
        return pending > MAX_PENDING;
    }

    /** Whether anything is still to be read from a file. */
    public boolean needs(LiveSource source) {
        return source.isNeeded() || order.keepsAnyOf(source);
    }

    /**
     * Takes in a buffer.
     *
     * @param survey which has looked through the buffer
     */
    public void add(SurveyedBuffer buffer, LiveSource source, BufferSurvey survey) {
        if (survey.groupMasks() != null) {
            groupMasks = survey.groupMasks();
            threads.records(groupMasks);
        }
        BufferOrder.Item item = new BufferOrder.Item(buffer, source);
        if (!sessionKnown) {
            sessionKnown = true;
            session = buffer.entry().loggerId();
        }
        if (buffer.entry().fileOffset() == 0 || buffer.entry().loggerId() == session) {
            first = Math.min(first, buffer.firstTime());
            newest = Math.max(newest, buffer.lastTime());
        }
        if (buffer.entry().fileOffset() == 0) {
            // Its sequence number counts for nothing, and mostly nothing follows the header in it.
            if (buffer.hasSchedulerEvents()) {
                takeWaiting();
                take(item);
            }
        } else if (buffer.entry().loggerId() == session) {
            switch (order.add(item)) {
                case BEFORE_FIRST -> addBeforeFirst(item);
                case REPEATED -> {
                    // Not all of it was there before.
                    if (buffer.lastSchedulerTime()
                            > processor(buffer.entry().processor()).lastTime()) {
                        gap();
                    }
                }
                case KEPT, TOO_LATE -> {}
            }
            lastTime = Math.max(lastTime, buffer.lastSchedulerTime());
        } else if (buffer.hasSchedulerEvents()) {
            damage.add(
                    Damage.BUFFER_OF_OTHER_SESSION,
                    buffer.entry().processor(),
                    1,
                    buffer.entry().fileOffset(),
                    "logger " + buffer.entry().loggerId());
            lastTimeOfOthers = Math.max(lastTimeOfOthers, buffer.lastSchedulerTime());
        }
    }

    /** A buffer comes when those after it are taken already, as nobody knew of it. */
    private void addBeforeFirst(BufferOrder.Item item) {
        SurveyedBuffer buffer = item.buffer();
        LiveProcessor processor = processor(buffer.entry().processor());
        if (!buffer.hasSchedulerEvents() || processor.streams.isEmpty()) {
            take(item);
            return;
        }
        order.report(Damage.BUFFER_TOO_LATE, buffer);
        processor.isStartMissing = true;
        lose(processor);
    }

    /**
     * The next buffers are those of another file, which the same session has gone on with.
     *
     * @param firstBuffer the first that is there of them
     * @return whether its numbers go on, so that it can be told what is missing in between
     */
    public boolean continues(SurveyedBuffer firstBuffer) {
        order.countFromOne();
        while (order.isNextInOrder()) {
            takeNext();
        }
        if (!order.isBefore(firstBuffer)) {
            return true;
        }
        takeWaiting();
        order.restart();
        gap();
        return false;
    }

    private void takeWaiting() {
        order.countFromOne();
        while (!order.isEmpty()) {
            takeNext();
        }
    }

    private void takeNext() {
        boolean inOrder = order.isNextInOrder() && !order.isNextContested();
        BufferOrder.Item item = order.next();
        if (!inOrder) {
            gap();
        }
        take(item);
    }

    /** Buffers are missing, of whichever processors. */
    private void gap() {
        hasGaps = true;
        hasLosses = true;
        for (int number = 0; number < processorsEnd; number++) {
            LiveProcessor processor = processors[number];
            if (processor == null) {
                if (number < announcedProcessors && slices != null) {
                    lose(processor(number));
                }
                continue;
            }
            // A switch that still waits for the next one will tell.
            if (!processor.breakOff()) {
                lose(processor);
            }
        }
    }

    /** From now on switches of a processor may be missing. */
    private void lose(LiveProcessor processor) {
        hasLosses = true;
        processor.isUnbroken = false;
        if (slices != null) {
            slices.lost(processor.number);
            doubtWaits();
        }
    }

    /** ReadyThread events may be lost where switches are not. */
    private void doubtWaits() {
        if (hasLosses && EventForm.haveReadyEventsApart(forms, groupMasks, false)) {
            slices.readyEventsMayBeMissing();
        }
    }

    private LiveProcessor processor(int number) {
        LiveProcessor processor = processors[number];
        if (processor == null) {
            processor = new LiveProcessor(number);
            processors[number] = processor;
            processorsEnd = Math.max(processorsEnd, number + 1);
            if (hasGaps) {
                // What is missing may have been its.
                processor.isUnbroken = false;
                processor.breakOff();
            }
        }
        return processor;
    }

    /** A buffer's turn has come. */
    private void take(BufferOrder.Item item) {
        SurveyedBuffer buffer = item.buffer();
        LiveProcessor processor = processor(buffer.entry().processor());
        for (EventForm form : EventForm.values()) {
            if (!form.of(buffer).isEmpty() && !processor.streams.containsKey(form)) {
                LiveStream stream =
                        new LiveStream(processor.number, form, processor.fullSwitches, this::isRoomToKeep, damage);
                processor.streams.put(form, stream);
                streams.add(stream);
                forms.add(form);
            }
        }
        hasLosses |= processor.take(item, told);
        if (processor.isLost()) {
            lose(processor);
        }
        switchesSeen |= buffer.events().hasSwitches() || buffer.batches().hasSwitches();
        if (buffer.batches().hasSwitches()) {
            batchesSeen = true;
        }
    }

    /** Whether each of the streams that there are, and no header counts, may keep so many bytes. */
    private boolean isRoomToKeep(long bytes) {
        return streams.size() * bytes <= Runtime.getRuntime().maxMemory() / MEMORY_SHARE;
    }

    /** Whether switches came in batches so far. */
    public boolean hasBatches() {
        return batchesSeen;
    }

    /** Whether ReadyThread events were told so far. */
    public boolean hasReadyEvents() {
        return readyEventsSeen;
    }

    /** Tells what is complete. */
    public void advance(SchedulerListener listener) throws IOException {
        if (newest == NEVER) {
            return;
        }
        long due = newest < Long.MIN_VALUE + delay ? NEVER : newest - delay;
        long forced = isFull() ? Long.MAX_VALUE : due;
        if (order.mayCountFromOne() && (mustTakeNext(forced) || canBegin(order.waitingWithoutGap()))) {
            order.countFromOne();
        }
        while (!order.isEmpty() && (order.isNextInOrder() || mustTakeNext(forced))) {
            takeNext();
        }
        // Without switches, nothing is known of what the others mean.
        if (switchesSeen || isFull()) {
            tell(Math.max(forced, completeUntil()), listener);
        }
    }

    private boolean mustTakeNext(long forced) {
        return forced > Math.max(order.earliestTime(), told) || order.size() > MAX_WAITING_BUFFERS;
    }

    /** Whether buffers tell of all processors, so that what they tell is complete for a while. */
    private boolean canBegin(List<SurveyedBuffer> buffers) {
        Map<Integer, Long> lastSwitches = new HashMap<>();
        for (int number = 0; number < processorsEnd; number++) {
            lastSwitches.put(number, NEVER);
        }
        for (SurveyedBuffer buffer : buffers) {
            long last =
                    Math.max(buffer.events().lastSwitchTime(), buffer.batches().lastSwitchTime());
            lastSwitches.merge(buffer.entry().processor(), last, Math::max);
        }
        return Collections.min(lastSwitches.values()) > first;
    }

    /** Session clock's value before which nothing can come any more. */
    private long completeUntil() {
        long complete = Long.MAX_VALUE;
        for (int number = 0; number < processorsEnd; number++) {
            LiveProcessor processor = processors[number];
            long own = processor == null ? NEVER : processor.completeUntil();
            if (processor != null || number < announcedProcessors) {
                complete = Math.min(complete, own);
            }
        }
        return complete;
    }

    /**
     * Tells the rest: there will be no more.
     *
     * @param isComplete whether all buffers of the session are there; else what a processor has not written yet
     *     counts as {@link Silence}
     */
    public void finish(boolean isComplete, SchedulerListener listener) throws IOException {
        finished = isComplete && lastTime >= lastTimeOfOthers || silence == Silence.UNCHANGED;
        hasLosses |= !finished;
        takeWaiting();
        order.believeLeap();
        if (slices == null && !switchesSeen) {
            identities.learn(Long.MAX_VALUE, null, ThreadDirectory.NOBODY);
            return;
        }
        tell(Long.MAX_VALUE, listener);
        identities.learn(newest, slices, ThreadDirectory.NOBODY);
        // Damaged times lie behind the end.
        identities.learn(Long.MAX_VALUE, null, ThreadDirectory.NOBODY);
        for (LiveProcessor processor : processors) {
            if (finished
                    && processor != null
                    && processor.isUnbroken
                    && processor.plannedThreadId != LiveProcessor.NO_PLAN) {
                // Whoever has ended meanwhile went on elsewhere: the plan was not for the next one with its id.
                slices.foundRunning(
                        processor.number,
                        teller.planned(processor.plannedThreadId, processor.number),
                        processor.runsSince);
            }
        }
        slices.finish(newest);
    }

    /**
     * Tells what lies before a time.
     *
     * @param limit session clock's value
     */
    private void tell(long limit, SchedulerListener listener) throws IOException {
        if (limit <= told || limit <= first) {
            return;
        }
        if (slices == null) {
            begin(listener);
        }
        doubtWaits();
        if (playing.length < streams.size()) {
            playing = streams.toArray(LiveStream[]::new);
            tournament = new Tournament(playing.length, this::earlierOfEqual);
            instantOrder = new InstantOrder(playing.length, threads, slices);
        }
        for (int i = 0; i < playing.length; i++) {
            tournament.set(i, position(i));
        }
        tournament.play();
        loseLate();
        while (tournament.time() != Tournament.ENDED && base + tournament.time() < limit) {
            long time = base + tournament.time();
            readInstant(time);
            identities.learn(
                    time,
                    slices,
                    ending.at(instant.events(), 0, instant.events().size()));
            tellInstant(listener);
            threads.beginHeldBack(slices);
            loseLate();
        }
        told = Math.max(told, Math.min(limit, newest + 1));
        identities.toldUntil(told);
    }

    /**
     * Reads the events of the time that the tournament stands at, as many as there may be at once. Before
     * {@link #completeUntil} no switch waits for its next one; those that do, later, are told without it.
     */
    private void readInstant(long time) throws IOException {
        instant.clear();
        unsettled.clear();
        do {
            int earliest = tournament.earliest();
            LiveStream stream = playing[earliest];
            if (!stream.isSettled()) {
                unsettled.set(instant.events().size());
                if (finished || silence == Silence.UNCHANGED) {
                    stream.table().markLast();
                }
            }
            instant.add(stream.table(), stream.event(), stream.processor(), earliest);
            stream.next();
            tournament.move(earliest, position(earliest));
        } while (tournament.time() == time - base && !instant.isFull(time));
    }

    private void tellInstant(SchedulerListener listener) throws IOException {
        int size = instant.events().size();
        if (size == 1) {
            tell(0, listener);
        } else if (size > 1) {
            instantOrder.begin(instant, 0, size);
            for (int event = instantOrder.next(); event >= 0; event = instantOrder.next()) {
                tell(event, listener);
            }
        }
    }

    /** Tells an event of the instant. */
    private void tell(int event, SchedulerListener listener) throws IOException {
        SchedulerEvents table = instant.events();
        if (!table.isReadyThread(event)) {
            tellSwitch(event, listener);
            return;
        }
        teller.readied(table, event, instant.processor(event));
        if (!readyEventsSeen) {
            // Once: others see it, which takes time.
            readyEventsSeen = true;
        }
    }

    private void loseLate() {
        for (int number = lateProcessors.nextSetBit(0); number >= 0; number = lateProcessors.nextSetBit(number + 1)) {
            lose(processors[number]);
        }
        lateProcessors.clear();
    }

    /** What the tournament is to know of a stream. */
    private long position(int number) throws IOException {
        LiveStream stream = playing[number];
        boolean hasEvent = stream.position(told);
        int late = stream.takeLate();
        if (late > 0) {
            damage.add(Damage.EVENTS_TOO_LATE, stream.processor(), late, stream.offset());
            lateProcessors.set(stream.processor());
        }
        return hasEvent ? stream.time() - base : Tournament.ENDED;
    }

    private int earlierOfEqual(int a, int b) {
        LiveStream left = playing[a];
        LiveStream right = playing[b];
        int order = Integer.compare(left.processor(), right.processor());
        return order < 0 || order == 0 && left.form().compareTo(right.form()) < 0 ? a : b;
    }

    private void begin(SchedulerListener listener) throws IOException {
        base = first;
        slices = new SliceBuilder(
                listener, threads, base, (kind, thread, processor, time) -> contradiction(kind, thread, processor));
        teller = new EventTeller(threads, slices);
        boolean allCount = hasGaps || !finished && silence == Silence.UNKNOWN;
        for (int number = 0; number < processorsEnd; number++) {
            LiveProcessor processor = processors[number];
            boolean begun = processor != null && begin(processor);
            boolean mayRun = allCount && (processor != null || number < announcedProcessors);
            if (!begun && (mayRun || processor != null && processor.isLost())) {
                slices.processor(number, ThreadRef.NONE);
            }
        }
    }

    private void contradiction(Damage kind, int thread, int processor) {
        long offset = 0;
        for (LiveStream stream : streams) {
            if (stream.isOpened() && (processor == DamageLog.NO_PROCESSOR || processor == stream.processor())) {
                offset = stream.offset();
            }
        }
        damage.add(kind, processor, 1, offset, "thread " + threads.threadId(thread));
    }

    /** Its first switch, of whatever kind, tells who ran until then. */
    private boolean begin(LiveProcessor processor) throws IOException {
        LiveStream first = null;
        for (LiveStream stream : processor.streams.values()) {
            if (stream.firstSwitchTime() < (first == null ? Long.MAX_VALUE : first.firstSwitchTime())) {
                first = stream;
            }
        }
        if (first == null) {
            return false;
        }
        int thread = ThreadRef.NONE;
        if (!first.hasLossBeforeFirstSwitch() && !processor.isStartMissing) {
            int threadId = first.form().of(first.firstWithSwitches().piece()).firstOldThreadId();
            thread = teller.thread(threadId, ProcessDirectory.BEFORE_TRACE, processor.number);
        }
        slices.processor(processor.number, thread);
        // Who runs is known, or never will be.
        processor.isUnbroken = false;
        return true;
    }

    private void tellSwitch(int event, SchedulerListener listener) throws IOException {
        SchedulerEvents table = instant.events();
        LiveProcessor processor = processors[instant.processor(event)];
        long time = table.time(event);
        if (processor.isUnbroken && !SchedulerEvents.isAfterLoss(table.fields(event))) {
            slices.foundRunning(
                    processor.number,
                    teller.thread(table.threadId(event), time, processor.number),
                    processor.runsSince);
        }
        processor.isUnbroken = unsettled.get(event);
        if (processor.isUnbroken) {
            // It is told without the one that follows it.
            processor.runsSince = time;
            processor.plannedThreadId = table.isPlanKnown(event) ? table.newThreadId(event) : LiveProcessor.NO_PLAN;
        }
        teller.switched(table, event, processor.number);
        listener.contextSwitch(teller.switchEvent());
    }
}
