package io.github.etl2jfr.views.table;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.github.etl2jfr.views.text.Time;
import java.util.List;

/** A table as JSON: an object for each row. What is not known is null. */
public final class TableJson {
    private TableJson() {}

    /** All of its rows. */
    public static JsonArray rows(Table table) {
        JsonArray array = new JsonArray();
        for (List<Object> row : table.rows()) {
            JsonObject object = new JsonObject();
            for (int i = 0; i < row.size(); i++) {
                Column column = table.columns().get(i);
                if (column.kind() != Column.Kind.PICTURE) {
                    object.add(column.name(), cell(column.kind(), row.get(i)));
                }
            }
            array.add(object);
        }
        return array;
    }

    private static JsonElement cell(Column.Kind kind, Object value) {
        if (value == null) {
            return JsonNull.INSTANCE;
        }
        return switch (kind) {
            case TEXT, JAVA_EVENT, CODE, PICTURE -> new JsonPrimitive(value.toString());
            case MOMENT -> new JsonPrimitive(Time.moment(((Number) value).longValue()));
            case COUNT, ID, TIME, SHARE -> new JsonPrimitive((Number) value);
        };
    }
}
