package io.github.etl2jfr.views.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A thread as a recording names it. The names are other people's text: anything may be in them. */
public final class TraceThread {
    /** Of a process, or a thread that has no name from the JVM. */
    private static final Pattern ID_AT_END = Pattern.compile(" \\(([0-9]+)\\)$");

    private final int index;
    private final String name;
    private final long osThreadId;
    private final boolean ofJvm;
    private String process;
    private boolean chosen = true;

    TraceThread(int index, String name, long osThreadId, boolean ofJvm, String process) {
        this.index = index;
        this.name = name;
        this.osThreadId = osThreadId;
        this.ofJvm = ofJvm;
        this.process = process;
    }

    /** Counts from 0, in the order in which threads are first told of. */
    public int index() {
        return index;
    }

    public String name() {
        return name;
    }

    /** Windows' id; of a thread that got the id of another one past those that Windows gives. */
    public long osThreadId() {
        return osThreadId;
    }

    /** Whether it is one of the JVM whose recording the trace was merged with. */
    public boolean ofJvm() {
        return ofJvm;
    }

    /** Its program and the process's id; complete when all is read. */
    public String process() {
        return process;
    }

    /** Its process without the id: one of the same program, in another recording, is called so, too. */
    public String program() {
        return ID_AT_END.matcher(process).replaceFirst("");
    }

    /** Its name without its id, which it has at the end; one of the JVM's may end as it likes. */
    public String nameWithoutId() {
        return ofJvm ? name : ID_AT_END.matcher(name).replaceFirst("");
    }

    /** The id of its process; empty if it is none of a process, but stands for a processor. */
    public Optional<String> processId() {
        Matcher id = ID_AT_END.matcher(process);
        return id.find() ? Optional.of(id.group(1)) : Optional.empty();
    }

    /** Whether it is one of those whose doings are told. */
    public boolean isChosen() {
        return chosen;
    }

    void setChosen(boolean chosen) {
        this.chosen = chosen;
    }

    void setProcess(String process) {
        this.process = process;
    }

    @Override
    public String toString() {
        return name;
    }
}
