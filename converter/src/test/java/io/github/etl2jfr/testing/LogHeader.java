package io.github.etl2jfr.testing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first event of a trace: hook 0x0000. Layout: TRACE_LOGFILE_HEADER in evntrace.h, with pointers as wide as its own
 * PointerSize says, whatever header the event has.
 */
public final class LogHeader implements Payload {
    private static final int TIME_ZONE_NAME_BYTES = 64;
    private static final int TIME_ZONE_BIAS_MINUTES = -60;

    private int bufferSize = 0x10000;
    private int majorVersion = 10;
    private int build = 19045;
    private int processors = 1;
    private long endTime;
    private int timerResolution = 156_250;
    private int maximumFileSizeMegabytes;
    private int logFileMode;
    private int buffersWritten;
    private int pointerSize = 8;
    private int eventsLost;
    private int cpuMegahertz = 2_000;
    private long bootTime;
    private long frequency = 10_000_000;
    private long startTime;
    private int clockType = 1;
    private int buffersLost;
    private String loggerName = "NT Kernel Logger";
    private String logFileName = "C:\\traces\\kernel.etl";

    public LogHeader bufferSize(int newBufferSize) {
        bufferSize = newBufferSize;
        return this;
    }

    /** The Windows version's first number: 6 up to 8.1, then 10. */
    public LogHeader majorVersion(int newMajorVersion) {
        majorVersion = newMajorVersion;
        return this;
    }

    public LogHeader build(int newBuild) {
        build = newBuild;
        return this;
    }

    public LogHeader processors(int newProcessors) {
        processors = newProcessors;
        return this;
    }

    public LogHeader endTime(long fileTime) {
        endTime = fileTime;
        return this;
    }

    /** The length of a timer tick in units of 100 ns. */
    public LogHeader timerResolution(int newTimerResolution) {
        timerResolution = newTimerResolution;
        return this;
    }

    public LogHeader maximumFileSizeMegabytes(int megabytes) {
        maximumFileSizeMegabytes = megabytes;
        return this;
    }

    public LogHeader logFileMode(int newLogFileMode) {
        logFileMode = newLogFileMode;
        return this;
    }

    public LogHeader buffersWritten(int newBuffersWritten) {
        buffersWritten = newBuffersWritten;
        return this;
    }

    public LogHeader pointerSize(int newPointerSize) {
        pointerSize = newPointerSize;
        return this;
    }

    public LogHeader eventsLost(int newEventsLost) {
        eventsLost = newEventsLost;
        return this;
    }

    public LogHeader cpuMegahertz(int megahertz) {
        cpuMegahertz = megahertz;
        return this;
    }

    public LogHeader bootTime(long fileTime) {
        bootTime = fileTime;
        return this;
    }

    public LogHeader frequency(long ticksPerSecond) {
        frequency = ticksPerSecond;
        return this;
    }

    public LogHeader startTime(long fileTime) {
        startTime = fileTime;
        return this;
    }

    /** 1 QPC, 2 system time, 3 CPU cycles. */
    public LogHeader clockType(int newClockType) {
        clockType = newClockType;
        return this;
    }

    public LogHeader buffersLost(int newBuffersLost) {
        buffersLost = newBuffersLost;
        return this;
    }

    public LogHeader loggerName(String newLoggerName) {
        loggerName = newLoggerName;
        return this;
    }

    public LogHeader logFileName(String newLogFileName) {
        logFileName = newLogFileName;
        return this;
    }

    @Override
    public int hook() {
        return 0x0000;
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public void writeTo(Bytes bytes, int headerPointerSize) {
        int start = bytes.size();
        bytes.u32(bufferSize)
                .u8(majorVersion)
                .u8(0)
                .u8(1)
                .u8(5)
                .u32(build)
                .u32(processors)
                .u64(endTime)
                .u32(timerResolution)
                .u32(maximumFileSizeMegabytes)
                .u32(logFileMode)
                .u32(buffersWritten)
                .u32(1)
                .u32(pointerSize)
                .u32(eventsLost)
                .u32(cpuMegahertz)
                // Two addresses in the traced machine: meaningless, so anything but a valid offset.
                .pointer(7, pointerSize)
                .pointer(5, pointerSize);
        bytes.u32(TIME_ZONE_BIAS_MINUTES);
        timeZoneName(bytes, "Standard Time").zeros(16).u32(0);
        timeZoneName(bytes, "Daylight Time").zeros(16).u32(-60);
        bytes.align(start, 8)
                .u64(bootTime)
                .u64(frequency)
                .u64(startTime)
                .u32(clockType)
                .u32(buffersLost)
                .utf16(loggerName)
                .utf16(logFileName);
    }

    private static Bytes timeZoneName(Bytes bytes, String name) {
        return bytes.raw(Arrays.copyOf(name.getBytes(StandardCharsets.UTF_16LE), TIME_ZONE_NAME_BYTES));
    }
}
