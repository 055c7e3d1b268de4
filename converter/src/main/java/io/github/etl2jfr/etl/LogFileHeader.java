package io.github.etl2jfr.etl;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.utf16;

/**
 * The first event of a trace file. Layout: TRACE_LOGFILE_HEADER in evntrace.h, which 32- and 64-bit
 * systems lay out differently from the two pointers on.
 *
 * <pre>
 *   00 BufferSize u32       10 EndTime i64              20 LogFileMode u32      30 EventsLost u32
 *   04 version 4 x u8       18 TimerResolution u32      24 BuffersWritten u32   34 CpuSpeedInMHz u32
 *   08 ProviderVersion u32  1C MaximumFileSize u32      28 StartBuffers u32     38 two pointers
 *   0C NumberOfProcessors                               2C PointerSize u32
 *
 *   after the pointers: TimeZone AC bytes, 8-byte aligned BootTime i64, PerfFreq i64, StartTime i64,
 *   ReservedFlags u32, BuffersLost u32, logger name and log file name (UTF-16, NUL)
 * </pre>
 *
 * @param bufferSize bytes of a buffer before compression
 * @param osMajor major version of Windows, 6 for Vista to 8.1
 * @param osMinor minor version of Windows
 * @param osBuild build of Windows, such as 19045
 * @param processors number of processors
 * @param endTime FILETIME of the session's end, 0 if the header was never completed
 * @param timerResolution length of a timer tick, in units of 100 ns, as the header has it: be it possible or not
 * @param logFileMode EVENT_TRACE_FILE_MODE_… flags
 * @param buffersWritten buffers in the file, 0 or stale if the header was never completed
 * @param pointerSize 4 or 8, of the traced system; a single event may still differ
 * @param eventsLost events the session had no room for
 * @param cpuSpeedMHz ticks of the CPU-cycle clock a microsecond
 * @param bootTime FILETIME of the system's start; inexact, never a base for times
 * @param perfFrequency ticks of the QPC clock a second
 * @param startTime FILETIME at {@code startTimestamp}
 * @param clockCode wire code of the session's clock
 * @param buffersLost buffers the session could not write
 * @param loggerName name of the session
 * @param startTimestamp session clock's value at {@code startTime}: the time of this event
 */
public record LogFileHeader(
        long bufferSize,
        int osMajor,
        int osMinor,
        int osBuild,
        int processors,
        long endTime,
        long timerResolution,
        int logFileMode,
        int buffersWritten,
        int pointerSize,
        long eventsLost,
        int cpuSpeedMHz,
        long bootTime,
        long perfFrequency,
        long startTime,
        int clockCode,
        long buffersLost,
        String loggerName,
        long startTimestamp) {

    /** The {@link #timerTickNanos()} of a header that tells no length a tick can have. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    private static final long NANOS_PER_FILETIME_UNIT = 100;

    /** A second: traces have ticks of 15.6 ms, and of so long ones as many as 32 bits can count still fit a long. */
    private static final long MAX_TIMER_RESOLUTION = 10_000_000;

    private static final int MODE_CIRCULAR = 0x2;
    private static final int MODE_APPEND = 0x4;
    private static final int MODE_NEW_FILE = 0x8;
    private static final int MODE_BUFFERING = 0x400;
    private static final int MODE_COMPRESSED = 0x0400_0000;
    private static final int HOOK = 0x0000;
    static final int END_TIME_OFFSET = 0x10;
    static final int BUFFERS_WRITTEN_OFFSET = 0x24;
    private static final int POINTERS_OFFSET = 0x38;
    private static final int TIME_ZONE_SIZE = 0xAC;
    private static final int TAIL_SIZE = 0x20;
    private static final int START_TIME_IN_TAIL = 0x10;

    /**
     * Decodes the event the cursor stands on.
     *
     * @return null if it is another event, or too short
     */
    static LogFileHeader read(EventCursor event) {
        byte[] bytes = event.bytes();
        int base = event.payloadOffset();
        if (event.hook() != HOOK || event.payloadSize() < POINTERS_OFFSET) {
            return null;
        }
        int pointerSize = i32(bytes, base + 0x2C) == 4 ? 4 : 8;
        int tail = base + tailOffset(pointerSize);
        int names = tail + TAIL_SIZE;
        if (names > event.payloadEnd()) {
            return null;
        }
        return new LogFileHeader(
                u32(bytes, base),
                bytes[base + 0x04],
                bytes[base + 0x05],
                i32(bytes, base + 0x08),
                i32(bytes, base + 0x0C),
                i64(bytes, base + END_TIME_OFFSET),
                u32(bytes, base + 0x18),
                i32(bytes, base + 0x20),
                i32(bytes, base + BUFFERS_WRITTEN_OFFSET),
                pointerSize,
                u32(bytes, base + 0x30),
                i32(bytes, base + 0x34),
                i64(bytes, tail),
                i64(bytes, tail + 0x08),
                i64(bytes, tail + START_TIME_IN_TAIL),
                i32(bytes, tail + 0x18),
                u32(bytes, tail + 0x1C),
                utf16(bytes, names, event.payloadEnd()),
                event.time());
    }

    private static int tailOffset(int pointerSize) {
        int timeZoneEnd = POINTERS_OFFSET + 2 * pointerSize + TIME_ZONE_SIZE;
        return (timeZoneEnd + 7) & ~7;
    }

    /** Where the session's start is, from the header's first field on. */
    static int startTimeOffset(int pointerSize) {
        return tailOffset(pointerSize) + START_TIME_IN_TAIL;
    }

    /** Length of a tick of the system's timer, in nanoseconds, or {@link #UNKNOWN}. */
    public long timerTickNanos() {
        return timerResolution == 0 || timerResolution > MAX_TIMER_RESOLUTION
                ? UNKNOWN
                : timerResolution * NANOS_PER_FILETIME_UNIT;
    }

    /** Whether buffers are compressed. */
    boolean isCompressed() {
        return (logFileMode & MODE_COMPRESSED) != 0;
    }

    /** Whether the file was written around: new buffers in the place of the oldest. */
    public boolean isCircular() {
        return (logFileMode & MODE_CIRCULAR) != 0;
    }

    /** Whether its session ended, and completed the header. */
    public boolean isComplete() {
        return endTime != 0;
    }

    /**
     * Whether the session's first buffer is in the file: not if later ones took its place, in the file or before they
     * were written to it, and if another file came before.
     */
    public boolean beginsWithSession() {
        return (logFileMode & (MODE_CIRCULAR | MODE_BUFFERING | MODE_APPEND | MODE_NEW_FILE)) == 0;
    }

    /** Whether {@link #buffersWritten} are those of this file from its start on, and all still there. */
    public boolean countsBuffers() {
        return isComplete() && (logFileMode & (MODE_CIRCULAR | MODE_APPEND | MODE_NEW_FILE)) == 0;
    }
}
