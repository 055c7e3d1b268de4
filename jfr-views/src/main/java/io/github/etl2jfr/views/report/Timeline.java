package io.github.etl2jfr.views.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.Load;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.ProcessorPeriod;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.StackFrame;
import io.github.etl2jfr.views.model.StackTrace;
import io.github.etl2jfr.views.model.Totals;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.model.WaitReasons;
import io.github.etl2jfr.views.text.Harmless;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * What the page's script draws: the slices of threads and processors, and the JVM's events.
 *
 * <p>It is written as a description in JSON behind its length, then the columns of the slices, then those of
 * processors' periods, then those of the events, each number as LEB128 with the sign in its lowest bit (zigzag), least
 * significant first. Times are told from the trace's start, in nanoseconds. What is not known is -1.
 */
final class Timeline implements TraceSink {
    /** Periods at most, those of a minute with a hundred processors: more make the page slow. */
    private static final int MOST_PERIODS = 100_000;

    private final SliceStore slices;
    private final EventStore events;
    private final List<ProcessorPeriod> periods = new ArrayList<>();
    private long periodCount;
    private final List<TraceThread> threads = new ArrayList<>();

    /** Reasons, types and details, and their numbers. */
    private final Map<String, Integer> texts = new LinkedHashMap<>();

    /** Calls, and their numbers. */
    private final Map<StackFrame, Integer> frames = new LinkedHashMap<>();

    private final Map<StackTrace, Integer> stackTraces = new LinkedHashMap<>();

    private Session session;
    private Span span;
    private boolean hasOthers;

    /**
     * An empty one.
     *
     * @param most slices to keep, the longest, and as many events
     */
    Timeline(int most) {
        slices = new SliceStore(most, this::textIndex);
        events = new EventStore(most);
    }

    @Override
    public void begin(Session itsSession, Span shown) {
        session = itsSession;
        span = shown;
    }

    @Override
    public void slice(Slice slice) {
        if (slice.thread() != null && (slice.thread().isChosen() || isOfProcessor(slice))) {
            note(slice.thread());
            note(slice.readiedBy());
            note(slice.runningInstead());
            slices.add(slice);
            hasOthers |= !slice.thread().isChosen();
        }
    }

    /** Whether it is drawn on a processor, too. */
    private static boolean isOfProcessor(Slice slice) {
        return slice.kind() == Slice.Kind.RUNNING || slice.kind() == Slice.Kind.IDLE;
    }

    @Override
    public void processorPeriod(ProcessorPeriod period) {
        periodCount++;
        if (periodCount <= MOST_PERIODS) {
            periods.add(period);
        } else {
            // With some of them the page would know more of one time than of another.
            periods.clear();
        }
    }

    @Override
    public void latency(Latency latency) {
        if (latency.isChosen()) {
            note(latency.thread());
            note(latency.displacedBy());
            events.add(latency);
        }
    }

    private int stackTraceIndex(StackTrace stackTrace) {
        if (stackTrace.code() == null) {
            return SliceStore.NONE;
        }
        Integer known = stackTraces.putIfAbsent(stackTrace, stackTraces.size());
        if (known == null) {
            frames.putIfAbsent(stackTrace.code(), frames.size());
            stackTrace.calls().forEach(frame -> frames.putIfAbsent(frame, frames.size()));
        }
        return stackTraces.get(stackTrace);
    }

    private void note(TraceThread thread) {
        if (thread == null) {
            return;
        }
        while (threads.size() <= thread.index()) {
            threads.add(null);
        }
        threads.set(thread.index(), thread);
    }

    /** A text gets its number when it is first asked for. */
    private int textIndex(String text) {
        return text == null ? SliceStore.NONE : texts.computeIfAbsent(text, key -> texts.size());
    }

    /** Whether some of the slices are only drawn on processors, as their threads are not among those chosen. */
    boolean hasOthers() {
        return hasOthers;
    }

    int sliceCount() {
        return slices.size();
    }

    int eventCount() {
        return events.events().size();
    }

    /** Slices that are not in it. */
    long slicesLeftOut() {
        return slices.leftOut();
    }

    /** In nanoseconds; all longer ones are in it. */
    long longestSliceLeftOut() {
        return slices.longestLeftOut();
    }

    /** Events of the JVM that are not in it. */
    long eventsLeftOut() {
        return events.leftOut();
    }

    /** In nanoseconds; all longer ones are in it. */
    long longestEventLeftOut() {
        return events.longestLeftOut();
    }

    /** To be called once, when all is read. */
    void finish() {
        slices.keepLongest();
        events.finish();
        for (Latency event : events.events()) {
            textIndex(event.javaEvent());
            textIndex(event.detail());
            textIndex(event.waitReason());
            stackTraceIndex(event.stackTrace());
        }
    }

    /**
     * Writes it all.
     *
     * @param overview of the same time, as is the load
     */
    void writeTo(OutputStream out, Overview overview, Load load) throws IOException {
        int[] order = slices.byThread(threads.size());
        byte[] description = description(overview, load).toString().getBytes(StandardCharsets.UTF_8);
        write(out, description.length);
        out.write(description);
        write(out, order, slices::thread);
        long[] end = {session.span().start()};
        int[] thread = {SliceStore.NONE};
        // Mostly 0: a slice begins where the thread's last one ends.
        write(out, order, slice -> {
            long from =
                    slices.thread(slice) == thread[0] ? end[0] : session.span().start();
            thread[0] = slices.thread(slice);
            end[0] = slices.end(slice);
            return slices.start(slice) - from;
        });
        write(out, order, slice -> slices.end(slice) - slices.start(slice));
        write(out, order, slices::kind);
        write(out, order, slices::processor);
        write(out, order, slices::priority);
        write(out, order, slices::reason);
        write(out, order, slices::readiedBy);
        write(out, order, slices::runningInstead);
        List<ToLongFunction<ProcessorPeriod>> periodColumns = List.of(
                ProcessorPeriod::processor,
                period -> period.start() - session.span().start(),
                period -> period.end() - period.start(),
                ProcessorPeriod::running,
                ProcessorPeriod::idle);
        write(out, periods, periodColumns);
        List<ToLongFunction<Latency>> eventColumns = List.of(
                latency -> SliceStore.index(latency.thread()),
                latency -> latency.start() - session.span().start(),
                Latency::duration,
                latency -> textIndex(latency.javaEvent()),
                latency -> textIndex(latency.detail()),
                Latency::running,
                Latency::ready,
                Latency::waiting,
                Latency::unknown,
                Latency::longestReady,
                latency -> textIndex(latency.waitReason()),
                latency -> SliceStore.index(latency.displacedBy()),
                Latency::displacedTime,
                latency -> stackTraceIndex(latency.stackTrace()));
        write(out, events.events(), eventColumns);
    }

    private static <T> void write(OutputStream out, List<T> rows, List<ToLongFunction<T>> columns) throws IOException {
        for (ToLongFunction<T> column : columns) {
            for (T row : rows) {
                write(out, column.applyAsLong(row));
            }
        }
    }

    private static void write(OutputStream out, int[] order, IntToLongFunction column) throws IOException {
        for (int slice : order) {
            write(out, column.applyAsLong(slice));
        }
    }

    private static void write(OutputStream out, long number) throws IOException {
        long rest = number << 1 ^ number >> 63;
        for (; (rest & ~0x7F) != 0; rest >>>= 7) {
            out.write((int) (rest & 0x7F | 0x80));
        }
        out.write((int) rest);
    }

    private JsonObject description(Overview overview, Load load) {
        JsonObject json = new JsonObject();
        // More than a script's numbers hold exactly.
        json.addProperty("start", Long.toString(session.span().start()));
        json.addProperty("from", span.start() - session.span().start());
        // A moment would have no width to be drawn in.
        long end = Math.max(span.end(), span.start() + 1);
        json.addProperty("to", end - session.span().start());
        json.addProperty("sliceCount", slices.size());
        json.addProperty("periodCount", periods.size());
        json.addProperty("eventCount", eventCount());
        json.addProperty("leftOut", slices.leftOut());
        json.addProperty("eventsLeftOut", events.leftOut());
        JsonArray told = new JsonArray();
        for (Slice.Kind kind : Slice.Kind.values()) {
            told.add(overview.coverage().tells(kind));
        }
        json.add("told", told);
        json.addProperty("hasIdle", overview.coverage().hasIdle());
        json.addProperty("hasIdleTimes", overview.coverage().hasIdle() || !periods.isEmpty());
        JsonArray processors = new JsonArray();
        overview.processors().forEach(processor -> processors.add(processor.processor()));
        json.add("processors", processors);
        Session.LeftOut userLeftOut = overview.session().leftOut();
        json.addProperty("hasAllThreads", !userLeftOut.hasThreads());
        json.addProperty("hasAllSlices", userLeftOut.minDuration() == 0 && slices.leftOut() == 0);
        json.add("threads", threadsAsJson(overview));
        String focus = focus(overview);
        json.addProperty("focus", Harmless.text(focus));
        json.add("load", asJson(overview, load, focus));
        JsonArray allTexts = new JsonArray();
        JsonArray meanings = new JsonArray();
        for (String text : texts.keySet()) {
            allTexts.add(Harmless.text(text));
            meanings.add(WaitReasons.meaning(text));
        }
        json.add("texts", allTexts);
        json.add("meanings", meanings);
        JsonArray allFrames = new JsonArray();
        for (StackFrame frame : frames.keySet()) {
            JsonArray names = new JsonArray();
            names.add(Harmless.text(frame.toString()));
            names.add(Harmless.text(frame.withoutPackage()));
            allFrames.add(names);
        }
        json.add("frames", allFrames);
        json.add("stackTraces", stackTracesAsJson());
        return json;
    }

    /** Of each stack trace how many calls are not told, the call that time is put down to, and then those that are told. */
    private JsonArray stackTracesAsJson() {
        JsonArray all = new JsonArray();
        for (StackTrace stackTrace : stackTraces.keySet()) {
            JsonArray numbers = new JsonArray();
            numbers.add(stackTrace.furtherCalls());
            numbers.add(frames.get(stackTrace.code()));
            stackTrace.calls().forEach(frame -> numbers.add(frames.get(frame)));
            all.add(numbers);
        }
        return all;
    }

    private JsonArray threadsAsJson(Overview overview) {
        JsonArray all = new JsonArray();
        for (TraceThread thread : threads) {
            JsonObject json = new JsonObject();
            if (thread != null) {
                json.addProperty("name", Harmless.text(thread.name()));
                json.addProperty("process", Harmless.text(thread.process()));
                json.addProperty("pool", Harmless.text(thread.pool()));
                json.addProperty("id", thread.osThreadId());
                json.addProperty("jvm", thread.ofJvm());
                json.addProperty("chosen", thread.isChosen());
                Totals totals = overview.totalsOf(thread);
                json.add("totals", asJson(totals.running(), totals.ready(), totals.waiting()));
                json.addProperty("longest", totals.longestReady());
            }
            all.add(json);
        }
        return all;
    }

    /** Whose running is told from that of others on the processors: the JVM's, else the process that ran most. */
    private String focus(Overview overview) {
        Map<String, Long> running = new LinkedHashMap<>();
        for (TraceThread thread : told()) {
            if (thread.ofJvm()) {
                return thread.process();
            }
            running.merge(thread.process(), overview.totalsOf(thread).running(), Long::sum);
        }
        return running.entrySet().stream()
                .reduce(Map.entry("", 0L), (most, each) -> each.getValue() > most.getValue() ? each : most)
                .getKey();
    }

    private List<TraceThread> told() {
        return threads.stream().filter(Objects::nonNull).toList();
    }

    private JsonObject asJson(Overview overview, Load load, String focus) {
        JsonObject json = new JsonObject();
        json.addProperty(
                "processors",
                overview.processors().stream()
                        .filter(processor -> processor.told() > 0)
                        .count());
        json.add("all", asJson(load.running()));
        json.add(
                "focus",
                asJson(load.running(told().stream()
                        .filter(thread -> thread.process().equals(focus))
                        .toList())));
        json.add("ready", asJson(load.ready()));
        json.addProperty("mostReady", load.mostReady());
        return json;
    }

    private static JsonArray asJson(long... numbers) {
        JsonArray json = new JsonArray(numbers.length);
        LongStream.of(numbers).forEach(json::add);
        return json;
    }
}
