package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a view shows. */
interface Content {
    /** The view's tables, which have rows once it is filled; the first is the most important. */
    List<Table> tables();

    /** Whether it is about events of the JVM. */
    default boolean hasLatencies() {
        return false;
    }

    /**
     * Tells in steps of time of this length; to be said before there is anything to tell.
     *
     * @param nanos at least 1
     * @return whether it has steps of time
     */
    default boolean setStep(long nanos) {
        return false;
    }

    /**
     * Tells of these JVMs, not of all that are called as JVMs are; to be said before there is anything to tell.
     *
     * @return whether it is about JVMs
     */
    default boolean chooseJvms(ThreadChoice chosen) {
        return false;
    }

    /**
     * Whether its tables are sorted by a column that they have.
     *
     * @param column its key or title
     */
    default boolean isSortedBy(String column) {
        return true;
    }

    /** How many rows a table of the longest of something has at most, unless another number is asked for. */
    default int usualLongest() {
        return 1000;
    }

    /** Whether each of its tables lists the longest of something, not only the one called so. */
    default boolean isAboutLongest() {
        return false;
    }

    /**
     * What counts all that all views know.
     *
     * @param sort what a table of the longest of something is to be sorted by if it has the column
     * @param most rows of such a table that are wanted
     */
    default Overview overview(SortOrder sort, int most) {
        return new Overview(most);
    }

    /** What counts all of another recording that it compares with; empty if it does not. */
    default Optional<Overview> before() {
        return Optional.empty();
    }

    /** What it wants to know besides what all views know. */
    default List<TraceSink> sinks() {
        return List.of();
    }

    /**
     * Looks once more at a recording that was read, for what is not told event by event, or only when all is known.
     */
    default void look(TraceReader reader, Overview overview) throws IOException, RecordingException {}

    /**
     * Takes what it shows from what was read.
     *
     * @throws RecordingException if the recording does not tell it
     */
    void fill(Overview overview) throws RecordingException;

    /** In which units it tells of time; a line for people. */
    default String units() {
        return "Times are in ms; moments in seconds from the start, as for --from and --to.";
    }

    /** Why what it shows is not there though the recording can be shown, a part of a line; null if it is. */
    default String missing() {
        return null;
    }

    /** What one has to know of it, a line each. */
    default List<String> notes() {
        return List.of();
    }

    /** Whether what people see in place of its tables is in their order. */
    default boolean isPictureSorted() {
        return true;
    }

    /**
     * For people in place of its tables; empty if those are what there is to see.
     *
     * @param limit most threads or findings, 0 for all, null for the usual number
     */
    default List<String> picture(Layout layout, Integer limit) {
        return List.of();
    }
}
