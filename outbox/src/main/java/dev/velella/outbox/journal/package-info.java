/** The files of an outbox: commits in their order, each with a checksum. */
@NullMarked
package dev.velella.outbox.journal;

import org.jspecify.annotations.NullMarked;
