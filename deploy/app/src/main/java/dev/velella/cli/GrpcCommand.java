package dev.velella.cli;

import picocli.CommandLine.Command;

/** Parent of the commands for Jelly's gRPC service. */
@Command(
        name = "grpc",
        description = "Serves topics by Jelly's gRPC service, and calls such a service.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class GrpcCommand {}
