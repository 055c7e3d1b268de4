package io.github.etl2jfr.etl;

/**
 * What can be wrong with a trace: a counter each, named, with what it means for whoever reads the recording.
 * Layouts, and what is impossible in them: the classes that read them.
 *
 * <p>Bytes that can be passed over without losing the place are counted as well: an event of a header type that nobody
 * documents is skipped by its size ({@link #UNKNOWN_EVENT_TYPE}), one whose size makes no sense costs the rest of its
 * buffer ({@link #EVENT_SIZE_TOO_SMALL}, {@link #EVENT_SIZE_TOO_LARGE}).
 */
public enum Damage {
    EVENTS_LOST_FLAGGED(
            "EventsLostFlagged",
            Reason.EVENTS_LOST,
            Severity.LOSS,
            "buffers whose header says that events were lost nearby"),
    EVENTS_LOST_ELSEWHERE(
            "EventsLostElsewhere",
            Reason.EVENTS_LOST,
            Severity.LOSS,
            "events that the session had no room for, except one per buffer that says so; the log file header"
                    + " counts them, but does not say where"),
    EVENTS_TOO_LATE(
            "EventsTooLate",
            Reason.EVENTS_LOST,
            Severity.LOSS,
            "events of a followed trace that came later than the delay and were passed over"),
    BUFFER_LOST_FLAGGED(
            "BufferLostFlagged",
            Reason.BUFFER_LOST,
            Severity.LOSS,
            "buffers whose header says that one was lost nearby"),
    BUFFERS_LOST_ELSEWHERE(
            "BuffersLostElsewhere",
            Reason.BUFFER_LOST,
            Severity.LOSS,
            "more buffers that the session could not write; the log file header says how many, but not where"),
    SEQUENCE_NUMBERS_MISSING(
            "SequenceNumbersMissing",
            Reason.BUFFER_LOST,
            Severity.LOSS,
            "missing buffers, by the sequence numbers of the others"),
    SEQUENCE_NUMBERS_RESTART(
            "SequenceNumbersRestart",
            Reason.BUFFER_LOST,
            Severity.DOUBT,
            "files of a followed trace whose sequence numbers begin anew: buffers may be missing before them"),
    BUFFER_TOO_LATE(
            "BufferTooLate",
            Reason.BUFFER_LOST,
            Severity.LOSS,
            "buffers of a followed trace that came after later ones were reported; "
                    + "where they were expected, they count as missing, too"),

    NO_BUFFER_HEADER(
            "NoBufferHeader",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "places for a buffer where there is no buffer header"),
    BUFFER_SIZE_ZERO(
            "BufferSizeZero", Reason.CORRUPT_BUFFER, Severity.LOSS, "places for a buffer that claims to take no bytes"),
    BUFFER_SIZE_BELOW_HEADER(
            "BufferSizeBelowHeader",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "places for a buffer that claims to end in its own header"),
    BUFFER_SIZE_TOO_LARGE(
            "BufferSizeTooLarge",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "places for a buffer that claims to be larger than the session's are"),
    UNKNOWN_BUFFER_TYPE(
            "UnknownBufferType",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "places for a buffer that claims to be of an unknown type"),
    USED_SIZE_BELOW_HEADER(
            "UsedSizeBelowHeader",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "buffers that claim to use fewer bytes than their header takes"),
    USED_SIZE_TOO_LARGE(
            "UsedSizeTooLarge",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "buffers that claim to use more bytes than a buffer has"),
    USED_SIZE_CONTRADICTED(
            "UsedSizeContradicted",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "buffers that claim to use fewer bytes in one place than in another"),
    UNKNOWN_COMPRESSION(
            "UnknownCompression", Reason.CORRUPT_BUFFER, Severity.LOSS, "compressed buffers of an unknown format"),
    IMPOSSIBLE_COMPRESSION(
            "ImpossibleCompression",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "compressed buffers that claim to decompress to more than they can"),
    BAD_COMPRESSED_DATA(
            "BadCompressedData",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "compressed buffers whose bytes cannot be decompressed"),
    SEQUENCE_NUMBER_IMPOSSIBLE(
            "SequenceNumberImpossible",
            Reason.CORRUPT_BUFFER,
            Severity.DOUBT,
            "buffers whose sequence number is too far from all others"),
    SEQUENCE_NUMBER_AGAINST_TIME(
            "SequenceNumberAgainstTime",
            Reason.CORRUPT_BUFFER,
            Severity.DOUBT,
            "places where sequence numbers of a processor's buffers contradict the times in them; the times count"),
    SEQUENCE_NUMBER_REPEATED(
            "SequenceNumberRepeated",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "buffers of a followed trace with a repeated sequence number; they were passed over"),
    BUFFER_REPEATED(
            "BufferRepeated",
            Reason.CORRUPT_BUFFER,
            Severity.NOTICE,
            "buffers that are in the file twice; they are used once"),
    BUFFER_OF_OTHER_SESSION(
            "BufferOfOtherSession",
            Reason.CORRUPT_BUFFER,
            Severity.LOSS,
            "buffers with scheduler events of a session other than the one converted; they were passed over"),
    BUFFERS_OVERLAP(
            "BuffersOverlap",
            Reason.CORRUPT_BUFFER,
            Severity.DOUBT,
            "places where buffers of a processor overlap in time; one of them has a wrong time or processor"),
    PROCESSOR_BEYOND_COUNT(
            "ProcessorBeyondCount",
            Reason.CORRUPT_BUFFER,
            Severity.DOUBT,
            "buffers of a processor that the log file header does not count"),
    IMPOSSIBLE_PROCESSOR_COUNT(
            "ImpossibleProcessorCount",
            Reason.CORRUPT_BUFFER,
            Severity.NOTICE,
            "log file headers with an impossible number of processors; it is not relied on"),

    NO_EVENT_MARKER(
            "NoEventMarker",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "places for an event where there is none; the event before it and the rest of the buffer are passed"
                    + " over"),
    EVENT_SIZE_TOO_SMALL(
            "EventSizeTooSmall",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "events that claim to end in their own header; the rest of the buffer is passed over"),
    EVENT_SIZE_TOO_LARGE(
            "EventSizeTooLarge",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "events that claim to be larger than the rest of their buffer, which is passed over"),
    UNKNOWN_EVENT_TYPE(
            "UnknownEventType",
            Reason.CORRUPT_EVENT,
            Severity.NOTICE,
            "events with a header of unknown type; each was skipped by its size"),
    IMPOSSIBLE_TIME(
            "ImpossibleTime",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "events whose time is years away from the session; they, or their batch, were passed over"),
    TIME_BACKWARDS(
            "TimeBackwards",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "events earlier than the processor's previous event, and such previous events if their own time may be"
                    + " wrong; they were passed over"),
    TIME_CONTRADICTED(
            "TimeContradicted",
            Reason.CORRUPT_EVENT,
            Severity.DOUBT,
            "events other than the scheduler's whose time their neighbors in the buffer contradict; it does not"
                    + " make the trace longer"),
    CONTEXT_SWITCH_TOO_SHORT(
            "ContextSwitchTooShort", Reason.CORRUPT_EVENT, Severity.LOSS, "CSwitch events without all of their fields"),
    READY_THREAD_TOO_SHORT(
            "ReadyThreadTooShort",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "ReadyThread events without all of their fields"),
    BATCH_TOO_SHORT(
            "BatchTooShort",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "batches of context switches that end in their own header"),
    BATCH_TOO_LONG(
            "BatchTooLong",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "batches of context switches that are larger than any can be"),
    BATCH_EMPTY("BatchEmpty", Reason.CORRUPT_EVENT, Severity.LOSS, "empty batches of context switches"),
    BATCH_INDEX_NOT_IN_USE(
            "BatchIndexNotInUse",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "batches with a switch of a thread that is not in their table; the rest of the batch is passed over"),
    BATCH_IDLE_TWICE(
            "BatchIdleTwice",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "batches where the idle thread leaves the processor twice at once, as zeros in place of switches would"
                    + " mean; the rest of the batch is passed over"),
    BATCH_TIME_CONTRADICTED(
            "BatchTimeContradicted",
            Reason.CORRUPT_EVENT,
            Severity.LOSS,
            "batches with a switch that is later than the batch was logged"),
    BATCH_ENDS_IN_SWITCH("BatchEndsInSwitch", Reason.CORRUPT_EVENT, Severity.LOSS, "batches that end within a switch"),
    THREAD_ON_TWO_PROCESSORS(
            "ThreadOnTwoProcessors",
            Reason.CORRUPT_EVENT,
            Severity.DOUBT,
            "runs of a thread on one processor while it ran on another; both are left out"),
    LAST_SWITCH_MISSING(
            "LastSwitchMissing",
            Reason.CORRUPT_EVENT,
            Severity.DOUBT,
            "threads that ended, though no switch says so; what they did last is left out"),
    IDENTITY_TOO_SHORT(
            "IdentityTooShort",
            Reason.CORRUPT_EVENT,
            Severity.NOTICE,
            "thread or process events without all of their fields; a name may be missing"),
    NAME_WITHOUT_END(
            "NameWithoutEnd",
            Reason.CORRUPT_EVENT,
            Severity.NOTICE,
            "thread or process events that end within a name; it is kept as far as it goes"),
    GROUP_MASKS_TOO_SHORT(
            "GroupMasksTooShort",
            Reason.CORRUPT_EVENT,
            Severity.NOTICE,
            "events without all of what the session says it records"),

    FILE_ENDS_IN_BUFFER_HEADER(
            "FileEndsInBufferHeader", Reason.TRUNCATED, Severity.LOSS, "buffers in whose header the file ends"),
    FILE_ENDS_IN_BUFFER("FileEndsInBuffer", Reason.TRUNCATED, Severity.LOSS, "buffers within which the file ends"),
    BUFFER_BEGINS_INSIDE(
            "BufferBeginsInside", Reason.TRUNCATED, Severity.LOSS, "buffers within which the next one begins"),
    BUFFERS_MISSING_AT_END(
            "BuffersMissingAtEnd",
            Reason.TRUNCATED,
            Severity.LOSS,
            "buffers that the log file header counts, missing after the last one or before the first"),
    SESSION_NOT_ENDED(
            "SessionNotEnded",
            Reason.TRUNCATED,
            Severity.LOSS,
            "files whose log file header was not completed: its session wrote more, or would have");

    /** The {@code reason} of {@code windows.DataLoss}, which is part of the recording's interface. */
    public enum Reason {
        EVENTS_LOST("EventsLost"),
        BUFFER_LOST("BufferLost"),
        CORRUPT_BUFFER("CorruptBuffer"),
        CORRUPT_EVENT("CorruptEvent"),
        TRUNCATED("Truncated");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        /** The name used in recordings and reports. */
        public String label() {
            return label;
        }
    }

    /** What it means for the times that the recording shows; the worst first. */
    public enum Severity {
        LOSS("Loss", "something the session did is missing: where it was, there are no slices, or too few"),
        DOUBT(
                "Doubt",
                "the trace contradicts itself: what is said about there may be wrong, and no slice spans the place if"
                        + " switches may be missing"),
        NOTICE("Notice", "the slices are whole: only a name, or nothing, is missing");

        private final String label;
        private final String meaning;

        Severity(String label, String meaning) {
            this.label = label;
            this.meaning = meaning;
        }

        /** The name used in recordings and reports. */
        public String label() {
            return label;
        }

        /** In plain English. */
        public String meaning() {
            return meaning;
        }
    }

    private final String label;
    private final Reason reason;
    private final Severity severity;
    private final String explanation;

    Damage(String label, Reason reason, Severity severity, String explanation) {
        this.label = label;
        this.reason = reason;
        this.severity = severity;
        this.explanation = explanation;
    }

    /** The counter's name in recordings and reports. */
    public String label() {
        return label;
    }

    public Reason reason() {
        return reason;
    }

    public Severity severity() {
        return severity;
    }

    /** What the counted things are, in plain English; to be read after their number. */
    public String explanation() {
        return explanation;
    }
}
