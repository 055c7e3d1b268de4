package io.github.etl2jfr.cli;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The last lines of a conversion, for people and for programs. */
final class ReportPrinter {
    private static final long LARGE_HEAP = 1_000_000_000;

    private ReportPrinter() {}

    static List<String> text(ConversionReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(report.input() + " -> " + report.output());
        lines.add("  switches   " + Units.count(report.contextSwitches()) + written(report) + notes(report));
        lines.add("  threads    %s in %s processes"
                .formatted(Units.count(report.threads()), Units.count(report.processes())));
        lines.add("  span       %s, %s to %s"
                .formatted(Units.seconds(seconds(span(report))), report.traceStart(), report.traceEnd()));
        lines.addAll(damage(report.damage()));
        if (report.jmcHeap() > LARGE_HEAP) {
            lines.add("  note       JDK Mission Control will need up to %s of heap for this; see --from, --process"
                    .formatted(Units.bytes(report.jmcHeap())));
        }
        lines.add("  size       %s -> %s, %s events"
                .formatted(
                        Units.bytes(report.inputSize()),
                        Units.bytes(report.outputSize()),
                        Units.count(report.events())));
        lines.add("  took       %s, %s switches/s"
                .formatted(Units.seconds(seconds(report.elapsed())), Units.count((long) report.switchesPerSecond())));
        return lines;
    }

    private static String written(ConversionReport report) {
        return report.switchesWritten() == report.contextSwitches()
                ? ""
                : ", %s written".formatted(Units.count(report.switchesWritten()));
    }

    private static String notes(ConversionReport report) {
        String missed = report.plansMissed() == 0
                ? ""
                : "; %s to another thread than planned".formatted(Units.count(report.plansMissed()));
        return report.duplicates() == 0
                ? missed
                : missed + "; %s told twice".formatted(Units.count(report.duplicates()));
    }

    /** One line a kind of damage, or one that says there is none. */
    static List<String> damage(Map<Damage, DamageLog.Total> damage) {
        if (damage.isEmpty()) {
            return List.of("  lost       nothing");
        }
        List<String> lines = new ArrayList<>();
        damage.forEach((kind, total) -> lines.add("  lost       %s %s; first at offset %d: %s"
                .formatted(
                        Units.count(total.amount()),
                        kind.explanation(),
                        total.first().fileOffset(),
                        total.first().detail())));
        return lines;
    }

    static String json(ConversionReport report) {
        JsonObject json = new JsonObject();
        json.addProperty("input", report.input().toString());
        json.addProperty("output", report.output().toString());
        json.addProperty("contextSwitches", report.contextSwitches());
        json.addProperty("contextSwitchesWritten", report.switchesWritten());
        json.addProperty("plansMissed", report.plansMissed());
        json.addProperty("duplicates", report.duplicates());
        json.addProperty("events", report.events());
        json.addProperty("threads", report.threads());
        json.addProperty("processes", report.processes());
        json.add("damage", json(report.damage()));
        json.addProperty("traceStart", report.traceStart().toString());
        json.addProperty("traceEnd", report.traceEnd().toString());
        json.addProperty("spanSeconds", seconds(span(report)));
        json.addProperty("inputBytes", report.inputSize());
        json.addProperty("outputBytes", report.outputSize());
        json.addProperty("elapsedSeconds", seconds(report.elapsed()));
        json.addProperty("switchesPerSecond", (long) report.switchesPerSecond());
        json.addProperty("jmcHeapBytes", report.jmcHeap());
        return print(json);
    }

    static JsonArray json(Map<Damage, DamageLog.Total> damage) {
        JsonArray array = new JsonArray();
        damage.forEach((kind, total) -> {
            JsonObject entry = new JsonObject();
            entry.addProperty("reason", kind.label());
            entry.addProperty("amount", total.amount());
            entry.addProperty("firstOffset", total.first().fileOffset());
            entry.addProperty("detail", total.first().detail());
            array.add(entry);
        });
        return array;
    }

    static String print(JsonObject json) {
        return new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .create()
                .toJson(json);
    }

    private static Duration span(ConversionReport report) {
        return Duration.between(report.traceStart(), report.traceEnd());
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
