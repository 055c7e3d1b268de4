package io.github.etl2jfr.merge;

import io.github.etl2jfr.recording.Chunks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * When the threads of a JVM must have run and waited, by its recording, as the JDK reads it: what is under
 * test has no part in this. Times are the JVM's ticks.
 */
final class JvmRun {
    private static final String THREAD = "java.lang.Thread";
    private static final String EVENT_THREAD = "eventThread";

    /** Told of a thread by another. */
    private static final Set<String> HEARSAY = Set.of("jdk.ThreadCPULoad", "jdk.OldObjectSample");

    /** What a thread is off its processor for, and the kernel's number for such a wait. */
    private static final Map<String, Integer> WAITS = Map.of(
            "jdk.ThreadSleep", 4,
            "jdk.ThreadPark", 37,
            "jdk.JavaMonitorWait", 37,
            "jdk.JavaMonitorEnter", 6,
            "jdk.SocketRead", 15);

    private final Map<Long, OsThread> threads = new TreeMap<>();
    private final List<RecordedEvent> events;
    private final List<Chunks.Chunk> chunks;
    private final Set<Long> keys = new HashSet<>();

    /** Shorter waits may have gone by without a switch. */
    private final long shortestWait;

    /** A wait of a thread, for a reason as the kernel numbers them. */
    record Wait(Span time, int reason) {}

    /** A thread of the operating system; it may have been several of Java's, one after the other. */
    static final class OsThread {
        private final long threadId;
        private final Map<Long, Span> presences = new HashMap<>();
        private final Map<Long, RecordedThread> identities = new HashMap<>();
        private final List<Wait> waits = new ArrayList<>();
        private final List<Span> deeds = new ArrayList<>();
        private long start = Long.MIN_VALUE;
        private long end = Long.MAX_VALUE;

        private OsThread(long threadId) {
            this.threadId = threadId;
        }

        int threadId() {
            return (int) threadId;
        }

        /** Which of Java's threads it was: the one that was there last by then, or else the first. */
        RecordedThread identityAt(long tick) {
            List<Map.Entry<Long, Span>> inOrder = presences.entrySet().stream()
                    .sorted(Comparator.comparingLong(entry -> entry.getValue().start()))
                    .toList();
            if (inOrder.isEmpty()) {
                return identities.values().iterator().next();
            }
            Map.Entry<Long, Span> identity = inOrder.get(0);
            for (Map.Entry<Long, Span> later : inOrder) {
                if (later.getValue().start() <= tick) {
                    identity = later;
                }
            }
            return identities.get(identity.getKey());
        }

        /** Was it, at any time, the one of Java's threads with this key? */
        boolean was(long key) {
            return identities.containsKey(key);
        }

        int identities() {
            return identities.size();
        }

        /** Its first tick, or {@link Long#MIN_VALUE}. One of several identities ends without the thread. */
        long start() {
            return identities.size() > 1 ? Long.MIN_VALUE : start;
        }

        /** Its last tick, or {@link Long#MAX_VALUE}. */
        long end() {
            return identities.size() > 1 ? Long.MAX_VALUE : end;
        }

        /** Those that do not lie in another, in their order. */
        List<Wait> waits() {
            List<Wait> outer = new ArrayList<>();
            for (Wait wait : waits.stream()
                    .sorted(Comparator.comparingLong((Wait w) -> w.time.start()))
                    .toList()) {
                if (outer.isEmpty() || outer.get(outer.size() - 1).time.end() < wait.time.end()) {
                    outer.add(wait);
                }
            }
            return outer;
        }

        /** The times of all its events, which it began and ended itself. */
        List<Span> deeds() {
            return deeds;
        }

        private void isThere(RecordedThread identity, long from, long to) {
            identities.putIfAbsent(identity.getId(), identity);
            presences.merge(
                    identity.getId(),
                    new Span(from, to),
                    (a, b) -> new Span(Math.min(a.start(), b.start()), Math.max(a.end(), b.end())));
        }
    }

    private JvmRun(Path recording) throws IOException {
        chunks = Chunks.of(recording);
        shortestWait = chunks.get(0).ticksPerSecond() / 10_000;
        events = RecordingFile.readAllEvents(recording);
        events.forEach(this::take);
    }

    static JvmRun read(Path recording) throws IOException {
        return new JvmRun(recording);
    }

    static boolean isKnownToTheSystem(RecordedThread thread) {
        return thread != null && thread.<Long>getValue("osThreadId") > 0 && !isVirtual(thread);
    }

    static boolean isVirtual(RecordedThread thread) {
        return thread.hasField("virtual") && thread.getBoolean("virtual");
    }

    static long start(RecordedEvent event) {
        return event.getLong("startTime");
    }

    static long end(RecordedEvent event) {
        return start(event) + duration(event);
    }

    static long duration(RecordedEvent event) {
        return event.hasField("duration") ? event.getLong("duration") : 0;
    }

    private void take(RecordedEvent event) {
        for (ValueDescriptor field : event.getFields()) {
            if (field.getTypeName().equals(THREAD)) {
                OsThread thread = thread(event.getThread(field.getName()));
                if (thread != null && field.getName().equals(EVENT_THREAD)) {
                    takeDeed(thread, event);
                }
            }
        }
    }

    private OsThread thread(RecordedThread identity) {
        if (!isKnownToTheSystem(identity)) {
            return null;
        }
        OsThread thread = threads.computeIfAbsent(identity.<Long>getValue("osThreadId"), OsThread::new);
        thread.identities.putIfAbsent(identity.getId(), identity);
        keys.add(identity.getId());
        return thread;
    }

    private void takeDeed(OsThread thread, RecordedEvent event) {
        String type = event.getEventType().getName();
        long start = start(event);
        long end = end(event);
        if (HEARSAY.contains(type)) {
            return;
        }
        thread.isThere(event.getThread(), start, end);
        switch (type) {
            case "jdk.ThreadStart" -> thread.start = start;
            case "jdk.ThreadEnd" -> thread.end = end;
            default -> {}
        }
        if (WAITS.containsKey(type) && end - start > shortestWait) {
            thread.waits.add(new Wait(new Span(start, end), WAITS.get(type)));
        }
        thread.deeds.add(new Span(start, end));
    }

    /** By their ids. */
    List<OsThread> threads() {
        return List.copyOf(threads.values());
    }

    /** The keys of the constants that stand for threads of the operating system. */
    Set<Long> keys() {
        return keys;
    }

    List<RecordedEvent> events() {
        return events;
    }

    /** A clock of a trace that goes together with the JVM's. */
    TrueClock clock(long skewNanos, double drift) {
        Chunks.Chunk first = chunks.get(0);
        return new TrueClock(first.startTicks(), first.startNanos(), first.ticksPerSecond(), skewNanos, drift);
    }

    /** First ticks of the chunks, the end of the last behind them. */
    List<Long> chunkEdges() {
        List<Long> edges = new ArrayList<>();
        chunks.forEach(chunk -> edges.add(chunk.startTicks()));
        Chunks.Chunk last = chunks.get(chunks.size() - 1);
        edges.add(last.startTicks() + clock(0, 0).ticks((double) last.endNanos() - last.startNanos()));
        return edges;
    }
}
