package dev.velella.cli;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import java.util.Map;
import picocli.CommandLine.Command;

/** Runs the diff application until it is stopped or fails. */
@Command(
        name = "diff-app",
        description = "Runs the diff app, the Kafka Streams application that turns graphs into patches, until it is"
                + " stopped or fails.",
        mixinStandardHelpOptions = true)
final class DiffAppCommand extends AppCommand {
    @Override
    DiffApp app(Map<String, String> options) {
        return new DiffApp(new DiffConfig(options));
    }
}
