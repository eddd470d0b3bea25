package dev.velella.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Markdown tables with a heading each, and lines before them. Not safe for several threads. */
public final class MarkdownTables {
    private final List<String> lines = new ArrayList<>();

    /** Begins a table. */
    public void table(String heading, String... columns) {
        table(heading, Arrays.asList(columns));
    }

    /** Begins a table. */
    public void table(String heading, List<String> columns) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add("## " + heading);
        lines.add("");
        row(columns);
        row(columns.stream().map(column -> "---").toList());
    }

    /** Adds a row to the table that was begun last. */
    public void row(String... cells) {
        row(Arrays.asList(cells));
    }

    /** Adds a row to the table that was begun last. */
    public void row(List<String> cells) {
        lines.add(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
    }

    /** All lines, without line ends. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
