package io.github.etl2jfr.cli;

import io.github.etl2jfr.reading.ReadingProgress;
import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.LongAdder;

/** Shows on a terminal how far long work is, the time left, the rate, and a bar. Counts bytes from any thread. */
final class ProgressBar implements ReadingProgress {
    private static final int WIDTH = 20;
    private static final long FIRST_MILLIS = 300;
    private static final long PERIOD_MILLIS = 200;

    /** Characters of the longest line there is in practice. */
    private static final int LINE = 64;

    private static final String CLEAR_LINE = "\r\033[K";

    /** DECAWM: what a narrow terminal has no room for is cut off there, where a second line could not be cleared. */
    private static final String NO_WRAP = "\033[?7l";

    private static final String WRAP = "\033[?7h";

    /** What blanks the line where there are no escape sequences. */
    private static final String BLANK_LINE = "\r" + " ".repeat(LINE) + "\r";

    private final PrintStream terminal;
    private final boolean obeysEscapes = Terminal.obeysEscapes();
    private final long total;
    private final LongAdder done = new LongAdder();
    private final long started = System.nanoTime();
    private final Timer timer;
    private boolean shown;

    /** A task that had begun when the timer was cancelled may come later. */
    private boolean closed;

    /**
     * @param terminal null to show nothing
     */
    ProgressBar(long total, PrintStream terminal) {
        this.total = total;
        this.terminal = terminal;
        if (terminal == null) {
            timer = null;
            return;
        }
        timer = new Timer("etl2jfr progress", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        show();
                    }
                },
                FIRST_MILLIS,
                PERIOD_MILLIS);
    }

    /**
     * @param total number of bytes the work consists of
     * @param quiet whether to show nothing
     */
    static ProgressBar open(long total, boolean quiet) {
        return new ProgressBar(total, quiet || !Terminal.showsProgress() ? null : System.err);
    }

    @Override
    public void accept(long bytes) {
        done.add(bytes);
    }

    synchronized void show() {
        if (closed) {
            return;
        }
        shown = true;
        String line = line(done.sum(), total, System.nanoTime() - started);
        terminal.print(obeysEscapes ? CLEAR_LINE + NO_WRAP + line + WRAP : BLANK_LINE + line);
        terminal.flush();
    }

    /** One line without its end, what matters most first. */
    static String line(long done, long total, long nanos) {
        double part = total == 0 ? 1 : Math.min(1, (double) done / total);
        int filled = (int) (part * WIDTH);
        double seconds = nanos / 1e9;
        double rate = done / Math.max(seconds, 1e-9);
        String left = done == 0 ? "" : "  %.0f s left".formatted(Math.max(0, total - done) / rate);
        return "%3.0f %%%s  %s/s  [%s%s]"
                .formatted(part * 100, left, Units.bytes((long) rate), "#".repeat(filled), " ".repeat(WIDTH - filled));
    }

    @Override
    public void close() {
        if (timer != null) {
            timer.cancel();
            synchronized (this) {
                closed = true;
                if (shown) {
                    terminal.print(obeysEscapes ? CLEAR_LINE : BLANK_LINE);
                    terminal.flush();
                }
            }
        }
    }
}
