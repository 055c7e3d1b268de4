package io.github.etl2jfr.conversion;

import io.github.etl2jfr.options.NameList;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which threads go into a recording. A thread is looked at once; after that the answer is an array access. */
final class ThreadFilter {
    private static final byte UNDECIDED = 0;
    private static final byte KEPT = 1;
    private static final byte DROPPED = 2;

    private final ThreadDirectory threads;

    /** Which threads are wanted; null if all are. */
    private final IntPredicate wanted;

    private final Predicate<ProcessDirectory.Life> wantedProcesses;

    /** The names of a thread beside the trace's. */
    private final IntFunction<List<String>> otherNames;

    /** Empty if there are none of the user's. */
    private final NameList processes;

    private final NameList names;

    /** Decisions by thread; room for as many as are known, as in the scheduler's table. */
    private byte[] decisions;

    private ThreadFilter(
            ThreadDirectory threads,
            IntPredicate wanted,
            Predicate<ProcessDirectory.Life> wantedProcesses,
            IntFunction<List<String>> otherNames,
            NameList processes,
            NameList names) {
        this.threads = threads;
        this.wanted = wanted;
        this.wantedProcesses = wantedProcesses;
        this.otherNames = otherNames;
        this.processes = processes;
        this.names = names;
        this.decisions = new byte[threads.size()];
    }

    private ThreadFilter(
            ThreadDirectory threads, IntPredicate wanted, Predicate<ProcessDirectory.Life> wantedProcesses) {
        this(threads, wanted, wantedProcesses, thread -> List.of(), NameList.NONE, NameList.NONE);
    }

    /** No restriction. */
    static ThreadFilter all(ThreadDirectory threads) {
        return new ThreadFilter(threads, null, process -> true);
    }

    /**
     * Those given by name or id, of processes given by image or id.
     *
     * @param processes images, with or without .exe, or process ids; empty for all
     * @param names names of threads, where there are none their process' image, or thread ids; empty for all
     * @param otherNames the names of a thread beside the trace's
     */
    static ThreadFilter of(
            Set<String> processes, Set<String> names, IntFunction<List<String>> otherNames, ThreadDirectory threads) {
        NameList processList = new NameList(processes);
        NameList threadList = new NameList(names);
        Predicate<ProcessDirectory.Life> wantedProcesses =
                process -> process != null && processList.matches(namesOf(process));
        return new ThreadFilter(
                threads,
                thread -> (processList.isEmpty() || wantedProcesses.test(threads.process(thread)))
                        && (threadList.isEmpty() || threadList.matches(namesOf(thread, threads, otherNames))),
                wantedProcesses,
                otherNames,
                processList,
                threadList);
    }

    /** What a process can be given by. */
    private static Stream<String> namesOf(ProcessDirectory.Life process) {
        return NameList.namesOf(process.image(), Integer.toUnsignedString(process.processId()));
    }

    /** What a thread can be given by. */
    private static Stream<String> namesOf(int thread, ThreadDirectory threads, IntFunction<List<String>> otherNames) {
        String id = Long.toString(threads.threadId(thread));
        ProcessDirectory.Life process = threads.process(thread);
        String own = threads.name(thread);
        String name = own == null && process != null ? process.image() : own;
        return Stream.concat(Stream.of(name), otherNames.apply(thread).stream())
                .flatMap(each -> NameList.namesOf(each, id));
    }

    /** Certain threads, and their processes. */
    static ThreadFilter of(BitSet lives, ThreadDirectory threads) {
        Set<ProcessDirectory.Life> processes = lives.stream()
                .filter(life -> life < threads.size())
                .mapToObj(threads::process)
                .collect(Collectors.toSet());
        return new ThreadFilter(threads, lives::get, processes::contains);
    }

    /** Whether there is no restriction at all. */
    boolean keepsAll() {
        return wanted == null;
    }

    /** Whether the user said which threads to keep. */
    boolean isOfUser() {
        return !processes.isEmpty() || !names.isEmpty();
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

    /** Whether a process is one of those given, or of the certain threads: not of threads given without a process. */
    boolean keeps(ProcessDirectory.Life process) {
        return wantedProcesses.test(process);
    }

    /** Which of the given processes and threads the trace does not tell of, as far as it is known by now. */
    String missing() {
        return NameList.missing(
                processes,
                threads.processes().lives().stream().flatMap(ThreadFilter::namesOf),
                names,
                namesOfThreads(thread -> true));
    }

    /** Which of the given threads are of none of the given processes, as far as it is known by now. */
    String missingOfProcesses() {
        return NameList.missingOf(
                processes, names, namesOfThreads(thread -> wantedProcesses.test(threads.process(thread))));
    }

    private Stream<String> namesOfThreads(IntPredicate which) {
        return IntStream.range(ThreadRef.NONE + 1, threads.size())
                .filter(which)
                .boxed()
                .flatMap(thread -> namesOf(thread, threads, otherNames));
    }

    /** Whether the trace has any of the threads, as far as it is known by now. A process need not have one. */
    boolean matchesAnyThread() {
        if (wanted == null) {
            return true;
        }
        for (int thread = ThreadRef.NONE + 1; thread < threads.size(); thread++) {
            if (keeps(thread)) {
                return true;
            }
        }
        return false;
    }
}
