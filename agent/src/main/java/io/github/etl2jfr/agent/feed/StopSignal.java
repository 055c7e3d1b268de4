package io.github.etl2jfr.agent.feed;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells those who read and wait that they are to come to an end. Nobody is interrupted: that would close files. */
public final class StopSignal {
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** What ends the work of those who were told to stop. */
    public static final class StoppedException extends IOException {
        private static final long serialVersionUID = 1;

        StoppedException() {
            super("stopped");
        }
    }

    public void stop() {
        stopped.countDown();
    }

    public boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Goes on only as long as nobody says stop. */
    public void check() throws StoppedException {
        if (isStopped()) {
            throw new StoppedException();
        }
    }

    /** Waits for so long, or until somebody says stop. */
    public void sleep(Duration length) throws StoppedException {
        try {
            if (stopped.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoppedException();
            }
        } catch (InterruptedException e) {
            // Nobody but the end of the JVM has reason to interrupt this thread.
            Thread.currentThread().interrupt();
            throw new StoppedException();
        }
    }
}
