/** The gRPC server: its port, who may call, and how many. */
@NullMarked
package dev.velella.grpc.server;

import org.jspecify.annotations.NullMarked;
