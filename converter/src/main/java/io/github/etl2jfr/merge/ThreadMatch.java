package io.github.etl2jfr.merge;

import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import io.github.etl2jfr.recording.JvmThreads;
import io.github.etl2jfr.recording.TickClock;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Which of a trace's threads are the JVM's: those with its thread ids, in its process, at the time. Several
 * of the JVM's threads can have had an id: native threads that ended, or one that was attached to the JVM
 * more than once, as the one that runs {@code main} is, which becomes {@code DestroyJavaVM}. Of several of the
 * trace's threads that had an id, one is the JVM's: the one that was there for most of the time.
 */
final class ThreadMatch implements JvmThreads {
    /** No thread has this id. */
    static final long UNKNOWN_ID = 0;

    /** A thread is there for a moment longer than its events and its switches tell. */
    private static final long LIVES_DISAGREE_NANOS = 1_000_000;

    private final JvmSurvey jvm;
    private final Map<Long, ThreadGroupConstant> groups;
    private final ThreadDirectory directory;
    private final long processId;
    private final TickClock clock;
    private final long doubtTicks;
    private final long toleranceTicks;

    /** By thread id: those that had it, one after the other. */
    private final Map<Long, List<Tenure>> byThreadId = new HashMap<>();

    /** When the JVM's threads were there, by their place: once for each id. */
    private final List<List<JvmSurvey.Presence>> presences;

    private Match[] matches = new Match[0];

    /**
     * One of the JVM's threads.
     *
     * @param from the tick from which on it surely was there
     * @param to the tick until which it surely was
     * @param next the tick from which on it surely was not, {@link Long#MAX_VALUE} if that is not told
     */
    private record Tenure(int index, long from, long to, long next) {}

    /** Who a thread of the trace is. */
    private static final class Match {
        static final Match NONE = new Match(new int[0], new long[0]);

        /** The places of the JVM's threads that it is, one after the other; none where it is none of them any more. */
        private final int[] indexes;

        /** Session clock's values from which on; the first counts for all times before, too. */
        private final long[] since;

        /** These places, sorted. */
        final int[] all;

        private Match(int[] indexes, long[] since) {
            this.indexes = indexes;
            this.since = since;
            all = Arrays.stream(indexes)
                    .filter(index -> index != JvmThreads.NONE)
                    .sorted()
                    .toArray();
        }

        /**
         * @param tenures in the order in which they begin
         */
        static Match of(List<Tenure> tenures, TickClock clock) {
            IntStream.Builder indexes = IntStream.builder();
            LongStream.Builder since = LongStream.builder();
            for (int i = 0; i < tenures.size(); i++) {
                Tenure tenure = tenures.get(i);
                indexes.add(tenure.index);
                since.add(clock.sessionTime(tenure.from));
                long following = i + 1 < tenures.size() ? tenures.get(i + 1).from : Long.MAX_VALUE;
                if (tenure.next < following) {
                    indexes.add(JvmThreads.NONE);
                    since.add(clock.sessionTime(tenure.next));
                }
            }
            return new Match(indexes.build().toArray(), since.build().toArray());
        }

        int at(long time) {
            int low = 0;
            int high = indexes.length - 1;
            while (low < high) {
                int middle = low + high + 1 >>> 1;
                if (since[middle] > time) {
                    high = middle - 1;
                } else {
                    low = middle;
                }
            }
            return high < 0 ? JvmThreads.NONE : indexes[low];
        }

        boolean has(int index) {
            return Arrays.binarySearch(all, index) >= 0;
        }
    }

    /**
     * @param processId the JVM's
     * @param clock the JVM's ticks for the trace's times
     * @param doubtTicks by how much these may be wrong
     */
    ThreadMatch(
            JvmSurvey jvm,
            Map<Long, ThreadGroupConstant> groups,
            ThreadDirectory directory,
            long processId,
            TickClock clock,
            long doubtTicks) {
        this.jvm = jvm;
        this.groups = groups;
        this.directory = directory;
        this.processId = processId;
        this.clock = clock;
        this.doubtTicks = doubtTicks;
        this.toleranceTicks = doubtTicks + jvm.clock().length(LIVES_DISAGREE_NANOS);
        List<ThreadConstant> threads = jvm.threads();
        this.presences = new ArrayList<>(Collections.nCopies(threads.size(), List.of()));
        // The JVM counts keys up: of two threads that had one id, the one with the larger had it later.
        IntStream.range(0, threads.size())
                .boxed()
                .sorted(Comparator.comparingLong(index -> threads.get(index).key()))
                .forEach(this::add);
    }

    /** Takes up one of the JVM's threads. */
    private void add(int index) {
        presences.set(index, jvm.isSeen(index) ? jvm.presences(index) : List.of(presenceUnseen(index)));
        for (JvmSurvey.Presence presence : presences.get(index)) {
            tenures(presence.osThreadId()).add(new Tenure(index, presence.from(), presence.to(), presence.next()));
        }
    }

    private JvmSurvey.Presence presenceUnseen(int index) {
        long threadId = jvm.threads().get(index).osThreadId();
        List<Tenure> tenures = tenures(threadId);
        long from = tenures.isEmpty()
                ? jvm.startTicks()
                : tenures.get(tenures.size() - 1).to();
        return new JvmSurvey.Presence(threadId, from, jvm.endTicks(), Long.MAX_VALUE);
    }

    private List<Tenure> tenures(long threadId) {
        return byThreadId.computeIfAbsent(threadId, id -> new ArrayList<>());
    }

    @Override
    public long processId() {
        return processId;
    }

    @Override
    public List<ThreadConstant> constants() {
        return jvm.threads();
    }

    @Override
    public long largestKey() {
        return jvm.largestThreadKey();
    }

    @Override
    public ThreadGroupConstant group(long key) {
        return groups.get(key);
    }

    @Override
    public boolean hasThreadId(long threadId) {
        return byThreadId.containsKey(threadId);
    }

    @Override
    public int indexOf(int life, long time) {
        return life < 0 ? NONE : match(life).at(time);
    }

    /** Once for each id that one of the JVM's threads had: of a compiler thread that ends and comes again, several. */
    List<JvmSurvey.Presence> presences(int index) {
        return presences.get(index);
    }

    /**
     * The id that one of the JVM's threads had when an event of it began.
     *
     * @return {@link #UNKNOWN_ID} if it had several and the recording does not tell since when which
     */
    long threadIdAt(int index, long tick) {
        List<JvmSurvey.Presence> ofThread = presences.get(index);
        if (ofThread.size() == 1) {
            return ofThread.get(0).osThreadId();
        }
        long threadId = UNKNOWN_ID;
        for (JvmSurvey.Presence presence : ofThread) {
            if (presence.from() <= tick && tick < presence.next()) {
                if (threadId != UNKNOWN_ID) {
                    return UNKNOWN_ID;
                }
                threadId = presence.osThreadId();
            }
        }
        return threadId;
    }

    /** All that a thread is. */
    int[] indexesOf(int life) {
        return life < 0 ? Match.NONE.all : match(life).all;
    }

    /** Whether a thread of the trace is one of the JVM's, at any time. */
    boolean isOf(int index, int life) {
        return life >= 0 && match(life).has(index);
    }

    private Match match(int life) {
        if (life >= matches.length) {
            matches = Arrays.copyOf(matches, Math.max(life + 1, 2 * matches.length));
        }
        Match match = matches[life];
        if (match == null) {
            match = find(life);
            matches[life] = match;
        }
        return match;
    }

    private Match find(int life) {
        List<Tenure> candidates = byThreadId.get(directory.threadId(life));
        if (candidates == null || isForeign(life)) {
            return Match.NONE;
        }
        long start = ticks(directory.start(life));
        long end = ticks(directory.end(life));
        List<Tenure> tenures = candidates.stream()
                .filter(candidate -> shared(candidate, start, end) >= -toleranceTicks)
                // One that no event tells of may be any of those that were there.
                .filter(candidate -> !jvm.isSeen(candidate.index())
                        || shared(candidate, start, end) >= sharedWithOthers(candidate, life) - 2 * doubtTicks)
                // One that came again may have got the id after one that the JVM counts later.
                .sorted(Comparator.comparingLong(Tenure::from))
                .toList();
        return Match.of(tenures, clock);
    }

    private boolean isForeign(int life) {
        ProcessDirectory.Life process = directory.process(life);
        return process != null && Integer.toUnsignedLong(process.processId()) != processId;
    }

    /** The same as {@link #shared} with whoever had the id in the JVM just before or after. */
    private long sharedWithOthers(Tenure tenure, int life) {
        int previous = directory.previous(life);
        int next = directory.next(life);
        long before = isOther(previous)
                ? shared(tenure, ticks(directory.start(previous)), ticks(directory.start(life)))
                : Long.MIN_VALUE / 2;
        long after = isOther(next)
                ? shared(tenure, ticks(directory.start(next)), ticks(directory.end(next)))
                : Long.MIN_VALUE / 2;
        return Math.max(before, after);
    }

    private boolean isOther(int life) {
        return life != ThreadRef.NONE && !isForeign(life);
    }

    /** For how many ticks one of the JVM's threads was there in a time; negative if it was not: how far it was away. */
    private static long shared(Tenure tenure, long start, long end) {
        return Math.min(tenure.to(), end) - Math.max(tenure.from(), start);
    }

    private long ticks(long sessionTime) {
        if (sessionTime == ProcessDirectory.BEFORE_TRACE) {
            return Long.MIN_VALUE / 4;
        }
        return sessionTime == ProcessDirectory.AFTER_TRACE ? Long.MAX_VALUE / 4 : clock.ticks(sessionTime);
    }
}
