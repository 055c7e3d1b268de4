package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.NameTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;

/**
 * Makes {@link Lives} of what a trace tells of its threads, in the order of time: which of it is of one thread, and which
 * of the next with its id.
 */
final class Announcements {
    private final Lives lives;
    private final ProcessDirectory processes;
    private final IdentityLimits limits;

    /** Finds when events were lost; null if nothing is known of that yet. */
    private final Supplier<LossTimes> search;

    private LossTimes losses;

    // By life.
    private final BitSet heard = new BitSet();
    private final BitSet ended = new BitSet();
    private int[] processIds;

    /** When the trace told of them last. */
    private long[] lastTimes;

    /** Who had the id before, or {@link IntMap#MISSING}. */
    private int[] predecessors;

    /**
     * @param lives none yet
     * @param losses what the trace lacks, looked for when somebody asks; null if it is still being written
     */
    Announcements(Lives lives, ProcessDirectory processes, IdentityLimits limits, Supplier<LossTimes> losses) {
        this.lives = lives;
        this.processes = processes;
        this.limits = limits;
        this.search = losses;
        int capacity = lives.threadIds.length;
        lastTimes = new long[capacity];
        processIds = new int[capacity];
        predecessors = new int[capacity];
    }

    /**
     * Takes in what the trace tells next.
     *
     * @param last the life that had the id last, {@link IntMap#MISSING} if none had
     * @return the life that begins here, or {@link ThreadRef#NONE}
     */
    int hear(int last, Kind kind, long time, int threadId, int processId, int name) throws IOException {
        int life = last;
        if ((kind == Kind.END || kind == Kind.NAME) && life != IntMap.MISSING && lives.isToldToStart(life, time)) {
            int before = predecessors[life];
            boolean isSameProcess = processIds[life] == processId;
            if (hasPredecessor(life, processId) && (kind == Kind.END || !isSameProcess)) {
                // Whoever starts at the same time has just got the id.
                life = before;
            } else if (kind == Kind.END
                    && isSameProcess
                    && before != IntMap.MISSING
                    && lives.isToldToStart(before, time)
                    && !ended.get(before)) {
                // Of two that start at the same time the one that also ends then was the first.
                swap(life, before);
                life = before;
            }
        }
        // A buffer may be there twice.
        boolean isRepeated = life != IntMap.MISSING && lives.isToldToStart(life, time) && processIds[life] == processId;
        boolean hadEnded = life != IntMap.MISSING && ended.get(life);
        boolean isNew = life == IntMap.MISSING
                || kind == Kind.START && !isRepeated
                // Its start was lost; a thread does not change its process or end again, though it stays in rundowns.
                || heard.get(life) && processIds[life] != processId
                || hadEnded && kind == Kind.END && lives.endEvents[life] != time;
        if (isNew) {
            int before = life;
            boolean isPassed = before != IntMap.MISSING && isPassedInLoss(kind, before, time);
            if (isPassed) {
                addNobodys(before, losses().first(lastTimes[before], time));
            }
            boolean isKnownSinceLoss = isPassed && kind != Kind.START;
            long start = before != IntMap.MISSING || kind == Kind.START ? time : ProcessDirectory.BEFORE_TRACE;
            if (isKnownSinceLoss) {
                start = losses().last(lastTimes[before], time);
            }
            life = lives.add(threadId, start);
            ensure(life);
            predecessors[life] = before;
            lives.startTold.set(life, kind == Kind.START);
            lives.knownSinceLoss.set(life, isKnownSinceLoss);
        }
        ensure(life);
        lastTimes[life] = Math.max(lastTimes[life], time);
        if (!heard.get(life)) {
            heard.set(life);
            processIds[life] = processId;
        }
        if (lives.owners[life] == null) {
            lives.owners[life] = processes.ofThread(processId, time, limits);
        }
        boolean tellsName = name != NameTable.NONE || kind == Kind.NAME;
        if (hadEnded && !isNew) {
            ProcessDirectory.Life owner = processes.ofThread(processId, time, limits);
            lives.toldAgain.merge(
                    life, new Lives.Again(time, owner, name, tellsName ? time : Lives.NEVER), Lives.Again::then);
        } else if (tellsName) {
            lives.names[life] = name;
        }
        if (kind == Kind.END) {
            ended.set(life);
            lives.endEvents[life] = time;
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
    private boolean isPassedInLoss(Kind kind, int life, long time) {
        if (search == null) {
            return false;
        }
        boolean hadEnded = ended.get(life);
        if (kind == Kind.START) {
            return !hadEnded && losses().count(lastTimes[life], time) > 0;
        }
        return !hadEnded || losses().count(lives.endEvents[life], time) > 1;
    }

    /**
     * Threads whose ends are not told, and that are gone at the trace's end.
     *
     * @param rundown session clock's value at which the trace tells who is there
     * @param last by thread id: the life that had it last
     */
    void giveUpUnlessIn(long rundown, IntMap last) throws IOException {
        int told = lives.size;
        for (int life = 0; life < told; life++) {
            long since = lastTimes[life];
            boolean isGone = since < rundown && last.get(lives.threadIds[life]) == life && !ended.get(life);
            if (isGone
                    && losses().count(since, rundown) > 0
                    && losses().count(rundown, ProcessDirectory.AFTER_TRACE) == 0) {
                addNobodys(life, losses().first(since, rundown));
            }
        }
    }

    private void addNobodys(int before, long start) throws IOException {
        lives.nobodys.set(lives.add(lives.threadIds[before], start));
    }

    /** Two that start at the same time with the same id are the other way round. */
    private void swap(int life, int other) {
        int processId = processIds[life];
        processIds[life] = processIds[other];
        processIds[other] = processId;
        ProcessDirectory.Life owner = lives.owners[life];
        lives.owners[life] = lives.owners[other];
        lives.owners[other] = owner;
        int name = lives.names[life];
        lives.names[life] = lives.names[other];
        lives.names[other] = name;
    }

    /** Searched for when it is first asked for: of most traces, nobody does. */
    private LossTimes losses() {
        if (losses == null) {
            losses = search.get();
        }
        return losses;
    }

    private void ensure(int life) {
        int old = processIds.length;
        if (life >= old) {
            int capacity = Math.max(life + 1, old + (old >> 1));
            processIds = Arrays.copyOf(processIds, capacity);
            predecessors = Arrays.copyOf(predecessors, capacity);
            lastTimes = Arrays.copyOf(lastTimes, capacity);
        }
    }

    /** Whether the thread that had the id before was of a process, and its end has not been told. */
    private boolean hasPredecessor(int life, int processId) {
        int before = predecessors[life];
        return before != IntMap.MISSING && !ended.get(before) && processIds[before] == processId;
    }
}
