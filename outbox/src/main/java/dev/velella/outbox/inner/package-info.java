/** How an outbox deals with the ways of the store inside: its kind, its order of writing, and its readers. */
@NullMarked
package dev.velella.outbox.inner;

import org.jspecify.annotations.NullMarked;
