package io.github.etl2jfr.conversion;

import io.github.etl2jfr.etl.compression.CompressionFormat;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A second, plain reader for small sound traces, to check the converter against: the whole file in memory,
 * one object an event, nothing shared with the converter but the decompressors.
 */
final class PlainTrace {
    /** What a trace says of a switch beyond the truth table; null or -1 where it says nothing. */
    record Detail(
            long time,
            boolean hasWaitTicks,
            Integer reason,
            Integer waitMode,
            int previousCState,
            int idealProcessor,
            int quantum) {}

    /** An event about a process. */
    record ProcessEvent(
            int kind,
            long time,
            long pid,
            long parentPid,
            int session,
            int exitCode,
            String image,
            String commandLine) {}

    /** An event about a thread; the name is null if it has none. */
    record ThreadEvent(int kind, long time, long pid, long tid, String name) {}

    static final int START = 1;
    static final int END = 2;
    static final int RUNDOWN_AT_START = 3;

    private static final int BUFFER_HEADER = 0x48;
    private static final int EVENT_HEADER = 0x20;
    private static final int FLAG_COMPRESSED = 0x40;
    private static final int MASK_PROCESSOR = 0xFF;
    private static final int IDLE_SHORT = 0;
    private static final int IDLE = 1;
    private static final int LITE = 2;

    private final long timerTickNanos;
    private final Map<Integer, List<Detail>> switches = new TreeMap<>();
    private final List<ProcessEvent> processes = new ArrayList<>();
    private final List<ThreadEvent> threads = new ArrayList<>();

    private PlainTrace(long timerTickNanos) {
        this.timerTickNanos = timerTickNanos;
    }

    static PlainTrace read(Path path) throws IOException, CorruptDataException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        int logHeader = BUFFER_HEADER + EVENT_HEADER;
        PlainTrace trace = new PlainTrace(file.getInt(logHeader + 0x18) * 100L);
        List<Integer> buffers = new ArrayList<>();
        for (int at = file.getInt(0); at < file.capacity(); at += file.getInt(at)) {
            buffers.add(at);
        }
        buffers.sort(Comparator.comparingLong(at -> file.getLong(at + 0x18)));
        for (int at : buffers) {
            trace.events(file.getShort(at + 0x28) & MASK_PROCESSOR, content(file, at));
        }
        trace.processes.sort(Comparator.comparingLong(ProcessEvent::time));
        trace.threads.sort(Comparator.comparingLong(ThreadEvent::time));
        return trace;
    }

    private static ByteBuffer content(ByteBuffer file, int at) throws CorruptDataException {
        byte[] stored = bytes(file, at + BUFFER_HEADER, file.getInt(at) - BUFFER_HEADER);
        byte[] events = new byte[file.getInt(at + 4) - BUFFER_HEADER];
        if ((file.getShort(at + 0x34) & FLAG_COMPRESSED) == 0) {
            events = Arrays.copyOf(stored, events.length);
        } else {
            CompressionFormat.ofCode(file.getShort(at + 0x2C))
                    .newDecompressor()
                    .decompress(stored, 0, stored.length, events, 0, events.length);
        }
        return ByteBuffer.wrap(events).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer source, int at, int length) {
        byte[] bytes = new byte[length];
        source.get(at, bytes);
        return bytes;
    }

    /** Ticks of the timer, in which wait times are told. */
    long timerTickNanos() {
        return timerTickNanos;
    }

    /** All switches, in order, by processor. */
    Map<Integer, List<Detail>> switches() {
        return switches;
    }

    /** In the order of time. */
    List<ProcessEvent> processes() {
        return processes;
    }

    /** The name the recording should give a thread that runs at a time. */
    String threadName(long tid, long time) {
        List<ThreadEvent> life = life(tid, time);
        String name = null;
        for (ThreadEvent event : life) {
            name = event.name() == null ? name : event.name();
        }
        return "%s (%d)".formatted(name == null ? image(life) : name, tid);
    }

    /** The group the recording should put a thread in that runs at a time. */
    String groupName(long tid, long time) {
        List<ThreadEvent> life = life(tid, time);
        return "%s (%d)".formatted(image(life), life.get(0).pid());
    }

    private String image(List<ThreadEvent> life) {
        ThreadEvent first = life.get(0);
        String image = null;
        for (ProcessEvent event : processes) {
            boolean isEarlier = event.time() <= first.time();
            if (event.pid() == first.pid() && (image == null || isEarlier)) {
                image = event.image();
            }
        }
        return image;
    }

    /** The events of the thread that has the id at a time: from its start, if told, to that of the next. */
    private List<ThreadEvent> life(long tid, long time) {
        List<ThreadEvent> life = new ArrayList<>();
        for (ThreadEvent event : threads) {
            if (event.tid() != tid) {
                continue;
            }
            if (event.kind() == START && !life.isEmpty()) {
                if (event.time() > time) {
                    break;
                }
                life.clear();
            }
            life.add(event);
        }
        return life;
    }

    private void events(int processor, ByteBuffer bytes) {
        for (int at = 0; at < bytes.limit(); at += (bytes.getShort(at + 4) + 7) & ~7) {
            int type = bytes.get(at + 2);
            boolean isSystem = type == 0x01 || type == 0x02;
            boolean isCompact = type == 0x03 || type == 0x04;
            int pointer = type == 0x01 || type == 0x03 || type == 0x10 ? 4 : 8;
            int payload = at + (isSystem ? 0x20 : isCompact ? 0x18 : 0x10);
            long time = bytes.getLong(at + (isSystem || isCompact ? 0x10 : 0x08));
            int end = at + (bytes.getShort(at + 4) & 0xFFFF);
            int hook = bytes.getShort(at + 6);
            List<Detail> ofProcessor = switches.computeIfAbsent(processor, key -> new ArrayList<>());
            switch (hook) {
                case 0x0524 -> ofProcessor.add(contextSwitch(bytes, payload, time));
                case 0x0525 -> batch(bytes, payload, end, ofProcessor);
                case 0x0501, 0x0502, 0x0503, 0x0504 -> thread(hook & 0xFF, time, bytes, payload, end, pointer);
                case 0x0301, 0x0302, 0x0303, 0x0304 ->
                    process(hook & 0xFF, time, bytes.get(at), bytes, payload, pointer);
                default -> {
                    // Nothing that is compared.
                }
            }
        }
    }

    private static Detail contextSwitch(ByteBuffer bytes, int at, long time) {
        boolean isIdle = bytes.getInt(at + 4) == 0;
        return new Detail(
                time,
                true,
                (int) bytes.get(at + 0x0C),
                bytes.get(at + 0x0D) & 1,
                isIdle ? bytes.get(at + 0x0A) : -1,
                bytes.get(at + 0x0F) & 0xFF,
                bytes.getInt(at + 0x14));
    }

    private static void batch(ByteBuffer bytes, int start, int end, List<Detail> target) {
        long time = bytes.getLong(start);
        for (int at = start + 0x58; at < end; ) {
            int form = bytes.get(at) & 3;
            boolean isFull = form > LITE;
            if (form == IDLE_SHORT) {
                time += (bytes.getShort(at) & 0xFFFF) >> 2;
                at += 2;
            } else {
                time += form == LITE ? bytes.getInt(at) >>> 15 : bytes.getInt(at) >>> 2;
                at += isFull ? 8 : 4;
            }
            target.add(new Detail(time, isFull && form != IDLE, null, null, -1, -1, -1));
        }
    }

    private void thread(int kind, long time, ByteBuffer bytes, int at, int end, int pointer) {
        int name = at + 8 + 7 * pointer + 8;
        String text = name >= end ? "" : utf16(bytes, name);
        threads.add(new ThreadEvent(kind, time, bytes.getInt(at), bytes.getInt(at + 4), text.isEmpty() ? null : text));
    }

    private void process(int kind, long time, int version, ByteBuffer bytes, int at, int pointer) {
        int ids = at + pointer;
        int sid = ids + 16 + pointer + (version >= 4 ? 4 : 0);
        int image = sid + 4;
        if (bytes.getInt(sid) != 0) {
            int revision = sid + 2 * pointer;
            image = revision + 8 + 4 * bytes.get(revision + 1);
        }
        int imageEnd = image;
        while (bytes.get(imageEnd) != 0) {
            imageEnd++;
        }
        processes.add(new ProcessEvent(
                kind,
                time,
                bytes.getInt(ids),
                bytes.getInt(ids + 4),
                bytes.getInt(ids + 8),
                bytes.getInt(ids + 12),
                new String(bytes(bytes, image, imageEnd - image), StandardCharsets.ISO_8859_1),
                utf16(bytes, imageEnd + 1)));
    }

    private static String utf16(ByteBuffer bytes, int start) {
        StringBuilder text = new StringBuilder();
        for (int at = start; at + 2 <= bytes.limit() && bytes.getChar(at) != 0; at += 2) {
            text.append(bytes.getChar(at));
        }
        return text.toString();
    }
}
