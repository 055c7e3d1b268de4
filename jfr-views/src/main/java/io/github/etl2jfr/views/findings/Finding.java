package io.github.etl2jfr.views.findings;

/**
 * What one rule says of a recording. Texts are English sentences in plain text; lengths of time in them have their
 * unit, {@link #UNBROKEN} before it, moments count in seconds from the trace's start. Names in them are other people's.
 *
 * @param rule name of the rule
 * @param id of the rule, for programs
 * @param score how bad it is, from 0 to 1: as Mission Control has it, through 100; null if the rule is not applicable
 * @param summary one sentence; of a rule that is not applicable, why
 * @param explanation what exactly was found; empty if there is no more to tell
 * @param solution what can be done; empty if nothing need be done
 * @param start when the worst case begins, in nanoseconds since 1970; null if the rule names none
 * @param thread name of the thread that is worst off; null if the rule names none
 */
public record Finding(
        Severity severity,
        String rule,
        String id,
        Double score,
        String summary,
        String explanation,
        String solution,
        Long start,
        String thread) {
    /** A space at which no line is broken. */
    public static final char UNBROKEN = '\u00a0';

    /** From the worst on. */
    public enum Severity {
        WARNING("warning"),
        INFO("info"),
        /** There is nothing to tell. */
        OK("ok"),
        /** The recording lacks what the rule asks for. */
        NOT_APPLICABLE("not applicable");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        /** The severity as people and programs read it. */
        public String text() {
            return text;
        }
    }

    /** Whether somebody should look at it. */
    public boolean isWorthTelling() {
        return severity == Severity.WARNING || severity == Severity.INFO;
    }
}
