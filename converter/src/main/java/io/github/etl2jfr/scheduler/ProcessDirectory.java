package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.IdentityEvents;
import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.ProcessRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The processes of a trace. Ids are reused, so that an id and a time name a process, an id alone does not. */
public final class ProcessDirectory {
    /** The {@link Life#start} of what was there when the trace started. */
    public static final long BEFORE_TRACE = Long.MIN_VALUE;

    /** The {@link Life#end} of what was there when the trace ended. */
    public static final long AFTER_TRACE = Long.MAX_VALUE;

    /** One process from its start to its end. */
    public static final class Life {
        private final int index;

        /** Who had the id before, or null. */
        private final Life previous;

        /** Who had the id long before: a way to the first in few steps, however many there were. */
        private final Life earlier;

        /** How many had the id before. */
        private final int generation;

        private final int processId;
        private long start;
        private long end = AFTER_TRACE;
        private int parentId;
        private int sessionId = -1;
        private int exitStatus;
        private String image;
        private String commandLine;

        /** Whether an event tells of it; else nothing is known of it but its id, by its threads. */
        private boolean isTold;

        private boolean isStartTold;

        private Life(int index, Life previous, int processId, long start) {
            this.index = index;
            this.previous = previous;
            this.earlier = previous == null ? null : previous.earlierOfNext();
            this.generation = previous == null ? 0 : previous.generation + 1;
            this.processId = processId;
            this.start = start;
        }

        /** Steps double as far as they go back evenly (Myers, An applicative random-access stack). */
        private Life earlierOfNext() {
            return earlier != null
                            && earlier.earlier != null
                            && generation - earlier.generation == earlier.generation - earlier.earlier.generation
                    ? earlier.earlier
                    : this;
        }

        /** An ended process stays in rundowns as long as somebody holds a handle of it. */
        private boolean isSameAs(ProcessRecord record) {
            return parentId == record.parentId() && Objects.equals(image, record.image());
        }

        /** Its end was lost, and the next one's start: a name alone may be damaged, and a parent's id. */
        private boolean isSurelyAnother(ProcessRecord record) {
            return isTold
                    && parentId != record.parentId()
                    && image != null
                    && record.image() != null
                    && !image.equals(record.image());
        }

        /**
         * @return how many characters of texts are new
         */
        private int learn(ProcessRecord record) {
            isTold = true;
            parentId = record.parentId();
            sessionId = record.sessionId();
            int learned = 0;
            if (record.image() != null && !record.image().equals(image)) {
                image = record.image();
                learned += image.length();
            }
            String told = record.commandLine();
            // Of an ended process Windows tells an empty one.
            if (told != null && (commandLine == null || !told.isEmpty() && !told.equals(commandLine))) {
                commandLine = told;
                learned += commandLine.length();
            }
            return learned;
        }

        /** Its place among all, from 0. */
        public int index() {
            return index;
        }

        public int processId() {
            return processId;
        }

        /** Whether the trace tells of the process itself, not only of threads of it. */
        public boolean isTold() {
            return isTold;
        }

        /**
         * Session clock's value, or {@link #BEFORE_TRACE}; unless {@link #isStartTold}, the first at which it is known to be
         * there.
         */
        public long start() {
            return start;
        }

        /** Whether it starts in the trace, and an event says so. */
        public boolean isStartTold() {
            return isStartTold;
        }

        /** Session clock's value, or {@link #AFTER_TRACE}. */
        public long end() {
            return end;
        }

        public int parentId() {
            return parentId;
        }

        /** The terminal session, -1 if unknown. */
        public int sessionId() {
            return sessionId;
        }

        /** Meaningful once ended. */
        public int exitStatus() {
            return exitStatus;
        }

        /** Name of its program without path, null if unknown. */
        public String image() {
            return image;
        }

        /** The command line; null if unknown. */
        public String commandLine() {
            return commandLine;
        }
    }

    private final List<Life> lives = new ArrayList<>();

    /** By process id: the index of the last life with it. */
    private final IntMap lastById = new IntMap();

    private long textBytes;

    public ProcessDirectory(IdentityEvents identities) {
        for (IdentityEvents.ProcessEvent event : identities.processes()) {
            add(event.kind(), event.time(), event.process());
        }
    }

    /** The directory of a trace that is being written: nobody is in it yet. */
    ProcessDirectory() {}

    /**
     * Takes in what a trace that is being written tells.
     *
     * @throws IOException if there is no room for more
     */
    void hear(Kind kind, long time, ProcessRecord record, IdentityLimits limits) throws IOException {
        limits.requireProcess(lives.size());
        add(kind, time, record);
        limits.requireNames(textBytes);
    }

    private void add(Kind kind, long time, ProcessRecord record) {
        Life last = last(record.processId());
        boolean ended = last != null && last.end != AFTER_TRACE;
        // A buffer may be there twice.
        boolean isRepeated = last != null && last.start == time && last.isSameAs(record);
        if (last != null && !last.isTold) {
            // Who was known by threads.
            last.start = kind == Kind.START ? time : BEFORE_TRACE;
        } else if (kind == Kind.START && !isRepeated) {
            last = begin(last, record.processId(), time);
        } else if (last == null) {
            last = begin(null, record.processId(), BEFORE_TRACE);
        } else if (ended && kind != Kind.END && !last.isSameAs(record)) {
            // Its start was lost: that it is there now is known, but not who had the id since the last one's end.
            Life nobody = begin(last, record.processId(), last.end);
            last = begin(nobody, record.processId(), time);
        } else if (!ended && last.isSurelyAnother(record)) {
            last = begin(last, record.processId(), time);
        }
        last.isStartTold |= kind == Kind.START;
        textBytes += (long) last.learn(record) * Character.BYTES;
        if (kind == Kind.END && last.end == AFTER_TRACE) {
            last.end = time;
            last.exitStatus = record.exitStatus();
        }
    }

    private Life last(int processId) {
        int index = lastById.get(processId);
        return index == IntMap.MISSING ? null : lives.get(index);
    }

    private Life begin(Life previous, int processId, long start) {
        Life life = new Life(lives.size(), previous, processId, start);
        lives.add(life);
        lastById.put(processId, life.index);
        return life;
    }

    /** All processes, in the order in which the trace first tells of them. */
    public List<Life> lives() {
        return lives;
    }

    /**
     * The process that a thread is of, by its id at a time. If no event has told of one with that id, so much is known.
     *
     * @throws IOException if there is no room for more
     */
    Life ofThread(int processId, long time, IdentityLimits limits) throws IOException {
        Life found = find(processId, time);
        if (found == null) {
            limits.requireProcess(lives.size());
            found = begin(null, processId, BEFORE_TRACE);
        }
        return found;
    }

    /** The process with an id at a time, null if the trace does not tell. */
    Life find(int processId, long time) {
        Life found = last(processId);
        while (found != null && found.start > time && found.previous != null) {
            found = found.earlier.start > time ? found.earlier : found.previous;
        }
        return found;
    }
}
