/** Jelly's gRPC service for topics of graphs and patches. */
@NullMarked
package dev.velella.grpc;

import org.jspecify.annotations.NullMarked;
