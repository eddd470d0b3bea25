/** A client of Jelly's gRPC service. */
@NullMarked
package dev.velella.grpc.client;

import org.jspecify.annotations.NullMarked;
