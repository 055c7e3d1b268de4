package io.github.etl2jfr.cli;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.merge.MergeReport;
import io.github.etl2jfr.recording.ClockAgreement;
import io.github.etl2jfr.views.terminal.ClockText;
import io.github.etl2jfr.views.terminal.TraceNotes;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Width;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The last lines of a conversion, for people and for programs. */
final class ReportPrinter {
    /** Places that the word before each line takes. */
    private static final int LABEL = 10;

    private static final long LARGE_HEAP = 1_000_000_000;

    private ReportPrinter() {}

    static List<String> text(ConversionReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(Harmless.text(report.input().path() + " -> " + report.output().path()));
        lines.add("  switches   " + Amount.number(report.switches().all()) + written(report) + notes(report));
        lines.add("  threads    %s, in %s".formatted(part(report.threads(), ""), part(report.processes(), "process")));
        lines.add("  span       %s%s, %s to %s"
                .formatted(
                        Units.seconds(seconds(report.written().length())),
                        ofTrace(report),
                        report.written().from(),
                        report.written().to()));
        lines.addAll(merge(report));
        lines.addAll(damage(report.damage(), LABEL));
        if (!report.readyEvents()) {
            lines.add("  note       " + TraceNotes.NO_READY_EVENTS);
        }
        if (report.jmcHeap() > LARGE_HEAP) {
            lines.add("  note       JDK Mission Control will need up to %s of heap for this; see --from, --process"
                    .formatted(Units.bytes(report.jmcHeap())));
        }
        lines.add("  size       %s -> %s, %s"
                .formatted(
                        Units.bytes(report.input().size()),
                        Units.bytes(report.output().size()),
                        Amount.of(report.events(), "event")));
        lines.add("  took       %s, %s switches/s"
                .formatted(Units.seconds(seconds(report.elapsed())), Amount.number((long) report.switchesPerSecond())));
        return lines;
    }

    private static List<String> merge(ConversionReport report) {
        MergeReport merge = report.merge();
        if (merge == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(
                "  jvm        %s, process %d: %s of its %s in the trace, %s explained"
                        .formatted(
                                Harmless.text(merge.recording().toString()),
                                merge.processId(),
                                Amount.number(merge.threadsSeen()),
                                Amount.of(merge.jvmThreads(), "thread"),
                                Amount.of(report.latencies(), "latency")),
                "  common     %s, %s to %s"
                        .formatted(
                                Units.seconds(seconds(Duration.between(merge.from(), merge.to()))),
                                merge.from(),
                                merge.to()),
                "  clock      " + clock(merge)));
        if (merge.virtualLatencies() > 0) {
            lines.add("  note       the recording has %s of virtual threads, which Windows does not know: not explained"
                    .formatted(Amount.of(merge.virtualLatencies(), "latency")));
        }
        return lines;
    }

    private static String clock(MergeReport merge) {
        ClockAgreement clock = merge.clock();
        return switch (clock.source()) {
            case EVENTS -> measured(clock);
            case HEADERS -> ClockText.HEADERS + merge.clockNote();
            case USER ->
                ClockText.offset(clock.offsetNanos())
                        + ClockText.ASKED_FOR
                        + (clock.otherwise() == null ? "" : ClockText.OTHERWISE + measured(clock.otherwise()));
        };
    }

    private static String measured(ClockAgreement clock) {
        return ClockText.measured(clock.offsetNanos(), clock.uncertaintyNanos(), clock.driftNanos(), clock.evidence());
    }

    private static String written(ConversionReport report) {
        return report.switches().written() == report.switches().all()
                ? ""
                : ", %s written".formatted(Amount.number(report.switches().written()));
    }

    /** The word goes with the number before it. */
    private static String part(ConversionReport.Part part, String one) {
        String all = one.isEmpty() ? Amount.number(part.all()) : Amount.of(part.all(), one);
        return part.written() == part.all() ? all : Amount.number(part.written()) + " of " + all;
    }

    private static String ofTrace(ConversionReport report) {
        Duration trace = report.trace().length();
        return report.written().length().equals(trace) ? "" : " of " + Units.seconds(seconds(trace));
    }

    private static String notes(ConversionReport report) {
        String missed = report.plansMissed() == 0
                ? ""
                : "; %s to a thread other than planned".formatted(Amount.number(report.plansMissed()));
        return report.duplicates() == 0
                ? missed
                : missed + "; %s in the trace twice".formatted(Amount.number(report.duplicates()));
    }

    /** One line a counter, the most severe first, or one that says there is nothing to count. */
    static List<String> damage(Map<Damage, DamageLog.Total> damage, int label) {
        if (damage.isEmpty()) {
            return List.of("  lost       nothing");
        }
        return bySeverity(damage).map(total -> line(total, label)).toList();
    }

    /** What is counted stands for one, too: so it follows the number without being counted by it. */
    private static String line(DamageLog.Total total, int label) {
        DamageLog.Entry first = total.first();
        return "  %s %s: %s (%s); first at offset %d%s"
                .formatted(
                        Width.fit(first.kind().severity().label().toLowerCase(Locale.ROOT), label),
                        first.kind().label(),
                        Amount.number(total.amount()),
                        first.kind().explanation(),
                        first.fileOffset(),
                        first.detail().isEmpty() ? "" : ": " + Harmless.text(first.detail()));
    }

    private static Stream<DamageLog.Total> bySeverity(Map<Damage, DamageLog.Total> damage) {
        return damage.values().stream()
                .sorted(Comparator.comparing(total -> total.first().kind().severity()));
    }

    static String json(ConversionReport report) {
        JsonObject json = new JsonObject();
        json.addProperty("input", report.input().path().toString());
        json.addProperty("output", report.output().path().toString());
        json.addProperty("contextSwitches", report.switches().all());
        json.addProperty("contextSwitchesWritten", report.switches().written());
        json.addProperty("plansMissed", report.plansMissed());
        json.addProperty("duplicates", report.duplicates());
        json.addProperty("readyEvents", report.readyEvents());
        json.addProperty("events", report.events());
        json.addProperty("threads", report.threads().all());
        json.addProperty("threadsWritten", report.threads().written());
        json.addProperty("processes", report.processes().all());
        json.addProperty("processesWritten", report.processes().written());
        json.add("damage", json(report.damage()));
        json.addProperty("traceStart", report.trace().from().toString());
        json.addProperty("traceEnd", report.trace().to().toString());
        json.addProperty("from", report.written().from().toString());
        json.addProperty("to", report.written().to().toString());
        json.addProperty("spanSeconds", seconds(report.written().length()));
        json.addProperty("inputBytes", report.input().size());
        json.addProperty("outputBytes", report.output().size());
        json.addProperty("elapsedSeconds", seconds(report.elapsed()));
        json.addProperty("switchesPerSecond", (long) report.switchesPerSecond());
        json.addProperty("jmcHeapBytes", report.jmcHeap());
        if (report.merge() != null) {
            json.add("merge", json(report.merge(), report.latencies()));
        }
        return print(json);
    }

    private static JsonObject json(MergeReport merge, long latencies) {
        JsonObject json = new JsonObject();
        json.addProperty("recording", merge.recording().toString());
        json.addProperty("pid", merge.processId());
        json.addProperty("jvmThreads", merge.jvmThreads());
        json.addProperty("threadsInTrace", merge.threadsSeen());
        json.addProperty("latencies", latencies);
        json.addProperty("latenciesOfVirtualThreads", merge.virtualLatencies());
        json.addProperty("from", merge.from().toString());
        json.addProperty("to", merge.to().toString());
        ClockAgreement clock = merge.clock();
        json.addProperty("clockOffsetSource", clock.source().label());
        json.addProperty("clockOffsetNanos", clock.offsetNanos());
        if (clock.uncertaintyNanos() != ClockAgreement.UNKNOWN) {
            json.addProperty("clockOffsetUncertaintyNanos", clock.uncertaintyNanos());
        }
        json.addProperty("clockDriftNanosPerSecond", clock.driftNanos());
        json.addProperty("clockOffsetEvidence", clock.evidence());
        json.addProperty("clockOffsetContradicting", clock.contradicting());
        if (clock.otherwise() != null) {
            json.addProperty("clockOffsetOfEventsNanos", clock.otherwise().offsetNanos());
        }
        if (merge.clockNote() != null) {
            json.addProperty("clockNote", merge.clockNote());
        }
        return json;
    }

    static JsonArray json(Map<Damage, DamageLog.Total> damage) {
        JsonArray array = new JsonArray();
        bySeverity(damage).forEach(total -> {
            DamageLog.Entry first = total.first();
            JsonObject entry = new JsonObject();
            entry.addProperty("name", first.kind().label());
            entry.addProperty("reason", first.kind().reason().label());
            entry.addProperty("severity", first.kind().severity().label());
            entry.addProperty("explanation", first.kind().explanation());
            entry.addProperty("amount", total.amount());
            entry.addProperty("firstOffset", first.fileOffset());
            if (first.processor() != DamageLog.NO_PROCESSOR) {
                entry.addProperty("firstProcessor", first.processor());
            }
            if (!first.detail().isEmpty()) {
                entry.addProperty("detail", first.detail());
            }
            array.add(entry);
        });
        return array;
    }

    static String print(JsonObject json) {
        return Harmless.json(new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .serializeNulls()
                .create()
                .toJson(json));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
