/** The commands of the gRPC service. */
@NullMarked
package dev.velella.cli.grpc;

import org.jspecify.annotations.NullMarked;
