package io.github.etl2jfr.views;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.model.WaitReasons;
import io.github.etl2jfr.views.rules.MadeRecording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.xml.sax.SAXException;

/** Mission Control passes over what it cannot make sense of in a page, and shows less: nothing of that is left. */
class PagesTest {
    /** Columns that a table of sums can make of a field. */
    private static final List<String> SUMS = List.of("SUM", "AVG", "MIN", "MAX", "STDDEVP");

    private static final String BARS = "barChartAttributes";

    private static final Set<String> QUANTITIES =
            Set.of("number", "timespan", "timestamp", "memory", "percentage", "frequency");

    private static IItemCollection plain;
    private static IItemCollection merged;
    private static IItemCollection lossy;

    @BeforeAll
    static void convert() throws Exception {
        plain = Samples.plain();
        merged = Samples.merged();
        lossy = new MadeRecording().loss("EventsLost", 5).load();
    }

    static List<Page> pages() throws IOException, SAXException {
        return Page.all();
    }

    static List<Page> tablesOfEvents() throws IOException, SAXException {
        return Page.tablesOfEvents();
    }

    static List<Page> chartsOfSpans() throws IOException, SAXException {
        return charts("showSpanChart");
    }

    static List<Page> chartsOfBars() throws IOException, SAXException {
        return charts(BARS);
    }

    private static List<Page> charts(String kind) throws IOException, SAXException {
        return Page.tablesOfEvents().stream()
                .filter(page -> page.chart() != null && page.chart().getAttribute(kind) != null)
                .toList();
    }

    @Test
    void pagesHaveIdsOfTheirOwn() throws Exception {
        assertThat(Page.all())
                .extracting(Page::id)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.startsWith("io.github.etl2jfr.views."));
    }

    @Test
    void pagesAnswerTheQuestionsAsked() throws Exception {
        assertThat(Page.tablesOfEvents())
                .extracting(Page::name)
                .contains("Scheduling", "Waiting", "Processors", "JVM Latency Explained", "Trace");
    }

    @ParameterizedTest
    @MethodSource("tablesOfEvents")
    void pageHasRowsOnTheSample(Page page) {
        assertThat(rowsOf(page).hasItems()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("tablesOfEvents")
    void tablesOfSumsAreOfFieldsThatAllEventsHave(Page page) {
        for (IState histogram : page.histograms()) {
            String groupBy = histogram.getAttribute("groupBy");
            assertThat(fieldsOfAll(page).keySet()).as(groupBy).contains(groupBy);
            IState table = histogram.getChild("table");
            List<String> columns = columns(table);
            assertThat(columns).contains(table.getAttribute("sortColumn"));
            assertThat(columns)
                    .allSatisfy(column -> assertThat(columnsOfSums(page)).contains(column));
        }
    }

    @ParameterizedTest
    @MethodSource("tablesOfEvents")
    void tableBelowAnotherRefinesIt(Page page) {
        IState parent = null;
        for (IState histogram : page.histograms()) {
            assertThat(histogram.getAttribute("parentGroupBy"))
                    .isEqualTo(parent == null ? null : parent.getAttribute("groupBy"));
            parent = histogram;
        }
        // Weights of the tables of sums and of the list.
        assertThat(page.state()
                        .getChild("histogramSash")
                        .getAttribute("weights")
                        .split(",", -1))
                .hasSize(page.histograms().size() + 1);
    }

    @ParameterizedTest
    @MethodSource("tablesOfEvents")
    void listsAreOfFieldsThatEventsHave(Page page) {
        List<String> columns = columns(page.list());
        assertThat(columns).doesNotHaveDuplicates().isSubsetOf(columnsOfAny(page));
        assertThat(columns).contains(page.list().getAttribute("sortColumn"));
    }

    /** Mission Control breaks no lines, and puts what does not fit beside one out of sight. */
    @ParameterizedTest
    @MethodSource("tablesOfEvents")
    void linesOfDescriptionsFit(Page page) {
        assertThat(page.state().getAttribute("description").lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(160));
    }

    @ParameterizedTest
    @MethodSource("chartsOfBars")
    void barsAreSumsOfFieldsThatEventsHave(Page page) {
        assertThat(page.chart().getAttribute(BARS).split(",", -1)).allSatisfy(bar -> {
            assertThat(bar).endsWith(";Total");
            assertThat(columnsOfAny(page)).contains(bar.substring(0, bar.indexOf(';')));
        });
    }

    /** A chart of spans shows those of a row of the lowest table in a lane. */
    @ParameterizedTest
    @MethodSource("chartsOfSpans")
    void chartsAreColouredByAField(Page page) {
        assertThat(page.chart().getAttribute("showSpanChart")).isEqualTo("true");
        assertThat(columnsOfAny(page)).contains(page.chart().getAttribute("colorBy"));
        assertThat(page.histograms()).isNotEmpty();
    }

    /** What has a reason in common is of unlike kinds: amounts of buffers, of events, of files. */
    @Test
    void lossesAreSummedByCause() throws Exception {
        Page losses = Page.tablesOfEvents().stream()
                .filter(page -> page.name().equals("Losses"))
                .findFirst()
                .orElseThrow();
        assertThat(losses.histograms())
                .extracting(histogram -> histogram.getAttribute("groupBy"))
                .containsExactly("cause");
    }

    @Test
    void everyTopicOfARuleHasAPage() throws Exception {
        Set<String> topicsOfPages = new HashSet<>();
        Page.tablesOfEvents().forEach(page -> topicsOfPages.addAll(page.topics()));
        Set<String> topicsOfRules = new HashSet<>();
        for (IRule rule : RuleRegistry.getRules()) {
            if (rule.getClass().getName().startsWith("io.github.etl2jfr.")) {
                topicsOfRules.add(rule.getTopic());
            }
        }
        assertThat(topicsOfPages).isEqualTo(topicsOfRules);
    }

    @Test
    void waitReasonsAreExplainedAsTheConverterDoes() throws Exception {
        String description = Page.tablesOfEvents().stream()
                .filter(page -> page.name().equals("Waiting"))
                .map(page -> page.state().getAttribute("description"))
                .findFirst()
                .orElseThrow();
        Map<String, String> meanings = new HashMap<>();
        for (String name : WaitReasons.names()) {
            meanings.put(name, WaitReasons.meaning(name));
        }
        Matcher explained =
                Pattern.compile("(?m)(?:^|· )([\\w, ]+): ([^·\n]+?)(?= ·|$)").matcher(description);
        int count = 0;
        while (explained.find()) {
            for (String reason : explained.group(1).split(", ", -1)) {
                if (meanings.containsKey(reason)) {
                    assertThat(meanings.get(reason)).contains(explained.group(2));
                    count++;
                }
            }
        }
        assertThat(count).isEqualTo(10);
    }

    @Test
    void threadsHaveOurLanesBesideThoseOfJava() throws Exception {
        Page threads = Page.all().stream()
                .filter(page -> page.factory().endsWith(".threads"))
                .findFirst()
                .orElseThrow();
        IItemCollection both = Samples.besideTheJvmsOwn();
        Map<String, Boolean> lanes = new TreeMap<>();
        for (IState lane : threads.state().getChildren("threadLane")) {
            assertThat(lane.getAttribute("enabled")).isEqualTo("true");
            lanes.put(
                    lane.getAttribute("name"),
                    both.apply(Page.filter(lane.getChild("filter"))).hasItems());
        }
        assertThat(lanes)
                .isEqualTo(Map.of(
                        "Windows: Running, Ready, Waiting", true, "Java Latencies", true, "Pauses of the JVM", true));
    }

    private static IItemCollection rowsOf(Page page) {
        return page.of(
                switch (page.name()) {
                    case "JVM Latency Explained" -> merged;
                    // The sample lost nothing.
                    case "Losses" -> lossy;
                    default -> plain;
                });
    }

    private static List<String> columns(IState table) {
        return Stream.of(table.getChildren("column"))
                .map(column -> column.getAttribute("id"))
                .toList();
    }

    /** Ids and content types of the fields that all events of a page have. */
    private static Map<String, String> fieldsOfAll(Page page) {
        Map<String, String> common = null;
        for (Map<String, String> fields : fields(page).values()) {
            if (common == null) {
                common = new TreeMap<>(fields);
            } else {
                common.keySet().retainAll(fields.keySet());
            }
        }
        assertThat(common).as("fields of %s", page).isNotNull();
        return common;
    }

    private static Set<String> columnsOfAny(Page page) {
        // Mission Control adds the type.
        Set<String> columns = new HashSet<>(Set.of("(eventType):type"));
        fields(page).values().forEach(fields -> fields.forEach((id, type) -> columns.add(id + ":" + type)));
        return columns;
    }

    private static Set<String> columnsOfSums(Page page) {
        Set<String> columns = new HashSet<>(Set.of("itemhistogram.key", "itemhistogram.count"));
        fields(page).forEach((type, fields) -> {
            columns.add("COUNT" + type);
            fields.forEach((id, content) -> {
                if (QUANTITIES.contains(content)) {
                    SUMS.forEach(sum -> columns.add(sum + id + ":" + content));
                }
            });
        });
        return columns;
    }

    /** Fields of each type of a page's events. */
    private static Map<String, Map<String, String>> fields(Page page) {
        Map<String, Map<String, String>> fields = new TreeMap<>();
        List<IItemIterable> shown = new ArrayList<>();
        rowsOf(page).forEach(shown::add);
        for (IItemIterable ofOneType : shown) {
            Map<String, String> ofType = new TreeMap<>();
            for (IAccessorKey<?> key : ofOneType.getType().getAccessorKeys().keySet()) {
                ofType.put(key.getIdentifier(), key.getContentType().getIdentifier());
            }
            fields.put(ofOneType.getType().getIdentifier(), ofType);
        }
        return fields;
    }
}
