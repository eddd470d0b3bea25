/** Base of the tasks of all sources, and the sessions that do their work. */
@NullMarked
package dev.velella.source.task;

import org.jspecify.annotations.NullMarked;
