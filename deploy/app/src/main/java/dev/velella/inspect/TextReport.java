package dev.velella.inspect;

import dev.velella.jelly.JellyStatistics;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.StreamOptions;
import dev.velella.rdf.ElementKind;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Statistics for people, one fact in each line. Control characters in text from the file are not shown. */
public final class TextReport {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final StringBuilder out = new StringBuilder();

    private TextReport() {}

    /** The whole report. */
    public static String of(String file, JellyStatistics found) {
        TextReport report = new TextReport();
        report.line("file", file);
        report.line(
                "kind",
                (found.kind() == ElementKind.GRAPH ? "Jelly-RDF, " : "Jelly-Patch, ")
                        + JsonReport.spelled(found.form()));
        report.options(found.options());
        report.frames(found.frames());
        report.rows(found);
        report.tables(found);
        report.list("namespaces", found.namespaces());
        report.list("metadata", found.metadata());
        return report.out.toString();
    }

    private void options(StreamOptions options) {
        if (options instanceof JellyOptions graphs) {
            line("stream name", graphs.streamName().isEmpty() ? "-" : graphs.streamName());
            line("physical type", JsonReport.spelled(graphs.physicalType()));
            line("logical type", JsonReport.spelled(graphs.logicalType()));
        } else if (options instanceof JellyPatchOptions patches) {
            line("statement type", JsonReport.spelled(patches.statementType()));
            line("patch type", JsonReport.spelled(patches.streamType()));
        }
        line("generalized", options.generalized() ? "yes" : "no");
        line("RDF-star", options.rdfStar() ? "yes" : "no");
        line("version", String.valueOf(options.version()));
    }

    private void frames(JellyStatistics.Frames frames) {
        line("frames", frames.count() + ", of which " + frames.empty() + " without rows");
        line(
                "bytes",
                String.format(
                        Locale.ROOT,
                        "%d; in a frame %d to %d, median %d, mean %.1f",
                        frames.bytes(),
                        frames.least(),
                        frames.most(),
                        frames.median(),
                        frames.mean()));
    }

    private void rows(JellyStatistics found) {
        found.rows().forEach((kind, count) -> {
            if (count > 0) {
                line("rows: " + kind, String.valueOf(count));
            }
        });
        if (found.kind() == ElementKind.PATCH) {
            line("patches", String.valueOf(found.patches()));
        }
        line(
                "statements",
                String.format(Locale.ROOT, "%d; %.2f bytes each", found.statements(), found.bytesPerStatement()));
        line(
                "repeated terms",
                String.format(
                        Locale.ROOT,
                        "%d of %d (%.1f %%)",
                        found.repeatedTerms(),
                        found.terms(),
                        100 * found.repeatedShare()));
    }

    private void tables(JellyStatistics found) {
        for (JellyStatistics.Table table : found.tables()) {
            line(
                    "table: " + table.name(),
                    String.format(
                            Locale.ROOT,
                            "size %d, %d set, %d overwritten, highest id %d, %d bytes (most %d)",
                            table.size(),
                            table.set(),
                            table.overwritten(),
                            table.highestId(),
                            table.bytes(),
                            table.mostBytes()));
        }
    }

    private void list(String name, Map<String, ?> entries) {
        line(name, entries.isEmpty() ? "-" : String.valueOf(entries.size()));
        entries.forEach((key, value) -> line("  " + key + ":", String.valueOf(value)));
    }

    private void line(String name, String value) {
        out.append(printable(String.format(Locale.ROOT, "%-24s %s", name, value)))
                .append('\n');
    }

    private static String printable(String text) {
        return NOT_PRINTABLE.matcher(text).replaceAll("\uFFFD");
    }
}
