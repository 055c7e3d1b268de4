package io.github.etl2jfr.testing;

import java.util.function.UnaryOperator;

/** How a trace is laid out: the machine it claims to come from, its clock, its buffers. */
public final class TraceOptions {
    /** What the session clock and the wall clock showed at the start; any other values would do. */
    private static final long DEFAULT_START_TICKS = 1_942_608_875L;

    private static final long DEFAULT_START_TIME = 134_397_326_864_597_738L;
    private static final long QPC_FREQUENCY = 10_000_000;
    private static final int CIRCULAR = 2;
    private static final int COMPRESSED = 0x0400_0000;

    int bufferSize = 0x10000;
    int processors = 2;
    int build = 19045;
    int headerPointerSize = 8;
    int pointerSize = 8;
    Clock clock = Clock.QPC;
    long frequency = QPC_FREQUENCY;
    long startTicks = DEFAULT_START_TICKS;
    long startTime = DEFAULT_START_TIME;
    int timerResolution = 156_250;
    String loggerName = "NT Kernel Logger";
    int loggerId = 7;
    private int logFileMode;
    int circularBuffers;
    UnaryOperator<byte[]> encoder;
    int compressionFormat = 3;
    int headerBufferState = -1;
    boolean processorIndexFlag = true;
    boolean fileTimeStamps = true;
    boolean staleTail;
    boolean savedOffsetOfHeaderBuffer = true;
    boolean staleRest;

    /** Bytes of a buffer, its header included. */
    public TraceOptions bufferSize(int newBufferSize) {
        bufferSize = newBufferSize;
        return this;
    }

    public TraceOptions processors(int newProcessors) {
        processors = newProcessors;
        return this;
    }

    public int processors() {
        return processors;
    }

    public TraceOptions build(int newBuild) {
        build = newBuild;
        return this;
    }

    /** The bitness of both the log header and the events' headers. */
    public TraceOptions pointerSize(int newPointerSize) {
        pointerSize = newPointerSize;
        headerPointerSize = newPointerSize;
        return this;
    }

    /** PointerSize of the log header alone: it can differ from the events'. */
    public TraceOptions logHeaderPointerSize(int newPointerSize) {
        headerPointerSize = newPointerSize;
        return this;
    }

    /** The session clock; the start is changed to a plausible value of it. */
    public TraceOptions clock(Clock newClock, long ticksPerSecond) {
        clock = newClock;
        frequency = newClock == Clock.SYSTEM_TIME ? 10_000_000 : ticksPerSecond;
        startTicks = newClock == Clock.SYSTEM_TIME ? startTime : DEFAULT_START_TICKS;
        return this;
    }

    /** The header event's timestamp and the moment it stands for. */
    public TraceOptions start(long ticks, long fileTime) {
        startTicks = ticks;
        startTime = fileTime;
        return this;
    }

    /** The length of a timer tick in units of 100 ns. */
    public TraceOptions timerResolution(int newTimerResolution) {
        timerResolution = newTimerResolution;
        return this;
    }

    public TraceOptions loggerName(String newLoggerName) {
        loggerName = newLoggerName;
        return this;
    }

    /** LogFileMode, to which circular and compressed files add their bits. */
    public TraceOptions logFileMode(int newLogFileMode) {
        logFileMode = newLogFileMode;
        return this;
    }

    /** The file keeps so many data buffers: the next takes the oldest one's place. */
    public TraceOptions circular(int dataBuffers) {
        circularBuffers = dataBuffers;
        return this;
    }

    /**
     * Compresses every buffer that gets smaller by it.
     *
     * @param format 2 LZNT1, 3 XPRESS, 4 XPRESS Huffman
     * @param newEncoder from the buffer's events to what the file holds
     */
    public TraceOptions compression(int format, UnaryOperator<byte[]> newEncoder) {
        compressionFormat = format;
        encoder = newEncoder;
        return this;
    }

    /** The first buffer's State, should it not tell the compression format. */
    public TraceOptions headerBufferState(int state) {
        headerBufferState = state;
        return this;
    }

    /** As before Windows 8: one byte of processor number, an undefined byte after it, no flag. */
    public TraceOptions oldProcessorIndex() {
        processorIndexFlag = false;
        return this;
    }

    /** Flush times as session clock values, as a session writes them; otherwise FILETIME, as a merge does. */
    public TraceOptions rawTimeStamps() {
        fileTimeStamps = false;
        return this;
    }

    /** The session was never stopped: EndTime and BuffersWritten stay 0. Files that go to a stream need this. */
    public TraceOptions staleTail() {
        staleTail = true;
        return this;
    }

    /** The header buffer's SavedOffset is 0; only its Offset tells what is used. */
    public TraceOptions noSavedOffsetInHeaderBuffer() {
        savedOffsetOfHeaderBuffer = false;
        return this;
    }

    /** After a buffer's events lies what an earlier buffer had there, not 0xFF. */
    public TraceOptions staleRest() {
        staleRest = true;
        return this;
    }

    /** The kinds of event that go with build and pointer size. */
    public Events events() {
        return Events.of(pointerSize, build);
    }

    /** The session clock's value so many ticks after the start. */
    public long ticks(long sinceStart) {
        return startTicks + sinceStart;
    }

    /** The FILETIME of a session clock's value, in whole units of 100 ns. */
    public long fileTime(long ticks) {
        long elapsed = ticks - startTicks;
        long seconds = Math.floorDiv(elapsed, frequency);
        return startTime + seconds * 10_000_000 + Math.floorMod(elapsed, frequency) * 10_000_000 / frequency;
    }

    LogHeader logHeader() {
        LogHeader header = new LogHeader()
                .bufferSize(bufferSize)
                .majorVersion(build < 10240 ? 6 : 10)
                .build(build)
                .processors(processors)
                .timerResolution(timerResolution)
                .logFileMode(logFileMode | (encoder == null ? 0 : COMPRESSED) | (circularBuffers == 0 ? 0 : CIRCULAR))
                .pointerSize(headerPointerSize)
                .bootTime(startTime - 1_000_000_000L)
                .startTime(startTime)
                .clockType(clock.code())
                .loggerName(loggerName);
        if (clock == Clock.CPU_CYCLES) {
            return header.cpuMegahertz((int) (frequency / 1_000_000));
        }
        return header.frequency(frequency);
    }
}
