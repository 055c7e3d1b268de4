package io.github.etl2jfr.views.model;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The threads that a recording names, as its events are read. */
final class RecordedThreads {
    private static final String UNKNOWN = "unknown";
    private static final String JVM = "JVM";

    private final ThreadsByKey threads = new ThreadsByKey();

    /** How the name of the JVM's process ends; null if that is unknown. */
    private String jvmSuffix;

    /** That name as it was written down; null if it was not. */
    private String jvmProcess;

    /** The thread of an event's field; null if the recording does not tell. */
    TraceThread of(Events event, String field) throws IOException, RecordingException {
        return of(event, event.threadKey(field));
    }

    /** The thread of a key that an event has; null if the recording does not tell. */
    TraceThread of(Events event, long key) throws IOException, RecordingException {
        if (key == 0) {
            return null;
        }
        TraceThread thread = threads.get(key);
        if (thread == null) {
            Events.ThreadDescription recorded = event.thread(key);
            if (recorded == null) {
                return null;
            }
            String name = recorded.javaName() == null ? recorded.osName() : recorded.javaName();
            thread = new TraceThread(
                    threads.all().size(),
                    name == null ? UNKNOWN : name,
                    recorded.osThreadId(),
                    // The converter's threads have negative Java ids, the JVM's that run no Java code have 0.
                    recorded.javaThreadId() >= 0,
                    recorded.javaName() != null,
                    recorded.group() == null ? UNKNOWN : recorded.group());
            threads.add(key, thread);
        }
        return thread;
    }

    /** Whether a key that an event has is that of a virtual thread, which does not become one of them by this. */
    boolean isVirtual(Events event, long key) throws IOException, RecordingException {
        // Most are known, of slices: whether one is virtual is asked for each event of the JVM.
        if (key == 0 || threads.get(key) != null) {
            return false;
        }
        Events.ThreadDescription recorded = event.thread(key);
        return recorded != null && recorded.isVirtual();
    }

    /** All of them so far, in the order in which they came. */
    List<TraceThread> all() {
        return threads.all();
    }

    /** Takes down which process the JVM says that it is. */
    void jvmHasId(long processId) {
        jvmSuffix = "(" + processId + ")";
    }

    /** Takes down what the JVM's process is called by the converter or the agent; null if they do not tell. */
    void jvmIsCalled(String program) {
        if (program != null) {
            jvmProcess = program;
        }
    }

    /** Whether the recording is also a JVM's own. */
    boolean areOfJvm() {
        return jvmSuffix != null || threads.all().stream().anyMatch(TraceThread::ofJvm);
    }

    /**
     * Gives the JVM's threads their process; to be done when all is read. Its program is that of a thread that only the
     * trace knows, if there is one, or else what was taken down.
     */
    void nameJvm() {
        String name = threads.all().stream()
                .filter(thread ->
                        jvmSuffix != null && !thread.ofJvm() && thread.process().endsWith(" " + jvmSuffix))
                .map(TraceThread::process)
                .findFirst()
                .or(() -> Optional.ofNullable(jvmProcess))
                .orElse(jvmSuffix == null ? JVM : JVM + " " + jvmSuffix);
        threads.all().stream().filter(TraceThread::ofJvm).forEach(thread -> thread.setProcess(name));
    }
}
