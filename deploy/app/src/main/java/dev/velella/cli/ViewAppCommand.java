package dev.velella.cli;

import dev.velella.diff.app.DiffApp;
import dev.velella.view.app.ViewApp;
import dev.velella.view.options.ViewConfig;
import java.util.Map;
import picocli.CommandLine.Command;

/** Runs the view application until it is stopped or fails. */
@Command(
        name = "view-app",
        description =
                "Runs the view app, the Kafka Streams application that keeps the answers of standing queries, until"
                        + " it is stopped or fails.",
        mixinStandardHelpOptions = true)
final class ViewAppCommand extends AppCommand {
    @Override
    DiffApp app(Map<String, String> options) {
        return ViewApp.of(new ViewConfig(options));
    }
}
