package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ValueLayout.Step;
import java.io.IOException;

/**
 * Goes over the events of a chunk, in the order of the file; those of one thread and type are in the
 * order of their ends there, all together in none. Checkpoints, metadata and events of types that are
 * not described are left out. Going on allocates nothing.
 *
 * <pre>
 *   event : size, type id, fields          size and type id LEB128, the size that of the whole event
 * </pre>
 */
public final class ChunkEvents {
    /** No clock of a JVM gets so far; and sums of such times fit into 64 bits. */
    private static final long FARTHEST_TICKS = 1L << 60;

    private final WindowedInput input;
    private final EventTypes types;
    private final ConstantPools constants;
    private final long end;
    private long position;
    private long nextPosition;

    private JvmEventType type;
    private long fieldsPosition;

    /** The field read last, and where it lies. */
    private int lastField;

    private long lastPosition;
    private long startTicks;
    private long durationTicks;
    private long threadKey;

    /**
     * @param input whose limit is the chunk's end
     * @param position of the first event, in the file
     */
    ChunkEvents(WindowedInput input, long position, long end, EventTypes types, ConstantPools constants) {
        this.input = input;
        this.nextPosition = position;
        this.end = end;
        this.types = types;
        this.constants = constants;
    }

    /**
     * Goes to the next event.
     *
     * @return false at the end of the chunk
     * @throws InputException if what follows is no event
     */
    public boolean next() throws IOException, InputException {
        while (nextPosition < end) {
            position = nextPosition;
            input.limit(end);
            input.seek(position);
            long size = input.readLong();
            long typeId = input.readLong();
            if (size < input.position() - position || size > end - position) {
                throw WindowedInput.damaged("an event of %d bytes".formatted(size), position);
            }
            nextPosition = position + size;
            if (typeId == ChunkMetadata.TYPE_ID || typeId == ConstantPools.CHECKPOINT_TYPE_ID) {
                continue;
            }
            type = types.find(typeId);
            if (type != null) {
                input.limit(nextPosition);
                fieldsPosition = input.position();
                lastField = type.readImplicit(input, this);
                lastPosition = input.position();
                return true;
            }
        }
        return false;
    }

    void setImplicit(long start, long duration, long thread) {
        startTicks = start;
        durationTicks = duration;
        threadKey = thread;
    }

    /**
     * Goes to an event that {@link #next} has been at.
     *
     * @param eventPosition its {@link #position}
     */
    public void goTo(long eventPosition) throws IOException, InputException {
        nextPosition = eventPosition;
        next();
    }

    /** Where the event begins in the file. */
    public long position() {
        return position;
    }

    /** Where the event ends in the file. */
    public long end() {
        return nextPosition;
    }

    /** Adds all bytes of the event to others. */
    void copyTo(EventBuffer target) throws IOException, InputException {
        input.seek(position);
        target.put(input, (int) (nextPosition - position));
    }

    public JvmEventType type() {
        return type;
    }

    /** On the clock of the chunk's header; 0 if the event has no start. */
    public long startTicks() {
        return startTicks;
    }

    /** 0 if the event has no duration. */
    public long durationTicks() {
        return durationTicks;
    }

    /** The same as {@link #endTicks} for any event, be it that nothing can end then. */
    public long statedEndTicks() {
        return startTicks + durationTicks;
    }

    /**
     * When the event ended, on the clock of the chunk's header.
     *
     * @throws InputException if it starts or ends when nothing can
     */
    public long endTicks() throws InputException {
        long end = statedEndTicks();
        if (isTooFar(startTicks) || isTooFar(end)) {
            throw WindowedInput.damaged(
                    "an event of %d ticks from tick %d on".formatted(durationTicks, startTicks), position);
        }
        return end;
    }

    /**
     * A time in a field of its own, on the clock of the chunk's header; 0 if it is none.
     *
     * @throws InputException if it is when nothing can be
     */
    public long ticks(EventField field) throws IOException, InputException {
        long ticks = longValue(field);
        if (isTooFar(ticks)) {
            throw WindowedInput.damaged("%s at tick %d".formatted(field.name(), ticks), position);
        }
        return ticks;
    }

    private static boolean isTooFar(long ticks) {
        return ticks < -FARTHEST_TICKS || ticks > FARTHEST_TICKS;
    }

    /** Key of the thread's constant, 0 if the event has no thread. */
    public long threadKey() {
        return threadKey;
    }

    /** Value of a number, boolean or character, or the key of a constant; 0 if the field is none of these. */
    public long longValue(EventField field) throws IOException, InputException {
        Step step = goTo(field).single();
        if (step == Step.INTEGER) {
            return input.readLong();
        }
        return step == Step.BYTE ? input.readByte() : 0;
    }

    /**
     * A text: a string, or what names a constant (a class, a thread, a cause).
     *
     * @return null if there is none
     */
    public String text(EventField field) throws IOException, InputException {
        Step step = goTo(field).single();
        if (step == Step.STRING) {
            String text = input.readString();
            return input.stringKey() == 0 ? text : constants.string(input.stringKey());
        }
        return step == Step.INTEGER && field.constantType() != 0
                ? constants.text(field.constantType(), input.readLong())
                : null;
    }

    private ValueLayout goTo(EventField field) throws IOException, InputException {
        if (field.type() != type) {
            throw new IllegalArgumentException("%s is no field of %s".formatted(field.name(), type));
        }
        // Most are asked for in their order.
        boolean isBehind = field.index() >= lastField;
        input.seek(isBehind ? lastPosition : fieldsPosition);
        type.skip(isBehind ? lastField : 0, field.index(), input);
        lastField = field.index();
        lastPosition = input.position();
        return type.layout(field);
    }
}
