/** Tasks of sources as Connect sees them, and the sessions that do their work. */
@NullMarked
package dev.velella.source.task;

import org.jspecify.annotations.NullMarked;
