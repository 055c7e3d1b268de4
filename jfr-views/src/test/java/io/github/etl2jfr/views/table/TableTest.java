package io.github.etl2jfr.views.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.model.StackFrame;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables for people and for programs. */
class TableTest {
    private static final Layout WIDE = new Layout(120, false);

    private final Table table = new Table(
            "pets",
            "Pets",
            Column.text("name", "Name"),
            Column.count("legs", "Legs"),
            Column.time("age", "Age").optional(1),
            Column.moment("born", "Born").optional(2),
            Column.share("share", "Share %").optional(3),
            Column.picture("Picture"));

    private void fill() {
        table.add("cat", 4, 2_000_000L, 1_500_000_000L, 0.5, "###");
        table.add("Ape, \"great\"", 2, null, null, null, "");
        table.add("bird\033[0m", 2, 1_000L, 1_000_000_000L, 1.0, "#");
    }

    private String text(Layout layout) {
        return String.join("\n", TableText.lines(table, 1_000_000_000L, layout));
    }

    @Test
    void columnsAreAligned() {
        fill();
        assertThat(text(WIDE)).isEqualTo("""
                        Pets
                        Name           Legs    Age      Born  Share %  Picture
                        cat               4  2.000  0.500000     50.0  ###
                        Ape, "great"      2      -         -        -
                        bird\\u001b[0m     2  0.001  0.000000    100.0  #""".replace("\\u001b[0m      ", "\\u001b[0m       "));
    }

    @Test
    void narrowTerminalGetsTheMostImportant() {
        fill();
        assertThat(text(new Layout(32, false))).isEqualTo("""
                        Pets
                        Name           Legs  Share %
                        cat               4     50.0
                        Ape, "great"      2        -
                        bird\\u001b[0m     2    100.0
                        (left out to fit the width: Age,
                        Born, Picture)""".replace("\\u001b[...     ", "\\u001b[0m     "));
        assertThat(text(new Layout(18, false)).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(18))
                .contains("Ape, \"great\"     2", "bird\\u001...     2");
    }

    /** As only a damaged recording tells them; what is shown of them is found at once. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.SECONDS)
    void longestTextsAreCut() {
        Table threads = new Table("threads", "Threads", Column.text("thread", "Thread"), Column.text("process", "Of"));
        threads.add("t".repeat(20_000_000), "p".repeat(20_000_000));
        assertThat(String.join("\n", TableText.lines(threads, 0, new Layout(40, false))))
                .isEqualTo("""
                        Threads
                        Thread               Of
                        tttttttttttttttt...  pppppppppppppppp...""");
    }

    @Test
    void whatItIsSortedByIsShown() {
        fill();
        table.sortAsWanted(SortOrder.of("AGE"));
        assertThat(text(new Layout(32, false)).lines().skip(1).findFirst()).hasValue("Name           Legs    Age");
    }

    /** As --json calls them, or as one reads them. */
    @ParameterizedTest
    @CsvSource({
        "share, bird",
        "Share %, bird",
        "AGENANOS, cat",
        "age, cat",
        "Legs, cat",
        "born, bird",
        "-name, cat",
        "-age, bird"
    })
    void columnsAreFoundByKeyNameAndTitle(String column, String first) {
        fill();
        table.sortAsWanted(SortOrder.of(column));
        assertThat(table.rows().get(0).get(0).toString()).startsWith(first);
    }

    @Test
    void keysComeBeforeTitles() {
        Table crossed = new Table("c", "C", Column.count("total", "count"), Column.count("count", "Times"));
        assertThat(crossed.key("Count")).isEqualTo("count");
        assertThat(crossed.key("times")).isEqualTo("count");
        assertThat(crossed.has("Picture")).isFalse();
        assertThat(table.has("Picture")).isFalse();
    }

    /** In two rows a package is what the eye needs; in others it is in the way. */
    @Test
    void callsOfOneNameAreToldApart() {
        Table calls = new Table("calls", "Calls", Column.code(), Column.count("count", "Events"));
        calls.add(new StackFrame("com.a.Service", "call", 3), 1);
        calls.add(new StackFrame("com.b.Service", "call", 3), 2);
        calls.add(new StackFrame("com.b.Service", "call", 4), 3);
        calls.add(new StackFrame("com.b.Service", "call", 4), 4);
        calls.add(null, 5);
        assertThat(TableText.lines(calls, 0, WIDE).stream().skip(2))
                .containsExactly(
                        "com.a.Service.call:3       1",
                        "com.b.Service.call:3       2",
                        "Service.call:4             3",
                        "Service.call:4             4",
                        "-                          5");
    }

    @Test
    void whatNoRowTellsIsFirstToGo() {
        Table some = new Table(
                "some",
                "Some",
                Column.text("name", "Name"),
                Column.text("empty", "Empty").optional(9),
                Column.text("told", "Told").optional(1));
        some.add("one", null, "this");
        some.add("two", null, null);
        assertThat(TableText.lines(some, 0, new Layout(10, false)))
                .contains("Name  Told", "one   this", "two   -")
                .noneMatch(line -> line.startsWith("Name  Empty"));
    }

    @Test
    void headingsAreBoldIfWanted() {
        fill();
        assertThat(text(new Layout(120, true)).lines().limit(2)).allMatch(line -> line.startsWith("\033[1m"));
        assertThat(text(WIDE)).doesNotContain("\033");
    }

    @Test
    void sorts() {
        fill();
        table.sort("name");
        assertThat(table.rows()).extracting(row -> row.get(0)).containsExactly("Ape, \"great\"", "bird\033[0m", "cat");
        table.sort("AGE");
        assertThat(table.rows()).extracting(row -> row.get(2)).containsExactly(2_000_000L, 1_000L, null);
        table.sort("ageNanos");
        assertThat(table.rows()).extracting(row -> row.get(2)).containsExactly(2_000_000L, 1_000L, null);
        table.sort("born");
        assertThat(table.rows()).extracting(row -> row.get(3)).containsExactly(1_000_000_000L, 1_500_000_000L, null);
        table.sort("share");
        assertThat(table.rows()).extracting(row -> row.get(4)).containsExactly(1.0, 0.5, null);
    }

    /** By which the page's script sorts. */
    @Test
    void htmlTellsTheOrderThatColumnsAreSortedIn() {
        Table all = new Table(
                "all",
                "All",
                Column.text("text", "Text"),
                Column.javaEvent(),
                Column.code(),
                Column.count("count", "Count"),
                Column.id("id", "Id"),
                Column.time("time", "Time"),
                Column.moment("moment", "Moment"),
                Column.share("share", "Share"));
        all.add("a", "a", new StackFrame("a.A", "call", 1), 1, 1, 1, 1, 0.1);
        all.add("b", "b", new StackFrame("b.A", "call", 1), 2, 2, 2, 2, 0.2);
        for (String key : all.keys()) {
            all.sort(key);
            String order = all.rows().get(0).get(0).equals("a") ? "ascending" : "descending";
            assertThat(TableHtml.of("all", all, 0))
                    .containsPattern(
                            "<th scope=\"col\" aria-sort=\"%1$s\" data-key=\"%2$s\" data-kind=\"\\w+\" data-order=\"%1$s\">"
                                    .formatted(order, key));
        }
    }

    @Test
    void tellsWhatIsLeftOut() {
        fill();
        table.limit(1);
        assertThat(text(WIDE))
                .contains("cat", "(and 2 more; --limit 0 shows all)")
                .doesNotContain("bird");
        table.setTotal(10);
        assertThat(text(WIDE)).contains("(and 9 more");
    }

    @Test
    void saysThatThereIsNothing() {
        assertThat(text(WIDE)).endsWith("\nnone");
    }

    @Test
    void csv() {
        fill();
        assertThat(TableCsv.lines(table))
                .containsExactly(
                        "name,legs,ageNanos,born,share",
                        "cat,4,2000000,1970-01-01T00:00:01.500Z,0.500000",
                        "\"Ape, \"\"great\"\"\",2,,,",
                        "bird\\u001b[0m,2,1000,1970-01-01T00:00:01Z,1.000000");
    }

    /** Whoever named a process has no say in somebody's spreadsheet. */
    @ParameterizedTest
    @CsvSource({"=1+1", "+1", "-1", "@SUM(A1)"})
    void csvHasNoFormulas(String name) {
        table.add(name, 2, null, null, null, "");
        assertThat(TableCsv.lines(table).get(1)).isEqualTo("'" + name + ",2,,,");
    }

    @Test
    void json() {
        fill();
        JsonArray expected = JsonParser.parseString("""
                        [{"name": "cat", "legs": 4, "ageNanos": 2000000, "born": "1970-01-01T00:00:01.500Z", "share": 0.5},
                         {"name": "Ape, \\"great\\"", "legs": 2, "ageNanos": null, "born": null, "share": null},
                         {"name": "bird\\u001b[0m", "legs": 2, "ageNanos": 1000, "born": "1970-01-01T00:00:01Z", "share": 1.0}]
                        """).getAsJsonArray();
        assertThat(JsonParser.parseString(TableJson.rows(table).toString())).isEqualTo(expected);
    }
}
