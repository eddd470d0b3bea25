package dev.velella.cli;

import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import dev.velella.topic.copy.TopicCopy;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes records of a topic once more. */
@Command(
        name = "copy",
        description = {
            "Writes records of a topic once more, to the end of the same topic or into another one: records of an aborted"
                    + " transaction that nobody sends again, or dead letters after their cause is mended. Each copy stands"
                    + " alone, and has the key, the time and the headers of its record.",
            "Writes all copies in one transaction: if one record cannot be decoded, nothing is written."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TopicCopyCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Mixin
    private TopicMixin topic = new TopicMixin();

    @Option(
            names = "--to",
            required = true,
            paramLabel = "NAME",
            description = "Topic of the copies. It must be there, and may be the topic that is read.")
    private String to = "";

    @Option(
            names = "--aborted",
            description = "Copy only records of aborted transactions. --isolation-level has no effect then.")
    private boolean aborted;

    TopicCopyCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        TopicQuery given = topic.query();
        TopicQuery query = aborted ? given.withUncommitted() : given;
        // Set before the first logger is created, because the client also logs the exceptions that it throws.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        TopicSession.run(query, standardOutput, new TopicCopy(query, to, aborted)::run);
        return 0;
    }
}
