package io.github.etl2jfr.views.model;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which of the JVM's events are wanted, and, where the recording has none of these, what it has instead. */
public final class WantedLatencies {
    private static final double NANOS_PER_MILLI = 1e6;

    /** Whether a type is wanted; null if all are. */
    private Predicate<String> wantedTypes;

    private Predicate<StackFrame> wantedCode;

    /** The shortest that are wanted, in nanoseconds. */
    private long leastDuration;

    private boolean hasSome;

    /** Types that are not wanted. */
    private final Set<String> otherTypes = new TreeSet<>();

    /** Whether some are wanted but for their threads. */
    private boolean hasSomeOfOthers;

    /** Whether some are wanted but for their code. */
    private boolean hasOtherCode;

    /** How long the longest is that would be wanted, were it longer; -1 without one. */
    private long longestOfOthers = -1;

    /** Wants only those of some types; to be said before there are any. */
    public void keepTypes(Predicate<String> types) {
        wantedTypes = types;
    }

    /** Wants only those in some code; to be said before there are any. */
    public void keepCode(Predicate<StackFrame> code) {
        wantedCode = code;
    }

    /** Wants only those that took so long, in nanoseconds; to be said before there are any. */
    public void keepLong(long least) {
        leastDuration = least;
    }

    /** Whether certain ones are wanted, not all. */
    public boolean isChoice() {
        return wantedTypes != null || wantedCode != null || leastDuration > 0;
    }

    public boolean contains(Latency latency) {
        return isOfWantedType(latency)
                && latency.isChosen()
                && isInWantedCode(latency)
                && latency.duration() >= leastDuration;
    }

    private boolean isOfWantedType(Latency latency) {
        return hasType(latency.javaEvent());
    }

    /** Whether those of a type are wanted. */
    public boolean hasType(String javaEvent) {
        return wantedTypes == null || wantedTypes.test(javaEvent);
    }

    private boolean isInWantedCode(Latency latency) {
        return wantedCode == null || latency.code() != null && wantedCode.test(latency.code());
    }

    /** Takes note of one that the recording has. */
    void note(Latency latency) {
        if (!isOfWantedType(latency)) {
            otherTypes.add(latency.javaEvent());
        } else if (!isInWantedCode(latency)) {
            hasOtherCode = true;
        } else if (latency.duration() < leastDuration) {
            longestOfOthers = Math.max(longestOfOthers, latency.duration());
        } else if (!latency.isChosen()) {
            hasSomeOfOthers = true;
        } else {
            hasSome = true;
        }
    }

    /** Whether the recording has some. */
    boolean hasSome() {
        return hasSome;
    }

    /**
     * Fails if the recording has none of them, but others.
     *
     * @param isPart whether it may have some at another time
     */
    void requireSome(boolean isPart) throws RecordingException {
        if (hasSome) {
            return;
        }
        String in = isPart ? "in it then" : "in it";
        if (hasSomeOfOthers) {
            throw RecordingException.ofMisuse("no %sevents of these threads of the JVM %s; others have them"
                    .formatted(isChoice() ? "such " : "", in));
        }
        if (longestOfOthers >= 0) {
            throw RecordingException.ofMisuse(String.format(
                    Locale.ROOT,
                    "no such event of the JVM %s took %,.3f ms or more; the longest took %,.3f ms",
                    in,
                    leastDuration / NANOS_PER_MILLI,
                    longestOfOthers / NANOS_PER_MILLI));
        }
        if (hasOtherCode) {
            throw RecordingException.ofMisuse(
                    "no events of the JVM in such code; see the table 'code' of the view 'explain'");
        }
        if (!otherTypes.isEmpty()) {
            throw RecordingException.ofMisuse(
                    "no such events of the JVM %s; there are %s".formatted(in, String.join(", ", otherTypes)));
        }
    }
}
