/** Serves the outbox of a repository that is in a program of its own, for the source connector. */
@NullMarked
package dev.velella.outbox.endpoint;

import org.jspecify.annotations.NullMarked;
