package io.github.etl2jfr.merge;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Which of a trace's processes is the JVM? The one its recording names; or else that with its threads. */
final class JvmProcess {
    /** Thread ids are small numbers: one or two are equal by chance. */
    private static final int LEAST_THREADS = 3;

    private JvmProcess() {}

    /**
     * Finds the process id.
     *
     * @param given by the user, who knows best
     * @throws InputException if there is no such process, or none of several that is clearly it
     */
    static long find(OptionalLong given, JvmSurvey jvm, ThreadDirectory trace) throws InputException {
        if (given.isPresent()) {
            if (trace.processes().lives().stream().noneMatch(process -> id(process) == given.getAsLong())) {
                throw InputException.ofMisuse("no process %d in the trace; 'etl2jfr info --processes' lists them"
                        .formatted(given.getAsLong()));
            }
            return given.getAsLong();
        }
        OptionalLong told = jvm.processId();
        return told.isPresent() ? told.getAsLong() : byThreads(jvm, trace);
    }

    /** A point for each thread id that the JVM has, whoever had it how often, and another if the name is the same. */
    private static long byThreads(JvmSurvey jvm, ThreadDirectory trace) throws InputException {
        Map<Long, Set<String>> names = new HashMap<>();
        List<ThreadConstant> threads = jvm.threads();
        for (int i = 0; i < threads.size(); i++) {
            names.computeIfAbsent(threads.get(i).osThreadId(), id -> new HashSet<>())
                    .addAll(jvm.namesOf(i));
        }
        Map<Long, Map<Long, Integer>> pointsByThreadId = new HashMap<>();
        for (int life = 0; life < trace.size(); life++) {
            Set<String> jvmNames = names.get(trace.threadId(life));
            if (jvmNames != null && trace.process(life) != null) {
                String name = trace.name(life);
                pointsByThreadId
                        .computeIfAbsent(id(trace.process(life)), id -> new HashMap<>())
                        .merge(trace.threadId(life), jvmNames.contains(name) ? 2 : 1, Math::max);
            }
        }
        Map<Long, Integer> points = new HashMap<>();
        pointsByThreadId.forEach((process, ofThreads) -> points.put(
                process, ofThreads.values().stream().mapToInt(Integer::intValue).sum()));
        long best = -1;
        int most = 0;
        boolean isTie = false;
        for (Map.Entry<Long, Integer> entry : points.entrySet()) {
            isTie = entry.getValue() == most || isTie && entry.getValue() < most;
            if (entry.getValue() > most) {
                most = entry.getValue();
                best = entry.getKey();
            }
        }
        if (isTie || most < Math.min(LEAST_THREADS, threads.size()) || most == 0) {
            throw new InputException("the recording has no jdk.JVMInformation, so its process in the trace is"
                    + " unclear; name it with --pid");
        }
        return best;
    }

    private static long id(ProcessDirectory.Life process) {
        return Integer.toUnsignedLong(process.processId());
    }
}
