/** Writes the frames of publishers into topics. */
@NullMarked
package dev.velella.grpc.publish;

import org.jspecify.annotations.NullMarked;
