package io.github.etl2jfr.merge;

import io.github.etl2jfr.alignment.JvmTimes;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.EventField;
import io.github.etl2jfr.jfr.JvmEventType;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.recording.JvmThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a first look at a JVM's recording tells: its threads and when they were there, when they ran and
 * waited, and which of its events are to be explained. All times are those of one chunk's clock, as
 * each chunk's wall clock may disagree with it.
 */
final class JvmSurvey {
    /** A thread off its processor: what a wait of a trace can be matched with. Files may be read from memory. */
    private static final Set<String> WAITS = Set.of(
            "jdk.ThreadSleep",
            "jdk.ThreadPark",
            "jdk.JavaMonitorWait",
            "jdk.JavaMonitorEnter",
            "jdk.SocketRead",
            "jdk.FileForce");

    /** What a thread tells of itself, when it has done it. */
    private static final Set<String> OWN_DEEDS = Set.of(
            "jdk.ObjectAllocationSample",
            "jdk.ObjectAllocationInNewTLAB",
            "jdk.ObjectAllocationOutsideTLAB",
            "jdk.ClassLoad",
            "jdk.ExecuteVMOperation",
            "jdk.GCPhaseParallel");

    /** The same, if it is the VM thread that tells it: others only wait for that one, and run later. */
    private static final String DEED_OF_VM_THREAD = "jdk.GCPhasePause";

    private static final String SEVERAL_RUNS =
            "recording has chunks of several JVM runs, or one twice or in the wrong order; 'jfr disassemble' takes it"
                    + " apart";

    /** No process of a JVM has this id. */
    private static final long UNKNOWN = 0;

    /** A trace lasts no longer; a header that says more is damaged, and its end may not fit into 64 bits. */
    private static final long LONGEST_NANOS = SessionClock.LONGEST_SPAN_SECONDS * 1_000_000_000;

    private final JvmRecording recording;
    private final JvmClock clock;
    private final List<ThreadConstant> threads = new ArrayList<>();
    private final Map<Long, Integer> indexes = new HashMap<>();

    /** Keys of threads that the operating system does not know. */
    private final Set<Long> virtualThreads = new HashSet<>();

    /** By thread: those that were several of the operating system's, one after the other. */
    private final Map<Integer, Rebirths> rebirths = new HashMap<>();

    /** By thread: what else the recording tells of it, as other names. */
    private final Map<Integer, List<ThreadConstant>> renamed = new HashMap<>();

    private final int vmThread;

    /** By thread: the first and the last tick at which it was surely there. */
    private final long[] firstTicks;

    private final long[] lastTicks;
    private final JvmTimes times;
    private final LatencyReader latencies;
    private final boolean[] hasEvidence;

    /** The run of the JVM; null until an event tells of it. */
    private Run run;

    private long largestThreadKey;
    private long count;
    private long virtualLatencies;

    /** What a JVM tells of itself in each chunk: its process id, and when it started; each may be unknown. */
    private record Run(long processId, long start) {}

    /**
     * HotSpot ends compiler threads that have nothing to do, and starts them again as the same Java thread
     * (compileBroker.cpp), which has been JFR's key since JDK 19.
     */
    private static final class Rebirths {
        final Set<Long> osThreadIds = new LinkedHashSet<>();
        final List<Long> starts = new ArrayList<>();
        final NavigableSet<Long> ends = new TreeSet<>();

        Rebirths(long firstOsThreadId) {
            osThreadIds.add(firstOsThreadId);
        }
    }

    /**
     * A time in which a thread surely was there.
     *
     * @param osThreadId by which the operating system knew it then
     * @param from the first tick
     * @param to the last tick
     * @param next the tick from which on the system knew it by another id; {@link Long#MAX_VALUE} if that is not told
     */
    record Presence(long osThreadId, long from, long to, long next) {}

    private JvmSurvey(JvmRecording recording, JvmClock clock) throws IOException, InputException {
        this.recording = recording;
        this.clock = clock;
        for (ThreadConstant thread : recording.threads()) {
            if (thread.isVirtual()) {
                virtualThreads.add(thread.key());
            } else if (thread.osThreadId() > 0) {
                add(thread);
            }
        }
        vmThread = IntStream.range(0, threads.size())
                .filter(index -> threads.get(index).javaName() == null
                        && "VM Thread".equals(threads.get(index).osName()))
                .findFirst()
                .orElse(JvmThreads.NONE);
        firstTicks = new long[threads.size()];
        lastTicks = new long[threads.size()];
        hasEvidence = new boolean[threads.size()];
        Arrays.fill(firstTicks, Long.MAX_VALUE);
        Arrays.fill(lastTicks, Long.MIN_VALUE);
        times = new JvmTimes(startNanos(), endNanos(), clock.resolutionNanos());
        latencies = new LatencyReader(recording, this::indexOf);
    }

    private void add(ThreadConstant thread) {
        Integer known = indexes.putIfAbsent(thread.key(), threads.size());
        if (known == null) {
            threads.add(thread);
            return;
        }
        renamed.computeIfAbsent(known, index -> new ArrayList<>()).add(thread);
        long firstId = threads.get(known).osThreadId();
        if (thread.osThreadId() != firstId) {
            rebirths.computeIfAbsent(known, index -> new Rebirths(firstId))
                    .osThreadIds
                    .add(thread.osThreadId());
        }
    }

    /**
     * Reads all events once.
     *
     * @param clock by which times are told
     * @param progress told the number of bytes of each chunk read
     */
    static JvmSurvey of(JvmRecording recording, JvmClock clock, LongConsumer progress)
            throws IOException, InputException {
        JvmSurvey survey = new JvmSurvey(recording, clock);
        List<Chunk> chunks = recording.chunks();
        for (int chunk = 0; chunk < chunks.size(); chunk++) {
            survey.read(chunk);
            progress.accept(chunks.get(chunk).header().size());
        }
        return survey;
    }

    private void read(int number) throws IOException, InputException {
        Chunk chunk = recording.chunks().get(number);
        if (number > 0) {
            requireSameClock(recording.chunks().get(number - 1).header(), chunk.header());
        }
        JvmEventType information = chunk.eventType("jdk.JVMInformation");
        JvmEventType threadStart = chunk.eventType("jdk.ThreadStart");
        JvmEventType threadEnd = chunk.eventType("jdk.ThreadEnd");
        EventField started = threadStart == null ? null : threadStart.field("thread");
        JvmEventType oldObject = chunk.eventType("jdk.OldObjectSample");
        EventField allocated = oldObject == null ? null : oldObject.field("allocationTime");
        LatencyReader.OfChunk ofChunk = latencies.of(number);
        for (ChunkEvents events = ofChunk.events(); events.next(); ) {
            JvmEventType type = events.type();
            if (type == information) {
                requireSameRun(events);
            }
            count++;
            ofChunk.learn();
            note(events.threadKey());
            for (EventField other : type.threads()) {
                note(events.longValue(other));
            }
            long thread = type == threadStart && started != null ? events.longValue(started) : events.threadKey();
            int index = indexOf(thread);
            if (index < 0) {
                if (virtualThreads.contains(thread) && ofChunk.isToBeExplained()) {
                    virtualLatencies++;
                }
                continue;
            }
            long start = events.startTicks();
            long end = events.endTicks();
            if (type == oldObject) {
                // Told when the recording ended, of one that may have been dead for long.
                if (allocated == null) {
                    continue;
                }
                start = events.ticks(allocated);
                end = start;
            }
            if (type == threadStart || type == threadEnd) {
                Rebirths ofThread = rebirths.get(index);
                if (ofThread != null) {
                    (type == threadStart ? ofThread.starts : ofThread.ends).add(start);
                }
            }
            firstTicks[index] = Math.min(firstTicks[index], start);
            lastTicks[index] = Math.max(lastTicks[index], end);
            if (WAITS.contains(type.name())) {
                times.waited(index, clock.epochNanos(start), clock.epochNanos(end));
                hasEvidence[index] = true;
            } else if (OWN_DEEDS.contains(type.name()) || type.name().equals(DEED_OF_VM_THREAD) && index == vmThread) {
                times.ran(index, clock.epochNanos(end));
                hasEvidence[index] = true;
            }
        }
    }

    private void note(long threadKey) {
        if (threadKey <= JvmRecording.LARGEST_KEY) {
            largestThreadKey = Math.max(largestThreadKey, threadKey);
        }
    }

    /** Demands that no two chunks begin at the same tick: JFR begins one when the one before has ended. */
    private static void requireSameClock(ChunkHeader before, ChunkHeader after) throws InputException {
        if (after.ticksPerSecond() != before.ticksPerSecond() || after.startTicks() <= before.startTicks()) {
            throw new InputException(SEVERAL_RUNS);
        }
    }

    private void requireSameRun(ChunkEvents information) throws IOException, InputException {
        Run told = new Run(number("pid", information), number("jvmStartTime", information));
        if (run != null && !run.equals(told)) {
            throw new InputException(SEVERAL_RUNS);
        }
        run = told;
    }

    private static long number(String name, ChunkEvents events) throws IOException, InputException {
        EventField field = events.type().field(name);
        return field == null ? UNKNOWN : events.longValue(field);
    }

    /** The place of a thread by its key; -1 if it is virtual or not known. */
    private int indexOf(long threadKey) {
        return indexes.getOrDefault(threadKey, -1);
    }

    /** The threads that the operating system knows; an index is a place in here. */
    List<ThreadConstant> threads() {
        return Collections.unmodifiableList(threads);
    }

    /** All names that the JVM gave to a thread. */
    List<String> namesOf(int thread) {
        return Stream.concat(Stream.of(threads.get(thread)), renamed.getOrDefault(thread, List.of()).stream())
                .flatMap(constant -> Stream.of(constant.osName(), constant.javaName()))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** Number of events, of all types. */
    long events() {
        return count;
    }

    /** Number of events that would be explained if they were not those of virtual threads. */
    long virtualLatencies() {
        return virtualLatencies;
    }

    /**
     * The largest key by which an event names a thread. HotSpot of JDK 17 gives a new one to a thread that leaves {@code
     * main} and waits for the others to end, and writes no constant for it.
     */
    long largestThreadKey() {
        return largestThreadKey;
    }

    /**
     * The VM thread's place among {@link #threads}, or none. HotSpot calls it so on all systems
     * (vmThread.cpp), and it lives as long as the JVM.
     */
    int vmThread() {
        return vmThread;
    }

    /** The process id of the JVM, as its {@code jdk.JVMInformation} tells; empty if that was not recorded. */
    OptionalLong processId() {
        return run == null || run.processId() == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(run.processId());
    }

    /** Whether any event tells that a thread was there. */
    boolean isSeen(int thread) {
        return firstTicks[thread] <= lastTicks[thread];
    }

    /**
     * When a thread that {@link #isSeen} surely was there, once for each id. If it had several, and its starts do not
     * tell how long each, all the time by each.
     */
    List<Presence> presences(int thread) {
        long first = firstTicks[thread];
        long last = lastTicks[thread];
        Rebirths several = rebirths.get(thread);
        if (several == null) {
            return List.of(new Presence(threads.get(thread).osThreadId(), first, last, Long.MAX_VALUE));
        }
        List<Long> ids = List.copyOf(several.osThreadIds);
        List<Long> starts =
                several.starts.stream().filter(start -> start > first).sorted().toList();
        boolean areTold = starts.size() == ids.size() - 1;
        List<Presence> presences = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            long from = areTold && i > 0 ? starts.get(i - 1) : first;
            long next = areTold && i < starts.size() ? starts.get(i) : Long.MAX_VALUE;
            long to = Math.min(next, last);
            Long end = areTold ? several.ends.floor(to) : null;
            presences.add(new Presence(ids.get(i), from, end == null || end < from ? to : end, next));
        }
        return presences;
    }

    /** Whether it tells anything about when a thread ran. */
    boolean hasEvidence(int thread) {
        return hasEvidence[thread];
    }

    /** When threads ran and waited, in nanoseconds since 1970. */
    JvmTimes times() {
        return times;
    }

    /** Reads the events to be explained. */
    LatencyReader latencies() {
        return latencies;
    }

    JvmClock clock() {
        return clock;
    }

    long startTicks() {
        return firstChunk().startTicks();
    }

    long endTicks() {
        ChunkHeader last = lastChunk();
        return last.startTicks() + clock.length(durationNanos(last));
    }

    /** Wall clock, in nanoseconds since 1970. */
    long startNanos() {
        return clock.epochNanos(startTicks());
    }

    /** Wall clock, in nanoseconds since 1970. */
    long endNanos() {
        ChunkHeader last = lastChunk();
        return clock.epochNanos(last.startTicks()) + durationNanos(last);
    }

    /** How long a chunk is. */
    static long durationNanos(ChunkHeader header) {
        return Math.min(header.durationNanos(), LONGEST_NANOS);
    }

    private ChunkHeader firstChunk() {
        return recording.chunks().get(0).header();
    }

    private ChunkHeader lastChunk() {
        List<Chunk> chunks = recording.chunks();
        return chunks.get(chunks.size() - 1).header();
    }
}
