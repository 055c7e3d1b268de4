package io.github.etl2jfr.alignment;

/**
 * The data do not tell the offset; what is left are the headers' clocks.
 *
 * @param reason what is missing
 */
public record NoClockOffset(Reason reason) implements Alignment {
    /** Why there is no answer. */
    public enum Reason {
        NO_COMMON_TIME("the trace and the recording do not overlap in time"),
        NO_COMMON_THREAD("no thread that waited in the recording ran in the trace"),
        TOO_LITTLE_EVIDENCE("too few waits, or too common ones, to tell the offset from chance"),
        CONTRADICTORY("no offset agrees with most of the waits"),
        AMBIGUOUS("several offsets agree with the waits equally well");

        private final String meaning;

        Reason(String meaning) {
            this.meaning = meaning;
        }

        /** The reason in plain English, lower case, to stand after a colon. */
        public String meaning() {
            return meaning;
        }
    }
}
