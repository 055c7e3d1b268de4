package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.ChunkThreads;
import io.github.etl2jfr.agent.live.Lane;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import io.github.etl2jfr.options.NameList;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Which thread of this JVM, or of another process, the trace means. Allocates only when it meets a thread for the first
 * time.
 *
 * <p>A thread is this JVM's if the trace says that it is of its process, or does not tell of whose while the JVM has a
 * thread with that id: ids are the whole system's. One of this process that JFR does not know has ended, runs native
 * code only, or has not been told of yet; it goes by the trace's name.
 */
final class TraceThreads {
    private static final String UNKNOWN = "Unknown";

    private final ThreadDirectory directory;
    private final OwnThreads ownThreads;

    /** Empty for all. */
    private final NameList wanted;

    private final int processId;

    /** Whether other processes' threads have lanes. */
    private boolean hasLanes;

    /** Opens lanes of ours, if that is still to be done, and tells whether there are any. */
    private final BooleanSupplier lanes;

    private final ChunkThreads chunkThreads;

    /** By process: the group of its threads. */
    private final Map<ProcessDirectory.Life, ThreadGroupConstant> groups = new HashMap<>();

    private final ThreadGroupConstant processorGroup = Lane.group("Processors");

    /** By life: how it is named where it is not known as a thread of this JVM. */
    private TracedThread[] named = new TracedThread[256];

    /** By life: whether the user asked for it. */
    private byte[] decisions = new byte[256];

    /** Names of threads that the user asked for; none if nobody asked for certain ones. */
    private final Set<String> names = new HashSet<>();

    private TracedThread[] processors = new TracedThread[8];
    private int unknownThreads;

    /**
     * @param lanes opens lanes of ours, if that is still to be done, and tells whether there are any
     * @param processId this process's
     */
    TraceThreads(
            ThreadDirectory directory,
            OwnThreads ownThreads,
            ChunkThreads chunkThreads,
            NameList wanted,
            BooleanSupplier lanes,
            long processId) {
        this.directory = directory;
        this.ownThreads = ownThreads;
        this.wanted = wanted;
        this.lanes = lanes;
        this.chunkThreads = chunkThreads;
        this.processId = (int) processId;
    }

    /** Threads of this process that are on no lane, as JFR did not know them when they were met. */
    int unknownThreads() {
        return unknownThreads;
    }

    /** Which threads that the user asked for were not met, for the user; empty if all were. */
    String missing() {
        return NameList.missing(NameList.NONE, Stream.of(), wanted, names.stream());
    }

    /** From now on, threads of other processes have lanes. To be told before any of them is met. */
    void giveLanes() {
        hasLanes = true;
    }

    /** From now on, no thread has a lane of ours. */
    void dropLanes() {
        hasLanes = false;
        drop(named);
        drop(processors);
    }

    private static void drop(TracedThread[] threads) {
        for (int i = 0; i < threads.length; i++) {
            if (threads[i] != null && threads[i].hasLane()) {
                threads[i] = null;
            }
        }
    }

    /** Whether {@link #subject} may give a thread at any time. */
    boolean maySubject(int thread) {
        return thread >= 0 && (hasLanes || mayBeOwn(directory.process(thread)));
    }

    /** Whether {@link #isOfThisJvm} may be so at any time. */
    boolean mayBeOfThisJvm(int thread) {
        return thread >= 0 && mayBeOwn(directory.process(thread));
    }

    /** Whether a thread that {@linkplain #mayBeOfThisJvm may be} is this JVM's, as far as is known. */
    boolean isOfThisJvm(int thread, long ticks) {
        return directory.process(thread) != null || ofThisJvm(thread, ticks) != null;
    }

    private boolean mayBeOwn(ProcessDirectory.Life process) {
        return process == null || isThisProcess(process);
    }

    /**
     * The thread as one whose events are written: of this JVM, or of another process if these have lanes. Null if it is
     * none of these, or not wanted.
     */
    TracedThread subject(int thread, long ticks) throws IOException {
        if (thread < 0) {
            return null;
        }
        ProcessDirectory.Life process = directory.process(thread);
        if (!hasLanes && !mayBeOwn(process)) {
            return null;
        }
        // One that the trace does not name yet, and that has no lane, is not to be called Unknown for good.
        TracedThread found = hasLanes || process != null ? any(thread, process, ticks) : ofThisJvm(thread, ticks);
        return found != null && isWanted(thread, found) ? found : null;
    }

    /** Any thread, null for nobody. */
    TracedThread any(int thread, long ticks) throws IOException {
        if (thread == ThreadRef.NONE) {
            return null;
        }
        if (ThreadRef.isIdle(thread)) {
            return processor(ThreadRef.processor(thread));
        }
        return any(thread, directory.process(thread), ticks);
    }

    private TracedThread any(int life, ProcessDirectory.Life process, long ticks) throws IOException {
        if (process == null) {
            TracedThread found = ofThisJvm(life, ticks);
            return found == null ? named(life, hasLanes) : found;
        }
        return isThisProcess(process) ? ofThisProcess(life, ticks) : named(life, hasLanes);
    }

    /** The thread of this JVM that has the id of one whose process is not known, null if there is none. */
    private TracedThread ofThisJvm(int life, long ticks) {
        TracedThread found = ownThreads.find(life, ticks);
        return found == null || !found.isThereAt(ticks) ? null : found;
    }

    /** One that ended in the trace had the same id before. */
    private boolean isThisProcess(ProcessDirectory.Life process) {
        return process.processId() == processId && process.end() == ProcessDirectory.AFTER_TRACE;
    }

    private TracedThread ofThisProcess(int life, long ticks) throws IOException {
        TracedThread found = ownThreads.seek(life, ticks);
        if (found != null) {
            return found;
        }
        TracedThread known = life < named.length ? named[life] : null;
        if (known != null) {
            return known;
        }
        boolean hasLane = lanes.getAsBoolean();
        if (!hasLane) {
            unknownThreads++;
        }
        return named(life, hasLane);
    }

    /** Whether a thread of this JVM is to be on a lane of ours, as JFR's chunk does not have it any more. */
    boolean isLeft(TracedThread thread) {
        return thread.isOfThisJvm() && chunkThreads.lacks(thread) && lanes.getAsBoolean();
    }

    private TracedThread named(int life, boolean hasLane) {
        if (life >= named.length) {
            named = Arrays.copyOf(named, Math.max(life + 1, 2 * named.length));
        }
        TracedThread thread = named[life];
        if (thread == null) {
            thread = hasLane ? withLane(life) : TracedThread.foreign(directory.threadId(life), name(life));
            named[life] = thread;
        }
        return thread;
    }

    private TracedThread withLane(int life) {
        long threadId = directory.threadId(life);
        boolean isIdTaken = directory.isThreadIdReused(life) || ownThreads.hasKnownId(life);
        ProcessDirectory.Life process = directory.process(life);
        return TracedThread.withLane(threadId, name(life), isIdTaken, process == null ? null : group(process));
    }

    private ThreadGroupConstant group(ProcessDirectory.Life process) {
        return groups.computeIfAbsent(
                process, life -> Lane.group(TracedThread.name(image(life), Integer.toUnsignedLong(life.processId()))));
    }

    private String name(int life) {
        String name = directory.name(life);
        if (name != null && !name.isEmpty()) {
            return name;
        }
        return image(directory.process(life));
    }

    private static String image(ProcessDirectory.Life process) {
        return process == null || process.image() == null ? UNKNOWN : process.image();
    }

    private TracedThread processor(int number) {
        if (number >= processors.length) {
            processors = Arrays.copyOf(processors, Math.max(number + 1, 2 * processors.length));
        }
        if (processors[number] == null) {
            processors[number] =
                    hasLanes ? TracedThread.processorWithLane(number, processorGroup) : TracedThread.processor(number);
        }
        return processors[number];
    }

    /** Whether {@link #subject} gave a thread once, or would have if it were wanted. */
    boolean isMet(int life) {
        return life < decisions.length && decisions[life] != 0;
    }

    /** Whether the user wants a thread that {@link #isMet}. */
    boolean isWanted(int life) {
        return decisions[life] > 0;
    }

    /** Whether the user wants a thread, as far as that is known without asking who it is. */
    boolean mayBeWanted(int life) {
        return isMet(life) ? isWanted(life) : wanted.isEmpty();
    }

    private boolean isWanted(int life, TracedThread thread) {
        if (life >= decisions.length) {
            decisions = Arrays.copyOf(decisions, Math.max(life + 1, 2 * decisions.length));
        }
        if (decisions[life] == 0) {
            decisions[life] = (byte) (isNamed(thread) ? 1 : -1);
        }
        return isWanted(life);
    }

    private boolean isNamed(TracedThread thread) {
        if (wanted.isEmpty()) {
            return true;
        }
        // Most get theirs right after their start, of which JFR tells.
        thread.refreshName();
        List<String> itsNames = NameList.namesOf(thread.name(), Long.toString(thread.osThreadId()))
                .toList();
        boolean isNamed = wanted.matches(itsNames.stream());
        if (isNamed) {
            names.addAll(itsNames);
        }
        return isNamed;
    }

    /**
     * Takes over the names that the trace tells by now of those that JFR does not know. Their lanes keep the names that
     * they began with: a constant means the same in all chunks.
     *
     * @return whether any is new
     */
    boolean refreshNames() {
        boolean isAnyNew = false;
        for (int life = 0; life < named.length; life++) {
            isAnyNew |= named[life] != null && named[life].rename(name(life));
        }
        return isAnyNew;
    }

    /** Threads may have other names now: those that the user did not want are asked for theirs again. */
    void renamed() {
        for (int life = 0; life < decisions.length; life++) {
            decisions[life] = (byte) Math.max(0, decisions[life]);
        }
    }
}
