package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.NameList;
import io.github.etl2jfr.conversion.NamePattern;
import io.github.etl2jfr.conversion.UsageException;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceThread;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose threads. */
final class WantedThreads {
    /** Of a process, as recordings have it. */
    private static final Pattern ID_AT_END = Pattern.compile(" \\(([0-9]+)\\)$");

    @Option(names = "--process", paramLabel = "LIST", description = "only these processes, by name or id: java*,4711")
    private List<String> processes;

    @Option(names = "--thread", paramLabel = "LIST", description = "only these threads, or those of --process: main")
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
            List<String> names = NamePattern.list(each);
            if (names.isEmpty()) {
                throw new UsageException("'%s' names nothing for %s".formatted(each, option));
            }
            all.addAll(names);
        }
        return all;
    }

    /** Those of a recording. */
    ThreadChoice ofRecording() throws UsageException {
        NameList wantedProcesses = new NameList(processes());
        NameList wantedThreads = new NameList(threads());
        return wantedProcesses.isEmpty() && wantedThreads.isEmpty()
                ? ThreadChoice.ALL
                : all -> among(all, wantedProcesses, wantedThreads);
    }

    /** Those of the processes, and the threads, all of which must be there. */
    static Predicate<TraceThread> among(Collection<TraceThread> all, NameList wantedProcesses, NameList wantedThreads)
            throws RecordingException {
        String missing = NameList.missing(
                wantedProcesses,
                all.stream().flatMap(WantedThreads::namesOfProcess),
                wantedThreads,
                all.stream().flatMap(WantedThreads::namesOf));
        if (!missing.isEmpty()) {
            throw new RecordingException(missing + " in it; the view 'threads' lists them");
        }
        return thread -> wantedProcesses.matches(namesOfProcess(thread)) || wantedThreads.matches(namesOf(thread));
    }

    /** Whether a thread is of a process, not one that stands for a processor. */
    static boolean isOfProcess(TraceThread thread) {
        return ID_AT_END.matcher(thread.process()).find();
    }

    private static Stream<String> namesOfProcess(TraceThread thread) {
        Matcher id = ID_AT_END.matcher(thread.process());
        return id.find() ? NameList.namesOf(thread.process(), id.group(1)) : Stream.of(thread.process());
    }

    private static Stream<String> namesOf(TraceThread thread) {
        return NameList.namesOf(thread.name(), Long.toString(thread.osThreadId()));
    }
}
