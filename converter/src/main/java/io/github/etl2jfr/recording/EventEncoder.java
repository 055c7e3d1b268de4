package io.github.etl2jfr.recording;

import static io.github.etl2jfr.recording.EventBatch.high;
import static io.github.etl2jfr.recording.EventBatch.low;

import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.bytes.LittleEndian;
import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.jfr.Leb128;
import io.github.etl2jfr.scheduler.ReadyCause;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.SwitchFields;
import java.util.function.Consumer;

/**
 * Turns batches of events into the bytes of a recording: each event its size, its type, its fields in the
 * order in which {@link EventType} lists them. Has no state but tables made once, so that any number of
 * threads can use it; allocates nothing.
 */
final class EventEncoder {
    /** Bytes that an event without texts takes at most; less than 128, so that its size takes one byte. */
    static final int MAX_EVENT_SIZE = 96;

    /** Codes are one byte in a trace. */
    private static final int CODES = 256;

    /** A code as it stands in an event: up to seven bytes, and above them how many. */
    private static final int LENGTH_SHIFT = 56;

    private static final int MAX_CODE_SIZE = 7;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final TickClock clock;
    private final ThreadKeys threads;
    private final long nanosPerTimerTick;

    /** Ids of types, by kind of an {@link EventBatch}. */
    private final long[] typeIds = new long[EventBatch.TEXT];

    // By code plus one, 0 where it is not known.
    private final long[] threadStates;
    private final long[] waitReasons;
    private final long[] waitModes;
    private final long[] readyCauses;
    private final long[] shorts;

    /**
     * @param nanosPerTimerTick length of a tick of the system's timer, which wait times are told in; they are unknown
     *     where it is, {@link LogFileHeader#UNKNOWN}
     */
    EventEncoder(Vocabulary vocabulary, TickClock clock, ThreadKeys threads, long nanosPerTimerTick) {
        this.clock = clock;
        this.threads = threads;
        this.nanosPerTimerTick = nanosPerTimerTick;
        typeIds[EventBatch.SWITCH] = typeId(vocabulary, EventType.CONTEXT_SWITCH);
        typeIds[EventBatch.RUNNING] = typeId(vocabulary, EventType.THREAD_RUNNING);
        typeIds[EventBatch.READY] = typeId(vocabulary, EventType.THREAD_READY);
        typeIds[EventBatch.WAITING] = typeId(vocabulary, EventType.THREAD_WAITING);
        typeIds[EventBatch.IDLE] = typeId(vocabulary, EventType.PROCESSOR_IDLE);
        typeIds[EventBatch.PERIOD] = typeId(vocabulary, EventType.PROCESSOR_STATISTICS);
        threadStates = codes((code, target) -> target.putPooled(vocabulary.threadState(code)));
        waitReasons = codes((code, target) -> target.putPooled(vocabulary.waitReason(code)));
        waitModes = codes((code, target) -> target.putPooled(vocabulary.waitMode(code)));
        shorts = codes((code, target) -> target.putShort(code));
        shorts[0] = code(target -> target.putShort(SwitchEvent.UNKNOWN));
        readyCauses = new long[1 + ReadyCause.values().length];
        for (ReadyCause cause : ReadyCause.values()) {
            readyCauses[1 + cause.code()] = code(target -> target.putPooled(vocabulary.readyCause(cause)));
        }
    }

    private static long typeId(Vocabulary vocabulary, EventType type) {
        return code(target -> target.putLong(vocabulary.typeId(type)));
    }

    private interface Encoding {
        void put(int code, EventBuffer target);
    }

    /** Encoded codes, by code plus one; that of an unknown code is null. */
    private static long[] codes(Encoding encoding) {
        long[] table = new long[1 + CODES];
        table[0] = code(target -> target.putString(null));
        for (int code = 0; code < CODES; code++) {
            int known = code;
            table[1 + code] = code(target -> encoding.put(known, target));
        }
        return table;
    }

    private static long code(Consumer<EventBuffer> encoding) {
        EventBuffer buffer = new EventBuffer(Long.BYTES + Leb128.MAX_SIZE);
        encoding.accept(buffer);
        if (buffer.size() > MAX_CODE_SIZE) {
            throw new IllegalArgumentException("a key that takes %d bytes".formatted(buffer.size()));
        }
        return LittleEndian.i64(buffer.bytes(), 0) | (long) buffer.size() << LENGTH_SHIFT;
    }

    /**
     * @param target receives the events, from its beginning on
     */
    void encode(EventBatch batch, EventBuffer target) {
        target.clear();
        target.reserve(batch.events() * MAX_EVENT_SIZE + batch.texts().length);
        byte[] bytes = target.bytes();
        long[] words = batch.words();
        // As locals: of fields the compiler believes that each store into the bytes may have changed them.
        TickClock clock = this.clock;
        ThreadKeys threads = this.threads;
        long[] typeIds = this.typeIds;
        long[] threadStates = this.threadStates;
        long[] waitReasons = this.waitReasons;
        long[] waitModes = this.waitModes;
        long[] readyCauses = this.readyCauses;
        long[] shorts = this.shorts;
        int text = 0;
        int at = 0;
        int end = batch.end();
        for (int row = 0; row < end; ) {
            long head = words[row];
            int kind = EventBatch.kind(head);
            if (kind == EventBatch.TEXT) {
                int size = EventBatch.textSize(head);
                System.arraycopy(batch.texts(), text, bytes, at, size);
                text += size;
                at += size;
                row++;
                continue;
            }
            int event = at++;
            if (kind == EventBatch.PERIOD) {
                at = period(words, row, bytes, at);
                bytes[event] = (byte) (at - event);
                row += EventBatch.PERIOD_ROW;
                continue;
            }
            // What all have, once for all kinds: the compiler has only so much of this loop in one piece.
            at = putCode(bytes, at, typeIds[kind]);
            long start = clock.ticks(words[row + 1]);
            at = Leb128.put(bytes, at, start);
            if (kind != EventBatch.SWITCH) {
                // Not the length by itself: rounded apart, a slice would not end where the next begins.
                at = Leb128.putSmall(bytes, at, clock.ticks(words[row + 2]) - start);
            }
            long threadPair = words[row + 3];
            at = Leb128.putSmall(bytes, at, threads.key(low(threadPair)));
            at = putInt(bytes, at, EventBatch.processor(head));
            long otherThread = threads.key(high(threadPair));
            switch (kind) {
                case EventBatch.RUNNING -> {
                    at = putCode(bytes, at, shorts[EventBatch.code3(head)]);
                    at = putCode(bytes, at, threadStates[EventBatch.code1(head)]);
                    at = putCode(bytes, at, waitReasons[EventBatch.code2(head)]);
                    at = Leb128.putSmall(bytes, at, otherThread);
                    at = putClipped(bytes, at, head);
                    row += 4;
                }
                case EventBatch.READY -> {
                    at = putCode(bytes, at, readyCauses[EventBatch.code1(head)]);
                    at = Leb128.putSmall(bytes, at, otherThread);
                    at = Leb128.putSmall(bytes, at, threads.key((int) words[row + 4]));
                    at = putClipped(bytes, at, head);
                    row += 5;
                }
                case EventBatch.WAITING -> {
                    at = putCode(bytes, at, waitReasons[EventBatch.code1(head)]);
                    at = putCode(bytes, at, waitModes[EventBatch.code2(head)]);
                    at = Leb128.putSmall(bytes, at, otherThread);
                    at = putClipped(bytes, at, head);
                    row += 4;
                }
                case EventBatch.IDLE -> {
                    at = putCode(bytes, at, shorts[EventBatch.code1(head)]);
                    row += 4;
                }
                default -> {
                    at = Leb128.putSmall(bytes, at, otherThread);
                    // Not all in one: it would be too large for the compiler to have it in this loop.
                    at = switchFields(words[row + 2], low(words[row + 4]), bytes, at);
                    at = putInt(bytes, at, high(words[row + 4]));
                    row += 5;
                }
            }
            bytes[event] = (byte) (at - event);
        }
        target.setSize(at);
    }

    private int switchFields(long fields, int waitTicks, byte[] bytes, int start) {
        int at = putCode(bytes, start, shorts[SwitchFields.oldThreadPriority(fields)]);
        at = putCode(bytes, at, shorts[SwitchFields.newThreadPriority(fields)]);
        at = putCode(bytes, at, threadStates[SwitchFields.oldThreadState(fields)]);
        at = putCode(bytes, at, waitReasons[SwitchFields.waitReason(fields)]);
        at = putCode(bytes, at, waitModes[SwitchFields.waitMode(fields)]);
        at = Leb128.put(
                bytes,
                at,
                waitTicks == SwitchEvent.UNKNOWN || nanosPerTimerTick == LogFileHeader.UNKNOWN
                        ? UNKNOWN
                        : Integer.toUnsignedLong(waitTicks) * nanosPerTimerTick);
        at = putCode(bytes, at, shorts[SwitchFields.previousCState(fields)]);
        return putCode(bytes, at, shorts[SwitchFields.idealProcessor(fields)]);
    }

    private int period(long[] words, int row, byte[] bytes, int start) {
        int at = putCode(bytes, start, typeIds[EventBatch.PERIOD]);
        for (int field = row + 1; field < row + EventBatch.PERIOD_ROW; field++) {
            at = Leb128.put(bytes, at, words[field]);
        }
        return at;
    }

    private static int putInt(byte[] bytes, int at, int value) {
        // Mostly; said here, the compiler leaves out all that larger ones take.
        if ((value & ~0x7F) == 0) {
            bytes[at] = (byte) value;
            return at + 1;
        }
        return Leb128.put(bytes, at, value & 0xFFFF_FFFFL);
    }

    private static int putCode(byte[] bytes, int at, long code) {
        LittleEndian.putI64(bytes, at, code);
        return at + (int) (code >>> LENGTH_SHIFT);
    }

    private static int putClipped(byte[] bytes, int at, long head) {
        bytes[at] = (byte) (EventBatch.isClipped(head) ? 1 : 0);
        return at + 1;
    }
}
