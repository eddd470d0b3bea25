/** Ends the stream of a key, and tells which topics still hold its records, and until when. */
@NullMarked
package dev.velella.forget;

import org.jspecify.annotations.NullMarked;
