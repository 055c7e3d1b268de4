package io.github.etl2jfr.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A sound trace to which things happen, and what of it is still as it was. Damage is chosen by bytes, so that whoever
 * makes up bytes makes up damage, eight for each thing that happens:
 *
 * <pre>
 *   0      1      2        4        6      8
 *   +------+------+--------+--------+------+
 *   | kind | more | buffer | place  | value|      each modulo what there is
 *   +------+------+--------+--------+------+
 * </pre>
 */
public final class DamagedTrace {
    /** Bytes that choose one damage. */
    public static final int STEP = 8;

    /** What can happen. */
    private enum Kind {
        // Nothing here makes up bytes: what is told of such a trace is true.
        CUT_OFF,
        DROP,
        REPEAT,
        SWAP,
        // From here on anything may be told, but of buffers that were left alone.
        ERASE,
        FLIP,
        OVERWRITE,
        LIE_IN_HEADER,
        LIE_ANYWHERE,
        SPLICE
    }

    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final int BUFFER_HEADER = 0x48;

    /** What numbers are claimed to be. */
    private static final long[] LIES = {
        0,
        1,
        -1,
        7,
        8,
        BUFFER_HEADER - 1,
        BUFFER_HEADER,
        1024,
        Short.MAX_VALUE,
        0x1_0000,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xFFFF_FFFFL,
        1L << 40,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    /** Some bytes of the file. */
    private static final class Part {
        /** Which buffer of the sound trace they are, or were. */
        final int buffer;

        final byte[] bytes;

        /** Whether they still are. */
        final boolean isWhole;

        Part(int buffer, byte[] bytes, boolean isWhole) {
            this.buffer = buffer;
            this.bytes = bytes;
            this.isWhole = isWhole;
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private boolean isForged;

    /** Nothing has happened yet. */
    public DamagedTrace(byte[] trace) {
        for (int at = 0; at < trace.length; ) {
            int size = ByteBuffer.wrap(trace).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
            parts.add(new Part(parts.size(), Arrays.copyOfRange(trace, at, at + size), true));
            at += size;
        }
    }

    /** Everything happens that the bytes choose. */
    public static DamagedTrace of(byte[] trace, byte[] steps) {
        DamagedTrace damaged = new DamagedTrace(trace);
        ByteBuffer rest = ByteBuffer.wrap(steps).order(ByteOrder.LITTLE_ENDIAN);
        while (rest.remaining() >= STEP && !damaged.parts.isEmpty()) {
            Kind kind = KINDS.get((rest.get() & 0xFF) % KINDS.size());
            damaged.apply(kind, rest.get() & 0xFF, rest.getShort() & 0xFFFF, rest.getShort() & 0xFFFF, rest.getShort());
        }
        return damaged;
    }

    private void apply(Kind kind, int more, int buffer, int place, int value) {
        int at = buffer % parts.size();
        int other = place % parts.size();
        Part part = parts.get(at);
        byte[] bytes = part.bytes.clone();
        if (bytes.length == 0) {
            return;
        }
        int from = place % bytes.length;
        isForged |= kind.compareTo(Kind.ERASE) >= 0;
        switch (kind) {
            case CUT_OFF -> {
                parts.subList(at + 1, parts.size()).clear();
                change(at, Arrays.copyOf(bytes, from));
            }
            case DROP -> parts.remove(at);
            case REPEAT -> parts.add(other, part);
            case SWAP -> {
                parts.set(at, parts.get(other));
                parts.set(other, part);
            }
            case ERASE ->
                change(at, join(bytes, from, new byte[0], Math.min(bytes.length, from + 1 + (value & 0x3FF))));
            case FLIP -> {
                bytes[from] ^= (byte) (1 << more % Byte.SIZE);
                change(at, bytes);
            }
            case OVERWRITE -> {
                bytes[from] = (byte) value;
                change(at, bytes);
            }
            case LIE_IN_HEADER -> lie(at, bytes, from % BUFFER_HEADER, more, value);
            case LIE_ANYWHERE -> lie(at, bytes, from, more, value);
            case SPLICE -> {
                byte[] donor = parts.get((at + 1) % parts.size()).bytes;
                int donorFrom = donor.length == 0 ? 0 : (value & 0xFFFF) % donor.length;
                int size = Math.min(donor.length - donorFrom, 1 + 4 * more);
                byte[] spliced = Arrays.copyOfRange(donor, donorFrom, donorFrom + size);
                // In place of as many bytes, or between two.
                int resume = (value & 1) == 0 ? from : Math.min(bytes.length, from + size);
                change(at, join(bytes, from, spliced, resume));
            }
        }
    }

    /** Four or eight bytes, aligned as numbers are, claim something. */
    private void lie(int at, byte[] bytes, int place, int more, int value) {
        int size = (more & 1) == 0 ? Integer.BYTES : Long.BYTES;
        int from = place / Integer.BYTES * Integer.BYTES;
        if (from + size > bytes.length) {
            return;
        }
        ByteBuffer target = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long lie = LIES[(value & 0xFFFF) % LIES.length];
        if (size == Integer.BYTES) {
            target.putInt(from, (int) lie);
        } else {
            target.putLong(from, lie);
        }
        change(at, bytes);
    }

    private static byte[] join(byte[] bytes, int end, byte[] between, int resume) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, 0, end);
        joined.writeBytes(between);
        joined.write(bytes, resume, bytes.length - resume);
        return joined.toByteArray();
    }

    private void change(int at, byte[] bytes) {
        Part part = parts.get(at);
        parts.set(at, new Part(part.buffer, bytes, part.isWhole && Arrays.equals(bytes, part.bytes)));
    }

    /** Whether bytes were made up, so that events may tell what never was. */
    public boolean isForged() {
        return isForged;
    }

    /** Whether the file still begins with the buffer that holds the log file header. */
    public boolean hasHeader() {
        return !parts.isEmpty() && parts.get(0).buffer == 0 && parts.get(0).isWhole;
    }

    /** The buffers of the sound trace, counted from 0, that are in the file as they were, and not otherwise. */
    public Set<Integer> buffersLeftAlone() {
        Set<Integer> alone = new TreeSet<>();
        parts.forEach(part -> alone.add(part.buffer));
        parts.stream().filter(part -> !part.isWhole).forEach(part -> alone.remove(part.buffer));
        return alone;
    }

    /** The file. */
    public byte[] toBytes() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        parts.forEach(part -> file.writeBytes(part.bytes));
        return file.toByteArray();
    }
}
