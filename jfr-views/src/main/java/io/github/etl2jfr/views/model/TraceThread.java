package io.github.etl2jfr.views.model;

/** A thread as a recording names it. The names are other people's text: anything may be in them. */
public final class TraceThread {
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
