/** Messages, methods and metadata of Jelly's gRPC service. */
@NullMarked
package dev.velella.grpc.protocol;

import org.jspecify.annotations.NullMarked;
