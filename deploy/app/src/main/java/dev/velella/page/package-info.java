/** The page of a pipeline: what it remembers of streams, and how it watches the parts. */
@NullMarked
package dev.velella.page;

import org.jspecify.annotations.NullMarked;
