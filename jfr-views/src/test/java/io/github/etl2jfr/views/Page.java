package io.github.etl2jfr.views;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.PersistableItemFilter;
import org.openjdk.jmc.common.util.StateToolkit;
import org.xml.sax.SAXException;

/** A page of the page file, as Mission Control reads it. */
record Page(String id, String factory, IState state) {
    private static final String TABLE_OF_EVENTS = "org.openjdk.jmc.flightrecorder.ui.itemhandler";

    /** All pages, with those below others. */
    static List<Page> all() throws IOException, SAXException {
        try (InputStream file = Page.class.getResourceAsStream("/windows-pages.xml")) {
            List<Page> pages = new ArrayList<>();
            collect(StateToolkit.fromXMLString(new String(file.readAllBytes(), StandardCharsets.UTF_8)), pages);
            return pages;
        }
    }

    /** Those that are tables and charts of events; the other one is a Threads page. */
    static List<Page> tablesOfEvents() throws IOException, SAXException {
        return all().stream()
                .filter(page -> page.factory.equals(TABLE_OF_EVENTS))
                .toList();
    }

    private static void collect(IState parent, List<Page> pages) {
        for (IState page : parent.getChildren("page")) {
            pages.add(new Page(page.getAttribute("id"), page.getAttribute("factory"), page.getChild("state")));
            collect(page, pages);
        }
    }

    @Override
    public String toString() {
        return id;
    }

    String name() {
        return state.getAttribute("name");
    }

    /** The events it shows. */
    IItemCollection of(IItemCollection items) {
        return items.apply(filter(state.getChild("pageFilter")));
    }

    static IItemFilter filter(IState filter) {
        return PersistableItemFilter.readFrom(filter);
    }

    List<String> topics() {
        return Stream.of(state.getChildren("topic"))
                .map(topic -> topic.getAttribute("value"))
                .toList();
    }

    /** Its tables of sums, each below the one it refines. */
    List<IState> histograms() {
        List<IState> histograms = new ArrayList<>();
        for (IState histogram = state.getChild("histogram");
                histogram != null;
                histogram = histogram.getChild("child")) {
            histograms.add(histogram);
        }
        return histograms;
    }

    IState list() {
        return state.getChild("listAndChart").getChild("listSettings");
    }

    /** How its chart looks, null if it is not meant to be looked at. */
    IState chart() {
        return state.getChild("listAndChart").getChild("chartSettings");
    }
}
