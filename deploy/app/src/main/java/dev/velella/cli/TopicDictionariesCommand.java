package dev.velella.cli;

import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.failure.UserException;
import dev.velella.topic.DictionaryUse;
import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells which dictionaries the records of a topic name, and brings missing ones back. */
@Command(
        name = "dictionaries",
        description = {
            "Tells which dictionaries the records of a topic name, with the first and last record of each in every"
                    + " partition, and which of them are missing in the topic of dictionaries. The exit status is 0 only"
                    + " if none is missing.",
            "With --restore it writes the missing ones: those that records carry, or that a copy of the topic of"
                    + " dictionaries has (--from). A writer that still runs writes its own dictionaries once more by itself."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TopicDictionariesCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Mixin
    private TopicMixin topic = new TopicMixin();

    @Option(names = "--restore", description = "Write the missing dictionaries. Without it the command only reads.")
    private boolean restore;

    @Option(
            names = "--from",
            paramLabel = "NAME[,..]",
            split = ",",
            description = "Topics that may have the missing dictionaries too, for example a mirrored copy.")
    private List<String> from = new ArrayList<>();

    TopicDictionariesCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        TopicQuery query = topic.query();
        // Set before the first logger is created, because the client also logs the exceptions that it throws.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        try {
            return TopicSession.run(query, standardOutput, new DictionaryUse(query, from, restore)::run) ? 0 : 1;
        } catch (DictionaryUnavailableException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        }
    }
}
