package dev.velella.topic.show;

import java.util.ArrayList;
import java.util.List;

/** A table for people. Each column is as wide as its widest cell, and all cells are aligned to the right. */
final class TextTable {
    private final List<String[]> rows = new ArrayList<>();

    TextTable(String... heads) {
        rows.add(heads);
    }

    /** @param cells cells of the row, as many as there are headings */
    void row(Object... cells) {
        String[] row = new String[cells.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = String.valueOf(cells[i]);
        }
        rows.add(row);
    }

    /** Appends each row as a line. */
    void appendTo(StringBuilder out) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                out.append(i == 0 ? "" : "  ")
                        .append(" ".repeat(widths[i] - row[i].length()))
                        .append(row[i]);
            }
            out.append('\n');
        }
    }
}
