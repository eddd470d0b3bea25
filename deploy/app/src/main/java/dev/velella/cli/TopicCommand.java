package dev.velella.cli;

import picocli.CommandLine.Command;

/** Reads topics; what it does is in its subcommands. */
@Command(
        name = "topic",
        description = "Prints the records of a topic, tells what is in it, or verifies that all of it decodes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TopicCommand {}
