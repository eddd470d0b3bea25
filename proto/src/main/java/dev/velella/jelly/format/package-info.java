/** What a stream of Jelly promises: types, options, limits, and the errors of a frame that breaks them. */
@NullMarked
package dev.velella.jelly.format;

import org.jspecify.annotations.NullMarked;
