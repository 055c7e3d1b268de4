package io.github.etl2jfr.options;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processes, threads, types of events or code as users list them: each by a {@link NamePattern}. */
public final class NameList {
    private static final String EXECUTABLE = ".exe";

    public static final NameList NONE = new NameList(List.of());

    private final List<NamePattern> patterns;

    public NameList(Collection<String> names) {
        patterns = names.stream().map(NamePattern::new).toList();
    }

    /**
     * What a process or thread can be given by: its id, its name, both as recordings have them, and the name of a
     * program without .exe.
     *
     * @param name with or without the id, {@code java.exe (17321)}; null where it has none
     */
    public static Stream<String> namesOf(String name, String id) {
        if (name == null) {
            return Stream.of(id);
        }
        String suffix = " (" + id + ")";
        String alone = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
        return Stream.of(id, alone, withoutExtension(alone), alone + suffix);
    }

    private static String withoutExtension(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(EXECUTABLE)
                ? name.substring(0, name.length() - EXECUTABLE.length())
                : name;
    }

    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    /** Whether what has these names is in the list. */
    public boolean matches(Stream<String> names) {
        return !isEmpty() && names.anyMatch(name -> patterns.stream().anyMatch(each -> each.matches(name)));
    }

    /**
     * Which of the processes and threads in the lists are not there: {@code no process 'a', no thread 7}. A list that is
     * mistyped in part would leave out what nobody misses.
     *
     * @return empty if all are there
     */
    public static String missing(
            NameList processes, Stream<String> processNames, NameList threads, Stream<String> threadNames) {
        return Stream.concat(
                        processes.notAmong(processNames).map(process -> "no process '" + process + "'"),
                        threads.withoutThreadAmong(threadNames))
                .collect(Collectors.joining(", "));
    }

    /**
     * Which of the threads in the list none of the processes in the other has: {@code no thread 'b' of process 'a'}.
     *
     * @param threadNames of the threads of those processes
     * @return empty if they have all, or one of the lists is empty
     */
    public static String missingOf(NameList processes, NameList threads, Stream<String> threadNames) {
        if (processes.isEmpty()) {
            return "";
        }
        String ofProcesses =
                processes.patterns.stream().map(NamePattern::toString).collect(Collectors.joining("', '", "'", "'"));
        return threads.withoutThreadAmong(threadNames)
                .map(none -> none + " of process " + ofProcesses)
                .collect(Collectors.joining(", "));
    }

    private Stream<String> withoutThreadAmong(Stream<String> threadNames) {
        return notAmong(threadNames)
                .map(thread -> thread.matches("[0-9]+") ? thread : "'" + thread + "'")
                .map(thread -> "no thread " + thread);
    }

    /** Names in the list that are none of these. */
    public Stream<String> notAmong(Stream<String> names) {
        if (isEmpty()) {
            return Stream.of();
        }
        Set<String> there = names.collect(Collectors.toSet());
        return patterns.stream()
                .filter(pattern -> there.stream().noneMatch(pattern::matches))
                .map(NamePattern::toString);
    }
}
