/** A Sail that writes every committed change of a repository into an outbox. */
@NullMarked
package dev.velella.outbox;

import org.jspecify.annotations.NullMarked;
