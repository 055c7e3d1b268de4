package io.github.etl2jfr.recording;

import static io.github.etl2jfr.recording.EventBatch.high;
import static io.github.etl2jfr.recording.EventBatch.low;

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
    private final long contextSwitchId;
    private final long runningId;
    private final long readyId;
    private final long waitingId;
    private final long idleId;

    // By code plus one, 0 where it is not known.
    private final long[] threadStates;
    private final long[] waitReasons;
    private final long[] waitModes;
    private final long[] readyCauses;
    private final long[] shorts;

    /**
     * @param nanosPerTimerTick length of a tick of the system's timer, which wait times are told in
     */
    EventEncoder(Vocabulary vocabulary, TickClock clock, ThreadKeys threads, long nanosPerTimerTick) {
        this.clock = clock;
        this.threads = threads;
        this.nanosPerTimerTick = nanosPerTimerTick;
        contextSwitchId = code(target -> target.putLong(vocabulary.typeId(EventType.CONTEXT_SWITCH)));
        runningId = code(target -> target.putLong(vocabulary.typeId(EventType.THREAD_RUNNING)));
        readyId = code(target -> target.putLong(vocabulary.typeId(EventType.THREAD_READY)));
        waitingId = code(target -> target.putLong(vocabulary.typeId(EventType.THREAD_WAITING)));
        idleId = code(target -> target.putLong(vocabulary.typeId(EventType.PROCESSOR_IDLE)));
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

    private interface Encoding {
        void put(int code, EventBuffer target);
    }

    /** By code plus one; null where it is not known. */
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
        int text = 0;
        int at = 0;
        int end = batch.end();
        for (int row = 0; row < end; ) {
            long head = words[row];
            if (EventBatch.kind(head) == EventBatch.TEXT) {
                int size = EventBatch.textSize(head);
                System.arraycopy(batch.texts(), text, bytes, at, size);
                text += size;
                at += size;
                row++;
                continue;
            }
            int start = at++;
            switch (EventBatch.kind(head)) {
                case EventBatch.RUNNING -> {
                    at = running(words, row, head, bytes, at);
                    row += 4;
                }
                case EventBatch.READY -> {
                    at = ready(words, row, head, bytes, at);
                    row += 5;
                }
                case EventBatch.WAITING -> {
                    at = waiting(words, row, head, bytes, at);
                    row += 4;
                }
                case EventBatch.IDLE -> {
                    at = idle(words, row, head, bytes, at);
                    row += 4;
                }
                default -> {
                    // Two, as one would be too large for the compiler to have it in this loop, where it is faster.
                    at = contextSwitch(words, row, head, bytes, at);
                    at = switchFields(words, row, bytes, at);
                    row += 5;
                }
            }
            bytes[start] = (byte) (at - start);
        }
        target.setSize(at);
    }

    private int running(long[] words, int row, long head, byte[] bytes, int event) {
        int at = span(runningId, words, row, head, bytes, event);
        at = putCode(bytes, at, shorts[EventBatch.code3(head)]);
        at = putCode(bytes, at, threadStates[EventBatch.code1(head)]);
        at = putCode(bytes, at, waitReasons[EventBatch.code2(head)]);
        at = Leb128.put(bytes, at, threads.key(high(words[row + 3])));
        return putClipped(bytes, at, head);
    }

    private int ready(long[] words, int row, long head, byte[] bytes, int event) {
        int at = span(readyId, words, row, head, bytes, event);
        at = putCode(bytes, at, readyCauses[EventBatch.code1(head)]);
        at = Leb128.put(bytes, at, threads.key(high(words[row + 3])));
        at = Leb128.put(bytes, at, threads.key((int) words[row + 4]));
        return putClipped(bytes, at, head);
    }

    private int waiting(long[] words, int row, long head, byte[] bytes, int event) {
        int at = span(waitingId, words, row, head, bytes, event);
        at = putCode(bytes, at, waitReasons[EventBatch.code1(head)]);
        at = putCode(bytes, at, waitModes[EventBatch.code2(head)]);
        at = Leb128.put(bytes, at, threads.key(high(words[row + 3])));
        return putClipped(bytes, at, head);
    }

    private int idle(long[] words, int row, long head, byte[] bytes, int event) {
        int at = span(idleId, words, row, head, bytes, event);
        return putCode(bytes, at, shorts[EventBatch.code1(head)]);
    }

    /** What all slices begin with: type, start, duration, thread, processor. */
    private int span(long typeId, long[] words, int row, long head, byte[] bytes, int event) {
        int at = putCode(bytes, event, typeId);
        long start = clock.ticks(words[row + 1]);
        at = Leb128.put(bytes, at, start);
        // Not the length by itself: rounded apart, a slice would not end where the next begins.
        at = Leb128.put(bytes, at, clock.ticks(words[row + 2]) - start);
        at = Leb128.put(bytes, at, threads.key(low(words[row + 3])));
        return putInt(bytes, at, EventBatch.processor(head));
    }

    private int contextSwitch(long[] words, int row, long head, byte[] bytes, int event) {
        int at = putCode(bytes, event, contextSwitchId);
        at = Leb128.put(bytes, at, clock.ticks(words[row + 1]));
        at = Leb128.put(bytes, at, threads.key(low(words[row + 3])));
        at = putInt(bytes, at, EventBatch.processor(head));
        return Leb128.put(bytes, at, threads.key(high(words[row + 3])));
    }

    private int switchFields(long[] words, int row, byte[] bytes, int event) {
        long fields = words[row + 2];
        long ticks = words[row + 4];
        int at = putCode(bytes, event, shorts[SwitchFields.oldThreadPriority(fields)]);
        at = putCode(bytes, at, shorts[SwitchFields.newThreadPriority(fields)]);
        at = putCode(bytes, at, threadStates[SwitchFields.oldThreadState(fields)]);
        at = putCode(bytes, at, waitReasons[SwitchFields.waitReason(fields)]);
        at = putCode(bytes, at, waitModes[SwitchFields.waitMode(fields)]);
        at = Leb128.put(
                bytes,
                at,
                low(ticks) == SwitchEvent.UNKNOWN ? UNKNOWN : Integer.toUnsignedLong(low(ticks)) * nanosPerTimerTick);
        at = putCode(bytes, at, shorts[SwitchFields.previousCState(fields)]);
        at = putCode(bytes, at, shorts[SwitchFields.idealProcessor(fields)]);
        return putInt(bytes, at, high(ticks));
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
