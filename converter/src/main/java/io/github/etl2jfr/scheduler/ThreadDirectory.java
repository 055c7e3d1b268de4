package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.kernel.GroupMasks;
import io.github.etl2jfr.kernel.IdentityEvents;
import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.IndexSort;
import io.github.etl2jfr.kernel.NameTable;
import io.github.etl2jfr.kernel.ProcessRecord;
import io.github.etl2jfr.kernel.TraceSurvey;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * The threads of a trace: for each id, who had it when. A life is one thread from its start to the start
 * of the next thread with its id (a thread still runs for a moment after the event that reports its end).
 * Lives are numbered, those with the same id in the order of their starts; the number is what the scheduler and the
 * recording know a thread by.
 *
 * <p>Built whole from the survey by {@link Announcements}, then walked
 * forward in time; only threads that the trace never announces are added on the way. Of a trace that is being
 * written there is no survey: everything is added on the way.
 */
public final class ThreadDirectory {
    private static final int INITIAL_CAPACITY = 256;

    /** What is asked whether a thread is still to leave its processor for good, where no switch is to come. */
    static final IntPredicate NOBODY = threadId -> false;

    private final ProcessDirectory processes;
    private final NameTable nameTable;
    private final IdentityLimits limits;

    /** By thread id: who has it now; while the directory is built, who had it last. */
    private final IntMap current = new IntMap();

    private final Lives lives;

    /** Lives whose id another thread had before. */
    private final BitSet reused = new BitSet();

    /** Lives from the survey in the order of their starts, if that is not the order of their numbers; else null. */
    private int[] byStart;

    /** How many lives have begun at the time the directory stands at, but for those that began early. */
    private int begun;

    /** Lives whose start the trace does not tell, and that were met before they were first heard of. */
    private final BitSet begunEarly = new BitSet();

    /**
     * Lives that start now, but not before a switch of the same time, up to which others have their ids: the id is in the
     * upper half. Seldom any, but of a trace that is made for it thousands.
     */
    private final NavigableSet<Long> heldBack = new TreeSet<>();

    /** Lives from the survey; those after them were met on the way. */
    private int announced;

    /** What the session records, null if the trace does not tell. */
    private GroupMasks recorded;

    /** What a trace that is being written has told; null if the survey told all. */
    private Announcements soFar;

    /** Lives from the survey by thread id, which is in the upper half, and time; null until it is needed. */
    private long[] byThreadId;

    /**
     * The threads of a whole trace.
     *
     * @param survey of the trace, whose identities and buffers it still has
     * @param processes the processes the threads belong to; told of those of which only threads are known
     * @throws IOException if there is no room for more
     */
    public static ThreadDirectory of(EtlFile file, TraceSurvey survey, ProcessDirectory processes) throws IOException {
        // What is missing is told by whoever goes through the trace.
        Supplier<LossTimes> losses = () -> LossTimes.of(BufferChains.of(file, survey.buffers(), new DamageLog()));
        ThreadDirectory threads = new ThreadDirectory(survey.identities(), processes, losses);
        threads.records(survey.groupMasks());
        return threads;
    }

    private ThreadDirectory(IdentityEvents identities, ProcessDirectory processes, Supplier<LossTimes> losses)
            throws IOException {
        this.processes = processes;
        nameTable = identities.names();
        limits = identities.limits();
        lives = new Lives(expected(identities), limits);
        Announcements all = new Announcements(lives, processes, limits, losses);
        long rundown = ProcessDirectory.AFTER_TRACE;
        for (int i = 0; i < identities.threads(); i++) {
            if (identities.kind(i) == Kind.RUNDOWN_END) {
                rundown = Math.min(rundown, identities.time(i));
            }
            hear(
                    all,
                    identities.kind(i),
                    identities.time(i),
                    identities.threadId(i),
                    identities.processId(i),
                    identities.nameIndex(i));
        }
        if (rundown != ProcessDirectory.AFTER_TRACE) {
            all.giveUpUnlessIn(rundown, current);
        }
        announced = lives.size;
        sortByStart();
        begin();
    }

    /** The directory of a trace that is being written: nobody is in it yet. */
    ThreadDirectory(IdentityLimits limits) {
        this.limits = limits;
        processes = new ProcessDirectory();
        nameTable = new NameTable(limits);
        lives = new Lives(INITIAL_CAPACITY, limits);
        soFar = new Announcements(lives, processes, limits, null);
    }

    /** The trace tells what its session records. */
    void records(GroupMasks masks) {
        recorded = masks;
    }

    /** Whether a thread of whose start nothing is told was there before the trace, but for losses. */
    public boolean tellsOfStarts() {
        return recorded == null ? announced > 0 : recorded.threads();
    }

    /** Takes in what a trace that is being written tells of a process. */
    void hear(Kind kind, long time, ProcessRecord process) throws IOException {
        processes.hear(kind, time, process, limits);
    }

    /**
     * Takes in what a trace that is being written tells. Who was met before gets a name then.
     *
     * @param slices told of a thread that starts, and of whose id it gets; null if it is too late for that
     * @param endsNow whether a thread with an id is still to leave its processor for good at this time
     */
    void hear(Kind kind, long time, int processId, int threadId, String name, SliceBuilder slices, IntPredicate endsNow)
            throws IOException {
        int before = current.get(threadId);
        int life = hear(soFar, kind, time, threadId, processId, nameTable.add(name));
        announced = lives.size;
        begun = lives.size;
        if (life != ThreadRef.NONE && !isFromBeforeTrace(life)) {
            if (slices == null) {
                reused.set(life, before != IntMap.MISSING);
            } else {
                beginOrHoldBack(life, before, slices, endsNow);
            }
        }
    }

    /** As {@link Announcements#hear}; whoever begins has the id from now on. */
    private int hear(Announcements told, Kind kind, long time, int threadId, int processId, int name)
            throws IOException {
        int waiting = heldBack(threadId);
        int last = waiting == ThreadRef.NONE ? current.get(threadId) : waiting;
        int begins = told.hear(last, kind, time, threadId, processId, name);
        if (begins != ThreadRef.NONE) {
            current.put(threadId, begins);
        }
        return begins;
    }

    /** Threads that the trace announces, and some more. */
    private static int expected(IdentityEvents identities) {
        int starts = 0;
        for (int i = 0; i < identities.threads(); i++) {
            Kind kind = identities.kind(i);
            if (kind == Kind.START || kind == Kind.RUNDOWN_START) {
                starts++;
            }
        }
        return starts + INITIAL_CAPACITY;
    }

    private void sortByStart() {
        boolean isSorted = true;
        long last = ProcessDirectory.BEFORE_TRACE;
        for (int life = 0; life < lives.size; life++) {
            isSorted &= isFromBeforeTrace(life) || lives.starts[life] >= last;
            last = Math.max(last, lives.starts[life]);
        }
        byStart = isSorted
                ? null
                : IndexSort.sorted(lives.size, (a, b) -> Long.compare(lives.starts[a], lives.starts[b]));
    }

    private int inOrder(int place) {
        return byStart == null ? place : byStart[place];
    }

    /** Whether {@link #advanceTo} has anything to do. */
    boolean startsUpTo(long time) {
        return begun < announced && lives.starts[inOrder(begun)] <= time;
    }

    /**
     * Moves on: from now on {@link #lifeOf} tells who has an id at this time.
     *
     * @param slices told of the threads that start, and of those whose ids they get
     * @param endsNow whether a thread with an id is still to leave its processor for good at this time
     */
    void advanceTo(long time, SliceBuilder slices, IntPredicate endsNow) throws IOException {
        while (startsUpTo(time)) {
            int life = inOrder(begun++);
            if (!isFromBeforeTrace(life) && !begunEarly.get(life)) {
                int before = current.get(lives.threadIds[life]);
                beginOrHoldBack(life, before, slices, lives.starts[life] == time ? endsNow : NOBODY);
            }
        }
    }

    private void beginOrHoldBack(int life, int before, SliceBuilder slices, IntPredicate endsNow) throws IOException {
        boolean isThere = before != IntMap.MISSING && !slices.hasEnded(before);
        if (isThere && (lives.nobodys.get(life) && slices.runs(before) || endsNow.test(lives.threadIds[life]))) {
            heldBack.add(idAndNumber(life));
            current.put(lives.threadIds[life], before);
        } else {
            begin(life, before, slices);
        }
    }

    /** A number that puts lives in the order of their ids, and those with the same id one after the other. */
    private long idAndNumber(int life) {
        return (long) lives.threadIds[life] << Integer.SIZE | life;
    }

    /** The life that waits for an id, or {@link ThreadRef#NONE}. */
    private int heldBack(int threadId) {
        // Asked at every switch.
        if (heldBack.isEmpty()) {
            return ThreadRef.NONE;
        }
        Long first = heldBack.ceiling((long) threadId << Integer.SIZE);
        return first != null && first >> Integer.SIZE == threadId ? first.intValue() : ThreadRef.NONE;
    }

    /** Whether a thread starts now that waits for an id. */
    boolean isHeldBack(int threadId) {
        return heldBack(threadId) != ThreadRef.NONE;
    }

    /** A thread has left a processor: if for good, its id is another's now. */
    void beginHeldBack(int threadId, SliceBuilder slices) throws IOException {
        int life = heldBack(threadId);
        if (life == ThreadRef.NONE) {
            return;
        }
        int before = current.get(threadId);
        if (slices.hasEnded(before) || lives.nobodys.get(life) && !slices.runs(before)) {
            heldBack.remove(idAndNumber(life));
            begin(life, before, slices);
        }
    }

    /** What is told of the time is over: those that still wait for an id begin. */
    void beginHeldBack(SliceBuilder slices) throws IOException {
        if (heldBack.isEmpty()) {
            return;
        }
        for (Long next = heldBack.first(); next != null; next = heldBack.higher(next)) {
            int life = next.intValue();
            int before = current.get(lives.threadIds[life]);
            if (!lives.nobodys.get(life) || !slices.runs(before)) {
                heldBack.remove(next);
                begin(life, before, slices);
            }
        }
    }

    private void begin(int life, int before, SliceBuilder slices) throws IOException {
        reused.set(life, before != IntMap.MISSING);
        current.put(lives.threadIds[life], life);
        if (before != IntMap.MISSING) {
            if (lives.nobodys.get(life)) {
                slices.lostSightOf(before, lives.starts[life]);
            } else if (lives.knownSinceLoss.get(life)) {
                int nobody = life - 1;
                heldBack.remove(idAndNumber(nobody));
                slices.recognized(before, life, lives.starts[life], lives.starts[nobody]);
            } else {
                slices.superseded(before, lives.starts[life]);
            }
        }
        if (lives.startTold.get(life)) {
            slices.started(life, lives.starts[life]);
        }
    }

    /** Whether the thread was there before the trace, as far as is known. */
    boolean isFromBeforeTrace(int life) {
        return lives.isFromBeforeTrace(life);
    }

    /** Session clock's value at which the thread starts, or {@link ProcessDirectory#BEFORE_TRACE}. */
    public long start(int life) {
        return lives.starts[life];
    }

    /**
     * Session clock's value at which the thread told of its end, {@link ProcessDirectory#AFTER_TRACE} if it did not.
     * It still runs then.
     */
    long endEvent(int life) {
        return lives.endEvents[life];
    }

    /**
     * Session clock's value at which the next thread with the same id starts, as far as the trace announces it;
     * else {@link ProcessDirectory#AFTER_TRACE}. Not of a trace that is being written.
     */
    public long end(int life) {
        int next = next(life);
        return next == ThreadRef.NONE ? ProcessDirectory.AFTER_TRACE : lives.starts[next];
    }

    /** Session clock's value at which it started, if the trace tells; else {@link ProcessDirectory#BEFORE_TRACE}. */
    public long toldStart(int life) {
        return lives.startTold.get(life) ? lives.starts[life] : ProcessDirectory.BEFORE_TRACE;
    }

    /**
     * Session clock's value at which it had begun to end, if the trace tells so far; else
     * {@link ProcessDirectory#AFTER_TRACE}.
     */
    public long toldEnd(int life) {
        boolean isNextTold = lives.endEvents[life] == ProcessDirectory.AFTER_TRACE && soFar == null;
        return isNextTold ? end(life) : lives.endEvents[life];
    }

    /**
     * The next life with the same id that the trace announces, {@link ThreadRef#NONE} if there is none. Not of a trace
     * that is being written.
     */
    public int next(int life) {
        return withIdOf(life, placeAfter(life));
    }

    /** The last life before with the same id, likewise. */
    public int previous(int life) {
        boolean hasPlace = life < announced;
        return withIdOf(life, placeAfter(life) - (hasPlace ? 2 : 1));
    }

    private int withIdOf(int life, int place) {
        boolean isFound = place >= 0
                && place < byThreadId.length
                && lives.threadIds[(int) byThreadId[place]] == lives.threadIds[life];
        return isFound ? (int) byThreadId[place] : ThreadRef.NONE;
    }

    /** Where in {@link #byThreadId} those come that have the id after a life. */
    private int placeAfter(int life) {
        if (byThreadId == null) {
            byThreadId = new long[announced];
            // Those with the same id are numbered in the order in which they have it.
            Arrays.setAll(byThreadId, this::idAndNumber);
            Arrays.sort(byThreadId);
        }
        int low = 0;
        int high = byThreadId.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isAfter((int) byThreadId[middle], life)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Lives with the same id may start at the same time. Those that were met on the way have no place of their own. */
    private boolean isAfter(int life, int other) {
        int byId = Integer.compare(lives.threadIds[life], lives.threadIds[other]);
        boolean isLater = other < announced ? life > other : lives.starts[life] > lives.starts[other];
        return byId > 0 || byId == 0 && isLater;
    }

    /** The thread that has an id now, {@link ThreadRef#NONE} if nobody was heard of yet. */
    public int find(long threadId) {
        int life = current.get((int) threadId);
        return life == IntMap.MISSING ? ThreadRef.NONE : life;
    }

    /** The thread that has an id now. One the trace has not announced yet is taken down as unknown. */
    int lifeOf(int threadId) throws IOException {
        int life = current.get(threadId);
        if (life == IntMap.MISSING) {
            life = lives.add(threadId, ProcessDirectory.BEFORE_TRACE);
            current.put(threadId, life);
        }
        return life;
    }

    /**
     * The thread that has an id now, as the one that had it has ended. Its start is lost: it is the one that the trace
     * tells of next, unless it tells of that one's start.
     */
    int nextLifeOf(int threadId, long time) throws IOException {
        int before = current.get(threadId);
        int life = soFar == null ? next(before) : ThreadRef.NONE;
        Lives.Again again = lives.toldAgain.get(before);
        if (life != ThreadRef.NONE && !lives.startTold.get(life) && !lives.knownSinceLoss.get(life)) {
            begunEarly.set(life);
            lives.starts[life] = time;
            if (again != null && again.owner() == lives.owners[life] && lives.names[life] == NameTable.NONE) {
                lives.names[life] = again.nameSince(time);
            }
        } else {
            life = lives.add(threadId, time);
            if (again != null && again.time() >= time) {
                lives.owners[life] = again.owner();
                lives.names[life] = again.nameSince(time);
            }
        }
        reused.set(life);
        current.put(threadId, life);
        return life;
    }

    /**
     * Goes back to the start: what was met on the way is forgotten, and will be met again. When a life began that the
     * trace tells of too late stays known.
     */
    public void rewind() {
        lives.size = announced;
        begun = 0;
        begunEarly.clear();
        heldBack.clear();
        begin();
    }

    private void begin() {
        current.clear();
        for (int life = 0; life < announced; life++) {
            if (isFromBeforeTrace(life)) {
                current.put(lives.threadIds[life], life);
            }
        }
    }

    /** Whether an earlier thread had the same id. */
    public boolean isThreadIdReused(int life) {
        return reused.get(life);
    }

    /** Number of lives so far. */
    public int size() {
        return lives.size;
    }

    /** Number of threads so far: of lives that are not nobody's. */
    public int threads() {
        return lives.size - lives.nobodys.cardinality();
    }

    /** The thread id, as unsigned number. */
    public long threadId(int life) {
        return Integer.toUnsignedLong(lives.threadIds[life]);
    }

    /** The thread's own name, its last one if it had several; null if it has none. */
    public String name(int life) {
        return nameTable.get(lives.names[life]);
    }

    /** The process the thread belongs to, null if the trace does not tell. */
    public ProcessDirectory.Life process(int life) {
        return lives.owners[life];
    }

    public ProcessDirectory processes() {
        return processes;
    }
}
