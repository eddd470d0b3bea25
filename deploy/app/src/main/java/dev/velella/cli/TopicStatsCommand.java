package dev.velella.cli;

import dev.velella.log.Span;
import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import dev.velella.topic.TopicStatistics;
import dev.velella.topic.show.StatisticsJson;
import dev.velella.topic.show.StatisticsText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints statistics of a topic. */
@Command(
        name = "stats",
        description = {
            "Counts the contents of a topic, for each partition and in all: kinds of records, statements, bytes,"
                    + " duplicates, lost records, and codec streams with the distance of their key frames.",
            "The exit status is 0 even if records cannot be decoded; use verify to check that."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TopicStatsCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Mixin
    private TopicMixin topic = new TopicMixin();

    @Option(names = "--json", description = "Write the report as JSON.")
    private boolean json;

    TopicStatsCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        TopicQuery query = topic.query();
        // Set before the first logger is created, because the client also logs the exceptions that it throws.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        TopicSession.run(query, standardOutput, session -> write(session, query));
        return 0;
    }

    private void write(TopicSession session, TopicQuery query) throws IOException {
        TopicStatistics statistics = new TopicStatistics(
                query.access(), session.interpreter(), query.limits().lookBack().records());
        for (Span span : session.spans()) {
            statistics.read(session.reader(), span);
        }
        session.out().append(json ? StatisticsJson.of(statistics) : StatisticsText.of(statistics));
    }
}
