package io.github.etl2jfr.conversion;

import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which threads the user asked for: those of processes given by image or id, and those given by id. A
 * thread is looked at once; after that the answer is an array access.
 */
final class ThreadFilter {
    private static final String EXECUTABLE = ".exe";

    private static final byte UNDECIDED = 0;
    private static final byte KEPT = 1;
    private static final byte DROPPED = 2;

    private final Set<String> processes;
    private final Set<Long> threadIds;
    private final ThreadDirectory threads;
    private final boolean keepsAll;
    private byte[] decisions = new byte[256];

    /**
     * @param processes images, with or without .exe in any case, or process ids; empty means all, unless
     *     there are thread ids
     * @param threadIds thread ids
     */
    ThreadFilter(Set<String> processes, Set<Long> threadIds, ThreadDirectory threads) {
        this.processes = processes.stream().map(ThreadFilter::normalized).collect(Collectors.toUnmodifiableSet());
        this.threadIds = threadIds;
        this.threads = threads;
        keepsAll = processes.isEmpty() && threadIds.isEmpty();
    }

    private static String normalized(String process) {
        String lower = process.toLowerCase(Locale.ROOT);
        return lower.endsWith(EXECUTABLE) ? lower.substring(0, lower.length() - EXECUTABLE.length()) : lower;
    }

    /** Whether there is no restriction at all. */
    boolean keepsAll() {
        return keepsAll;
    }

    /** Whether a thread, given as {@link ThreadRef}, is one the user asked for. */
    boolean keeps(int thread) {
        if (keepsAll) {
            return true;
        }
        if (thread < 0) {
            return false;
        }
        if (thread >= decisions.length) {
            decisions = Arrays.copyOf(decisions, Math.max(thread + 1, decisions.length * 2));
        }
        if (decisions[thread] == UNDECIDED) {
            decisions[thread] = isWanted(thread) ? KEPT : DROPPED;
        }
        return decisions[thread] == KEPT;
    }

    private boolean isWanted(int thread) {
        return threadIds.contains(threads.threadId(thread)) || isWanted(threads.process(thread));
    }

    /** Whether a process is one the user asked for. */
    boolean keeps(ProcessDirectory.Life process) {
        return keepsAll || isWanted(process);
    }

    private boolean isWanted(ProcessDirectory.Life process) {
        return process != null
                && (processes.contains(Integer.toUnsignedString(process.processId()))
                        || process.image() != null && processes.contains(normalized(process.image())));
    }

    /** Whether the trace has a thread or a process the user asked for, as far as it is known by now. */
    boolean matchesAnything() {
        if (keepsAll) {
            return true;
        }
        for (int thread = ThreadRef.NONE + 1; thread < threads.size(); thread++) {
            if (keeps(thread)) {
                return true;
            }
        }
        return threads.processes().lives().stream().anyMatch(this::keeps);
    }
}
