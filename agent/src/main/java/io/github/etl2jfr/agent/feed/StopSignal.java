package io.github.etl2jfr.agent.feed;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Tells the one who reads and waits to come to an end. Nobody is interrupted: that would close files. */
public final class StopSignal {
    private volatile boolean isStopped;

    /** Another one only between waits, by the thread that waits. */
    private volatile Object monitor = new Object();

    /** What ends the work of those who were told to stop. */
    public static final class StoppedException extends IOException {
        private static final long serialVersionUID = 1;

        StoppedException() {
            super("stopped");
        }
    }

    /**
     * Has {@link #sleep} wait on another monitor.
     *
     * @param other which nobody else uses
     */
    public void waitOn(Object other) {
        monitor = other;
    }

    public void stop() {
        isStopped = true;
        // Whoever waits on another one from now on has a look first.
        Object waitedOn = monitor;
        synchronized (waitedOn) {
            waitedOn.notifyAll();
        }
    }

    public boolean isStopped() {
        return isStopped;
    }

    /** Goes on only as long as nobody says stop. */
    public void check() throws StoppedException {
        if (isStopped) {
            throw new StoppedException();
        }
    }

    /** Waits for so long, or until somebody says stop. For one thread. */
    public void sleep(Duration length) throws StoppedException {
        long end = System.nanoTime() + length.toNanos();
        Object waitedOn = monitor;
        synchronized (waitedOn) {
            for (long left = length.toNanos(); left > 0 && !isStopped; left = end - System.nanoTime()) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(waitedOn, left);
                } catch (InterruptedException e) {
                    // Nobody has reason to, but some applications interrupt all threads that they find.
                }
            }
        }
        check();
    }
}
