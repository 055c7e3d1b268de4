package io.github.etl2jfr.kernel;

import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How much is kept of who is who. Threads and processes must be remembered as long as the trace goes on, and each
 * costs memory, so that a trace could ask for any amount of it: past these numbers it is refused.
 */
public final class IdentityLimits {
    private static final int FILE_THREADS = 1 << 24;
    private static final int FILE_PROCESSES = 1 << 22;
    private static final int FILE_NAME_BYTES = 1 << 28;

    /** Shares of the heap: of another program's, at most about a quarter goes to all of them. */
    private static final int HEAP_PER_THREAD = 1 << 10;

    private static final int HEAP_PER_PROCESS = 1 << 12;
    private static final int HEAP_PER_NAME_BYTE = 1 << 4;

    private final Path trace;
    private final int threads;
    private final int processes;
    private final int nameBytes;

    /**
     * @param trace what is refused past these limits
     * @param threads threads, or events about them
     * @param processes processes, or events about them
     * @param nameBytes of all their names and command lines, each different one once
     */
    public IdentityLimits(Path trace, int threads, int processes, int nameBytes) {
        this.trace = trace;
        this.threads = threads;
        this.processes = processes;
        this.nameBytes = nameBytes;
    }

    /** Limits for a file that a program of our own reads: more than any session of hours tells. */
    public static IdentityLimits ofFile(Path trace) {
        return new IdentityLimits(trace, FILE_THREADS, FILE_PROCESSES, FILE_NAME_BYTES);
    }

    /** Limits for a trace that is followed, perhaps for weeks, in a program that needs its memory for other things. */
    public static IdentityLimits ofHeap(Path trace) {
        long heap = Runtime.getRuntime().maxMemory();
        return new IdentityLimits(
                trace,
                (int) Math.min(FILE_THREADS, heap / HEAP_PER_THREAD),
                (int) Math.min(FILE_PROCESSES, heap / HEAP_PER_PROCESS),
                (int) Math.min(FILE_NAME_BYTES, heap / HEAP_PER_NAME_BYTE));
    }

    /**
     * Before one more thread, or one more event about one, is kept.
     *
     * @param kept how many are
     * @throws FileSystemException if those are all there is room for
     */
    public void requireThread(int kept) throws FileSystemException {
        require(kept, threads, "threads or events about threads");
    }

    /** Before one more process, or one more event about one, is kept; otherwise as {@link #requireThread}. */
    public void requireProcess(int kept) throws FileSystemException {
        require(kept, processes, "processes or events about processes");
    }

    /**
     * Before one more name is kept.
     *
     * @param kept bytes of all names with the new one
     * @throws FileSystemException if those are more than there is room for
     */
    public void requireNames(long kept) throws FileSystemException {
        require(kept - 1, nameBytes, "bytes of names");
    }

    private void require(long kept, int limit, String what) throws FileSystemException {
        if (kept >= limit) {
            throw new FileSystemException(
                    trace.toString(),
                    null,
                    String.format(Locale.ROOT, "has more than %,d %s, too many to keep", limit, what));
        }
    }
}
