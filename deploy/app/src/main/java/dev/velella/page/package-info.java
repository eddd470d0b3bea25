/** The page of a pipeline: it remembers the last patches of streams, and watches the parts. */
@NullMarked
package dev.velella.page;

import org.jspecify.annotations.NullMarked;
