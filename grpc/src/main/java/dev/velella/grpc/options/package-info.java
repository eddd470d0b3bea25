/** Options of the gRPC server. */
@NullMarked
package dev.velella.grpc.options;

import org.jspecify.annotations.NullMarked;
