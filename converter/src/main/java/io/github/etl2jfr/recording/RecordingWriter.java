package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.kernel.PerformanceData;
import io.github.etl2jfr.kernel.WindowsBuild;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import io.github.etl2jfr.scheduler.ThreadStatistics;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * Writes events in chunks. They must come in the order of their ends: JDK Mission Control loses slices of
 * a chunk that are not in that order. A chunk is closed once it is large enough for readers to work on
 * several side by side. The caller's thread only takes the events down; others encode and write them.
 * Writing a switch or a slice allocates nothing.
 */
public final class RecordingWriter {
    /** JMC parses chunks in parallel; those of 16 to 64 MB suit it. An event takes some 20 bytes. */
    private static final int EVENTS_PER_CHUNK = 1 << 20;

    private static final int CONSTANTS_SIZE = 1 << 16;

    private static final int NANOS_PER_FILETIME_UNIT = 100;
    private static final int NANOS_PER_MILLISECOND = 1_000_000;
    private static final long UNKNOWN = Long.MIN_VALUE;

    /**
     * What a recording is about.
     *
     * @param file name of the trace
     * @param header its log file header
     * @param clock its clock
     * @param firstTime session clock's value at its first event
     * @param lastTime session clock's value at its last event
     * @param compact whether it has switches in batches
     * @param processors number of processors, each below it
     */
    public record Session(
            String file,
            LogFileHeader header,
            SessionClock clock,
            long firstTime,
            long lastTime,
            boolean compact,
            int processors) {}

    private final Session session;
    private final int eventsPerChunk;
    private final Metadata metadata = new Metadata();
    private final TickClock clock;
    private final ThreadConstants threads;
    private final BatchWriter batches;
    private final long nanosPerTimerTick;

    private BatchWriter.Job job;
    private EventBatch batch;
    private long chunkStart;
    private int chunkEvents;
    private long lastTime;
    private long events;

    /**
     * @param channel empty; written to from its beginning
     * @param threads whose threads the events refer to
     * @param workers encode and write what the caller's thread takes down
     */
    public RecordingWriter(FileChannel channel, Session session, ThreadDirectory threads, Workers workers)
            throws IOException {
        this(channel, session, threads, workers, EVENTS_PER_CHUNK);
    }

    /**
     * @param eventsPerChunk after which a chunk is closed, in effect whole batches
     */
    RecordingWriter(FileChannel channel, Session session, ThreadDirectory threads, Workers workers, int eventsPerChunk)
            throws IOException {
        this.session = session;
        this.eventsPerChunk = eventsPerChunk;
        this.clock = TickClock.of(session.clock(), session.firstTime());
        this.threads = new ThreadConstants(threads, session.processors(), metadata);
        this.nanosPerTimerTick = (long) session.header().timerResolution() * NANOS_PER_FILETIME_UNIT;
        lastTime = session.firstTime();
        chunkStart = clock.ticks(lastTime);
        ChunkWriter chunks = new ChunkWriter(channel, metadata, clock);
        chunks.begin(chunkStart);
        EventEncoder encoder = new EventEncoder(metadata, clock, nanosPerTimerTick);
        batches = new BatchWriter(encoder, chunks, workers);
        take();
    }

    /** Number of events; all of them once the recording is complete. */
    public long events() {
        return events;
    }

    /** Completes the recording. */
    public void finish() throws IOException {
        boolean chunkIsEmpty = chunkEvents == 0 && batch.events() == 0;
        submit(chunkIsEmpty && events > 0 ? null : chunkEnd());
        batches.finish();
    }

    /** A processor went from one thread to another. */
    public void contextSwitch(SwitchEvent event) throws IOException {
        batch.contextSwitch(event, threads.use(event.oldThread()), threads.use(event.newThread()));
        written(event.time());
    }

    /** A thread ran. */
    public void running(Slice slice) throws IOException {
        batch.running(slice, threads.use(slice.thread()), threads.use(slice.nextThread()));
        written(slice.end());
    }

    /** A thread was ready but did not run. */
    public void ready(Slice slice) throws IOException {
        batch.ready(
                slice,
                threads.use(slice.thread()),
                threads.use(slice.readiedBy()),
                threads.use(slice.runningInstead()));
        written(slice.end());
    }

    /** A thread waited. */
    public void waiting(Slice slice) throws IOException {
        batch.waiting(slice, threads.use(slice.thread()), threads.use(slice.readiedBy()));
        written(slice.end());
    }

    /** A processor had nothing to do. */
    public void processorIdle(Slice slice) throws IOException {
        batch.idle(slice, threads.use(slice.thread()));
        written(slice.end());
    }

    /** A processor ran a thread: a slice of the thread, seen from the processor. */
    public void processorRunning(Slice slice) throws IOException {
        EventBuffer buffer = begin(EventType.PROCESSOR_RUNNING);
        buffer.putLong(clock.ticks(slice.start()));
        buffer.putLong(clock.length(slice.end() - slice.start()));
        buffer.putLong(threads.use(ThreadRef.idle(slice.processor())));
        buffer.putInt(slice.processor());
        buffer.putLong(threads.use(slice.thread()));
        buffer.putString(threads.processName(slice.thread()));
        buffer.putShort(slice.priority());
        end(slice.end());
    }

    /**
     * What a thread did all in all.
     *
     * @param time session clock's value at its end, or the trace's
     */
    public void threadStatistics(int thread, long time, ThreadStatistics statistics) throws IOException {
        EventBuffer buffer = begin(EventType.THREAD_STATISTICS);
        buffer.putLong(clock.ticks(time));
        buffer.putLong(threads.use(thread));
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
        end(time);
    }

    /**
     * What Windows' thread profiling tells of a thread.
     *
     * @param time session clock's value when it was read
     */
    public void threadProfile(int thread, long time, PerformanceData data) throws IOException {
        EventBuffer buffer = begin(EventType.THREAD_PROFILE);
        buffer.putLong(clock.ticks(time));
        buffer.putLong(threads.use(thread));
        buffer.putInt(data.contextSwitchCount());
        buffer.putLong(data.waitReasonBitMap());
        buffer.putString(data.waitReasons());
        buffer.putLong(data.cycleTime());
        buffer.putInt(data.retryCount());
        buffer.putString(data.hardwareCounterValues());
        end(time);
    }

    /** Tells what the trace is; at its start. */
    public void traceSession() throws IOException {
        LogFileHeader header = session.header();
        EventBuffer buffer = begin(EventType.TRACE_SESSION);
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putString(session.file());
        buffer.putString(header.loggerName());
        buffer.putInt(header.osBuild());
        buffer.putString(osVersion());
        buffer.putInt(header.processors());
        buffer.putInt(header.cpuSpeedMHz());
        buffer.putPooled(metadata.stringKey(session.clock().type().label()));
        buffer.putLong(session.clock().frequency());
        buffer.putLong(
                header.bootTime() == 0
                        ? UNKNOWN
                        : SessionClock.epochNanosOfFileTime(header.bootTime()) / NANOS_PER_MILLISECOND);
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putLong(clock.ticks(session.lastTime()));
        buffer.putLong(nanosPerTimerTick);
        buffer.putInt(header.eventsLost());
        buffer.putInt(header.buffersLost());
        buffer.putBoolean(session.compact());
        buffer.putLong(UNKNOWN);
        buffer.putLong(UNKNOWN);
        end(session.firstTime());
    }

    /** The JDK's own event with the version of the operating system; at the trace's start. */
    public void osInformation() throws IOException {
        EventBuffer buffer = begin(EventType.OS_INFORMATION);
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putString(osVersion());
        end(session.firstTime());
    }

    private String osVersion() {
        LogFileHeader header = session.header();
        return WindowsBuild.describe(header.osMajor(), header.osMinor(), header.osBuild());
    }

    /** The JDK's own event for a process that runs when the recording starts. */
    public void systemProcess(ProcessDirectory.Life process) throws IOException {
        EventBuffer buffer = begin(EventType.SYSTEM_PROCESS);
        buffer.putLong(clock.ticks(session.firstTime()));
        buffer.putString(Integer.toUnsignedString(process.processId()));
        // The system's own processes have none.
        boolean isUntold =
                process.commandLine() == null || process.commandLine().isBlank();
        buffer.putString(isUntold ? process.image() : process.commandLine());
        end(session.firstTime());
    }

    /** A process starts; at {@link ProcessDirectory.Life#start}. */
    public void processStart(ProcessDirectory.Life process) throws IOException {
        EventBuffer buffer = begin(EventType.PROCESS_START);
        buffer.putLong(clock.ticks(process.start()));
        putProcess(buffer, process);
        end(process.start());
    }

    /** A process ends; at {@link ProcessDirectory.Life#end}. */
    public void processEnd(ProcessDirectory.Life process) throws IOException {
        EventBuffer buffer = begin(EventType.PROCESS_END);
        buffer.putLong(clock.ticks(process.end()));
        putProcess(buffer, process);
        buffer.putInt(process.exitStatus());
        end(process.end());
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
        EventBuffer buffer = begin(EventType.DATA_LOSS);
        buffer.putLong(clock.ticks(time));
        buffer.putInt(damage.processor());
        buffer.putPooled(metadata.stringKey(damage.kind().label()));
        buffer.putInt((int) Math.min(damage.amount(), Integer.MAX_VALUE));
        buffer.putLong(damage.fileOffset());
        end(time);
    }

    private EventBuffer begin(EventType type) {
        return batch.beginText(metadata.typeId(type));
    }

    private void end(long time) throws IOException {
        batch.endText();
        written(time);
    }

    /**
     * @param time session clock's value at the end of the event
     */
    private void written(long time) throws IOException {
        lastTime = Math.max(lastTime, time);
        if (batch.isFull()) {
            submit(chunkEvents + batch.events() >= eventsPerChunk ? chunkEnd() : null);
            take();
        }
    }

    private void take() throws IOException {
        job = batches.take();
        batch = job.batch;
    }

    private void submit(BatchWriter.ChunkEnd chunkEnd) {
        events += batch.events();
        chunkEvents = chunkEnd == null ? chunkEvents + batch.events() : 0;
        batches.submit(job, chunkEnd);
    }

    private BatchWriter.ChunkEnd chunkEnd() {
        EventBuffer constants = new EventBuffer(CONSTANTS_SIZE);
        threads.drainTo(constants);
        long end = Math.max(clock.ticks(lastTime), chunkStart);
        // Readers know a chunk by its start, in nanoseconds: no two may be equal.
        chunkStart = Math.max(end, chunkStart + clock.ticksPerNano());
        return new BatchWriter.ChunkEnd(end, constants, chunkStart);
    }
}
