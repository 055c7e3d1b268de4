package io.github.etl2jfr.cli;

import io.github.etl2jfr.options.NameList;
import io.github.etl2jfr.options.NamePattern;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose threads. */
final class WantedThreads {
    @Option(names = "--process", paramLabel = "LIST", description = "only these processes, by name or id: java*,4711")
    private List<String> processes;

    @Option(names = "--thread", paramLabel = "LIST", description = "only these threads, of --process if given: GC*")
    private List<String> threads;

    Set<String> processes() throws UsageException {
        return list("--process", processes);
    }

    Set<String> threads() throws UsageException {
        return list("--thread", threads);
    }

    /** All lists alike: parted by commas, the option repeated, or both. */
    static Set<String> list(String option, List<String> given) throws UsageException {
        Set<String> all = new LinkedHashSet<>();
        for (String each : given == null ? List.<String>of() : given) {
            FileName.requireReadable(each, option);
            List<String> names = NamePattern.list(each);
            if (names.isEmpty()) {
                throw new UsageException("'%s' names nothing for %s".formatted(each, option));
            }
            all.addAll(names);
        }
        return all;
    }

    /** The wanted threads of a recording. */
    ThreadChoice ofRecording() throws UsageException {
        Names names = names();
        return names.isEmpty() ? ThreadChoice.ALL : names::among;
    }

    /** The wanted threads of two recordings, which are read one after the other: each must be in one of them. */
    ThreadChoice ofEither() throws UsageException {
        Names names = names();
        if (names.isEmpty()) {
            return ThreadChoice.ALL;
        }
        List<Collection<TraceThread>> ofBoth = new ArrayList<>();
        return all -> {
            ofBoth.add(all);
            if (ofBoth.size() > 1) {
                names.require(ofBoth.stream().flatMap(Collection::stream).toList(), "in either");
            }
            return names::matches;
        };
    }

    private Names names() throws UsageException {
        return new Names(new NameList(processes()), new NameList(threads()));
    }

    /** What the user calls threads: by their process, by themselves, or by both. */
    record Names(NameList processes, NameList threads) {
        private boolean isEmpty() {
            return processes.isEmpty() && threads.isEmpty();
        }

        /** Threads with the names; all names must be there. */
        Predicate<TraceThread> among(Collection<TraceThread> all) throws RecordingException {
            require(all, "in it");
            return this::matches;
        }

        private void require(Collection<TraceThread> lanes, String where) throws RecordingException {
            List<TraceThread> all =
                    lanes.stream().filter(lane -> !lane.isProcessor()).toList();
            String missing = NameList.missing(
                    processes,
                    all.stream().flatMap(WantedThreads::namesOfProcess),
                    threads,
                    all.stream().flatMap(WantedThreads::namesOf));
            if (!missing.isEmpty()) {
                // It lists the threads, too.
                String view = missing.startsWith("no process") ? "summary" : "threads";
                throw RecordingException.ofMisuse("%s %s; the view '%s' lists them".formatted(missing, where, view));
            }
            String ofOthers = NameList.missingOf(
                    processes, threads, all.stream().filter(this::isOfProcesses).flatMap(WantedThreads::namesOf));
            if (!ofOthers.isEmpty()) {
                throw RecordingException.ofMisuse(
                        "%s %s, only of others; the view 'threads' lists them".formatted(ofOthers, where));
            }
        }

        private boolean matches(TraceThread thread) {
            return !thread.isProcessor()
                    && isOfProcesses(thread)
                    && (threads.isEmpty() || threads.matches(namesOf(thread)));
        }

        private boolean isOfProcesses(TraceThread thread) {
            return processes.isEmpty() || processes.matches(namesOfProcess(thread));
        }
    }

    /** Whether a thread is of a process, not one that stands for a processor. */
    static boolean isOfProcess(TraceThread thread) {
        return thread.processId().isPresent();
    }

    private static Stream<String> namesOfProcess(TraceThread thread) {
        return thread.processId()
                .map(id -> NameList.namesOf(thread.process(), id))
                .orElseGet(() -> Stream.of(thread.process()));
    }

    private static Stream<String> namesOf(TraceThread thread) {
        return NameList.namesOf(thread.name(), Long.toString(thread.osThreadId()));
    }
}
