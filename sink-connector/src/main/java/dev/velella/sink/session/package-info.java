/** All that a task has from its start to its stop: partitions, claims, what is durable, and the threads beside it. */
@NullMarked
package dev.velella.sink.session;

import org.jspecify.annotations.NullMarked;
