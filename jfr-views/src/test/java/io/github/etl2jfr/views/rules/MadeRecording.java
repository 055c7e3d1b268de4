package io.github.etl2jfr.views.rules;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValueBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/** A recording with the events that a test wants. Times are milliseconds from its start. */
public final class MadeRecording {
    /** When it starts, in nanoseconds since 1970. */
    static final long START = 1_700_000_000_000_000_000L;

    /** A length of time that is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    private static final String SPAN = "startTime:timestamp duration:timespan eventThread:thread ";
    private static final String INSTANT = "startTime:timestamp ";

    /** Fields of the event types, in their order; those of ours are the converter's, as a test makes sure. */
    static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry(
                    "windows.ThreadRunning",
                    SPAN + "processor:int priority:short endState:text waitReason:text nextThread:thread"
                            + " clipped:boolean"),
            Map.entry(
                    "windows.ThreadReady",
                    SPAN + "processor:int cause:text readiedBy:thread runningInstead:thread clipped:boolean"),
            Map.entry(
                    "windows.ThreadWaiting",
                    SPAN + "processor:int waitReason:text waitMode:text readiedBy:thread clipped:boolean"),
            Map.entry(
                    "windows.ContextSwitch",
                    INSTANT + "eventThread:thread processor:int newThread:thread oldThreadPriority:short"
                            + " newThreadPriority:short oldThreadState:text waitReason:text waitMode:text"
                            + " newThreadWaitTime:timespan previousCState:short idealProcessor:short"
                            + " remainingQuantum:int"),
            Map.entry("windows.ProcessorIdle", SPAN + "processor:int cState:short"),
            Map.entry(
                    "windows.ThreadStatistics",
                    INSTANT + "eventThread:thread contextSwitchCount:int involuntarySwitchCount:int"
                            + " waitReasonBitMap:bits waitReasons:text runningTime:timespan readyTime:timespan"
                            + " waitingTime:timespan longestReady:timespan processorMigrations:int"
                            + " longestReadyStart:timestamp"),
            Map.entry(
                    "windows.TraceSession",
                    INSTANT + "file:text loggerName:text osBuild:int osVersion:text processors:int processorSpeed:int"
                            + " clock:text clockFrequency:frequency bootTime:timestamp traceStart:timestamp"
                            + " traceEnd:timestamp timerResolution:timespan eventsLost:int buffersLost:int"
                            + " compactContextSwitches:boolean readyEvents:boolean clockOffset:timespan clockOffsetUncertainty:timespan"
                            + " clockDrift:timespan clockOffsetSource:text clockOffsetEvidence:int"
                            + " clockOffsetOfEvents:timespan jvmProcess:text"
                            + " minDuration:timespan leftOutBefore:timespan leftOutAfter:timespan onlyProcesses:text"
                            + " onlyThreads:text onlyEvents:text"),
            Map.entry(
                    "windows.DataLoss",
                    INSTANT + "processor:int reason:text amount:int fileOffset:bits cause:text severity:text"),
            Map.entry(
                    "windows.LatencyBreakdown",
                    SPAN + "javaEvent:text detail:text runningTime:timespan readyTime:timespan waitingTime:timespan"
                            + " unknownTime:timespan longestReady:timespan waitReason:text displacedBy:thread"
                            + " displacedTime:timespan vmThread:thread vmThreadRunningTime:timespan vmThreadReadyTime:timespan"
                            + " vmThreadWaitingTime:timespan vmThreadUnknownTime:timespan vmThreadDisplacedBy:thread"),
            Map.entry("jdk.JVMInformation", INSTANT + "pid:bits"),
            Map.entry("jdk.GCPhasePause", SPAN + "gcId:int name:text"),
            Map.entry("jdk.SafepointBegin", SPAN + "totalThreadCount:int"),
            Map.entry("jdk.ThreadSleep", SPAN + "time:timespan"),
            Map.entry("jdk.JavaMonitorEnter", SPAN + "monitorClass:class previousOwner:thread address:address"));

    /** A thread as recordings name it. */
    public record Who(String osName, long osThreadId, String javaName, long javaThreadId, String group) {
        /** One of the JVM whose recording was merged in, that runs Java code. */
        public static Who java(String name, long id) {
            return new Who(name, id, name, id, "main");
        }

        /** One of the JVM whose recording was merged in, that does not run Java code. */
        public static Who vm(String name, long id) {
            return new Who(name, id, null, 0, null);
        }

        /** Any other. */
        public static Who of(String process, long id) {
            return new Who(process.replaceFirst(" .*", "") + " (" + id + ")", id, null, -id, process);
        }

        static Who processor(int processor) {
            return new Who("CPU " + processor, (1L << 32) + processor, null, -1000 - processor, "Processors");
        }
    }

    private record Row(String type, Map<String, Object> values) {}

    private final Map<String, String> fields = new HashMap<>(FIELDS);
    private final List<Row> rows = new ArrayList<>();

    public MadeRecording running(Who who, long from, long to, int processor) {
        return add("windows.ThreadRunning", span(who, from, to, "processor", processor));
    }

    public MadeRecording ready(Who who, long from, long to, int processor, String cause) {
        return add("windows.ThreadReady", span(who, from, to, "processor", processor, "cause", cause));
    }

    public MadeRecording readied(Who who, long from, long to, Who readiedBy) {
        return add(
                "windows.ThreadReady", span(who, from, to, "processor", 0, "cause", "Readied", "readiedBy", readiedBy));
    }

    MadeRecording waiting(Who who, long from, long to, String reason) {
        return waiting(who, from, to, reason, null);
    }

    public MadeRecording waiting(Who who, long from, long to, String reason, Who readiedBy) {
        return add(
                "windows.ThreadWaiting",
                span(who, from, to, "processor", 0, "waitReason", reason, "readiedBy", readiedBy));
    }

    public MadeRecording waitingForMicros(Who who, long from, long micros, String reason) {
        Map<String, Object> values = span(who, from, from, "processor", 0, "waitReason", reason);
        values.put("duration", 1000 * micros);
        return add("windows.ThreadWaiting", values);
    }

    public MadeRecording contextSwitch(Who who, long time) {
        return add(
                "windows.ContextSwitch",
                values("startTime", moment(time), "eventThread", who, "processor", 0, "oldThreadState", "Waiting"));
    }

    public MadeRecording idle(int processor, long from, long to) {
        return add("windows.ProcessorIdle", span(Who.processor(processor), from, to, "processor", processor));
    }

    public MadeRecording statistics(Who who, long running, long ready, long longestReady, int involuntarySwitches) {
        return add(
                "windows.ThreadStatistics",
                values(
                        "startTime", moment(1000),
                        "eventThread", who,
                        "contextSwitchCount", involuntarySwitches + 1,
                        "involuntarySwitchCount", involuntarySwitches,
                        "runningTime", millis(running),
                        "readyTime", millis(ready),
                        "longestReady", millis(longestReady),
                        "longestReadyStart", moment(100)));
    }

    MadeRecording session() {
        return add("windows.TraceSession", values("startTime", moment(0), "file", "trace.etl", "readyEvents", true));
    }

    MadeRecording sessionWithoutReadyEvents() {
        return add("windows.TraceSession", values("startTime", moment(0), "readyEvents", false));
    }

    /** Of which slices that are shorter were left out. */
    MadeRecording sessionOfLongSlices(long nanos) {
        return add("windows.TraceSession", values("startTime", moment(0), "minDuration", nanos, "readyEvents", true));
    }

    /** Of which threads were left out. */
    MadeRecording sessionOfSome(String onlyProcesses, String onlyThreads) {
        return add(
                "windows.TraceSession",
                values(
                        "startTime",
                        moment(0),
                        "onlyProcesses",
                        onlyProcesses,
                        "onlyThreads",
                        onlyThreads,
                        "readyEvents",
                        true));
    }

    /** Of which other kinds of events were left out. */
    MadeRecording sessionOfSomeEvents(String onlyEvents) {
        return add(
                "windows.TraceSession", values("startTime", moment(0), "onlyEvents", onlyEvents, "readyEvents", true));
    }

    public MadeRecording session(long from, long to) {
        return add(
                "windows.TraceSession",
                values(
                        "startTime", moment(0),
                        "traceStart", moment(from),
                        "traceEnd", moment(to),
                        "readyEvents", true));
    }

    /** Of a JVM's recording; times in nanoseconds, but for one that is {@link #UNKNOWN}. */
    public MadeRecording mergedSession(String clockSource, long offset, long uncertainty, long drift, int evidence) {
        return mergedSession(clockSource, offset, uncertainty, drift, evidence, null);
    }

    /** With which threads of some processes alone were merged. */
    public MadeRecording mergedSession(
            String clockSource, long offset, long uncertainty, long drift, int evidence, String onlyProcesses) {
        return add(
                "windows.TraceSession",
                values(
                        "startTime", moment(0),
                        "traceStart", moment(0),
                        "traceEnd", moment(1000),
                        "clockOffset", offset,
                        "clockOffsetUncertainty", uncertainty,
                        "clockDrift", drift,
                        "clockOffsetSource", clockSource,
                        "clockOffsetEvidence", evidence,
                        "clockOffsetOfEvents", UNKNOWN,
                        "onlyProcesses", onlyProcesses,
                        "readyEvents", true));
    }

    /** As an agent writes it at the end of a chunk; its types have some fields more. */
    public MadeRecording agentSession(long until, long minDuration) {
        return agentSession(until, minDuration, 1);
    }

    /** Of which so many events were written so far. */
    public MadeRecording agentSession(long until, long minDuration, int written) {
        return agentSession(until, minDuration, written, null);
    }

    /** Which was to write only some kinds of events. */
    public MadeRecording agentSession(long until, long minDuration, int written, String onlyEvents) {
        fields.put("windows.TraceSession", FIELDS.get("windows.TraceSession") + " way:text written:int");
        return add(
                "windows.TraceSession",
                values(
                        "startTime",
                        moment(until),
                        "file",
                        "followed.etl",
                        "traceStart",
                        moment(0),
                        "traceEnd",
                        moment(until),
                        "minDuration",
                        millis(minDuration),
                        "clockOffsetSource",
                        "DirectTicks",
                        "onlyEvents",
                        onlyEvents,
                        "way",
                        "ticks",
                        "written",
                        written,
                        "readyEvents",
                        true));
    }

    /** As an agent writes it to see whether its events can be read. */
    public MadeRecording agentSelfTest() {
        fields.put("windows.AgentSelfTest", INSTANT + "eventThread:thread text:text number:int");
        return add("windows.AgentSelfTest", values("startTime", moment(0)));
    }

    public MadeRecording loss(String reason, int amount) {
        return add("windows.DataLoss", values("startTime", moment(500), "reason", reason, "amount", amount));
    }

    public MadeRecording loss(String reason, int amount, String cause, String severity) {
        return add(
                "windows.DataLoss",
                values(
                        "startTime", moment(500),
                        "reason", reason,
                        "amount", amount,
                        "cause", cause,
                        "severity", severity));
    }

    public MadeRecording breakdown(
            Who who, String javaEvent, long from, long to, long running, long ready, long waiting, Who displacedBy) {
        return add(
                "windows.LatencyBreakdown",
                span(
                        who,
                        from,
                        to,
                        "javaEvent",
                        javaEvent,
                        "runningTime",
                        millis(running),
                        "readyTime",
                        millis(ready),
                        "waitingTime",
                        millis(waiting),
                        "unknownTime",
                        ready == UNKNOWN ? UNKNOWN : millis(to - from - running - ready - waiting),
                        "longestReady",
                        millis(ready),
                        "displacedBy",
                        displacedBy,
                        "displacedTime",
                        millis(ready)));
    }

    /** Of a pause that a thread only waits for. */
    public MadeRecording breakdownOfVmThread(
            Who who, long from, long to, Who vmThread, long vmThreadReady, Who vmThreadDisplacedBy) {
        return add(
                "windows.LatencyBreakdown",
                span(
                        who,
                        from,
                        to,
                        "javaEvent",
                        "jdk.GCPhasePause",
                        "waitingTime",
                        millis(to - from),
                        "vmThread",
                        vmThread,
                        "vmThreadReadyTime",
                        millis(vmThreadReady),
                        "vmThreadRunningTime",
                        millis(to - from - vmThreadReady),
                        "vmThreadDisplacedBy",
                        vmThreadDisplacedBy));
    }

    public MadeRecording jvm(long pid) {
        return add("jdk.JVMInformation", values("startTime", moment(0), "pid", pid));
    }

    public MadeRecording pause(Who who, long from, long to) {
        return add("jdk.GCPhasePause", span(who, from, to, "name", "GC Pause"));
    }

    public MadeRecording safepoint(Who who, long from, long to) {
        return add("jdk.SafepointBegin", span(who, from, to));
    }

    public MadeRecording sleep(Who who, long from, long to) {
        return add("jdk.ThreadSleep", span(who, from, to, "time", millis(to - from)));
    }

    public MadeRecording monitorEnter(Who who, long monitor, long from, long to, Who previousOwner) {
        return add("jdk.JavaMonitorEnter", span(who, from, to, "previousOwner", previousOwner, "address", monitor));
    }

    private static Map<String, Object> span(Who who, long from, long to, Object... more) {
        Map<String, Object> values = values(more);
        values.put("startTime", moment(from));
        values.put("duration", millis(to - from));
        values.put("eventThread", who);
        return values;
    }

    private static Map<String, Object> values(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    private static long moment(long millis) {
        // Ticks, which count nanoseconds from 1.
        return 1 + millis(millis);
    }

    private static long millis(long millis) {
        return millis == UNKNOWN ? UNKNOWN : millis * 1_000_000;
    }

    private MadeRecording add(String type, Map<String, Object> values) {
        rows.add(new Row(type, values));
        return this;
    }

    /** Reads it as Mission Control does. */
    public IItemCollection load() throws IOException, CouldNotLoadRecordingException {
        return JfrLoaderToolkit.loadEvents(new ByteArrayInputStream(bytes()));
    }

    public byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Recording recording = Recordings.newRecording(
                bytes,
                settings -> settings.withTimestamp(START).withStartTicks(1).withDuration(millis(1000)))) {
            Writer writer = new Writer(recording, fields);
            fields.keySet().forEach(writer::define);
            rows.forEach(writer::write);
        }
        return bytes.toByteArray();
    }

    /** Defines types, and writes rows of them. */
    private static final class Writer {
        private static final String SELF_DESCRIBING = "value";

        private final Recording recording;
        private final Map<String, String> fields;
        private final Map<String, Type> annotations = new LinkedHashMap<>();
        private final Map<String, Type> types = new HashMap<>();
        private final Map<Who, TypedValue> threads = new HashMap<>();
        private final Type group;
        private final Type thread;
        private final Type javaClass;

        Writer(Recording recording, Map<String, String> fields) {
            this.recording = recording;
            this.fields = fields;
            Type contentType = recording.registerAnnotationType("jdk.jfr.ContentType", builder -> {});
            for (String annotation : List.of("Timestamp", "Timespan", "Unsigned", "Frequency", "MemoryAddress")) {
                annotations.put(
                        annotation.toLowerCase(Locale.ROOT),
                        recording.registerAnnotationType("jdk.jfr." + annotation, builder -> builder.addField(
                                        SELF_DESCRIBING, Types.Builtin.STRING)
                                .addAnnotation(contentType)));
            }
            // A type of one field alone would be read as that field.
            group = recording.registerType(
                    "jdk.types.ThreadGroup",
                    builder -> builder.addField("parent", builder.selfType()).addField("name", Types.Builtin.STRING));
            thread = recording.registerType(
                    "java.lang.Thread", builder -> builder.addField("osName", Types.Builtin.STRING)
                            .addField("osThreadId", Types.Builtin.LONG)
                            .addField("javaName", Types.Builtin.STRING)
                            .addField("javaThreadId", Types.Builtin.LONG)
                            .addField("group", group));
            javaClass =
                    recording.registerType("java.lang.Class", builder -> builder.addField("name", Types.Builtin.STRING)
                            .addField("modifiers", Types.Builtin.INT));
        }

        void define(String type) {
            types.put(type, recording.registerType(type, "jdk.jfr.Event", builder -> {
                for (String field : fields.get(type).split(" ", -1)) {
                    String[] nameAndKind = field.split(":", -1);
                    Type fieldType = type(nameAndKind[1]);
                    builder.addField(nameAndKind[0], fieldType, typedField -> {
                        switch (nameAndKind[1]) {
                            case "timestamp", "timespan" ->
                                typedField.addAnnotation(annotations.get(nameAndKind[1]), "TICKS");
                            case "bits" -> typedField.addAnnotation(annotations.get("unsigned"), "UNSIGNED");
                            case "address" ->
                                typedField.addAnnotation(annotations.get("memoryaddress"), SELF_DESCRIBING);
                            case "frequency" -> typedField.addAnnotation(annotations.get("frequency"), "HERTZ");
                            default -> {}
                        }
                    });
                }
            }));
        }

        private Type type(String kind) {
            return switch (kind) {
                case "timestamp", "timespan", "bits", "address", "frequency" -> builtin("long");
                case "text" -> builtin("java.lang.String");
                case "thread" -> thread;
                case "class" -> javaClass;
                default -> builtin(kind);
            };
        }

        private Type builtin(String name) {
            return recording.getTypes().getType(name);
        }

        void write(Row row) {
            Type type = types.get(row.type);
            recording.writeEvent(type.asValue(event -> {
                for (String field : fields.get(row.type).split(" ", -1)) {
                    String[] nameAndKind = field.split(":", -1);
                    // All are set: the writer goes wrong on those that are not.
                    put(event, nameAndKind[0], nameAndKind[1], row.values.get(nameAndKind[0]));
                }
            }));
        }

        private void put(TypedValueBuilder event, String name, String kind, Object value) {
            switch (kind) {
                case "text" -> event.putField(name, (String) value);
                case "thread" -> event.putField(name, value == null ? thread.nullValue() : thread((Who) value));
                case "class" -> event.putField(name, javaClass.nullValue());
                case "boolean" -> event.putField(name, value != null && (boolean) value);
                case "short" -> event.putField(name, (short) -1);
                case "int" -> event.putField(name, value == null ? -1 : (int) value);
                default -> event.putField(name, value == null ? 0 : (long) value);
            }
        }

        private TypedValue thread(Who who) {
            return threads.computeIfAbsent(
                    who,
                    key -> thread.asValue(value -> value.putField("osName", who.osName)
                            .putField("osThreadId", who.osThreadId)
                            .putField("javaName", who.javaName)
                            .putField("javaThreadId", who.javaThreadId)
                            .putField(
                                    "group",
                                    who.group == null
                                            ? group.nullValue()
                                            : group.asValue(named -> named.putField("parent", group.nullValue())
                                                    .putField("name", who.group)))));
        }
    }
}
