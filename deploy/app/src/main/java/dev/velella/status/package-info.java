/** Looks at the parts of a running pipeline, and says in words which of them need attention, and what to do. */
@NullMarked
package dev.velella.status;

import org.jspecify.annotations.NullMarked;
