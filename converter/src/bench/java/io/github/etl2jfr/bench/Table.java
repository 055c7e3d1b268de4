package io.github.etl2jfr.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown, with columns wide enough to be read as it stands. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(List<String> head) {
        rows.add(head);
    }

    void add(List<String> row) {
        rows.add(row);
    }

    void print(PrintStream out) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("|");
            for (int i = 0; i < columns; i++) {
                line.append(' ')
                        .append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()))
                        .append(" |");
            }
            out.println(line);
            if (row == rows.get(0)) {
                out.println("|---".repeat(columns) + "|");
            }
        }
        out.println();
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A number whose fraction says nothing. */
    static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    static String fine(double value) {
        return String.format(Locale.ROOT, "%,.2f", value);
    }

    /** For {@link JavaProcess#UNKNOWN} too. */
    static String megabytes(long bytes) {
        return bytes == JavaProcess.UNKNOWN ? "n/a" : whole(bytes / 1e6);
    }
}
