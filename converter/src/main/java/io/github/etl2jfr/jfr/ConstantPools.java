package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ValueLayout.Step;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The constants of a chunk. They lie in checkpoint events, each of which says how far before it the last
 * one lies; the header knows the last of all. Layout: {@code JfrCheckpointWriter} in HotSpot,
 * {@code jdk.jfr.internal.consumer.ChunkParser}; LEB128, but the kind.
 *
 * <pre>
 *   event : size, type id 1, start ticks, duration, distance, kind (a byte), number of pools, pool*
 *   pool  : type id, number of constants, (key, value)*
 * </pre>
 *
 * The distance is negative, or 0 in the first checkpoint. Kind (bits): 1 end of a flush, 2 holds the
 * chunk's header, 4 constants that do not change, 8 threads; JDK 17 uses the first two. Constants are
 * decoded by type, when one is first asked for. Not for use by several threads.
 */
public final class ConstantPools {
    static final long CHECKPOINT_TYPE_ID = 1;

    /** Constants name constants that name them: a class, its symbol. */
    private static final int MAX_TEXT_DEPTH = 4;

    /** A power of two. */
    private static final int RECENT_TEXTS = 1 << 10;

    private final WindowedInput input;
    private final ChunkHeader header;
    private final ChunkMetadata metadata;

    /** The type of strings; null if there is none. */
    private final TypeDescription stringType;

    private final Deque<Checkpoint> checkpoints = new ArrayDeque<>();
    private final Map<Long, Pool> pools = new LinkedHashMap<>();
    private Map<Long, ThreadConstant> threads;
    private final List<ThreadConstant> formerThreads = new ArrayList<>();
    private Map<Long, ThreadGroupConstant> threadGroups;

    /** Names of classes, with dots; many classes can have a name that is told once. */
    private final IdentityHashMap<Name, String> classNames = new IdentityHashMap<>();

    /** Most events have the same few, and those are found through up to three pools. */
    private final Text[] recentTexts = new Text[RECENT_TEXTS];

    /** Made when it is first needed. */
    private StackTraces stackTraces;

    /** All constants of one type. */
    private static final class Pool {
        private final TypeDescription type;
        private final ValueLayout layout;
        private final List<Stretch> stretches = new ArrayList<>();
        private long maxKey;
        private Map<Long, Name> names;

        /** Where values lie, by their keys. */
        private Map<Long, Long> positions;

        Pool(TypeDescription type, ValueLayout layout) {
            this.type = type;
            this.layout = layout;
        }
    }

    /**
     * Where a checkpoint lies in the file.
     *
     * @param distancePosition of the number that says how far it is to the one before
     */
    record Checkpoint(long position, long distancePosition, long end) {}

    /** Constants of one type in one checkpoint, from a position in the file to another. */
    private record Stretch(long position, long end, int count) {}

    /**
     * What names a constant: a text, or another constant that has it.
     *
     * @param typeId 0 if the text is here
     */
    private record Name(String text, long typeId, long key) {}

    /** The text that names a constant; null if nothing does. */
    private record Text(long typeId, long key, String text) {}

    /** Reads a constant, all of it. */
    private interface ConstantReader {
        void read(long key) throws IOException, InputException;
    }

    private ConstantPools(WindowedInput input, ChunkHeader header, ChunkMetadata metadata) {
        this.input = input;
        this.header = header;
        this.metadata = metadata;
        this.stringType = metadata.type(TypeDescription.STRING);
    }

    /**
     * Begins a checkpoint; the number of pools and the pools are to follow.
     *
     * @param distance to the checkpoint before, negative; 0 if there is none
     * @param kind bits, as above
     */
    public static void beginCheckpoint(EventBuffer target, long startTicks, long distance, int kind) {
        target.beginEvent(CHECKPOINT_TYPE_ID);
        target.putLong(startTicks);
        target.putLong(0); // duration
        target.putLong(distance);
        target.putByte(kind);
    }

    /**
     * Finds the constants of a chunk.
     *
     * @param input over the chunk
     * @throws InputException if there is no sound chain of checkpoints
     */
    static ConstantPools of(WindowedInput input, ChunkHeader header, ChunkMetadata metadata)
            throws IOException, InputException {
        ConstantPools constants = new ConstantPools(input, header, metadata);
        constants.walk();
        return constants;
    }

    private void walk() throws IOException, InputException {
        long first = header.offset() + ChunkHeader.SIZE;
        long end = header.end();
        long position = header.offset() + header.checkpointPosition();
        while (true) {
            long distance = readCheckpoint(position, end);
            if (distance == 0) {
                return;
            }
            // Always further back, and never into one that was read: so it ends, after a chunk's size at most.
            if (distance > 0 || distance < first - position) {
                throw WindowedInput.damaged("a distance of %d to another checkpoint".formatted(distance), position);
            }
            end = position;
            position += distance;
        }
    }

    /**
     * @param end before which it must end
     * @return distance to the checkpoint before, 0 if there is none
     */
    private long readCheckpoint(long position, long end) throws IOException, InputException {
        input.limit(end);
        input.seek(position);
        long size = input.readLong();
        if (size <= 0 || size > end - position) {
            throw WindowedInput.damaged("a checkpoint of %d bytes".formatted(size), position);
        }
        input.limit(position + size);
        long typeId = input.readLong();
        if (typeId != CHECKPOINT_TYPE_ID) {
            throw WindowedInput.damaged("an event of type %d in place of a checkpoint".formatted(typeId), position);
        }
        input.readLong(); // start
        input.readLong(); // duration
        checkpoints.addFirst(new Checkpoint(position, input.position(), position + size));
        long distance = input.readLong();
        input.readByte(); // kind
        for (int pool = input.readCount(); pool > 0; pool--) {
            readPool();
        }
        return distance;
    }

    private void readPool() throws IOException, InputException {
        long position = input.position();
        long typeId = input.readLong();
        int count = input.readCount();
        Pool pool = pools.get(typeId);
        if (pool == null) {
            TypeDescription type = metadata.type(typeId);
            if (type == null) {
                throw WindowedInput.damaged("a constant of type %d".formatted(typeId), position);
            }
            pool = new Pool(type, ValueLayout.of(type, metadata));
            pools.put(typeId, pool);
        }
        long start = input.position();
        for (int i = 0; i < count; i++) {
            pool.maxKey = Math.max(pool.maxKey, input.readLong());
            pool.layout.skip(input);
        }
        pool.stretches.add(new Stretch(start, input.position(), count));
    }

    private void read(Pool pool, ConstantReader reader) throws IOException, InputException {
        // The first checkpoints first: a constant that is repeated counts as it was told last.
        for (int i = pool.stretches.size() - 1; i >= 0; i--) {
            Stretch stretch = pool.stretches.get(i);
            input.limit(stretch.end());
            input.seek(stretch.position());
            for (int constant = 0; constant < stretch.count(); constant++) {
                reader.read(input.readLong());
            }
        }
    }

    /**
     * The input before the value of a constant.
     *
     * @return null if there is no such constant
     */
    WindowedInput at(long typeId, long key) throws IOException, InputException {
        Pool pool = pools.get(typeId);
        if (pool == null) {
            return null;
        }
        if (pool.positions == null) {
            pool.positions = new HashMap<>();
            read(pool, constant -> {
                pool.positions.put(constant, input.position());
                pool.layout.skip(input);
            });
        }
        Long position = pool.positions.get(key);
        if (position == null) {
            return null;
        }
        input.limit(header.end());
        input.seek(position);
        return input;
    }

    /** In the order of the file. */
    Collection<Checkpoint> checkpoints() {
        return Collections.unmodifiableCollection(checkpoints);
    }

    /** How the constants of a type lie; there are some. */
    ValueLayout layout(long typeId) {
        return pools.get(typeId).layout;
    }

    /**
     * The frames of a stack trace, the innermost first, but for those that the JVM hides.
     *
     * @param most no more are looked at
     * @return none if the chunk does not tell
     */
    public List<StackFrame> stackTrace(long key, int most) throws IOException, InputException {
        return stackTraces().frames(key, most);
    }

    private StackTraces stackTraces() throws InputException {
        if (stackTraces == null) {
            stackTraces = new StackTraces(this, metadata);
        }
        return stackTraces;
    }

    /** Stack traces, and all that they name, for another chunk with the same types. */
    AddedConstants.Pools lendStackTraces(Collection<Long> keys) throws IOException, InputException {
        return BorrowedConstants.of(metadata.type(TypeDescription.STACK_TRACE).id(), keys, this);
    }

    /** The largest key of the constants of a type, 0 if it has none. */
    long maxKey(String typeName) {
        Pool pool = pool(typeName);
        return pool == null ? 0 : pool.maxKey;
    }

    private Pool pool(String typeName) {
        TypeDescription type = metadata.type(typeName);
        return type == null ? null : pools.get(type.id());
    }

    /** By key, in the order of the file. */
    public Map<Long, ThreadConstant> threads() throws IOException, InputException {
        if (threads == null) {
            Map<Long, ThreadConstant> found = new LinkedHashMap<>();
            Pool pool = pool(TypeDescription.THREAD);
            if (pool != null) {
                // Texts of threads may be in the pool of strings, which cannot be read amidst that of threads.
                string(0);
                Fields fields = new Fields(pool.type);
                read(pool, key -> {
                    fields.read();
                    ThreadConstant thread = new ThreadConstant(
                            key,
                            fields.text("osName"),
                            fields.number("osThreadId"),
                            fields.text("javaName"),
                            fields.number("javaThreadId"),
                            fields.number("group"),
                            fields.number("virtual") != 0);
                    ThreadConstant former = found.put(key, thread);
                    if (former != null && former.osThreadId() != thread.osThreadId()) {
                        formerThreads.add(former);
                    }
                });
            }
            threads = Collections.unmodifiableMap(found);
        }
        return threads;
    }

    /** Threads that had another id of the operating system before, as they were then. */
    public List<ThreadConstant> formerThreads() throws IOException, InputException {
        threads();
        return Collections.unmodifiableList(formerThreads);
    }

    /** By key, in the order of the file. */
    public Map<Long, ThreadGroupConstant> threadGroups() throws IOException, InputException {
        if (threadGroups == null) {
            Map<Long, ThreadGroupConstant> found = new LinkedHashMap<>();
            Pool pool = pool(TypeDescription.THREAD_GROUP);
            if (pool != null) {
                string(0);
                Fields fields = new Fields(pool.type);
                read(pool, key -> {
                    fields.read();
                    found.put(key, new ThreadGroupConstant(key, fields.number("parent"), fields.text("name")));
                });
            }
            threadGroups = Collections.unmodifiableMap(found);
        }
        return threadGroups;
    }

    /** A string of the pool, null if it is not there. */
    String string(long key) throws IOException, InputException {
        return stringType == null ? null : text(stringType.id(), key);
    }

    /**
     * What names a constant: the text of a string or a symbol, the name of a class with dots or of a
     * thread, that of a method behind its class's, the cause of a collection.
     *
     * @return null if there is no such constant, or nothing names it
     */
    public String text(long typeId, long key) throws IOException, InputException {
        int place = (int) (key ^ typeId) & RECENT_TEXTS - 1;
        Text text = recentTexts[place];
        if (text == null || text.key != key || text.typeId != typeId) {
            text = new Text(typeId, key, isMethod(typeId) ? stackTraces().nameOfMethod(key) : name(typeId, key));
            recentTexts[place] = text;
        }
        return text.text;
    }

    private boolean isMethod(long typeId) {
        TypeDescription methodType = metadata.type(TypeDescription.METHOD);
        return methodType != null && methodType.id() == typeId;
    }

    /** What names a constant, of a method without its class's name. */
    String name(long typeId, long key) throws IOException, InputException {
        long type = typeId;
        long constant = key;
        boolean isClass = false;
        for (int depth = 0; depth < MAX_TEXT_DEPTH; depth++) {
            Pool pool = pools.get(type);
            Name name = pool == null ? null : names(pool).get(constant);
            if (name == null) {
                return null;
            }
            isClass |= pool.type.name().equals("java.lang.Class");
            if (name.typeId() == 0) {
                return name.text() != null && isClass ? withDots(name) : name.text();
            }
            type = name.typeId();
            constant = name.key();
        }
        return null;
    }

    private String withDots(Name name) {
        return classNames.computeIfAbsent(name, slashed -> slashed.text().replace('/', '.'));
    }

    private Map<Long, Name> names(Pool pool) throws IOException, InputException {
        if (pool.names == null) {
            pool.names = new HashMap<>();
            if (pool.type.name().equals(TypeDescription.STRING)) {
                read(pool, key -> {
                    String text = input.readString();
                    pool.names.put(key, new Name(text, input.stringKey() == 0 ? 0 : pool.type.id(), input.stringKey()));
                });
            } else {
                readNames(pool);
            }
        }
        return pool.names;
    }

    /** Reads the names of a structure: the field name, or else the first field that is, or names, a text. */
    private void readNames(Pool pool) throws IOException, InputException {
        List<FieldDescription> fields = pool.type.fields();
        List<ValueLayout> layouts = ValueLayout.ofFields(pool.type, metadata);
        int named = nameField(pool.type, layouts);
        if (named < 0) {
            return;
        }
        // A thread has two names; the one that Java knows is shown where there is one.
        boolean isThread = pool.type.name().equals(TypeDescription.THREAD);
        int alternative = isThread ? pool.type.indexOf("osName") : -1;
        read(pool, key -> {
            Name name = null;
            Name other = null;
            for (int i = 0; i < layouts.size(); i++) {
                if (i != named && i != alternative) {
                    layouts.get(i).skip(input);
                    continue;
                }
                Name found;
                if (layouts.get(i).single() == Step.STRING) {
                    String text = input.readString();
                    found = new Name(text, input.stringKey() == 0 ? 0 : stringType.id(), input.stringKey());
                } else {
                    found = new Name(null, fields.get(i).typeId(), input.readLong());
                }
                if (i == named) {
                    name = found;
                } else {
                    other = found;
                }
            }
            boolean isNameless = name == null || name.text() == null && name.typeId() == 0;
            pool.names.put(key, isNameless && other != null ? other : name);
        });
    }

    private static int nameField(TypeDescription type, List<ValueLayout> layouts) {
        for (String name : List.of("javaName", "name")) {
            int index = type.indexOf(name);
            if (index >= 0 && isName(type.fields().get(index), layouts.get(index))) {
                return index;
            }
        }
        for (int i = 0; i < layouts.size(); i++) {
            if (isName(type.fields().get(i), layouts.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isName(FieldDescription field, ValueLayout layout) {
        return layout.single() == Step.STRING || field.isPooled() && !field.isArray();
    }

    /** The fields of a constant, by name. */
    private final class Fields {
        private final TypeDescription type;
        private final List<ValueLayout> layouts;
        private final Map<String, String> texts = new HashMap<>();
        private final Map<String, Long> numbers = new HashMap<>();

        Fields(TypeDescription type) throws InputException {
            this.type = type;
            this.layouts = ValueLayout.ofFields(type, metadata);
        }

        void read() throws IOException, InputException {
            texts.clear();
            numbers.clear();
            for (int i = 0; i < layouts.size(); i++) {
                String name = type.fields().get(i).name();
                Step step = layouts.get(i).single();
                if (step == Step.STRING) {
                    String text = input.readString();
                    texts.put(name, input.stringKey() == 0 ? text : string(input.stringKey()));
                } else if (step == Step.INTEGER) {
                    numbers.put(name, input.readLong());
                } else if (step == Step.BYTE) {
                    numbers.put(name, (long) input.readByte());
                } else {
                    layouts.get(i).skip(input);
                }
            }
        }

        String text(String name) {
            return texts.get(name);
        }

        long number(String name) {
            return numbers.getOrDefault(name, 0L);
        }
    }
}
