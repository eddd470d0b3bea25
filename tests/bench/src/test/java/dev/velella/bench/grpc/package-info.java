/** Benchmark of graphs through the gRPC server, in comparison with Kafka's own clients. */
@NullMarked
package dev.velella.bench.grpc;

import org.jspecify.annotations.NullMarked;
