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

/** Constants of a chunk, byte by byte, for another chunk with the same types: with all that they name. */
final class BorrowedConstants {
    /** A checkpoint's size is told in 28 bits. No JVM has as many in a chunk. */
    private static final int MOST_BYTES = 1 << 27;

    private final ConstantPools lender;

    private long bytes;

    /** By their type. */
    private final Map<Long, Pool> pools = new LinkedHashMap<>();

    private final Set<Constant> known = new HashSet<>();
    private final Deque<Constant> wanted = new ArrayDeque<>();

    private record Constant(long typeId, long key) {}

    private static final class Pool {
        private int count;
        private final EventBuffer constants = new EventBuffer();
    }

    private BorrowedConstants(ConstantPools lender) {
        this.lender = lender;
    }

    /**
     * Pools of constants of one type, and of all that these name. What the chunk does not have is not in them.
     *
     * @param lender those of the chunk
     */
    static AddedConstants.Pools of(long typeId, Collection<Long> keys, ConstantPools lender)
            throws IOException, InputException {
        BorrowedConstants borrowed = new BorrowedConstants(lender);
        keys.forEach(key -> borrowed.want(typeId, key));
        while (!borrowed.wanted.isEmpty()) {
            borrowed.borrow(borrowed.wanted.remove());
        }
        EventBuffer bytes = new EventBuffer();
        borrowed.pools.forEach((type, pool) -> {
            bytes.putLong(type);
            bytes.putLong(pool.count);
            bytes.putBytes(pool.constants.toArray());
        });
        return new AddedConstants.Pools(borrowed.pools.size(), bytes);
    }

    private void want(long typeId, long key) {
        Constant constant = new Constant(typeId, key);
        if (known.add(constant)) {
            wanted.add(constant);
        }
    }

    private void borrow(Constant constant) throws IOException, InputException {
        WindowedInput input = lender.at(constant.typeId(), constant.key());
        if (input == null) {
            return;
        }
        long start = input.position();
        lender.layout(constant.typeId()).skip(input, this::want);
        long size = input.position() - start;
        if (size > MOST_BYTES - bytes) {
            return;
        }
        bytes += size;
        byte[] value = new byte[(int) size];
        input.seek(start);
        input.readFully(value);
        Pool pool = pools.computeIfAbsent(constant.typeId(), type -> new Pool());
        pool.count++;
        pool.constants.putLong(constant.key());
        pool.constants.putBytes(value);
    }
}
