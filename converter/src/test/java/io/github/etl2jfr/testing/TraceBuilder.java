package io.github.etl2jfr.testing;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * A trace under construction: one buffer being filled a processor, written when it is full.
 *
 * <pre>
 *   0           4           8             10        18          28    2A      2C     30      34    36    48
 *   +-----------+-----------+-------------+---------+-----------+-----+-------+------+-------+-----+-----+-----
 *   |BufferSize |SavedOffset|CurrentOffset|TimeStamp|SequenceNo.| cpu |logger |State |Offset |flags|type | events
 *   +-----------+-----------+-------------+---------+-----------+-----+-------+------+-------+-----+-----+-----
 * </pre>
 *
 * <p>Memory is bounded by the buffers of all processors; after the first of each nothing is allocated unless buffers
 * are compressed. The first buffer holds the log header alone. When the trace is closed the log header's tail (end
 * time, counts) is written once more, unless {@link TraceOptions#staleTail}.
 *
 * <p>Events are written in the order they are appended: giving a processor's in time order is the caller's duty.
 */
public final class TraceBuilder implements Closeable {
    public static final int BUFFER_HEADER_BYTES = 0x48;

    /** BufferFlag: written by a flush, not because it was full. */
    public static final int FLUSH_MARKER = 0x01;

    /** BufferFlag: events were lost before this buffer. */
    public static final int EVENTS_LOST = 0x02;

    /** BufferFlag: a buffer was lost before this one. */
    public static final int BUFFER_LOST = 0x04;

    private static final int PROCESSOR_INDEX = 0x20;
    private static final int COMPRESSED = 0x40;

    /** BufferType. */
    public static final int GENERIC = 0;

    public static final int RUNDOWN = 1;
    public static final int HEADER = 4;
    public static final int EMPTY_MARKER = 6;

    private static final int UNUSED = 0xFF;

    /** Beside a processor index of one byte. */
    private static final int UNDEFINED_BYTE = 0x0800;

    /** Where buffers go. */
    private interface Target {
        void write(long position, byte[] bytes, int length) throws IOException;
    }

    /** The buffer a processor fills. */
    private static final class Open {
        final Bytes bytes;
        int flags;
        long lastTime;

        Open(int bufferSize, long time) {
            bytes = new Bytes(bufferSize).zeros(BUFFER_HEADER_BYTES);
            lastTime = time;
        }

        boolean isEmpty() {
            return bytes.size() == BUFFER_HEADER_BYTES;
        }

        void clear() {
            bytes.clear().zeros(BUFFER_HEADER_BYTES);
        }
    }

    private final TraceOptions options;
    private final Target target;
    private final Open[] processors;
    private final Bytes header = new Bytes(BUFFER_HEADER_BYTES);
    private long nextSequenceNumber = 1;
    private long position;
    private long dataBuffers;
    private int buffersWritten;
    private int buffersLost;
    private int eventsLost;
    private long lastTime;
    private boolean closed;

    private TraceBuilder(TraceOptions options, Target target) {
        this.options = options;
        this.target = target;
        processors = new Open[options.processors];
        lastTime = options.startTicks;
        if (options.circularBuffers > 0 && options.encoder != null) {
            throw new IllegalArgumentException("a circular trace cannot be compressed: its buffers take equal places");
        }
        writeHeaderBuffer(options.logHeader());
        position = options.bufferSize;
        buffersWritten = 1;
    }

    /** Writes to a file. */
    public static TraceBuilder to(TraceOptions options, FileChannel file) {
        return new TraceBuilder(options, (position, bytes, length) -> {
            ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
            while (rest.hasRemaining()) {
                file.write(rest, position + rest.position());
            }
        });
    }

    /** Writes to a stream, which can't go back: neither to the log header's tail nor around a circular file. */
    public static TraceBuilder to(TraceOptions options, OutputStream stream) {
        if (!options.staleTail || options.circularBuffers > 0) {
            throw new IllegalArgumentException(
                    "a stream cannot go back: use a file, or a stale tail in sequential order");
        }
        return new TraceBuilder(options, (position, bytes, length) -> stream.write(bytes, 0, length));
    }

    /** Keeps the whole trace. */
    public static InMemory inMemory(TraceOptions options) {
        return new InMemory(options);
    }

    /** A trace kept in memory, and the builder to fill it with. */
    public static final class InMemory {
        private final Bytes file = new Bytes(1 << 16);
        private final TraceBuilder builder;

        private InMemory(TraceOptions options) {
            builder = new TraceBuilder(options, (position, bytes, length) -> {
                int at = Math.toIntExact(position);
                if (at + length > file.size()) {
                    file.zeros(at + length - file.size());
                }
                System.arraycopy(bytes, 0, file.array(), at, length);
            });
        }

        public TraceBuilder builder() {
            return builder;
        }

        /** Closes the builder. */
        public byte[] finish() {
            builder.close();
            return file.toByteArray();
        }
    }

    public TraceOptions options() {
        return options;
    }

    /** Buffers in the file, the header buffer included. */
    public int buffersWritten() {
        return buffersWritten;
    }

    /** Adds an event to a processor's buffer; if it does not fit there, writes that one and begins the next. */
    public TraceBuilder append(int processor, EventBytes event) {
        int size = event.size() + 7 & ~7;
        if (size > options.bufferSize - BUFFER_HEADER_BYTES) {
            throw new IllegalArgumentException(
                    "an event of " + size + " bytes does not fit a buffer of " + options.bufferSize);
        }
        Open buffer = buffer(processor);
        if (buffer.bytes.size() + size > options.bufferSize) {
            flush(processor);
        }
        event.writeTo(buffer.bytes);
        buffer.bytes.align(0, 8);
        buffer.lastTime = event.time();
        lastTime = Math.max(lastTime, event.time());
        return this;
    }

    /** Adds raw bytes where an event would begin: corruption. They are not padded. */
    public TraceBuilder appendRaw(int processor, byte[] bytes) {
        if (bytes.length > remaining(processor)) {
            flush(processor);
        }
        buffer(processor).bytes.raw(bytes);
        return this;
    }

    /** Room left in a processor's buffer. */
    public int remaining(int processor) {
        return options.bufferSize - buffer(processor).bytes.size();
    }

    /** Writes a processor's buffer unless it is empty. */
    public TraceBuilder flush(int processor) {
        return flush(processor, GENERIC, 0);
    }

    /** Writes a processor's buffer unless it is empty, with a type and further flags. */
    public TraceBuilder flush(int processor, int bufferType, int flags) {
        Open buffer = buffer(processor);
        if (!buffer.isEmpty()) {
            writeData(processor, buffer, bufferType, flags);
        }
        return this;
    }

    /** Writes a buffer without events. What the processor has collected is written first. */
    public TraceBuilder emptyBuffer(int processor, int bufferType, int flags) {
        flush(processor);
        writeData(processor, buffer(processor), bufferType, flags);
        return this;
    }

    /** Loses what the processor has collected: its sequence number is missing, and the next buffer says so. */
    public TraceBuilder drop(int processor) {
        Open buffer = buffer(processor);
        buffer.clear();
        buffer.flags |= BUFFER_LOST;
        nextSequenceNumber++;
        buffersLost++;
        return this;
    }

    /** Claims that events were lost: the processor's present buffer says so, the log header says how many. */
    public TraceBuilder loseEvents(int processor, int count) {
        buffer(processor).flags |= EVENTS_LOST;
        eventsLost += count;
        return this;
    }

    /** Writes what is left, processor by processor, and the log header's tail. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (int processor = 0; processor < processors.length; processor++) {
            flush(processor, GENERIC, FLUSH_MARKER);
        }
        if (!options.staleTail) {
            writeHeaderBuffer(options.logHeader()
                    .endTime(options.fileTime(lastTime))
                    .buffersWritten(buffersWritten)
                    .eventsLost(eventsLost)
                    .buffersLost(buffersLost));
        }
    }

    private Open buffer(int processor) {
        Open buffer = processors[processor];
        if (buffer == null) {
            buffer = new Open(options.bufferSize, options.startTicks);
            processors[processor] = buffer;
        }
        return buffer;
    }

    private void writeHeaderBuffer(LogHeader logHeader) {
        Bytes bytes = new Bytes(options.bufferSize).zeros(BUFFER_HEADER_BYTES);
        EventBytes.of(HeaderType.system(options.pointerSize), logHeader)
                .threadId(1234)
                .processId(5678)
                .time(options.startTicks)
                .writeTo(bytes);
        int used = bytes.align(0, 8).size();
        bytes.fill(options.bufferSize - used, UNUSED);
        int state = options.headerBufferState >= 0 ? options.headerBufferState : options.compressionFormat;
        int savedOffset = options.savedOffsetOfHeaderBuffer ? used : 0;
        putHeader(bytes.array(), options.bufferSize, savedOffset, used, 0, 0, 0, state, FLUSH_MARKER, HEADER);
        write(0, bytes.array(), options.bufferSize);
    }

    private void writeData(int processor, Open buffer, int bufferType, int flags) {
        byte[] bytes = buffer.bytes.array();
        int used = buffer.bytes.size();
        int length = options.bufferSize;
        int allFlags = buffer.flags | flags;
        byte[] packed = null;
        if (options.encoder != null && !buffer.isEmpty()) {
            packed = options.encoder.apply(Arrays.copyOfRange(bytes, BUFFER_HEADER_BYTES, used));
        }
        if (packed != null && packed.length < used - BUFFER_HEADER_BYTES) {
            length = BUFFER_HEADER_BYTES + packed.length;
            allFlags |= COMPRESSED;
            bytes = new byte[length];
            System.arraycopy(packed, 0, bytes, BUFFER_HEADER_BYTES, packed.length);
        } else if (!options.staleRest) {
            Arrays.fill(bytes, used, length, (byte) UNUSED);
        }
        long timeStamp = options.fileTimeStamps ? options.fileTime(buffer.lastTime) : buffer.lastTime;
        putHeader(
                bytes,
                length,
                used,
                used,
                timeStamp,
                nextSequenceNumber,
                processor,
                options.compressionFormat,
                allFlags,
                bufferType);
        nextSequenceNumber++;
        if (options.circularBuffers > 0) {
            position = (1 + dataBuffers % options.circularBuffers) * options.bufferSize;
        }
        write(position, bytes, length);
        position += length;
        if (options.circularBuffers == 0 || dataBuffers < options.circularBuffers) {
            buffersWritten++;
        }
        dataBuffers++;
        buffer.clear();
        buffer.flags = 0;
    }

    private void putHeader(
            byte[] bytes,
            int bufferSize,
            int savedOffset,
            int used,
            long timeStamp,
            long sequenceNumber,
            int processor,
            int state,
            int flags,
            int bufferType) {
        int processorField = options.processorIndexFlag ? processor : processor | UNDEFINED_BYTE;
        header.clear()
                .u32(bufferSize)
                .u32(savedOffset)
                // Recorded traces have values past the buffer's end here.
                .u32(used + BUFFER_HEADER_BYTES)
                .u32(0)
                .u64(timeStamp)
                .u64(sequenceNumber)
                .u64(0)
                .u16(processorField)
                .u16(options.loggerId)
                .u32(state)
                .u32(used)
                .u16(flags | (options.processorIndexFlag ? PROCESSOR_INDEX : 0))
                .u16(bufferType)
                .zeros(16);
        System.arraycopy(header.array(), 0, bytes, 0, BUFFER_HEADER_BYTES);
    }

    private void write(long at, byte[] bytes, int length) {
        try {
            target.write(at, bytes, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
