package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u16;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;

import io.github.etl2jfr.etl.InputException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What {@code ReadThreadProfilingData} tells of a thread. Layout: PERFORMANCE_DATA and
 * HARDWARE_COUNTER_DATA in winnt.h, the same on 32- and 64-bit systems, as its 64-bit fields lie at
 * multiples of eight.
 *
 * <pre>
 *   00    02       03     04               08                10         18          1C        20
 *   +-----+--------+------+----------------+-----------------+----------+-----------+---------+----
 *   |Size |Version |counts|ContextSwitches | WaitReasonBitMap| CycleTime|RetryCount |(padding)| 16 counters
 *   +-----+--------+------+----------------+-----------------+----------+-----------+---------+----
 *
 *   a counter: Type u32, Reserved u32, Value u64
 * </pre>
 *
 * @param contextSwitchCount switches since profiling was enabled
 * @param waitReasonBitMap bit n is set if one of those since the data were read last had {@link WaitReason} code n
 * @param cycleTime processor cycles the thread used since profiling was enabled, -1 if unknown
 * @param retryCount how often the read was repeated because a switch came in between
 * @param hardwareCounters values of hardware counters by index, at most 16
 */
public record PerformanceData(
        int contextSwitchCount,
        long waitReasonBitMap,
        long cycleTime,
        int retryCount,
        Map<Integer, Long> hardwareCounters) {
    /** Bytes the structure takes. */
    public static final int SIZE = 0x120;

    /** Hardware counters there can be. */
    public static final int MAX_COUNTERS = 16;

    /** PERFORMANCE_DATA_VERSION. */
    private static final int VERSION = 1;

    private static final int COUNTERS = 0x20;
    private static final int COUNTER_SIZE = 0x10;
    private static final int COUNTER_VALUE = 0x08;

    public PerformanceData {
        hardwareCounters = Map.copyOf(hardwareCounters);
    }

    /** The structure as {@code ReadThreadProfilingData} demands to be given it: nothing but size and version. */
    public static byte[] empty() {
        byte[] bytes = new byte[SIZE];
        bytes[0x00] = (byte) SIZE;
        bytes[0x01] = (byte) (SIZE >>> Byte.SIZE);
        bytes[0x02] = VERSION;
        return bytes;
    }

    /**
     * Decodes the structure at the start of {@code bytes}.
     *
     * @param counters hardware counters that profiling was enabled with: bit n for that of index n, which is element n
     * @throws InputException if its size, its version or its number of counters is none this code knows
     */
    public static PerformanceData read(byte[] bytes, int counters) throws InputException {
        if (bytes.length < SIZE || u16(bytes, 0x00) != SIZE) {
            throw new InputException("thread profiling data of %d bytes that say they are %d, expected %d"
                    .formatted(bytes.length, bytes.length < 2 ? 0 : u16(bytes, 0x00), SIZE));
        }
        if (u8(bytes, 0x02) != VERSION) {
            throw new InputException(
                    "thread profiling data of version %d, expected %d".formatted(u8(bytes, 0x02), VERSION));
        }
        int count = u8(bytes, 0x03);
        if (count > MAX_COUNTERS) {
            throw new InputException("thread profiling data with %d hardware counters, at most %d are possible"
                    .formatted(count, MAX_COUNTERS));
        }
        // The count says whether there are any, not which elements have them.
        Map<Integer, Long> values = count == 0
                ? Map.of()
                : IntStream.range(0, MAX_COUNTERS)
                        .filter(index -> (counters & 1 << index) != 0)
                        .boxed()
                        .collect(Collectors.toMap(
                                index -> index, index -> i64(bytes, COUNTERS + index * COUNTER_SIZE + COUNTER_VALUE)));
        return new PerformanceData(i32(bytes, 0x04), i64(bytes, 0x08), i64(bytes, 0x10), i32(bytes, 0x18), values);
    }

    /** The same with other wait reasons. */
    public PerformanceData withWaitReasons(long bitMap) {
        return new PerformanceData(contextSwitchCount, bitMap, cycleTime, retryCount, hardwareCounters);
    }

    /** The names of the wait reasons in the bit map, null if there are none. */
    public String waitReasons() {
        return waitReasonBitMap == 0
                ? null
                : IntStream.range(0, Long.SIZE)
                        .filter(code -> (waitReasonBitMap & 1L << code) != 0)
                        .mapToObj(WaitReason::label)
                        .collect(Collectors.joining(", "));
    }

    /** The hardware counters as {@code index=value} pairs, null if there are none. */
    public String hardwareCounterValues() {
        return hardwareCounters.isEmpty()
                ? null
                : new TreeMap<>(hardwareCounters)
                        .entrySet().stream()
                                .map(counter -> counter.getKey() + "=" + Long.toUnsignedString(counter.getValue()))
                                .collect(Collectors.joining(", "));
    }
}
