package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.jfr.ShortText;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import java.lang.ref.WeakReference;
import java.util.Objects;

/** A thread as slices name it: one of this JVM, of which its recording has a constant, or any other. */
public final class TracedThread {
    static final long NO_KEY = 0;

    private static final WeakReference<Thread> NONE = new WeakReference<>(null);

    private final long osThreadId;
    private final long key;
    private final long javaThreadId;
    private final long sinceTicks;

    /** It was there at some time between these two. */
    private volatile long thereFrom;

    private volatile long thereUntil;

    /** Whether it runs Java, but is not among the threads that Java tells of: some of the JVM's own. */
    private volatile boolean isHidden;

    /** One more than what {@link ChunkThreads} was asked at, and its answer; both are the asking thread's. */
    private int answeredAt;

    private boolean isLacking;

    /** The lane of ours; null if it has none. */
    private final Lane lane;

    /** Its constant in chunks of ours; null until they name it. */
    private Lane alias;

    private volatile Text name;

    /** As {@link #label}. */
    private volatile String label;

    private volatile long endTicks = Long.MAX_VALUE;
    private volatile WeakReference<Thread> javaThread;

    /** The next thread that has the same id of the operating system. */
    private volatile TracedThread successor;

    /**
     * @param key of the constant in this JVM's recording, 0 if it has none
     * @param javaThreadId 0 if it runs no Java
     * @param thereFrom when it started; or, of one that was seen, a time before
     * @param sinceTicks when it started; or a time after it was seen
     */
    TracedThread(long osThreadId, long key, String name, long javaThreadId, long thereFrom, long sinceTicks) {
        this(osThreadId, key, name(name, osThreadId), javaThreadId, sinceTicks, null);
        this.thereFrom = thereFrom;
        this.thereUntil = sinceTicks;
    }

    private TracedThread(long osThreadId, long key, String nameAndId, long javaThreadId, long sinceTicks, Lane lane) {
        this.osThreadId = osThreadId;
        this.key = key;
        this.javaThreadId = javaThreadId;
        this.sinceTicks = sinceTicks;
        this.lane = lane;
        this.name = new Text(nameAndId);
        this.label = label(nameAndId, osThreadId);
    }

    /**
     * A thread of another process.
     *
     * @param name of the thread or its program
     */
    public static TracedThread foreign(long osThreadId, String name) {
        return new TracedThread(osThreadId, NO_KEY, name(Objects.requireNonNull(name), osThreadId), 0, 0, null);
    }

    /**
     * A thread of another process, whose events are on a lane of its own.
     *
     * @param name of the thread or its program
     * @param isIdTaken whether another thread has, or had, the same id
     * @param group that of its process, null if that is not known
     */
    public static TracedThread withLane(long osThreadId, String name, boolean isIdTaken, ThreadGroupConstant group) {
        String nameAndId = name(name, osThreadId);
        Lane lane = Lane.of(nameAndId, osThreadId, isIdTaken, group);
        return new TracedThread(osThreadId, NO_KEY, nameAndId, 0, 0, lane);
    }

    /** The idle thread of a processor. */
    public static TracedThread processor(int number) {
        return new TracedThread(0, NO_KEY, processorName(number), 0, 0, null);
    }

    /**
     * The idle thread of a processor, whose events are on a lane of its own.
     *
     * @param group that of all processors
     */
    public static TracedThread processorWithLane(int number, ThreadGroupConstant group) {
        String name = processorName(number);
        return new TracedThread(0, NO_KEY, name, 0, 0, Lane.ofProcessor(name, number, group));
    }

    private static String processorName(int number) {
        return "CPU " + number;
    }

    /** The operating system's id. */
    public long osThreadId() {
        return osThreadId;
    }

    /** Name and id: <code>java.exe (4711)</code>. */
    public String name() {
        return name.toString();
    }

    /** As {@link #name}, but no longer than JFR makes a constant of: JDK 17 writes out longer ones in each event. */
    String label() {
        return label;
    }

    private static String label(String nameAndId, long osThreadId) {
        if (nameAndId.length() < EventWriterCode.LONG_TEXT) {
            return nameAndId;
        }
        String end = name("", osThreadId);
        return ShortText.of(nameAndId, EventWriterCode.LONG_TEXT - 1 - end.length()) + end;
    }

    /** The label of a thread; null if there is no thread. */
    static String labelOf(TracedThread thread) {
        return thread == null ? null : thread.label();
    }

    /** The name of a thread, as {@link #name}; null if there is no thread. */
    static Text textOf(TracedThread thread) {
        return thread == null ? null : thread.name;
    }

    /** Whether it is, or was, a thread of this JVM. */
    public boolean isOfThisJvm() {
        return key != NO_KEY;
    }

    /** Whether it has a lane that JFR does not know. */
    public boolean hasLane() {
        return lane != null;
    }

    /** The lane that JFR does not know; null if it has none. */
    Lane lane() {
        return lane;
    }

    /** Its constant in chunks of ours; null for none. Asked for under their lock. */
    Lane constant() {
        if (lane == null && alias == null && key != NO_KEY) {
            String plain =
                    name().substring(0, name().length() - name("", osThreadId).length());
            alias = Lane.ofJvmThread(plain, osThreadId, javaThreadId);
        }
        return lane == null ? alias : lane;
    }

    /** Whether it runs Java, unlike the JVM's own threads and those of other processes. */
    public boolean isJava() {
        return javaThreadId != 0;
    }

    long javaThreadId() {
        return javaThreadId;
    }

    /** Whether it runs Java, but Java does not tell of it. */
    boolean isHidden() {
        return isHidden;
    }

    void hide() {
        isHidden = true;
    }

    /** Whether {@link #isLacking} is what {@link ChunkThreads} said after so many chunks. */
    boolean isAnswered(int chunks) {
        return answeredAt == chunks + 1;
    }

    void answer(int chunks, boolean isLackingThen) {
        answeredAt = chunks + 1;
        isLacking = isLackingThen;
    }

    boolean isLacking() {
        return isLacking;
    }

    /** What events of this JVM's recording hold for it. */
    long key() {
        return key;
    }

    /** Takes over the name that it has now, if it runs Java. */
    public void refreshName() {
        Thread thread = javaThread();
        if (thread != null) {
            rename(thread.getName());
        }
    }

    /** Gives it a name, and tells whether that is another than it had. */
    public boolean rename(String newName) {
        String nameAndId = name(newName, osThreadId);
        boolean isNew = !nameAndId.equals(name());
        if (isNew) {
            name = new Text(nameAndId);
            label = label(nameAndId, osThreadId);
        }
        return isNew;
    }

    /** Name and id, as all threads are named, in digits of no language: <code>java.exe (4711)</code>. */
    public static String name(String name, long osThreadId) {
        return "%s (%s)".formatted(name, osThreadId);
    }

    /** Whether it is this thread. */
    public boolean is(Thread thread) {
        return javaThreadId == JavaThreads.id(thread);
    }

    /** Whether it had not ended at a time, as far as is known. */
    public boolean isThereAt(long ticks) {
        return ticks <= endTicks;
    }

    /** Whether it may have been there at any time between two, as far as is known. */
    boolean mayBeThereWithin(long from, long until) {
        return thereFrom <= until && Math.min(thereUntil, endTicks) >= from;
    }

    /** Whether JFR tells that it started after a time. */
    boolean startsAfter(long ticks) {
        return thereFrom == thereUntil && thereFrom > ticks;
    }

    /** When it started, or a time before it was first seen. */
    long thereFrom() {
        return thereFrom;
    }

    /** When it started, or a time after it was first seen. */
    long sinceTicks() {
        return sinceTicks;
    }

    /** It was seen before, and its start is told now. */
    void started(long ticks) {
        thereFrom = ticks;
        thereUntil = ticks;
    }

    /** When it ended, {@link Long#MAX_VALUE} before it is known to. */
    long endTicks() {
        return endTicks;
    }

    void end(long ticks) {
        endTicks = ticks;
    }

    TracedThread successor() {
        return successor;
    }

    void setSuccessor(TracedThread next) {
        successor = next;
    }

    /** The thread itself, null if it runs no Java or has ended. */
    Thread javaThread() {
        WeakReference<Thread> reference = javaThread;
        if (reference == null) {
            reference = isJava() ? find(javaThreadId) : NONE;
            javaThread = reference;
        }
        Thread thread = reference.get();
        return thread != null && thread.isAlive() ? thread : null;
    }

    private static WeakReference<Thread> find(long javaThreadId) {
        return JavaThreads.alive()
                .filter(thread -> JavaThreads.id(thread) == javaThreadId)
                .findAny()
                .map(WeakReference::new)
                .orElse(NONE);
    }
}
