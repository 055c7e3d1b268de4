package io.github.etl2jfr.views.terminal;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.table.TableJson;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import java.util.List;
import java.util.Map;

/** A report as JSON: one object, with what there is to know of the recording, then its tables. What is not known is null. */
final class ReportJson {
    private ReportJson() {}

    /**
     * All of it.
     *
     * @param overviews what each recording tells, by the word for it, which is of no use where there is only one
     */
    static String of(String command, Map<String, Overview> overviews, Content content, List<Table> tables) {
        JsonObject json = new JsonObject();
        json.addProperty("view", command);
        if (overviews.size() == 1) {
            overviews.values().forEach(only -> describe(json, only));
        } else {
            overviews.forEach((when, each) -> json.add(when, describe(new JsonObject(), each)));
        }
        json.addProperty("missing", content.missing());
        JsonArray notes = new JsonArray();
        content.notes().forEach(notes::add);
        json.add("notes", notes);
        json.add("rows", rows(tables));
        for (Table each : tables) {
            json.add(each.name(), TableJson.rows(each));
        }
        String text = new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .serializeNulls()
                .create()
                .toJson(json);
        return Harmless.json(text);
    }

    private static JsonObject describe(JsonObject json, Overview its) {
        Session session = its.session();
        json.addProperty("trace", session.file());
        json.addProperty("osVersion", session.osVersion());
        json.addProperty("merged", session.merged());
        Session.Clock clock = session.clock();
        json.addProperty("clockOffsetSource", clock == null ? null : clock.source());
        json.addProperty("clockOffsetNanos", clock == null ? null : clock.offset());
        json.addProperty("clockOffsetUncertaintyNanos", clock == null ? null : clock.uncertainty());
        json.addProperty("clockDriftNanosPerSecond", clock == null ? null : clock.drift());
        json.addProperty("clockOffsetEvidence", clock == null ? null : clock.evidence());
        json.addProperty("clockOffsetOfEventsNanos", clock == null ? null : clock.ofEvents());
        json.addProperty("traceStart", Time.moment(session.span().start()));
        json.addProperty("traceEnd", Time.moment(session.span().end()));
        json.addProperty("from", Time.moment(its.span().start()));
        json.addProperty("to", Time.moment(its.span().end()));
        json.add("lost", amounts(its.losses()));
        json.add("notices", amounts(its.notices()));
        json.addProperty("readyEvents", session.readyEvents());
        json.addProperty("leftOut", TraceNotes.leftOut(session.leftOut()));
        json.addProperty("threadsShown", its.threads().size());
        json.addProperty("threadsTold", its.threadCount());
        return json;
    }

    private static JsonObject amounts(Map<String, Long> amounts) {
        JsonObject json = new JsonObject();
        amounts.forEach(json::addProperty);
        return json;
    }

    /** How many rows of each table there are here, and in all if that is known. */
    private static JsonObject rows(List<Table> tables) {
        JsonObject rows = new JsonObject();
        for (Table each : tables) {
            JsonObject ofTable = new JsonObject();
            ofTable.addProperty("shown", each.rows().size());
            ofTable.addProperty("total", each.cutWhole().isPresent() ? null : each.total());
            rows.add(each.name(), ofTable);
        }
        return rows;
    }
}
