package io.github.etl2jfr.views.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A thread as a recording names it. The names are other people's text: anything may be in them. */
public final class TraceThread {
    /** The id at the end of the name of a process, or of a thread that has no name from the JVM. */
    private static final Pattern ID_AT_END = Pattern.compile(" \\(([0-9]+)\\)$");

    /** What the converter calls the group of the threads that stand for processors. */
    private static final String PROCESSORS = "Processors";

    private final int index;
    private final String name;
    private final long osThreadId;
    private final boolean ofJvm;
    private final boolean runsJava;
    private String process;
    private boolean chosen = true;

    TraceThread(int index, String name, long osThreadId, boolean ofJvm, boolean runsJava, String process) {
        this.index = index;
        this.name = name;
        this.osThreadId = osThreadId;
        this.ofJvm = ofJvm;
        this.runsJava = runsJava;
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

    /** Whether the JVM's recording says that it is a Java thread. */
    boolean runsJava() {
        return runsJava;
    }

    /** The process: its program and id; complete when all is read. */
    public String process() {
        return process;
    }

    /** The process's program without the id: a process of the same program in another recording is called so, too. */
    public String program() {
        return ID_AT_END.matcher(process).replaceFirst("");
    }

    /** The thread's name without the id that it ends with; a name that the JVM gave may end as it likes. */
    public String nameWithoutId() {
        return ofJvm ? name : ID_AT_END.matcher(name).replaceFirst("");
    }

    /**
     * What it is called together with those that have the same name but for the number at its end, as in a thread pool:
     * {@code pool-1-thread-*}. A thread that has no name of its own is called as its program.
     */
    public String pool() {
        String own = nameWithoutId();
        int end = own.length();
        while (end > 0 && isDigit(own.charAt(end - 1))) {
            end--;
        }
        return end == own.length() || own.equals(program()) ? own : own.substring(0, end) + "*";
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    /** The id of its process; empty if it is none of a process, but stands for a processor. */
    public Optional<String> processId() {
        Matcher id = ID_AT_END.matcher(process);
        return id.find() ? Optional.of(id.group(1)) : Optional.empty();
    }

    /** Whether it stands for a processor. */
    public boolean isProcessor() {
        return !ofJvm && process.equals(PROCESSORS);
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
