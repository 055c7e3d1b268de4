package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A flight recording as a JVM writes it: a row of chunks. Any file gives a recording or an
 * {@link InputException}, now or when the part that makes no sense is read; what is read takes memory
 * and time in what the file holds, whatever it claims to.
 */
public final class JvmRecording implements Closeable {
    /** For {@link #firstFreeKey}. */
    public static final String THREADS = TypeDescription.THREAD;

    /** For {@link #firstFreeKey}. */
    public static final String THREAD_GROUPS = TypeDescription.THREAD_GROUP;

    /** For {@link #firstFreeKey}. */
    public static final String STRINGS = TypeDescription.STRING;

    /**
     * JVMs count keys up from 1, and an agent from 2^34 and 2^40. Larger ones are damage: those that follow could
     * overflow, or take more bytes than there is room for.
     */
    public static final long LARGEST_KEY = 1L << 41;

    private static final int COPIED_AT_ONCE = 1 << 16;

    private final Path path;
    private final FileChannel channel;
    private final List<Chunk> chunks = new ArrayList<>();

    /** Metadata by its bytes: most chunks of a recording have the same types. */
    private final Map<ByteBuffer, ChunkMetadata> metadata = new HashMap<>();

    private Constants constants;

    /**
     * What all chunks together have of constants.
     *
     * @param maxKeys by the name of the type
     */
    private record Constants(
            Set<ThreadConstant> threads, Set<ThreadGroupConstant> threadGroups, Map<String, Long> maxKeys) {}

    private JvmRecording(Path path, FileChannel channel) throws IOException, InputException {
        this.path = path;
        this.channel = channel;
        long size = channel.size();
        if (size == 0) {
            throw new InputException("not a flight recording: the file is empty");
        }
        for (long offset = 0; offset < size; ) {
            ChunkHeader header = ChunkHeader.parse(readHeader(offset), offset, size - offset);
            chunks.add(chunk(header));
            offset = header.end();
        }
    }

    /**
     * Opens a recording and reads the headers and types of its chunks.
     *
     * @throws InputException if the file is no recording, or one that is not complete
     */
    public static JvmRecording open(Path path) throws IOException, InputException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new JvmRecording(path, channel);
        } catch (IOException e) {
            channel.close();
            throw NamedFailure.of(path, e);
        } catch (InputException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether a file begins like a flight recording. */
    public static boolean isRecording(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            return ChunkHeader.isBegun(ChunkFile.readHeader(channel, 0));
        }
    }

    private Chunk chunk(ChunkHeader header) throws IOException, InputException {
        ChunkMetadata.Event event =
                ChunkMetadata.Event.read(input(header.offset() + header.metadataPosition(), header.end()));
        ChunkMetadata types = metadata.get(event.content());
        if (types == null) {
            types = event.parse();
            metadata.put(event.content(), types);
        }
        return new Chunk(this, header, types, event.id());
    }

    /** The header of a chunk, or what the file has of it. */
    ByteBuffer readHeader(long offset) throws IOException {
        try {
            return ChunkFile.readHeader(channel, offset);
        } catch (IOException e) {
            throw NamedFailure.of(path, e);
        }
    }

    WindowedInput input(long position, long limit) {
        return new WindowedInput(channel, path, position, limit);
    }

    /** Copies bytes to where another channel is; what fails there does not get the name of this file. */
    void copy(long position, long size, WritableByteChannel target) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect((int) Math.min(COPIED_AT_ONCE, size));
        for (long done = 0; done < size; ) {
            bytes.clear().limit((int) Math.min(bytes.capacity(), size - done));
            read(bytes, position + done);
            done += bytes.flip().remaining();
            ChunkFile.write(target, bytes);
        }
    }

    private void read(ByteBuffer bytes, long position) throws IOException {
        int size;
        try {
            size = channel.read(bytes, position);
        } catch (IOException e) {
            throw NamedFailure.of(path, e);
        }
        if (size <= 0) {
            throw new FileSystemException(path.toString(), null, "became shorter while it was read");
        }
    }

    /** The chunks in the order of the file, which is that of time. */
    public List<Chunk> chunks() {
        return Collections.unmodifiableList(chunks);
    }

    /**
     * The threads of all chunks, each once; those that were renamed, once a name; those that the operating system knew
     * by several ids, once an id, in the order in which they had them.
     *
     * @throws InputException if the constants of a chunk make no sense
     */
    public Collection<ThreadConstant> threads() throws IOException, InputException {
        return Collections.unmodifiableCollection(constants().threads());
    }

    /** The groups of the threads of all chunks, each once. */
    public Collection<ThreadGroupConstant> threadGroups() throws IOException, InputException {
        return Collections.unmodifiableCollection(constants().threadGroups());
    }

    /**
     * A key that no constant of a type has in any chunk, nor any that is larger. A key must mean the same in all
     * chunks: the JDK's readers keep a constant from one chunk to the next.
     *
     * @param typeName one of {@link #THREADS}, {@link #THREAD_GROUPS} and {@link #STRINGS}
     * @throws InputException if the constants of a chunk make no sense
     */
    public long firstFreeKey(String typeName) throws IOException, InputException {
        long largest = constants().maxKeys().get(typeName);
        if (largest > LARGEST_KEY) {
            throw new InputException(
                    "damaged recording: a constant of type %s has the key %d".formatted(typeName, largest));
        }
        return largest + 1;
    }

    private Constants constants() throws IOException, InputException {
        if (constants == null) {
            Constants found = new Constants(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashMap<>());
            for (Chunk chunk : chunks) {
                ConstantPools pools = chunk.constants();
                found.threads().addAll(pools.formerThreads());
                found.threads().addAll(pools.threads().values());
                found.threadGroups().addAll(pools.threadGroups().values());
                for (String type : List.of(THREADS, THREAD_GROUPS, STRINGS)) {
                    found.maxKeys().merge(type, pools.maxKey(type), Math::max);
                }
            }
            constants = found;
        }
        return constants;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
