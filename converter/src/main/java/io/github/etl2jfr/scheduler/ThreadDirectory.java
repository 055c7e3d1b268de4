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
import java.util.HashMap;
import java.util.Map;
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
 * <p>Kept in columns, as a trace can name hundreds of thousands. Built whole from the survey, then walked
 * forward in time; only threads that the trace never announces are added on the way. Of a trace that is being
 * written there is no survey: everything is added on the way.
 */
public final class ThreadDirectory {
    private static final int INITIAL_CAPACITY = 256;

    private static final long NEVER = Long.MIN_VALUE;

    /** What is asked whether a thread is still to leave its processor for good, where no switch is to come. */
    static final IntPredicate NOBODY = threadId -> false;

    private final ProcessDirectory processes;
    private final NameTable nameTable;
    private final IdentityLimits limits;

    /** By thread id: who has it now; while the directory is built, who had it last. */
    private final IntMap current = new IntMap();

    private int size;
    private int[] threadIds;
    private long[] starts;
    private long[] endEvents;
    private int[] names;
    private ProcessDirectory.Life[] owners;

    /** Lives whose start the trace tells; others are there when they are first heard of. */
    private final BitSet startTold = new BitSet();

    /** Lives whose id another thread had before. */
    private final BitSet reused = new BitSet();

    /**
     * Lives that stand for nobody: from a loss on, in which a thread ended, to the last one before the trace tells of
     * another with its id, it is not known who had that.
     */
    private final BitSet nobodys = new BitSet();

    /** Lives whose start was lost, and that have their ids since the end of a loss, after a life that is nobody's. */
    private final BitSet knownSinceLoss = new BitSet();

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

    /** By life that has ended: what is told after that of its id, in its process. Of few, most of them in a rundown. */
    private final Map<Integer, Again> toldAgain = new HashMap<>();

    /** Lives from the survey; those after them were met on the way. */
    private int announced;

    /** What the session records, null if the trace does not tell. */
    private GroupMasks recorded;

    /** Of a trace that is being written; null if the survey told all. */
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
        int capacity = expected(identities);
        threadIds = new int[capacity];
        starts = new long[capacity];
        endEvents = new long[capacity];
        names = new int[capacity];
        owners = new ProcessDirectory.Life[capacity];
        Announcements all = new Announcements(capacity, losses);
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
            giveUpUnlessIn(all, rundown);
        }
        announced = size;
        sortByStart();
        begin();
    }

    /** Of a trace that is being written: nobody yet. */
    ThreadDirectory(IdentityLimits limits) {
        this.limits = limits;
        processes = new ProcessDirectory();
        nameTable = new NameTable(limits);
        threadIds = new int[INITIAL_CAPACITY];
        starts = new long[INITIAL_CAPACITY];
        endEvents = new long[INITIAL_CAPACITY];
        names = new int[INITIAL_CAPACITY];
        owners = new ProcessDirectory.Life[INITIAL_CAPACITY];
        soFar = new Announcements(INITIAL_CAPACITY, null);
    }

    /** The trace tells what its session records. */
    void records(GroupMasks masks) {
        recorded = masks;
    }

    /** Whether a thread of whose start nothing is told was there before the trace, but for losses. */
    boolean tellsOfStarts() {
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
        limits.requireThread(size);
        int before = current.get(threadId);
        int life = hear(soFar, kind, time, threadId, processId, nameTable.add(name));
        announced = size;
        begun = size;
        if (life != ThreadRef.NONE && !isFromBeforeTrace(life)) {
            if (slices == null) {
                reused.set(life, before != IntMap.MISSING);
            } else {
                beginOrHoldBack(life, before, slices, endsNow);
            }
        }
    }

    /**
     * @return the life that begins here, or {@link ThreadRef#NONE}
     */
    private int hear(Announcements told, Kind kind, long time, int threadId, int processId, int name)
            throws IOException {
        int life = heldBack(threadId);
        if (life == ThreadRef.NONE) {
            life = current.get(threadId);
        }
        if ((kind == Kind.END || kind == Kind.NAME) && life != IntMap.MISSING && isToldToStart(life, time)) {
            int before = told.predecessors[life];
            boolean isSameProcess = told.processIds[life] == processId;
            if (told.hasPredecessor(life, processId) && (kind == Kind.END || !isSameProcess)) {
                // Whoever starts at the same time has just got the id.
                life = before;
            } else if (kind == Kind.END
                    && isSameProcess
                    && before != IntMap.MISSING
                    && isToldToStart(before, time)
                    && !told.ended.get(before)) {
                // Of two that start at the same time the one that also ends then was the first.
                swap(told, life, before);
                life = before;
            }
        }
        // A buffer may be there twice.
        boolean isRepeated = life != IntMap.MISSING && isToldToStart(life, time) && told.processIds[life] == processId;
        boolean hadEnded = life != IntMap.MISSING && told.ended.get(life);
        boolean isNew = life == IntMap.MISSING
                || kind == Kind.START && !isRepeated
                // Its start was lost; a thread does not change its process or end again, though it stays in rundowns.
                || told.heard.get(life) && told.processIds[life] != processId
                || hadEnded && kind == Kind.END && endEvents[life] != time;
        if (isNew) {
            int before = life;
            boolean isPassed = before != IntMap.MISSING && isPassedInLoss(told, kind, before, time);
            if (isPassed) {
                addNobodys(before, told.losses().first(told.lastTimes[before], time));
            }
            boolean isKnownSinceLoss = isPassed && kind != Kind.START;
            long start = before != IntMap.MISSING || kind == Kind.START ? time : ProcessDirectory.BEFORE_TRACE;
            if (isKnownSinceLoss) {
                start = told.losses().last(told.lastTimes[before], time);
            }
            life = add(threadId, start);
            told.ensure(life);
            told.predecessors[life] = before;
            current.put(threadId, life);
            startTold.set(life, kind == Kind.START);
            knownSinceLoss.set(life, isKnownSinceLoss);
        }
        told.ensure(life);
        told.lastTimes[life] = Math.max(told.lastTimes[life], time);
        if (!told.heard.get(life)) {
            told.heard.set(life);
            told.processIds[life] = processId;
        }
        if (owners[life] == null) {
            owners[life] = processes.ofThread(processId, time, limits);
        }
        boolean tellsName = name != NameTable.NONE || kind == Kind.NAME;
        if (hadEnded && !isNew) {
            ProcessDirectory.Life owner = processes.ofThread(processId, time, limits);
            toldAgain.merge(life, new Again(time, owner, name, tellsName ? time : NEVER), Again::then);
        } else if (tellsName) {
            names[life] = name;
        }
        if (kind == Kind.END) {
            told.ended.set(life);
            endEvents[life] = time;
        }
        return isNew ? life : ThreadRef.NONE;
    }

    /**
     * A thread's id is told of another. Where the end of the one was lost, it had the id until the first loss since it was
     * told of last; where the start of the other was, that has it since the end of the last loss before it is told of.
     * If nothing tells of a loss, there are no such times. In between the id is nobody's. Where an end is told, and but
     * one loss since then, the start was in that.
     *
     * @param time session clock's value at which the other is told of
     */
    private boolean isPassedInLoss(Announcements told, Kind kind, int life, long time) {
        if (!told.knowsLosses()) {
            return false;
        }
        boolean hadEnded = told.ended.get(life);
        if (kind == Kind.START) {
            return !hadEnded && told.losses().count(told.lastTimes[life], time) > 0;
        }
        return !hadEnded || told.losses().count(endEvents[life], time) > 1;
    }

    /** Threads whose ends are not told, and that are gone at the trace's end. */
    private void giveUpUnlessIn(Announcements told, long rundown) throws IOException {
        int lives = size;
        for (int life = 0; life < lives; life++) {
            long since = told.lastTimes[life];
            boolean isGone = since < rundown && current.get(threadIds[life]) == life && !told.ended.get(life);
            if (isGone
                    && told.losses().count(since, rundown) > 0
                    && told.losses().count(rundown, ProcessDirectory.AFTER_TRACE) == 0) {
                addNobodys(life, told.losses().first(since, rundown));
            }
        }
    }

    private void addNobodys(int before, long start) throws IOException {
        limits.requireThread(size);
        nobodys.set(add(threadIds[before], start));
    }

    private boolean isToldToStart(int life, long time) {
        return startTold.get(life) && starts[life] == time;
    }

    /** Two that start at the same time with the same id are the other way round. */
    private void swap(Announcements told, int life, int other) {
        int processId = told.processIds[life];
        told.processIds[life] = told.processIds[other];
        told.processIds[other] = processId;
        ProcessDirectory.Life owner = owners[life];
        owners[life] = owners[other];
        owners[other] = owner;
        int name = names[life];
        names[life] = names[other];
        names[other] = name;
    }

    /**
     * Of the life that ended, which may still run then, or be referred to; or of the next one with its id, if there is
     * one by then. In between it can be either's.
     *
     * @param nameTime when the name was told, or {@link #NEVER}
     */
    private record Again(long time, ProcessDirectory.Life owner, int name, long nameTime) {
        Again then(Again later) {
            return later.nameTime == NEVER ? new Again(later.time, later.owner, name, nameTime) : later;
        }

        /** Of the next one, if it was there by then. */
        int nameSince(long start) {
            return nameTime >= start ? name : NameTable.NONE;
        }
    }

    /** What is remembered of lives while more is to be heard of them. */
    private static final class Announcements {
        final BitSet heard = new BitSet();
        final BitSet ended = new BitSet();

        /** Null if nothing is known of losses yet. */
        private final Supplier<LossTimes> search;

        private LossTimes losses;

        int[] processIds;

        /** When the trace told of them last. */
        long[] lastTimes;

        /** Who had the id before, or {@link IntMap#MISSING}. */
        int[] predecessors;

        Announcements(int capacity, Supplier<LossTimes> losses) {
            search = losses;
            lastTimes = new long[capacity];
            processIds = new int[capacity];
            predecessors = new int[capacity];
        }

        boolean knowsLosses() {
            return search != null;
        }

        /** Searched for when it is first asked for: of most traces, nobody does. */
        LossTimes losses() {
            if (losses == null) {
                losses = search.get();
            }
            return losses;
        }

        void ensure(int life) {
            int old = processIds.length;
            if (life >= old) {
                int capacity = Math.max(life + 1, old + (old >> 1));
                processIds = Arrays.copyOf(processIds, capacity);
                predecessors = Arrays.copyOf(predecessors, capacity);
                lastTimes = Arrays.copyOf(lastTimes, capacity);
            }
        }

        /** Whether the thread that had the id before was of a process, and its end has not been told. */
        boolean hasPredecessor(int life, int processId) {
            int before = predecessors[life];
            return before != IntMap.MISSING && !ended.get(before) && processIds[before] == processId;
        }
    }

    /** Threads that the trace announces, and some more: growing the columns takes twice their memory. */
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

    private void setCapacity(int capacity) {
        threadIds = Arrays.copyOf(threadIds, capacity);
        starts = Arrays.copyOf(starts, capacity);
        endEvents = Arrays.copyOf(endEvents, capacity);
        names = Arrays.copyOf(names, capacity);
        owners = Arrays.copyOf(owners, capacity);
    }

    private int add(int threadId, long start) {
        if (size == threadIds.length) {
            setCapacity(size + (size >> 1));
        }
        threadIds[size] = threadId;
        starts[size] = start;
        endEvents[size] = ProcessDirectory.AFTER_TRACE;
        names[size] = NameTable.NONE;
        return size++;
    }

    private void sortByStart() {
        boolean isSorted = true;
        long last = ProcessDirectory.BEFORE_TRACE;
        for (int life = 0; life < size; life++) {
            isSorted &= isFromBeforeTrace(life) || starts[life] >= last;
            last = Math.max(last, starts[life]);
        }
        byStart = isSorted ? null : IndexSort.sorted(size, (a, b) -> Long.compare(starts[a], starts[b]));
    }

    private int inOrder(int place) {
        return byStart == null ? place : byStart[place];
    }

    /** Whether {@link #advanceTo} has anything to do. */
    boolean startsUpTo(long time) {
        return begun < announced && starts[inOrder(begun)] <= time;
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
                int before = current.get(threadIds[life]);
                beginOrHoldBack(life, before, slices, starts[life] == time ? endsNow : NOBODY);
            }
        }
    }

    private void beginOrHoldBack(int life, int before, SliceBuilder slices, IntPredicate endsNow) throws IOException {
        boolean isThere = before != IntMap.MISSING && !slices.hasEnded(before);
        if (isThere && (nobodys.get(life) && slices.runs(before) || endsNow.test(threadIds[life]))) {
            heldBack.add(idAndNumber(life));
            current.put(threadIds[life], before);
        } else {
            begin(life, before, slices);
        }
    }

    /** In the order of ids, and of those that have the same one after the other. */
    private long idAndNumber(int life) {
        return (long) threadIds[life] << Integer.SIZE | life;
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
        if (slices.hasEnded(before) || nobodys.get(life) && !slices.runs(before)) {
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
            int before = current.get(threadIds[life]);
            if (!nobodys.get(life) || !slices.runs(before)) {
                heldBack.remove(next);
                begin(life, before, slices);
            }
        }
    }

    private void begin(int life, int before, SliceBuilder slices) throws IOException {
        reused.set(life, before != IntMap.MISSING);
        current.put(threadIds[life], life);
        if (before != IntMap.MISSING) {
            if (nobodys.get(life)) {
                slices.lostSightOf(before, starts[life]);
            } else if (knownSinceLoss.get(life)) {
                int nobody = life - 1;
                heldBack.remove(idAndNumber(nobody));
                slices.recognized(before, life, starts[life], starts[nobody]);
            } else {
                slices.superseded(before, starts[life]);
            }
        }
        if (startTold.get(life)) {
            slices.started(life, starts[life]);
        }
    }

    /** Whether the thread was there before the trace, as far as is known. */
    boolean isFromBeforeTrace(int life) {
        return starts[life] == ProcessDirectory.BEFORE_TRACE;
    }

    /** Session clock's value at which the thread starts, or {@link ProcessDirectory#BEFORE_TRACE}. */
    public long start(int life) {
        return starts[life];
    }

    /**
     * Session clock's value at which the thread told of its end, {@link ProcessDirectory#AFTER_TRACE} if it did not.
     * It still runs then.
     */
    long endEvent(int life) {
        return endEvents[life];
    }

    /**
     * Session clock's value at which the next thread with the same id starts, as far as the trace announces it;
     * else {@link ProcessDirectory#AFTER_TRACE}. Not of a trace that is being written.
     */
    public long end(int life) {
        int next = next(life);
        return next == ThreadRef.NONE ? ProcessDirectory.AFTER_TRACE : starts[next];
    }

    /** Session clock's value at which it started, if the trace tells; else {@link ProcessDirectory#BEFORE_TRACE}. */
    public long toldStart(int life) {
        return startTold.get(life) ? starts[life] : ProcessDirectory.BEFORE_TRACE;
    }

    /**
     * Session clock's value at which it had begun to end, if the trace tells so far; else
     * {@link ProcessDirectory#AFTER_TRACE}.
     */
    public long toldEnd(int life) {
        boolean isNextTold = endEvents[life] == ProcessDirectory.AFTER_TRACE && soFar == null;
        return isNextTold ? end(life) : endEvents[life];
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
        boolean isFound =
                place >= 0 && place < byThreadId.length && threadIds[(int) byThreadId[place]] == threadIds[life];
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
        int byId = Integer.compare(threadIds[life], threadIds[other]);
        boolean isLater = other < announced ? life > other : starts[life] > starts[other];
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
            limits.requireThread(size);
            life = add(threadId, ProcessDirectory.BEFORE_TRACE);
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
        Again again = toldAgain.get(before);
        if (life != ThreadRef.NONE && !startTold.get(life) && !knownSinceLoss.get(life)) {
            begunEarly.set(life);
            starts[life] = time;
            if (again != null && again.owner == owners[life] && names[life] == NameTable.NONE) {
                names[life] = again.nameSince(time);
            }
        } else {
            limits.requireThread(size);
            life = add(threadId, time);
            if (again != null && again.time >= time) {
                owners[life] = again.owner;
                names[life] = again.nameSince(time);
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
        size = announced;
        begun = 0;
        begunEarly.clear();
        heldBack.clear();
        begin();
    }

    private void begin() {
        current.clear();
        for (int life = 0; life < announced; life++) {
            if (isFromBeforeTrace(life)) {
                current.put(threadIds[life], life);
            }
        }
    }

    /** Whether an earlier thread had the same id. */
    public boolean isThreadIdReused(int life) {
        return reused.get(life);
    }

    /** Number of lives so far. */
    public int size() {
        return size;
    }

    /** Number of threads so far: of lives that are not nobody's. */
    public int threads() {
        return size - nobodys.cardinality();
    }

    /** The thread id, as unsigned number. */
    public long threadId(int life) {
        return Integer.toUnsignedLong(threadIds[life]);
    }

    /** The thread's own name, its last one if it had several; null if it has none. */
    public String name(int life) {
        return nameTable.get(names[life]);
    }

    /** The process the thread belongs to, null if the trace does not tell. */
    public ProcessDirectory.Life process(int life) {
        return owners[life];
    }

    public ProcessDirectory processes() {
        return processes;
    }
}
