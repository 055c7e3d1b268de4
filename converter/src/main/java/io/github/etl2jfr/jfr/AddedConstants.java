package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ValueLayout.Step;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The constants that events added to a chunk refer to. Those that the chunk has of its own may be among
 * them: they are not written again. So whoever writes events puts every thread they name, the JVM's too,
 * and a thread that other chunks know is known in this one as well.
 */
public final class AddedConstants {
    private static final int GENERIC_CHECKPOINT = 0;

    private final Map<Long, ThreadConstant> threads = new LinkedHashMap<>();
    private final Map<Long, ThreadGroupConstant> threadGroups = new LinkedHashMap<>();
    private final Map<Long, String> strings = new LinkedHashMap<>();

    /**
     * Adds a thread. One that the JVM does not know has a key not below {@link
     * JvmRecording#firstFreeKey}, and ids that no other thread has, as some tools compare threads by
     * the one and some by the other: a negative Java thread id, and an OS thread id that is not 0, which is
     * that of all virtual threads.
     */
    public void put(ThreadConstant thread) {
        threads.put(thread.key(), thread);
    }

    /**
     * Adds a group; one that the JVM does not know has a key not below {@link JvmRecording#firstFreeKey}.
     *
     * @return whether it was not there yet
     */
    public boolean put(ThreadGroupConstant group) {
        return threadGroups.put(group.key(), group) == null;
    }

    /**
     * Adds a text to the pool of strings. It is always written: no chunk has one with such a key.
     *
     * @param key not below {@link JvmRecording#firstFreeKey}
     */
    public void put(long key, String text) {
        strings.put(key, Objects.requireNonNull(text));
    }

    /** Pools, one after the other, and how many. */
    record Pools(int count, EventBuffer bytes) {
        Pools and(Pools others) {
            EventBuffer all = new EventBuffer(bytes.size() + others.bytes.size());
            all.put(bytes);
            all.put(others.bytes);
            return new Pools(count + others.count, all);
        }

        /**
         * A checkpoint with these pools.
         *
         * @param distance to the checkpoint before, negative; 0 if there is none
         */
        EventBuffer checkpoint(long startTicks, long distance) {
            EventBuffer sink = new EventBuffer();
            // Not the end of a flush: there streams would hand out what they have before they saw our events.
            ConstantPools.beginCheckpoint(sink, startTicks, distance, GENERIC_CHECKPOINT);
            sink.putLong(count);
            sink.put(bytes);
            sink.endEvent();
            return sink;
        }
    }

    /** The constants that a chunk does not have. */
    AddedConstants without(ConstantPools known) throws IOException, InputException {
        AddedConstants rest = new AddedConstants();
        rest.threads.putAll(threads);
        rest.threads.keySet().removeAll(known.threads().keySet());
        rest.threadGroups.putAll(threadGroups);
        rest.threadGroups.keySet().removeAll(known.threadGroups().keySet());
        rest.strings.putAll(strings);
        return rest;
    }

    /**
     * The constants with the fields that a chunk's types have. There are no pools without constants, which
     * would make the recording unreadable for the JDK.
     */
    Pools pools(ChunkMetadata metadata) throws InputException {
        EventBuffer sink = new EventBuffer();
        int count = 0;
        if (!threads.isEmpty()) {
            PoolWriter writer = new PoolWriter(TypeDescription.THREAD, threads.size(), metadata, sink);
            for (ThreadConstant thread : threads.values()) {
                writer.put(thread.key(), field -> switch (field) {
                    case "osName" -> thread.osName();
                    case "osThreadId" -> thread.osThreadId();
                    case "javaName" -> thread.javaName();
                    case "javaThreadId" -> thread.javaThreadId();
                    case "group" -> thread.groupKey();
                    case "virtual" -> thread.isVirtual() ? 1L : 0L;
                    default -> null;
                });
            }
            count++;
        }
        if (!threadGroups.isEmpty()) {
            PoolWriter writer = new PoolWriter(TypeDescription.THREAD_GROUP, threadGroups.size(), metadata, sink);
            for (ThreadGroupConstant group : threadGroups.values()) {
                writer.put(group.key(), field -> switch (field) {
                    case "parent" -> group.parentKey();
                    case "name" -> group.name();
                    default -> null;
                });
            }
            count++;
        }
        if (!strings.isEmpty()) {
            sink.putLong(metadata.type(TypeDescription.STRING).id());
            sink.putLong(strings.size());
            strings.forEach((key, text) -> {
                sink.putLong(key);
                sink.putString(text);
            });
            count++;
        }
        return new Pools(count, sink);
    }

    /** Writes structures field by field as a chunk's types have them, whichever JDK they are from. */
    private static final class PoolWriter {
        private final TypeDescription type;
        private final List<ValueLayout> layouts;
        private final EventBuffer sink;

        PoolWriter(String typeName, int count, ChunkMetadata metadata, EventBuffer sink) throws InputException {
            this.type = metadata.type(typeName);
            this.sink = sink;
            this.layouts = ValueLayout.ofFields(type, metadata);
            sink.putLong(type.id());
            sink.putLong(count);
        }

        /**
         * @param values Long or String by the field's name, null if there is nothing to say
         */
        void put(long key, Values values) {
            sink.putLong(key);
            for (int i = 0; i < layouts.size(); i++) {
                Object value = values.of(type.fields().get(i).name());
                Step step = layouts.get(i).single();
                if (step == Step.STRING && value instanceof String text) {
                    sink.putString(text);
                } else if (step == Step.INTEGER && value instanceof Long number) {
                    sink.putLong(number);
                } else if (step == Step.BYTE && value instanceof Long number) {
                    sink.putByte(number.intValue());
                } else {
                    layouts.get(i).putNothing(sink);
                }
            }
        }
    }

    private interface Values {
        Object of(String field);
    }
}
