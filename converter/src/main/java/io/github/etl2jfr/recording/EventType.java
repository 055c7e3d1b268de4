package io.github.etl2jfr.recording;

import static io.github.etl2jfr.recording.Field.Content.EPOCH_MILLIS;
import static io.github.etl2jfr.recording.Field.Content.HERTZ;
import static io.github.etl2jfr.recording.Field.Content.NANOS;
import static io.github.etl2jfr.recording.Field.Content.TIMESPAN;
import static io.github.etl2jfr.recording.Field.Content.TIMESTAMP;
import static io.github.etl2jfr.recording.Field.Content.UNSIGNED;
import static io.github.etl2jfr.recording.Field.Type.BOOLEAN;
import static io.github.etl2jfr.recording.Field.Type.INT;
import static io.github.etl2jfr.recording.Field.Type.LONG;
import static io.github.etl2jfr.recording.Field.Type.SHORT;
import static io.github.etl2jfr.recording.Field.Type.STACK_TRACE;
import static io.github.etl2jfr.recording.Field.Type.STRING;
import static io.github.etl2jfr.recording.Field.Type.THREAD;

import java.util.List;

/**
 * The event types of a recording, with everything a tool shows of them. Names and fields are a contract
 * with whoever reads recordings: a type may gain fields, never lose or rename one. Whoever writes an
 * event writes its fields in the order given here, after the implicit ones.
 */
public enum EventType {
    CONTEXT_SWITCH(
            "windows.ContextSwitch",
            "Context Switch",
            "A thread leaves a processor and another takes its place",
            Category.SCHEDULER,
            Shape.INSTANT_OF_THREAD,
            Field.of("processor", INT, "Processor", "Where this happens"),
            Field.of("newThread", THREAD, "New Thread", "The thread that ran next"),
            Field.of("oldThreadPriority", SHORT, "Old Thread Priority", "0 to 31, -1 if unknown"),
            Field.of("newThreadPriority", SHORT, "New Thread Priority", "0 to 31, -1 if unknown"),
            Field.of("oldThreadState", STRING, "Old Thread State", "State in which the thread left the processor"),
            Field.of(
                    "waitReason",
                    STRING,
                    "Wait Reason",
                    "What the thread waits for, or why it lost the processor although it could have gone on"),
            Field.of("waitMode", STRING, "Wait Mode", "On whose behalf the thread waits"),
            Field.of(
                    "newThreadWaitTime",
                    LONG,
                    NANOS,
                    "New Thread Wait Time",
                    "How long the new thread had not run, in whole timer ticks"),
            Field.of(
                    "previousCState",
                    SHORT,
                    "Previous C-State",
                    "Idle state the processor left, -1 if it was not idle, or unknown"),
            Field.of("idealProcessor", SHORT, "Ideal Processor", "Of the old thread, -1 if unknown"),
            Field.of("remainingQuantum", INT, "Remaining Quantum", "Of the old thread, -1 if unknown")),

    THREAD_RUNNING(
            "windows.ThreadRunning",
            "Running",
            "A thread runs",
            Category.SCHEDULER,
            Shape.SPAN_OF_THREAD,
            Field.of("processor", INT, "Processor", "Where it runs"),
            Field.of("priority", SHORT, "Priority", "0 to 31, as the thread left the processor; -1 if unknown"),
            Field.of("endState", STRING, "End State", "State in which the thread left the processor"),
            Field.of(
                    "waitReason",
                    STRING,
                    "Wait Reason",
                    "What the thread waits for afterwards, or why it lost the processor"),
            Field.of("nextThread", THREAD, "Next Thread", "The thread that ran there afterwards"),
            Field.of("clipped", BOOLEAN, "Clipped", "An edge of the trace cuts it off")),

    THREAD_READY(
            "windows.ThreadReady",
            "Ready",
            "A thread could run but has no processor: the scheduling latency",
            Category.SCHEDULER,
            Shape.SPAN_OF_THREAD,
            Field.of("processor", INT, "Processor", "Where it ran afterwards, -1 if unknown"),
            Field.of(
                    "cause",
                    STRING,
                    "Cause",
                    "Readied, Preempted, QuantumEnd, Yielded or Started; compact traces do not distinguish the middle three"),
            Field.of("readiedBy", THREAD, "Readied By", "The thread that made it ready"),
            Field.of("runningInstead", THREAD, "Running Instead", "The thread that held the processor it had lost"),
            Field.of("clipped", BOOLEAN, "Clipped", "An edge of the trace cuts it off")),

    THREAD_WAITING(
            "windows.ThreadWaiting",
            "Waiting",
            "A thread waits",
            Category.SCHEDULER,
            Shape.SPAN_OF_THREAD,
            Field.of("processor", INT, "Processor", "The one it left, -1 if unknown"),
            Field.of("waitReason", STRING, "Wait Reason", "What the thread waits for"),
            Field.of("waitMode", STRING, "Wait Mode", "On whose behalf the thread waits"),
            Field.of("readiedBy", THREAD, "Readied By", "The thread that ended the wait"),
            Field.of("clipped", BOOLEAN, "Clipped", "An edge of the trace cuts it off")),

    PROCESSOR_IDLE(
            "windows.ProcessorIdle",
            "Processor Idle",
            "A processor has nothing to do",
            Category.SCHEDULER,
            Shape.SPAN_OF_THREAD,
            Field.of("processor", INT, "Processor", "Which one"),
            Field.of("cState", SHORT, "C-State", "Idle state the processor was in, -1 if unknown")),

    PROCESSOR_RUNNING(
            "windows.ProcessorRunning",
            "Processor Running",
            "A processor runs a thread; off unless asked for",
            Category.SCHEDULER,
            Shape.SPAN_OF_THREAD,
            Field.of("processor", INT, "Processor", "Which one"),
            Field.of("thread", THREAD, "Thread", "Which one it runs"),
            Field.of("process", STRING, "Process", "Name of the thread's program and process id"),
            Field.of("priority", SHORT, "Priority", "0 to 31, -1 if unknown")),

    THREAD_STATISTICS(
            "windows.ThreadStatistics",
            "Thread Statistics",
            "What a thread did all in all",
            Category.SCHEDULER,
            Shape.INSTANT_OF_THREAD,
            Field.of("contextSwitchCount", INT, "Context Switches", "How often it left a processor"),
            Field.of(
                    "involuntarySwitchCount",
                    INT,
                    "Involuntary Switches",
                    "How often it left a processor although it could have gone on"),
            Field.of(
                    "waitReasonBitMap",
                    LONG,
                    UNSIGNED,
                    "Wait Reason Bit Map",
                    "Bit n: it left a processor with wait reason n"),
            Field.of("waitReasons", STRING, "Wait Reasons", "Their names, the most frequent first"),
            Field.of("runningTime", LONG, TIMESPAN, "Running Time", "How long it had a processor"),
            Field.of("readyTime", LONG, TIMESPAN, "Ready Time", "All its scheduling latencies together"),
            Field.of("waitingTime", LONG, TIMESPAN, "Waiting Time", "How long it waited"),
            Field.of("longestReady", LONG, TIMESPAN, "Longest Ready", "The longest scheduling latency"),
            Field.of("processorMigrations", INT, "Processor Migrations", "How often it changed the processor"),
            Field.of("longestReadyStart", LONG, TIMESTAMP, "Longest Ready Start", "When the longest latency began")),

    PROCESSOR_STATISTICS(
            "windows.ProcessorStatistics",
            "Processor Statistics",
            "What a processor did in a short period, now over; threads that were left out count, too",
            Category.SCHEDULER,
            Shape.INSTANT,
            Field.of("processor", INT, "Processor", "Which one"),
            Field.of("periodStart", LONG, TIMESTAMP, "Period Start", "When the period began"),
            Field.of("period", LONG, TIMESPAN, "Period", "How long it was"),
            Field.of("runningTime", LONG, TIMESPAN, "Running Time", "For how much of it any thread ran"),
            Field.of("idleTime", LONG, TIMESPAN, "Idle Time", "For how much of it the processor had nothing to do"),
            Field.of("unknownTime", LONG, TIMESPAN, "Unknown Time", "Not told by the trace, or lost"),
            Field.of("contextSwitchCount", INT, "Context Switches", "How often it went from one thread to another")),

    THREAD_PROFILE(
            "windows.ThreadProfile",
            "Thread Profile",
            "What Windows' thread profiling says of a thread (PERFORMANCE_DATA)",
            Category.SCHEDULER,
            Shape.INSTANT_OF_THREAD,
            Field.of("contextSwitchCount", INT, "Context Switches", "Since profiling was enabled"),
            Field.of(
                    "waitReasonBitMap",
                    LONG,
                    UNSIGNED,
                    "Wait Reason Bit Map",
                    "Bit n: a switch since the last profile had wait reason n"),
            Field.of("waitReasons", STRING, "Wait Reasons", "Their names"),
            Field.of(
                    "cycleTime",
                    LONG,
                    "Cycle Time",
                    "Processor cycles the thread used since profiling was enabled, -1 if it was not the thread that read"),
            Field.of("retryCount", INT, "Retries", "How often the read was repeated because of a switch in between"),
            Field.of(
                    "hardwareCounters",
                    STRING,
                    "Hardware Counters",
                    "Index=value pairs, if it was the thread itself that read")),

    LATENCY_BREAKDOWN(
            "windows.LatencyBreakdown",
            "Latency Breakdown",
            "What a thread did during an event of the JVM; in recordings merged with a JVM's",
            Category.SCHEDULER,
            Shape.SPAN_IN_CODE,
            Field.of("javaEvent", STRING, "Java Event", "The JVM event's type; it has the same start and duration"),
            Field.of("detail", STRING, "Detail", "What the JVM event is about: a cause, a class, a file"),
            Field.of("runningTime", LONG, TIMESPAN, "Running Time", "How much of it the thread ran"),
            Field.of("readyTime", LONG, TIMESPAN, "Ready Time", "How long it could run but had no processor"),
            Field.of("waitingTime", LONG, TIMESPAN, "Waiting Time", "How long it waited"),
            Field.of("unknownTime", LONG, TIMESPAN, "Unknown Time", "Not covered by the trace, or lost"),
            Field.of("longestReady", LONG, TIMESPAN, "Longest Ready", "The longest scheduling latency in it"),
            Field.of("waitReason", STRING, "Wait Reason", "What it waited for most"),
            Field.of(
                    "displacedBy",
                    THREAD,
                    "Displaced By",
                    "Who ran longest on the processor that the thread got after it had been ready"),
            Field.of("displacedTime", LONG, TIMESPAN, "Displaced Time", "How long that one ran"),
            Field.of("vmThread", THREAD, "VM Thread", "Who does the work of a pause that the thread only waits for"),
            Field.of("vmThreadRunningTime", LONG, TIMESPAN, "VM Running", "How much of it the VM thread ran"),
            Field.of("vmThreadReadyTime", LONG, TIMESPAN, "VM Ready", "How long the VM thread had no processor"),
            Field.of("vmThreadWaitingTime", LONG, TIMESPAN, "VM Waiting", "How long the VM thread waited"),
            Field.of("vmThreadUnknownTime", LONG, TIMESPAN, "VM Unknown", "Not told of the VM thread"),
            Field.of(
                    "vmThreadDisplacedBy",
                    THREAD,
                    "VM Displaced By",
                    "Who ran longest on the processor that the VM thread got after it had been ready")),

    TRACE_SESSION(
            "windows.TraceSession",
            "Trace Session",
            "The kernel trace this recording was made from",
            Category.WINDOWS,
            Shape.INSTANT,
            Field.of("file", STRING, "File", "Name of the trace file"),
            Field.of("loggerName", STRING, "Logger Name", "Name of the session that recorded it"),
            Field.of("osBuild", INT, "OS Build", "Build number of Windows"),
            Field.of("osVersion", STRING, "OS Version", "Version of Windows"),
            Field.of("processors", INT, "Processors", "How many the machine had"),
            Field.of("processorSpeed", INT, "Processor Speed (MHz)", "Nominal, in MHz"),
            Field.of("clock", STRING, "Clock", "What the trace's timestamps count"),
            Field.of("clockFrequency", LONG, HERTZ, "Clock Frequency", "Ticks of that clock in a second"),
            Field.of("bootTime", LONG, EPOCH_MILLIS, "Boot Time", "As Windows reports it; not exact"),
            Field.of("traceStart", LONG, TIMESTAMP, "Trace Start", "Time of the first event, or where it was cut"),
            Field.of("traceEnd", LONG, TIMESTAMP, "Trace End", "Time of the last event, or where it was cut"),
            Field.of("timerResolution", LONG, NANOS, "Timer Resolution", "Length of a timer tick"),
            Field.of("eventsLost", INT, "Events Lost", "Events the session had no room for"),
            Field.of("buffersLost", INT, "Buffers Lost", "Buffers the session could not write"),
            Field.of(
                    "compactContextSwitches",
                    BOOLEAN,
                    "Compact Context Switches",
                    "Switches were recorded in batches, which say less about each"),
            Field.of(
                    "readyEvents",
                    BOOLEAN,
                    "Ready Events",
                    "Told when threads were made ready; if not, they count as waiting until they run"),
            Field.of(
                    "clockOffset",
                    LONG,
                    NANOS,
                    "Clock Offset",
                    "How far the trace's clock is ahead of the JVM's; times here are the JVM's"),
            Field.of(
                    "clockOffsetUncertainty",
                    LONG,
                    NANOS,
                    "Clock Offset Uncertainty",
                    "The true offset is within this of the one given"),
            Field.of(
                    "clockDrift",
                    LONG,
                    NANOS,
                    "Clock Drift",
                    "By how much the offset grows in a second; it is given for the middle of the common time"),
            Field.of(
                    "clockOffsetSource",
                    STRING,
                    "Clock Offset Source",
                    "Events of the JVM and switches of the trace; the Headers of both files; or the User"),
            Field.of("clockOffsetEvidence", INT, "Clock Offset Evidence", "JVM events it rests on, -1 if not merged"),
            Field.of(
                    "clockOffsetOfEvents",
                    LONG,
                    NANOS,
                    "Clock Offset of Events",
                    "What events of the JVM say, if the user said otherwise"),
            Field.of("jvmProcess", STRING, "JVM's Process", "Program and id, null if not told"),
            Field.of("minDuration", LONG, NANOS, "Minimum Duration", "Shorter slices were left out"),
            Field.of("leftOutBefore", LONG, NANOS, "Left Out Before", "How long the trace is before Trace Start"),
            Field.of("leftOutAfter", LONG, NANOS, "Left Out After", "How long the trace is after Trace End"),
            Field.of(
                    "onlyProcesses",
                    STRING,
                    "Only Processes",
                    "Other threads than those of these processes were left out, null if none"),
            Field.of("onlyThreads", STRING, "Only Threads", "Other threads were left out, null if none"),
            Field.of("onlyEvents", STRING, "Only Events", "Other kinds of events were left out, null if none")),

    DATA_LOSS(
            "windows.DataLoss",
            "Data Loss",
            "Something the trace should hold is missing or makes no sense",
            Category.WINDOWS,
            Shape.INSTANT,
            Field.of("processor", INT, "Processor", "-1 if it concerns none or is unknown"),
            Field.of(
                    "reason",
                    STRING,
                    "Reason",
                    "What kind: EventsLost, BufferLost, CorruptBuffer, CorruptEvent, Truncated"),
            Field.of("amount", INT, "Amount", "How many events or buffers; 2,147,483,647 stands for more, too"),
            Field.of("fileOffset", LONG, UNSIGNED, "File Offset", "Where in the trace file"),
            Field.of("cause", STRING, "Cause", "What exactly: the counter's name"),
            Field.of(
                    "severity",
                    STRING,
                    "Severity",
                    "Loss: something is missing; Doubt: the trace contradicts itself; Notice: the slices are whole")),

    PROCESS_START(
            "windows.ProcessStart",
            "Process Start",
            "A process starts",
            Category.PROCESSES,
            Shape.INSTANT,
            Field.of("pid", LONG, UNSIGNED, "Process Id", "Windows' id of the process"),
            Field.of("parentPid", LONG, UNSIGNED, "Parent Process Id", "Windows' id of the process that started it"),
            Field.of("image", STRING, "Image", "Name of the program"),
            Field.of("commandLine", STRING, "Command Line", "What it was started with"),
            Field.of("session", INT, "Session", "Terminal session, -1 if unknown")),

    PROCESS_END(
            "windows.ProcessEnd",
            "Process End",
            "A process ends",
            Category.PROCESSES,
            Shape.INSTANT,
            Field.of("pid", LONG, UNSIGNED, "Process Id", "Windows' id of the process"),
            Field.of("parentPid", LONG, UNSIGNED, "Parent Process Id", "Windows' id of the process that started it"),
            Field.of("image", STRING, "Image", "Name of the program"),
            Field.of("commandLine", STRING, "Command Line", "What it was started with"),
            Field.of("session", INT, "Session", "Terminal session, -1 if unknown"),
            Field.of("exitCode", INT, "Exit Code", "What it returned")),

    /** The JDK's own type, so that Mission Control's stock pages have something to show. */
    OS_INFORMATION(
            "jdk.OSInformation",
            "OS Information",
            "Description of the operating system",
            Category.OPERATING_SYSTEM,
            Shape.INSTANT,
            Field.of("osVersion", STRING, "OS Version", null)),

    /** The JDK's own type, so that Mission Control's stock pages have something to show. */
    SYSTEM_PROCESS(
            "jdk.SystemProcess",
            "System Process",
            "A process that runs when the recording starts",
            Category.OPERATING_SYSTEM,
            Shape.INSTANT,
            Field.of("pid", STRING, "Process Identifier", null),
            Field.of("commandLine", STRING, "Command Line", null));

    /** The folders in which a tool shows a type. */
    private static final class Category {
        static final List<String> OPERATING_SYSTEM = List.of("Operating System");
        static final List<String> WINDOWS = List.of("Operating System", "Windows");
        static final List<String> SCHEDULER = List.of("Operating System", "Windows", "Scheduler");
        static final List<String> PROCESSES = List.of("Operating System", "Windows", "Processes");
    }

    /** The implicit fields, which come first, in the JDK's order. */
    private enum Shape {
        INSTANT(startTime()),
        INSTANT_OF_THREAD(startTime(), eventThread()),
        SPAN_OF_THREAD(startTime(), duration(), eventThread()),
        SPAN_IN_CODE(startTime(), duration(), eventThread(), Field.of("stackTrace", STACK_TRACE, "Stack Trace", null));

        private final List<Field> fields;

        Shape(Field... fields) {
            this.fields = List.of(fields);
        }

        private static Field startTime() {
            return Field.of("startTime", LONG, TIMESTAMP, "Start Time", null);
        }

        private static Field duration() {
            return Field.of("duration", LONG, TIMESPAN, "Duration", null);
        }

        private static Field eventThread() {
            return Field.of("eventThread", THREAD, "Event Thread", null);
        }
    }

    private final String typeName;
    private final String label;
    private final String description;
    private final List<String> category;
    private final List<Field> implicitFields;
    private final List<Field> fields;

    EventType(String typeName, String label, String description, List<String> category, Shape shape, Field... fields) {
        this.typeName = typeName;
        this.label = label;
        this.description = description;
        this.category = category;
        this.implicitFields = shape.fields;
        this.fields = List.of(fields);
    }

    public String typeName() {
        return typeName;
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }

    List<String> category() {
        return category;
    }

    List<Field> implicitFields() {
        return implicitFields;
    }

    List<Field> fields() {
        return fields;
    }
}
