package io.github.etl2jfr.conversion;

import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which threads go into a recording. A thread is looked at once; after that the answer is an array access. */
final class ThreadFilter {
    private static final String EXECUTABLE = ".exe";

    private static final byte UNDECIDED = 0;
    private static final byte KEPT = 1;
    private static final byte DROPPED = 2;

    private final ThreadDirectory threads;

    /** Null for all. */
    private final IntPredicate wanted;

    private final Predicate<ProcessDirectory.Life> wantedProcesses;

    /** As the user gave them; empty if these are not the user's words. */
    private final Set<String> processes;

    private final Set<Long> threadIds;

    private byte[] decisions = new byte[256];

    private ThreadFilter(
            ThreadDirectory threads,
            IntPredicate wanted,
            Predicate<ProcessDirectory.Life> wantedProcesses,
            Set<String> processes,
            Set<Long> threadIds) {
        this.threads = threads;
        this.wanted = wanted;
        this.wantedProcesses = wantedProcesses;
        this.processes = processes;
        this.threadIds = threadIds;
    }

    /** No restriction. */
    static ThreadFilter all(ThreadDirectory threads) {
        return new ThreadFilter(threads, null, process -> true, Set.of(), Set.of());
    }

    /**
     * Those of processes given by image or id, and those given by id.
     *
     * @param processes images, with or without .exe in any case, or process ids
     * @param threadIds thread ids
     */
    static ThreadFilter of(Set<String> processes, Set<Long> threadIds, ThreadDirectory threads) {
        Set<String> names = processes.stream().map(ThreadFilter::normalized).collect(Collectors.toUnmodifiableSet());
        Predicate<ProcessDirectory.Life> wantedProcesses =
                process -> process != null && namesOf(process).anyMatch(names::contains);
        return new ThreadFilter(
                threads,
                thread -> threadIds.contains(threads.threadId(thread)) || wantedProcesses.test(threads.process(thread)),
                wantedProcesses,
                processes,
                threadIds);
    }

    /** What a process can be given by. */
    private static Stream<String> namesOf(ProcessDirectory.Life process) {
        return Stream.of(Integer.toUnsignedString(process.processId()), process.image())
                .filter(Objects::nonNull)
                .map(ThreadFilter::normalized);
    }

    /** Certain threads, and their processes. */
    static ThreadFilter of(BitSet lives, ThreadDirectory threads) {
        Set<ProcessDirectory.Life> processes = lives.stream()
                .filter(life -> life < threads.size())
                .mapToObj(threads::process)
                .collect(Collectors.toSet());
        return new ThreadFilter(threads, lives::get, processes::contains, Set.of(), Set.of());
    }

    private static String normalized(String process) {
        String lower = process.toLowerCase(Locale.ROOT);
        return lower.endsWith(EXECUTABLE) ? lower.substring(0, lower.length() - EXECUTABLE.length()) : lower;
    }

    /** Whether there is no restriction at all. */
    boolean keepsAll() {
        return wanted == null;
    }

    /** Whether a thread, given as {@link ThreadRef}, is one of them. */
    boolean keeps(int thread) {
        if (wanted == null) {
            return true;
        }
        if (thread < 0) {
            return false;
        }
        if (thread >= decisions.length) {
            decisions = Arrays.copyOf(decisions, Math.max(thread + 1, decisions.length * 2));
        }
        if (decisions[thread] == UNDECIDED) {
            decisions[thread] = wanted.test(thread) ? KEPT : DROPPED;
        }
        return decisions[thread] == KEPT;
    }

    /** Whether a process is one of those. */
    boolean keeps(ProcessDirectory.Life process) {
        return wantedProcesses.test(process);
    }

    /** Those of the given processes that the trace does not tell of. */
    List<String> missingProcesses() {
        Set<String> names = threads.processes().lives().stream()
                .flatMap(ThreadFilter::namesOf)
                .collect(Collectors.toSet());
        return processes.stream()
                .filter(process -> !names.contains(normalized(process)))
                .toList();
    }

    /** Those of the given threads that the trace does not tell of, as far as it is known by now. */
    List<Long> missingThreads() {
        Set<Long> ids = IntStream.range(ThreadRef.NONE + 1, threads.size())
                .mapToObj(threads::threadId)
                .collect(Collectors.toSet());
        return threadIds.stream().filter(id -> !ids.contains(id)).toList();
    }

    /** Whether the trace has any of the threads or processes, as far as it is known by now. */
    boolean matchesAnything() {
        if (wanted == null) {
            return true;
        }
        for (int thread = ThreadRef.NONE + 1; thread < threads.size(); thread++) {
            if (keeps(thread)) {
                return true;
            }
        }
        return threads.processes().lives().stream().anyMatch(wantedProcesses);
    }
}
