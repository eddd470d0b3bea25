package dev.velella.cli;

import picocli.CommandLine.Command;

/** Groups the subcommands for topics; it does nothing itself. */
@Command(
        name = "topic",
        description = "Reads a topic: cat prints its records, stats counts its contents, verify checks that all records"
                + " can be decoded, copy writes records once more, dictionaries tells which dictionaries records name, and brings"
                + " missing ones back.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TopicCommand {}
