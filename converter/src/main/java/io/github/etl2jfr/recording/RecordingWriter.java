package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.kernel.PerformanceData;
import io.github.etl2jfr.kernel.WindowsBuild;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import io.github.etl2jfr.scheduler.ThreadStatistics;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * Encodes events and writes them in chunks. They must come in the order of their ends: JDK Mission
 * Control loses slices of a chunk that are not in that order. A chunk is closed once it is large enough
 * for readers to work on several side by side. Writing a switch allocates nothing.
 */
public final class RecordingWriter {
    /** Bytes of events in a chunk. JMC parses chunks in parallel; those of 16 to 64 MB suit it. */
    private static final long CHUNK_SIZE = 24 << 20;

    /** Bytes written at a time. */
    private static final int BUFFER_SIZE = 1 << 20;

    /** Room for the last small event of a buffer. */
    private static final int MARGIN = 1 << 10;

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
    private final long chunkSize;
    private final Metadata metadata = new Metadata();
    private final TickClock clock;
    private final ChunkWriter chunks;
    private final ThreadConstants threads;
    private final EventBuffer buffer = new EventBuffer(BUFFER_SIZE + MARGIN);
    private final EventBuffer constants = new EventBuffer(BUFFER_SIZE);
    private final int contextSwitchId;
    private final int runningId;
    private final int readyId;
    private final int waitingId;
    private final int idleId;
    private final long nanosPerTimerTick;

    private long chunkStart;
    private long lastTicks;
    private long events;

    /**
     * @param channel empty; written to from its beginning
     * @param threads whose threads the events refer to
     */
    public RecordingWriter(FileChannel channel, Session session, ThreadDirectory threads) {
        this(channel, session, threads, CHUNK_SIZE);
    }

    /**
     * @param chunkSize bytes of events after which a chunk is closed, in effect whole write buffers
     */
    RecordingWriter(FileChannel channel, Session session, ThreadDirectory threads, long chunkSize) {
        this.session = session;
        this.chunkSize = chunkSize;
        this.clock = TickClock.of(session.clock(), session.firstTime());
        this.chunks = new ChunkWriter(channel, metadata, clock);
        this.threads = new ThreadConstants(threads, session.processors(), metadata);
        this.contextSwitchId = metadata.typeId(EventType.CONTEXT_SWITCH);
        this.runningId = metadata.typeId(EventType.THREAD_RUNNING);
        this.readyId = metadata.typeId(EventType.THREAD_READY);
        this.waitingId = metadata.typeId(EventType.THREAD_WAITING);
        this.idleId = metadata.typeId(EventType.PROCESSOR_IDLE);
        this.nanosPerTimerTick = (long) session.header().timerResolution() * NANOS_PER_FILETIME_UNIT;
        chunkStart = clock.ticks(session.firstTime());
        lastTicks = chunkStart;
        chunks.begin(chunkStart);
    }

    /** Number of events written. */
    public long events() {
        return events;
    }

    /** Completes the recording. */
    public void finish() throws IOException {
        flush();
        endChunk();
    }

    /** A processor went from one thread to another. */
    public void contextSwitch(SwitchEvent event) throws IOException {
        buffer.beginSmall(contextSwitchId);
        putTime(event.time());
        buffer.putLong(threads.use(event.oldThread()));
        buffer.putInt(event.processor());
        buffer.putLong(threads.use(event.newThread()));
        buffer.putShort(event.oldThreadPriority());
        buffer.putShort(event.newThreadPriority());
        putThreadState(event.oldThreadState());
        putWaitReason(event.hasWaitReason() ? event.oldThreadWaitReason() : SwitchEvent.UNKNOWN);
        putWaitMode(event.oldThreadWaitMode());
        int ticks = event.newThreadWaitTicks();
        buffer.putLong(ticks == SwitchEvent.UNKNOWN ? UNKNOWN : Integer.toUnsignedLong(ticks) * nanosPerTimerTick);
        buffer.putShort(event.previousCState());
        buffer.putShort(event.oldThreadIdealProcessor());
        buffer.putInt(event.oldThreadRemainingQuantum());
        buffer.endSmall();
        written();
    }

    private void putThreadState(int code) {
        buffer.putPooled(code == SwitchEvent.UNKNOWN ? 0 : metadata.threadStateKey(code));
    }

    private void putWaitReason(int code) {
        buffer.putPooled(code == SwitchEvent.UNKNOWN ? 0 : metadata.waitReasonKey(code));
    }

    private void putWaitMode(int code) {
        buffer.putPooled(code == SwitchEvent.UNKNOWN ? 0 : metadata.waitModeKey(code));
    }

    /** A thread ran. */
    public void running(Slice slice) throws IOException {
        beginSpan(runningId, slice, slice.thread());
        buffer.putInt(slice.processor());
        buffer.putShort(slice.priority());
        putThreadState(slice.endState());
        putWaitReason(slice.waitReason());
        buffer.putLong(threads.use(slice.nextThread()));
        buffer.putBoolean(slice.clipped());
        buffer.endSmall();
        written();
    }

    /** A thread was ready but did not run. */
    public void ready(Slice slice) throws IOException {
        beginSpan(readyId, slice, slice.thread());
        buffer.putInt(slice.processor());
        buffer.putPooled(metadata.readyCauseKey(slice.cause()));
        buffer.putLong(threads.use(slice.readiedBy()));
        buffer.putLong(threads.use(slice.runningInstead()));
        buffer.putBoolean(slice.clipped());
        buffer.endSmall();
        written();
    }

    /** A thread waited. */
    public void waiting(Slice slice) throws IOException {
        beginSpan(waitingId, slice, slice.thread());
        buffer.putInt(slice.processor());
        putWaitReason(slice.waitReason());
        putWaitMode(slice.waitMode());
        buffer.putLong(threads.use(slice.readiedBy()));
        buffer.putBoolean(slice.clipped());
        buffer.endSmall();
        written();
    }

    /** A processor had nothing to do. */
    public void processorIdle(Slice slice) throws IOException {
        beginSpan(idleId, slice, slice.thread());
        buffer.putInt(slice.processor());
        buffer.putShort(slice.cState());
        buffer.endSmall();
        written();
    }

    /** A processor ran a thread: a slice of the thread, seen from the processor. */
    public void processorRunning(Slice slice) throws IOException {
        buffer.beginLarge(metadata.typeId(EventType.PROCESSOR_RUNNING));
        putSpan(slice, ThreadRef.idle(slice.processor()));
        buffer.putInt(slice.processor());
        buffer.putLong(threads.use(slice.thread()));
        buffer.putString(threads.processName(slice.thread()));
        buffer.putShort(slice.priority());
        buffer.endLarge();
        written();
    }

    /**
     * What a thread did all in all.
     *
     * @param time session clock's value at its end, or the trace's
     */
    public void threadStatistics(int thread, long time, ThreadStatistics statistics) throws IOException {
        buffer.beginLarge(metadata.typeId(EventType.THREAD_STATISTICS));
        putTime(time);
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
        buffer.endLarge();
        written();
    }

    /**
     * What Windows' thread profiling tells of a thread.
     *
     * @param time session clock's value when it was read
     */
    public void threadProfile(int thread, long time, PerformanceData data) throws IOException {
        buffer.beginLarge(metadata.typeId(EventType.THREAD_PROFILE));
        putTime(time);
        buffer.putLong(threads.use(thread));
        buffer.putInt(data.contextSwitchCount());
        buffer.putLong(data.waitReasonBitMap());
        buffer.putString(data.waitReasons());
        buffer.putLong(data.cycleTime());
        buffer.putInt(data.retryCount());
        buffer.putString(data.hardwareCounterValues());
        buffer.endLarge();
        written();
    }

    private void beginSpan(int typeId, Slice slice, int thread) {
        buffer.beginSmall(typeId);
        putSpan(slice, thread);
    }

    private void putSpan(Slice slice, int thread) {
        buffer.putLong(clock.ticks(slice.start()));
        buffer.putLong(clock.length(slice.end() - slice.start()));
        lastTicks = Math.max(lastTicks, clock.ticks(slice.end()));
        buffer.putLong(threads.use(thread));
    }

    /** Tells what the trace is; at its start. */
    public void traceSession() throws IOException {
        LogFileHeader header = session.header();
        buffer.beginLarge(metadata.typeId(EventType.TRACE_SESSION));
        putTime(session.firstTime());
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
        buffer.endLarge();
        written();
    }

    /** The JDK's own event with the version of the operating system; at the trace's start. */
    public void osInformation() throws IOException {
        buffer.beginLarge(metadata.typeId(EventType.OS_INFORMATION));
        putTime(session.firstTime());
        buffer.putString(osVersion());
        buffer.endLarge();
        written();
    }

    private String osVersion() {
        LogFileHeader header = session.header();
        return WindowsBuild.describe(header.osMajor(), header.osMinor(), header.osBuild());
    }

    /** The JDK's own event for a process that runs when the recording starts. */
    public void systemProcess(ProcessDirectory.Life process) throws IOException {
        buffer.beginLarge(metadata.typeId(EventType.SYSTEM_PROCESS));
        putTime(session.firstTime());
        buffer.putString(Integer.toUnsignedString(process.processId()));
        // The system's own processes have none.
        boolean isUntold =
                process.commandLine() == null || process.commandLine().isBlank();
        buffer.putString(isUntold ? process.image() : process.commandLine());
        buffer.endLarge();
        written();
    }

    /** A process starts; at {@link ProcessDirectory.Life#start}. */
    public void processStart(ProcessDirectory.Life process) throws IOException {
        buffer.beginLarge(metadata.typeId(EventType.PROCESS_START));
        putTime(process.start());
        putProcess(process);
        buffer.endLarge();
        written();
    }

    /** A process ends; at {@link ProcessDirectory.Life#end}. */
    public void processEnd(ProcessDirectory.Life process) throws IOException {
        buffer.beginLarge(metadata.typeId(EventType.PROCESS_END));
        putTime(process.end());
        putProcess(process);
        buffer.putInt(process.exitStatus());
        buffer.endLarge();
        written();
    }

    private void putProcess(ProcessDirectory.Life process) {
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
        buffer.beginLarge(metadata.typeId(EventType.DATA_LOSS));
        putTime(time);
        buffer.putInt(damage.processor());
        buffer.putPooled(metadata.stringKey(damage.kind().label()));
        buffer.putInt((int) Math.min(damage.amount(), Integer.MAX_VALUE));
        buffer.putLong(damage.fileOffset());
        buffer.endLarge();
        written();
    }

    private void putTime(long sessionTime) {
        long ticks = clock.ticks(sessionTime);
        lastTicks = Math.max(lastTicks, ticks);
        buffer.putLong(ticks);
    }

    private void written() throws IOException {
        events++;
        if (buffer.size() >= BUFFER_SIZE) {
            flush();
            if (chunks.size() >= chunkSize) {
                nextChunk();
            }
        }
    }

    private void flush() throws IOException {
        chunks.write(buffer);
        buffer.clear();
    }

    private void nextChunk() throws IOException {
        endChunk();
        // Readers know a chunk by its start, in nanoseconds: no two may be equal.
        chunkStart = Math.max(lastTicks, chunkStart + clock.ticksPerNano());
        chunks.begin(chunkStart);
    }

    private void endChunk() throws IOException {
        threads.drainTo(constants);
        chunks.end(Math.max(lastTicks, chunkStart), constants);
        constants.clear();
    }
}
