/** The options, types and limits of a Jelly stream, and the errors of a frame that breaks them. */
@NullMarked
package dev.velella.jelly.format;

import org.jspecify.annotations.NullMarked;
