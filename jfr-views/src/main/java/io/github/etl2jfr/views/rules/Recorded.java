package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;

/** The names of event types and fields that rules read. */
final class Recorded {
    static final String THREAD_RUNNING = "windows.ThreadRunning";
    static final String THREAD_READY = "windows.ThreadReady";
    static final String THREAD_WAITING = "windows.ThreadWaiting";
    static final String THREAD_STATISTICS = "windows.ThreadStatistics";
    static final String PROCESSOR_IDLE = "windows.ProcessorIdle";
    static final String LATENCY_BREAKDOWN = "windows.LatencyBreakdown";
    static final String TRACE_SESSION = "windows.TraceSession";
    static final String DATA_LOSS = "windows.DataLoss";

    /** A value of {@link #ONLY_THREADS}: the JVM's, and whoever ran instead of them, held them up or made them ready. */
    static final String THOSE_OF_CONCERN = "those of concern to the JVM";

    /** A value of {@link #ONLY_THREADS} that an agent writes: all threads of the JVM. */
    static final String THOSE_OF_JVM = "those of this JVM";

    static final IAttribute<IQuantity> PROCESSOR = number("processor");
    static final IAttribute<String> CAUSE = text("cause");
    static final IAttribute<String> WAIT_REASON = text("waitReason");
    static final IAttribute<String> REASON = text("reason");
    static final IAttribute<String> SEVERITY = text("severity");
    static final IAttribute<IQuantity> AMOUNT = number("amount");
    static final IAttribute<Boolean> READY_EVENTS = attribute("readyEvents", UnitLookup.FLAG);
    static final IAttribute<IQuantity> TRACE_START = attribute("traceStart", UnitLookup.TIMESTAMP);
    static final IAttribute<IQuantity> TRACE_END = attribute("traceEnd", UnitLookup.TIMESTAMP);
    static final IAttribute<IQuantity> MIN_DURATION = timespan("minDuration");
    static final IAttribute<IQuantity> CLOCK_OFFSET_UNCERTAINTY = timespan("clockOffsetUncertainty");
    static final IAttribute<String> CLOCK_OFFSET_SOURCE = text("clockOffsetSource");
    static final IAttribute<String> ONLY_PROCESSES = text("onlyProcesses");
    static final IAttribute<String> ONLY_THREADS = text("onlyThreads");
    static final IAttribute<String> ONLY_EVENTS = text("onlyEvents");

    /** Only an agent's sessions have it. */
    static final IAttribute<String> WAY_OF_AGENT = text("way");

    static final IAttribute<String> JAVA_EVENT = text("javaEvent");
    static final IAttribute<IMCThread> READIED_BY = thread("readiedBy");
    static final IAttribute<IMCThread> DISPLACED_BY = thread("displacedBy");
    static final IAttribute<IMCThread> VM_THREAD = thread("vmThread");
    static final IAttribute<IMCThread> VM_THREAD_DISPLACED_BY = thread("vmThreadDisplacedBy");
    static final IAttribute<IMCThread> PREVIOUS_OWNER = thread("previousOwner");
    static final IAttribute<IQuantity> INVOLUNTARY_SWITCH_COUNT = number("involuntarySwitchCount");
    static final IAttribute<IQuantity> RUNNING_TIME = timespan("runningTime");
    static final IAttribute<IQuantity> READY_TIME = timespan("readyTime");
    static final IAttribute<IQuantity> VM_THREAD_READY_TIME = timespan("vmThreadReadyTime");
    static final IAttribute<IQuantity> LONGEST_READY = timespan("longestReady");
    static final IAttribute<IQuantity> LONGEST_READY_START = attribute("longestReadyStart", UnitLookup.TIMESTAMP);

    private Recorded() {}

    /** The fields that rules read, of each type; of all types also when events begin and end, and whose they are. */
    static final Map<String, List<IAttribute<?>>> FIELDS = Map.ofEntries(
            Map.entry(THREAD_RUNNING, List.of(PROCESSOR)),
            Map.entry(THREAD_READY, List.of(PROCESSOR, CAUSE, READIED_BY)),
            Map.entry(THREAD_WAITING, List.of(PROCESSOR, WAIT_REASON)),
            Map.entry(PROCESSOR_IDLE, List.of(PROCESSOR)),
            Map.entry(
                    THREAD_STATISTICS,
                    List.of(INVOLUNTARY_SWITCH_COUNT, RUNNING_TIME, READY_TIME, LONGEST_READY, LONGEST_READY_START)),
            Map.entry(
                    LATENCY_BREAKDOWN,
                    List.of(
                            JAVA_EVENT,
                            READY_TIME,
                            DISPLACED_BY,
                            VM_THREAD,
                            VM_THREAD_READY_TIME,
                            VM_THREAD_DISPLACED_BY)),
            Map.entry(
                    TRACE_SESSION,
                    List.of(
                            READY_EVENTS,
                            TRACE_START,
                            TRACE_END,
                            MIN_DURATION,
                            CLOCK_OFFSET_UNCERTAINTY,
                            CLOCK_OFFSET_SOURCE,
                            ONLY_PROCESSES,
                            ONLY_THREADS,
                            ONLY_EVENTS,
                            WAY_OF_AGENT)),
            Map.entry(DATA_LOSS, List.of(REASON, SEVERITY, AMOUNT)),
            Map.entry(JdkTypeIDs.VM_INFO, List.of(JdkAttributes.PID)),
            Map.entry(JdkTypeIDs.GC_PAUSE, List.of(JdkAttributes.GC_PHASE_NAME)),
            Map.entry(JdkTypeIDs.SAFEPOINT_BEGIN, List.of()),
            Map.entry(
                    JdkTypeIDs.MONITOR_ENTER,
                    List.of(JdkAttributes.MONITOR_CLASS, JdkAttributes.MONITOR_ADDRESS, PREVIOUS_OWNER)));

    private static IAttribute<IQuantity> number(String field) {
        return attribute(field, UnitLookup.NUMBER);
    }

    private static IAttribute<IQuantity> timespan(String field) {
        return attribute(field, UnitLookup.TIMESPAN);
    }

    private static IAttribute<String> text(String field) {
        return attribute(field, UnitLookup.PLAIN_TEXT);
    }

    private static IAttribute<IMCThread> thread(String field) {
        return attribute(field, UnitLookup.THREAD);
    }

    private static <T> IAttribute<T> attribute(String field, ContentType<T> type) {
        return Attribute.attr(field, null, type);
    }
}
