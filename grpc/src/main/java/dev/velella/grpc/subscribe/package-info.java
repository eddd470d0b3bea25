/** Sends the records of a topic to subscribers. */
@NullMarked
package dev.velella.grpc.subscribe;

import org.jspecify.annotations.NullMarked;
