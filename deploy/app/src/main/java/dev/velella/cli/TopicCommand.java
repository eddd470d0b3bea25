package dev.velella.cli;

import picocli.CommandLine.Command;

/** Groups the subcommands that read topics; it does nothing itself. */
@Command(
        name = "topic",
        description = "Prints the records of a topic, tells what is in it, or verifies that all of it decodes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TopicCommand {}
