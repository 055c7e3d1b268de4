package io.github.etl2jfr.cli;

/** What the program returns to the shell. */
final class ExitCode {
    static final int DONE = 0;

    /** The command was typed wrong. */
    static final int USAGE = 1;

    /** There is a recording, but the trace was damaged or events were lost. */
    static final int DAMAGED = 2;

    /** There is no recording: the input is of no use, or the output cannot be written. */
    static final int NOTHING_USABLE = 3;

    private ExitCode() {}
}
