package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Markdown tables of one suite.
 *
 * <p>Where the file exists and holds the suite's two marker lines, only what stands between them is replaced, so that the
 * page around it can be written by hand; otherwise the file is written whole.
 */
public final class MarkdownTables {
    private final String suite;
    private final List<String> lines = new ArrayList<>();

    /** @param suite as it stands on the command line */
    public MarkdownTables(String suite, List<String> machine) {
        this.suite = suite;
        machine.forEach(line -> lines.add("- " + line));
    }

    static String begin(String suite) {
        return "<!-- figures of tests/bench/run " + suite + ": begin -->";
    }

    static String end(String suite) {
        return "<!-- figures of tests/bench/run " + suite + ": end -->";
    }

    /** Begins a table. */
    public void table(String heading, String... columns) {
        table(heading, Arrays.asList(columns));
    }

    /** Begins a table. */
    void table(String heading, List<String> columns) {
        lines.add("");
        lines.add("### " + heading);
        lines.add("");
        row(columns);
        row(columns.stream().map(column -> "---").toList());
    }

    /** Adds a row to the table that was begun last. */
    public void row(String... cells) {
        row(Arrays.asList(cells));
    }

    void row(List<String> cells) {
        lines.add(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
    }

    /** Writes the tables into a file, as the class says. */
    public void write(Path file) throws IOException {
        String text = String.join("\n", lines) + "\n";
        String old = Files.exists(file) ? Files.readString(file) : "";
        int begin = old.indexOf(begin(suite));
        int end = old.indexOf(end(suite));
        if (begin >= 0 && end > begin) {
            text = old.substring(0, begin + begin(suite).length()) + "\n" + text + old.substring(end);
        }
        Files.writeString(file, text);
    }
}
