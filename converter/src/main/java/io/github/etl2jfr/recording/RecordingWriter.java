package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.kernel.WindowsBuild;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ProcessorStatistics;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import io.github.etl2jfr.scheduler.ThreadStatistics;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;

/**
 * Writes events in chunks, of a recording of its own or of a JVM's. They must come in the order of their ends: JDK
 * Mission Control loses slices of a chunk that are not in that order. A chunk is closed once it is large enough for
 * readers to work on several side by side. The caller's thread only takes the events down; others encode and write
 * them. Writing a switch, a slice or a period, whose time must have been {@linkplain #reach reached}, allocates nothing.
 */
public final class RecordingWriter {
    /** JMC parses chunks in parallel; those of 16 to 64 MB suit it. An event takes some 20 bytes. */
    private static final int EVENTS_PER_CHUNK = 1 << 20;

    private static final int NANOS_PER_MILLISECOND = 1_000_000;
    private static final long UNKNOWN = Long.MIN_VALUE;

    /**
     * What a recording is about.
     *
     * @param file name of the trace
     * @param header its log file header
     * @param clock its clock
     * @param firstTime session clock's value from which on the recording tells
     * @param lastTime session clock's value until which it tells
     * @param compact whether it has switches in batches
     * @param readyEvents whether it has ReadyThread events
     * @param processors number of processors, each below it
     * @param leftOut what of the trace is not in the recording
     */
    public record Session(
            String file,
            LogFileHeader header,
            SessionClock clock,
            long firstTime,
            long lastTime,
            boolean compact,
            boolean readyEvents,
            int processors,
            LeftOut leftOut) {}

    private final Session session;
    private final int eventsPerChunk;
    private final Vocabulary vocabulary;
    private final TickClock clock;
    private final ClockAgreement agreement;
    private final ThreadConstants threads;
    private final ThreadKeys threadKeys;
    private final ChunkSink chunks;
    private final BatchWriter batches;
    private final long nanosPerTimerTick;

    private BatchWriter.Job job;
    private EventBatch batch;

    /** Session clock's value from which on events belong to the next chunk. */
    private long limit;

    private int chunkEvents;
    private long lastTime;
    private long events;

    /**
     * Writes a recording of its own.
     *
     * @param channel empty; written to from its beginning
     * @param threads whose threads the events refer to
     * @param workers encode and write what the caller's thread takes down
     */
    public RecordingWriter(SeekableByteChannel channel, Session session, ThreadDirectory threads, Workers workers)
            throws IOException {
        this(channel, session, threads, workers, EVENTS_PER_CHUNK);
    }

    /**
     * @param eventsPerChunk after which a chunk is closed, in effect whole batches
     */
    RecordingWriter(
            SeekableByteChannel channel, Session session, ThreadDirectory threads, Workers workers, int eventsPerChunk)
            throws IOException {
        this(session, RecordingParts.ofOwn(channel, session, threads), workers, eventsPerChunk);
    }

    /**
     * Writes the recording of a JVM again, with events added.
     *
     * @param channel empty; written to from its beginning
     * @param threads whose threads the events refer to
     * @param target the JVM's recording
     * @param workers encode and write what the caller's thread takes down
     * @throws InputException if the recording has such events already, or its constants make no sense
     */
    public RecordingWriter(
            SeekableByteChannel channel, Session session, ThreadDirectory threads, JvmTarget target, Workers workers)
            throws IOException, InputException {
        this(channel, session, threads, target, workers, EVENTS_PER_CHUNK);
    }

    /**
     * @param eventsPerChunk that are added to a chunk of the JVM's, before more go into another
     */
    RecordingWriter(
            SeekableByteChannel channel,
            Session session,
            ThreadDirectory threads,
            JvmTarget target,
            Workers workers,
            int eventsPerChunk)
            throws IOException, InputException {
        this(session, RecordingParts.ofJvm(channel, session, threads, target), workers, eventsPerChunk);
    }

    private RecordingWriter(Session session, RecordingParts parts, Workers workers, int eventsPerChunk)
            throws IOException {
        this.session = session;
        this.eventsPerChunk = eventsPerChunk;
        this.clock = parts.clock();
        this.agreement = parts.agreement();
        this.vocabulary = parts.vocabulary();
        this.threads = parts.threads();
        this.threadKeys = threads.keys();
        this.chunks = parts.chunks();
        this.nanosPerTimerTick = session.header().timerTickNanos();
        this.batches =
                new BatchWriter(new EventEncoder(vocabulary, clock, threadKeys, nanosPerTimerTick), chunks, workers);
        lastTime = session.firstTime();
        limit = chunks.limit();
        take();
    }

    /** Whether it is a JVM's recording that events are added to. */
    public boolean isJvm() {
        return agreement.source() != null;
    }

    /** Number of events; all of them once the recording is complete. */
    public long events() {
        return events;
    }

    /** Completes the recording. */
    public void finish() throws IOException {
        submit(chunks.last(lastTime, isChunkEmpty()));
        batches.finish();
    }

    /** A processor went from one thread to another. */
    public void contextSwitch(SwitchEvent event) throws IOException {
        long time = event.time();
        batch.contextSwitch(event, threads.use(event.oldThread(), time), threads.use(event.newThread(), time));
        written(time);
    }

    /** A thread ran. */
    public void running(Slice slice) throws IOException {
        long end = slice.end();
        batch.running(slice, threads.use(slice.thread(), end), threads.use(slice.nextThread(), end));
        written(end);
    }

    /** A thread was ready but did not run. */
    public void ready(Slice slice) throws IOException {
        long end = slice.end();
        batch.ready(
                slice,
                threads.use(slice.thread(), end),
                threads.use(slice.readiedBy(), end),
                threads.use(slice.runningInstead(), end));
        written(end);
    }

    /** A thread waited. */
    public void waiting(Slice slice) throws IOException {
        long end = slice.end();
        batch.waiting(slice, threads.use(slice.thread(), end), threads.use(slice.readiedBy(), end));
        written(end);
    }

    /** A processor had nothing to do. */
    public void processorIdle(Slice slice) throws IOException {
        long end = slice.end();
        batch.idle(slice, threads.use(slice.thread(), end));
        written(end);
    }

    /** A processor ran a thread: a slice of the thread, seen from the processor. */
    public void processorRunning(Slice slice) throws IOException {
        EventBuffer buffer = begin(EventType.PROCESSOR_RUNNING, slice.end());
        buffer.putLong(clock.ticks(slice.start()));
        buffer.putLong(clock.ticks(slice.end()) - clock.ticks(slice.start()));
        putThread(buffer, ThreadRef.idle(slice.processor()), slice.end());
        buffer.putInt(slice.processor());
        putThread(buffer, slice.thread(), slice.end());
        buffer.putString(threads.processName(slice.thread()));
        buffer.putShort(slice.priority());
        end();
    }

    /**
     * What a thread did all in all.
     *
     * @param time session clock's value at its end, or the trace's
     */
    public void threadStatistics(int thread, long time, ThreadStatistics statistics) throws IOException {
        EventBuffer buffer = begin(EventType.THREAD_STATISTICS, time);
        buffer.putLong(clock.ticks(time));
        putThread(buffer, thread, time);
        buffer.putInt(statistics.contextSwitches());
        buffer.putInt(statistics.involuntarySwitches());
        buffer.putLong(statistics.waitReasonBitMap());
        buffer.putString(statistics.waitReasons());
        buffer.putLong(clock.length(statistics.runningTime()));
        buffer.putLong(clock.length(statistics.readyTime()));
        buffer.putLong(clock.length(statistics.waitingTime()));
        buffer.putLong(clock.length(statistics.longestReady()));
        buffer.putInt(statistics.migrations());
        buffer.putLong(statistics.longestReady() == 0 ? UNKNOWN : clock.ticks(statistics.longestReadyStart()));
        end();
    }

    /**
     * What a processor did in a period.
     *
     * @param time session clock's value at which that is known: at the end of the slice that lasted beyond the period
     */
    public void processorStatistics(ProcessorStatistics statistics, long time) throws IOException {
        batch.period(statistics, time, clock);
        written(time);
    }

    /** Tells what the trace is; at its start. */
    public void traceSession() throws IOException {
        LogFileHeader header = session.header();
        EventBuffer buffer = begin(EventType.TRACE_SESSION, session.firstTime());
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putString(session.file());
        buffer.putString(header.loggerName());
        buffer.putInt(header.osBuild());
        buffer.putString(osVersion());
        buffer.putInt(header.processors());
        buffer.putInt(header.cpuSpeedMHz());
        buffer.putPooled(vocabulary.string(session.clock().type().label()));
        buffer.putLong(session.clock().frequency());
        buffer.putLong(
                header.bootTime() == 0
                        ? UNKNOWN
                        : SessionClock.epochNanosOfFileTime(header.bootTime()) / NANOS_PER_MILLISECOND);
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putLong(clock.ticks(session.lastTime()));
        buffer.putLong(nanosPerTimerTick);
        buffer.putInt(DamageLog.recorded(header.eventsLost()));
        buffer.putInt(DamageLog.recorded(header.buffersLost()));
        buffer.putBoolean(session.compact());
        buffer.putBoolean(session.readyEvents());
        buffer.putLong(agreement.offsetNanos());
        buffer.putLong(agreement.uncertaintyNanos());
        buffer.putLong(agreement.driftNanos());
        buffer.putPooled(isJvm() ? vocabulary.string(agreement.source().label()) : 0);
        buffer.putInt(agreement.evidence());
        buffer.putLong(
                agreement.otherwise() == null ? UNKNOWN : agreement.otherwise().offsetNanos());
        buffer.putString(threads.jvmProcessName(session.firstTime()));
        LeftOut leftOut = session.leftOut();
        buffer.putLong(leftOut.minDuration().toNanos());
        buffer.putLong(leftOut.nanosBefore());
        buffer.putLong(leftOut.nanosAfter());
        buffer.putString(leftOut.onlyProcesses());
        buffer.putString(leftOut.onlyThreads());
        buffer.putString(leftOut.onlyEvents());
        end();
    }

    /** The JDK's own event with the version of the operating system; at the trace's start. */
    public void osInformation() throws IOException {
        EventBuffer buffer = begin(EventType.OS_INFORMATION, session.firstTime());
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putString(osVersion());
        end();
    }

    private String osVersion() {
        LogFileHeader header = session.header();
        return WindowsBuild.describe(header.osMajor(), header.osMinor(), header.osBuild());
    }

    /** The JDK's own event for a process that runs when the recording starts. */
    public void systemProcess(ProcessDirectory.Life process) throws IOException {
        EventBuffer buffer = begin(EventType.SYSTEM_PROCESS, session.firstTime());
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putString(Integer.toUnsignedString(process.processId()));
        // The system's own processes have none.
        boolean isUntold =
                process.commandLine() == null || process.commandLine().isBlank();
        buffer.putString(isUntold ? process.image() : process.commandLine());
        end();
    }

    /** A process starts; at {@link ProcessDirectory.Life#start}. */
    public void processStart(ProcessDirectory.Life process) throws IOException {
        EventBuffer buffer = begin(EventType.PROCESS_START, process.start());
        buffer.putLong(clock.ticks(process.start()));
        putProcess(buffer, process);
        end();
    }

    /** A process ends; at {@link ProcessDirectory.Life#end}. */
    public void processEnd(ProcessDirectory.Life process) throws IOException {
        EventBuffer buffer = begin(EventType.PROCESS_END, process.end());
        buffer.putLong(clock.ticks(process.end()));
        putProcess(buffer, process);
        buffer.putInt(process.exitStatus());
        end();
    }

    private static void putProcess(EventBuffer buffer, ProcessDirectory.Life process) {
        buffer.putLong(Integer.toUnsignedLong(process.processId()));
        buffer.putLong(Integer.toUnsignedLong(process.parentId()));
        buffer.putString(process.image());
        buffer.putString(process.commandLine());
        buffer.putInt(process.sessionId());
    }

    /**
     * Something is missing.
     *
     * @param time session clock's value about which it is missing
     */
    public void dataLoss(DamageLog.Entry damage, long time) throws IOException {
        EventBuffer buffer = begin(EventType.DATA_LOSS, time);
        buffer.putLong(clock.ticks(time));
        buffer.putInt(damage.processor());
        buffer.putPooled(vocabulary.string(damage.kind().reason().label()));
        buffer.putInt(damage.recordedAmount());
        buffer.putLong(damage.fileOffset());
        buffer.putPooled(vocabulary.string(damage.kind().label()));
        buffer.putPooled(vocabulary.string(damage.kind().severity().label()));
        end();
    }

    /**
     * A JVM event, explained.
     *
     * @param time session clock's value at which it ends
     */
    public void latencyBreakdown(LatencyBreakdown breakdown, long time) throws IOException {
        EventBuffer buffer = begin(EventType.LATENCY_BREAKDOWN, time);
        buffer.putLong(breakdown.startTicks());
        buffer.putLong(breakdown.durationTicks());
        buffer.putLong(threadKeys.key(threads.useJvmThread(breakdown.jvmThread())));
        buffer.putLong(chunks.useStackTrace(breakdown.chunk(), breakdown.stackTrace()));
        putText(buffer, breakdown.javaEvent(), true);
        putText(buffer, breakdown.detail(), false);
        ThreadTimes times = breakdown.times();
        buffer.putLong(times.runningTicks());
        buffer.putLong(times.readyTicks());
        buffer.putLong(times.waitingTicks());
        buffer.putLong(times.unknownTicks());
        buffer.putLong(times.longestReadyTicks());
        buffer.putPooled(times.waitReason() == SwitchEvent.UNKNOWN ? 0 : vocabulary.waitReason(times.waitReason()));
        putThread(buffer, times.displacedBy(), time);
        buffer.putLong(times.displacedTicks());
        int vmThread = breakdown.vmThread();
        buffer.putLong(vmThread == JvmThreads.NONE ? 0 : threadKeys.key(threads.useJvmThread(vmThread)));
        ThreadTimes vmThreadTimes = breakdown.vmThreadTimes();
        buffer.putLong(vmThreadTimes.runningTicks());
        buffer.putLong(vmThreadTimes.readyTicks());
        buffer.putLong(vmThreadTimes.waitingTicks());
        buffer.putLong(vmThreadTimes.unknownTicks());
        putThread(buffer, vmThreadTimes.displacedBy(), time);
        end();
    }

    /** A text that other events may have as well. */
    private void putText(EventBuffer buffer, String text, boolean isOneOfFew) {
        long key = text == null ? 0 : chunks.useText(text, isOneOfFew);
        if (key == 0) {
            buffer.putString(text);
        } else {
            buffer.putPooled(key);
        }
    }

    private void putThread(EventBuffer buffer, int thread, long time) {
        buffer.putLong(threadKeys.key(threads.use(thread, time)));
    }

    /**
     * @param time session clock's value at the end of the event
     */
    private EventBuffer begin(EventType type, long time) throws IOException {
        reach(time);
        lastTime = Math.max(lastTime, time);
        return batch.beginText(vocabulary.typeId(type));
    }

    private void end() throws IOException {
        batch.endText();
        written(lastTime);
    }

    /**
     * Goes on to the chunk of events that end at this time, and passes on a batch that is nearly full. Switches and
     * slices do not see to that themselves: HotSpot would have it in the code of each kind of them, and throw all of
     * that away when the first chunk is full.
     */
    public void reach(long time) throws IOException {
        while (time >= limit && limit < Long.MAX_VALUE) {
            submit(chunks.passed(isChunkEmpty()));
            limit = chunks.limit();
            take();
        }
        if (batch.isNearlyFull()) {
            passOn();
        }
    }

    private void written(long time) throws IOException {
        lastTime = Math.max(lastTime, time);
        if (batch.isFull()) {
            passOn();
        }
    }

    private void passOn() throws IOException {
        boolean isFull = chunkEvents + batch.events() >= eventsPerChunk || threads.isFull();
        submit(isFull ? chunks.full(lastTime) : null);
        take();
    }

    private boolean isChunkEmpty() {
        return chunkEvents + batch.events() == 0;
    }

    private void take() throws IOException {
        job = batches.take();
        batch = job.batch;
    }

    /**
     * @param ending null if the chunk goes on
     */
    private void submit(ChunkSink.Ending ending) {
        events += batch.events();
        chunkEvents = ending == null ? chunkEvents + batch.events() : 0;
        batches.submit(job, ending);
    }
}
