package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.ThreadRegistry;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Which thread of this JVM a thread of the trace is: one with its id of which JFR tells within its life, as the system
 * gives an id to one thread after the other. Allocates only when it meets a thread for the first time.
 */
final class OwnThreads {
    /** Each time begins two chunks of the recording. */
    private static final long REFRESH_NANOS = Duration.ofSeconds(10).toNanos();

    private static final Duration POLL = Duration.ofMillis(50);

    private final ThreadDirectory directory;
    private final ThreadRegistry registry;
    private final TraceTicks ticks;
    private final Duration delay;
    private final StopSignal stop;
    private final LongSupplier nanoTime;
    private final Consumer<String> log;

    /** By life: what the registry said when it was asked, if that was so of all times. */
    private TracedThread[] answers = new TracedThread[256];

    /** By life: one more than {@link ThreadRegistry#changes} at that time; 0 if there is no such answer. */
    private int[] answeredAt = new int[256];

    /** By life: one more than {@link #refreshes} when it was met first and not known; 0 if it was not. */
    private int[] unknownSince = new int[256];

    private long refreshed;
    private int refreshes;

    /**
     * @param registry that follows this JVM's threads
     * @param delay how long it may take until it hears of one
     * @param stop waited at meanwhile
     * @param nanoTime as {@link System#nanoTime}
     * @param log told if it cannot be looked for threads, once
     */
    OwnThreads(
            ThreadDirectory directory,
            ThreadRegistry registry,
            TraceTicks ticks,
            Duration delay,
            StopSignal stop,
            LongSupplier nanoTime,
            Consumer<String> log) {
        this.directory = directory;
        this.registry = registry;
        this.ticks = ticks;
        this.delay = delay;
        this.stop = stop;
        this.nanoTime = nanoTime;
        this.log = log;
        this.refreshed = nanoTime.getAsLong();
    }

    /**
     * The thread that the registry knows. It is asked again only if it may tell something else.
     *
     * @param when on JFR's clock
     * @return null if it knows none
     */
    TracedThread find(int life, long when) {
        int now = registry.changes() + 1;
        if (life < answers.length && answeredAt[life] == now) {
            return answers[life];
        }
        long threadId = directory.threadId(life);
        long from = earliest(life);
        long until = latest(life);
        TracedThread thread = registry.find(threadId, when, from, until, directory.tellsOfStarts());
        if ((thread != null || from != Long.MIN_VALUE) && registry.isSameAlways(threadId, from, until)) {
            if (life >= answers.length) {
                answers = Arrays.copyOf(answers, Math.max(life + 1, 2 * answers.length));
                answeredAt = Arrays.copyOf(answeredAt, answers.length);
            }
            answers[life] = thread;
            answeredAt[life] = now;
        }
        return thread;
    }

    private long earliest(int life) {
        long start = directory.toldStart(life);
        return start == ProcessDirectory.BEFORE_TRACE ? Long.MIN_VALUE : ticks.earliest(start);
    }

    private long latest(int life) {
        long end = directory.toldEnd(life);
        return end == ProcessDirectory.AFTER_TRACE ? Long.MAX_VALUE : ticks.latest(end);
    }

    /**
     * As {@link #find}, of one that is this JVM's. Waits until the registry must have heard of it, and has it look for
     * it, but only once: some JFR never knows, such as those of native code, and of one that comes to run Java the
     * registry hears.
     */
    TracedThread seek(int life, long when) throws StopSignal.StoppedException {
        TracedThread found = find(life, when);
        if (found == null && isNew(life)) {
            found = await(life, when);
        }
        if (found == null && isToBeSought(life)) {
            refresh();
            found = find(life, when);
        }
        return found;
    }

    private void refresh() {
        registry.tryRefresh(log);
        refreshes++;
        refreshed = nanoTime.getAsLong();
    }

    /** Whether any thread of this JVM is known to have, or have had, the same id. */
    boolean hasKnownId(int life) {
        return registry.find(directory.threadId(life), Long.MAX_VALUE) != null;
    }

    private boolean isNew(int life) {
        if (life >= unknownSince.length) {
            unknownSince = Arrays.copyOf(unknownSince, Math.max(life + 1, 2 * unknownSince.length));
        }
        if (unknownSince[life] != 0) {
            return false;
        }
        unknownSince[life] = refreshes + 1;
        return true;
    }

    private TracedThread await(int life, long when) throws StopSignal.StoppedException {
        // A trace that claims to be of the future is not waited for.
        long until = Math.min(when, registry.now()) + registry.ticksIn(delay);
        TracedThread found = null;
        while (found == null && registry.now() < until) {
            stop.sleep(POLL);
            found = find(life, when);
        }
        return found;
    }

    private boolean isToBeSought(int life) {
        return unknownSince[life] == refreshes + 1 && nanoTime.getAsLong() - refreshed > REFRESH_NANOS;
    }
}
