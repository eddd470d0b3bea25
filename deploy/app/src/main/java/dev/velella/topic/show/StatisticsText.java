package dev.velella.topic.show;

import dev.velella.log.Span;
import dev.velella.topic.Counts;
import dev.velella.topic.Finding;
import dev.velella.topic.PartitionTally;
import dev.velella.topic.StreamTally;
import dev.velella.topic.TopicStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** Statistics of a topic for people, in tables with a row for every partition and one for the total. */
public final class StatisticsText {
    private static final int MOST_STREAMS = 100;
    private static final int MOST_GAPS = 100;

    private final TopicStatistics found;
    private final StringBuilder out = new StringBuilder();

    private StatisticsText(TopicStatistics found) {
        this.found = found;
    }

    /** The whole report. */
    public static String of(TopicStatistics found) {
        StatisticsText report = new StatisticsText(found);
        report.title();
        report.records();
        report.contents();
        report.bytes();
        report.streams();
        report.gaps();
        return report.out.toString();
    }

    private void title() {
        int partitions = found.partitions().size();
        out.append("topic ").append(found.access().topic()).append(", ").append(partitions);
        out.append(partitions == 1 ? " partition, " : " partitions, ");
        out.append(found.access().isolationLevel()).append('\n');
        if (!found.isComplete()) {
            out.append("interrupted: only the records that were read so far are counted\n");
        }
    }

    private void records() {
        TextTable table = new TextTable(
                "partition",
                "log start",
                "from",
                "to",
                "records",
                "tombstones",
                "self-contained",
                "dictionary",
                "stateful",
                "key frames",
                "not decoded",
                "state missing");
        for (PartitionTally partition : found.partitions()) {
            Span span = partition.span();
            Counts counts = partition.counts();
            table.row(
                    span.partition(),
                    span.logStart(),
                    span.from(),
                    span.to(),
                    counts.records(),
                    counts.tombstones(),
                    counts.selfContained(),
                    counts.onDictionary(),
                    counts.stateful(),
                    counts.keyFrames(),
                    counts.undecoded(),
                    counts.missingState());
        }
        Counts total = found.total();
        table.row(
                "all",
                "",
                "",
                "",
                total.records(),
                total.tombstones(),
                total.selfContained(),
                total.onDictionary(),
                total.stateful(),
                total.keyFrames(),
                total.undecoded(),
                total.missingState());
        section("records", table);
    }

    private void contents() {
        TextTable table = new TextTable(
                "partition",
                "graphs",
                "statements",
                "patches",
                "operations",
                "adds",
                "deletes",
                "duplicates",
                "replayed",
                "lost");
        forEach((name, counts) -> table.row(
                name,
                counts.graphs(),
                counts.statements(),
                counts.patches(),
                counts.operations(),
                counts.adds(),
                counts.deletes(),
                counts.duplicates(),
                counts.replayed(),
                counts.lost()));
        section("contents", table);
    }

    private void bytes() {
        TextTable table = new TextTable("partition", "values", "mean", "keys", "mean", "headers", "mean");
        forEach((name, counts) -> table.row(
                name,
                counts.valueBytes(),
                mean(counts.valueBytes(), counts),
                counts.keyBytes(),
                mean(counts.keyBytes(), counts),
                counts.headerBytes(),
                mean(counts.headerBytes(), counts)));
        section("bytes", table);
    }

    private void forEach(BiConsumer<String, Counts> row) {
        found.partitions()
                .forEach(partition ->
                        row.accept(Integer.toString(partition.span().partition()), partition.counts()));
        row.accept("all", found.total());
    }

    private void streams() {
        TextTable table = new TextTable(
                "partition",
                "stream",
                "kind",
                "records",
                "first",
                "last",
                "key frames",
                "mean distance",
                "largest",
                "open");
        int shown = 0;
        int all = 0;
        for (PartitionTally partition : found.partitions()) {
            all += partition.streams().size();
            for (StreamTally stream : partition.streams()) {
                if (shown < MOST_STREAMS) {
                    shown++;
                    table.row(
                            partition.span().partition(),
                            stream.name(),
                            stream.kind().plural(),
                            stream.records(),
                            stream.firstOffset(),
                            stream.lastOffset(),
                            stream.keyFrames(),
                            decimal(stream.meanDistance()),
                            stream.largestDistance(),
                            partition.isOpen(stream) ? "yes" : "no");
                }
            }
        }
        if (all > 0) {
            section("streams: " + all, table);
            more(all - shown);
        }
    }

    private void gaps() {
        if (found.gapCount() == 0) {
            return;
        }
        out.append("\ngaps: ").append(found.gapCount()).append('\n');
        List<Finding.Lost> gaps =
                found.gaps().subList(0, Math.min(MOST_GAPS, found.gaps().size()));
        for (Finding.Lost gap : gaps) {
            out.append(found.access().topic())
                    .append('-')
                    .append(gap.partition())
                    .append('@')
                    .append(gap.offset());
            out.append(": ").append(gap.message()).append('\n');
        }
        more(found.gapCount() - gaps.size());
    }

    private void section(String name, TextTable table) {
        out.append('\n').append(name).append('\n');
        table.appendTo(out);
    }

    private void more(long count) {
        if (count > 0) {
            out.append("... and ").append(count).append(" more\n");
        }
    }

    private static String mean(long bytes, Counts counts) {
        return decimal(counts.records() == 0 ? 0 : (double) bytes / counts.records());
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
