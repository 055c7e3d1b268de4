package io.github.etl2jfr.views.model;

import java.util.Objects;
import java.util.Set;

/**
 * The trace that a recording was made from ({@code windows.TraceSession}).
 *
 * @param file name of the trace; null if unknown
 * @param osVersion null if unknown
 * @param processors -1 if unknown
 * @param span from its first event to its last, or where it was cut
 * @param merged whether the recording is a JVM's, with the trace's events added
 * @param fed whether an agent brought them there, which does not explain the JVM's events itself
 * @param readyEvents whether the trace tells when threads were made ready; if not, they count as waiting until they run
 * @param leftOut what of the trace the user did not want in it
 * @param clock how the clocks agree; null if the recording is of the trace alone, or an agent's
 */
public record Session(
        String file,
        String osVersion,
        int processors,
        Span span,
        boolean merged,
        boolean fed,
        boolean readyEvents,
        LeftOut leftOut,
        Clock clock) {
    /**
     * How the trace's clock was brought together with the JVM's.
     *
     * @param source what told it: {@link #EVENTS}, {@link #HEADERS} or {@link #USER}
     * @param offset how many nanoseconds the trace's is ahead
     * @param uncertainty in nanoseconds; null if nothing tells
     * @param drift by how many nanoseconds the offset grows in a second
     * @param evidence JVM events that it rests on
     * @param ofEvents the offset that the JVM's events tell, if the user told another; else null
     */
    public record Clock(String source, long offset, Long uncertainty, long drift, int evidence, Long ofEvents) {
        /** Waits of the JVM tell it. */
        public static final String EVENTS = "Events";

        /** Nothing tells it: the headers of both files are believed. */
        public static final String HEADERS = "Headers";

        /** Whoever merged them. */
        public static final String USER = "User";
    }

    /**
     * What of the trace is not in the recording, as the user did not want it.
     *
     * @param minDuration slices that are shorter, in nanoseconds
     * @param before how many nanoseconds before the span
     * @param after how many nanoseconds after the span
     * @param onlyProcesses threads of others; null if none
     * @param onlyThreads other threads, be they of these processes; null if none
     * @param onlyEvents other kinds of events; null if none
     */
    public record LeftOut(
            long minDuration, long before, long after, String onlyProcesses, String onlyThreads, String onlyEvents) {
        /** What the converter, and an agent, call threads among which are all that the JVM has. */
        private static final Set<String> ALL_OF_JVM = Set.of("those of concern to the JVM", "those of this JVM");

        /** Whether slices of any threads are not in it. */
        public boolean hasThreads() {
            return onlyProcesses != null || onlyThreads != null;
        }

        /** Whether another one is of slices as long, of the same threads. */
        public boolean isOfSameSlices(LeftOut other) {
            return minDuration == other.minDuration
                    && Objects.equals(onlyProcesses, other.onlyProcesses)
                    && Objects.equals(onlyThreads, other.onlyThreads);
        }

        /** Whether slices and events of threads of the JVM may not be in it. */
        public boolean hasThreadsOfJvm() {
            return onlyProcesses != null || onlyThreads != null && !ALL_OF_JVM.contains(onlyThreads);
        }

        /**
         * Whether it is certain of who is told to have run longest somewhere that he did.
         *
         * @param longest how long he is told to have
         * @param margin how much longer than anybody else
         * @param untold for how long nobody is told to have
         */
        boolean tellsWho(long longest, long margin, long untold) {
            boolean mayOthersHaveMore = minDuration > 0 && untold > 0 && untold >= margin;
            return !mayOthersHaveMore && (!hasThreads() || untold <= longest);
        }

        /**
         * Whether it is certain of somebody that he ran somewhere as long as is told, and no longer.
         *
         * @param untold for how long nobody is told to have run there
         */
        boolean tellsHowLong(long untold) {
            return minDuration == 0 || untold <= 0;
        }

        /** All is in it, or nothing tells. */
        static final LeftOut NOTHING = new LeftOut(0, 0, 0, null, null, null);
    }
}
