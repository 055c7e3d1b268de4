package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Constants of a chunk, byte by byte, for another chunk with the same types: each with all that it names, or not. */
final class BorrowedConstants {
    /** A checkpoint's size is told in 28 bits. No JVM has as many in a chunk. */
    private static final int MOST_BYTES = 1 << 25;

    private final ConstantPools lender;
    private final int mostBytes;

    /** Borrowed constants by the id of their type. */
    private final Map<Long, Pool> pools = new LinkedHashMap<>();

    private final Set<Constant> known = new HashSet<>();
    private long size;

    private record Constant(long typeId, long key) {}

    private static final class Pool {
        private int count;
        private final EventBuffer constants = new EventBuffer();
    }

    private BorrowedConstants(ConstantPools lender, int mostBytes) {
        this.lender = lender;
        this.mostBytes = mostBytes;
    }

    /**
     * Pools of constants of one type, and of all that these name. What the chunk does not have is not in them, nor what
     * there is no room for.
     *
     * @param lender those of the chunk
     */
    static AddedConstants.Pools of(long typeId, Collection<Long> keys, ConstantPools lender)
            throws IOException, InputException {
        return of(typeId, keys, lender, MOST_BYTES);
    }

    static AddedConstants.Pools of(long typeId, Collection<Long> keys, ConstantPools lender, int mostBytes)
            throws IOException, InputException {
        BorrowedConstants borrowed = new BorrowedConstants(lender, mostBytes);
        for (long key : keys) {
            borrowed.borrow(new Constant(typeId, key));
        }
        EventBuffer bytes = new EventBuffer();
        borrowed.pools.forEach((type, pool) -> {
            bytes.putLong(type);
            bytes.putLong(pool.count);
            bytes.put(pool.constants);
        });
        return new AddedConstants.Pools(borrowed.pools.size(), bytes);
    }

    /** Borrows a constant, and those that it names and that are not there yet, if there is room for all of them. */
    private void borrow(Constant first) throws IOException, InputException {
        Map<Constant, byte[]> values = new LinkedHashMap<>();
        Deque<Constant> wanted = new ArrayDeque<>();
        Set<Constant> met = new HashSet<>();
        wanted.add(first);
        met.add(first);
        long newSize = size;
        while (!wanted.isEmpty()) {
            Constant constant = wanted.remove();
            WindowedInput input = known.contains(constant) ? null : lender.at(constant.typeId(), constant.key());
            if (input == null) {
                continue;
            }
            long start = input.position();
            lender.layout(constant.typeId()).skip(input, (typeId, key) -> {
                Constant named = new Constant(typeId, key);
                if (met.add(named)) {
                    wanted.add(named);
                }
            });
            long length = input.position() - start;
            newSize += length;
            if (newSize > mostBytes) {
                return;
            }
            byte[] value = new byte[(int) length];
            input.seek(start);
            input.readFully(value);
            values.put(constant, value);
        }
        size = newSize;
        known.addAll(values.keySet());
        values.forEach((constant, value) -> {
            Pool pool = pools.computeIfAbsent(constant.typeId(), type -> new Pool());
            pool.count++;
            pool.constants.putLong(constant.key());
            pool.constants.putBytes(value);
        });
    }
}
