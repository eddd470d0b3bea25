/** A view that is tried on files or a topic. */
@NullMarked
package dev.velella.trial;

import org.jspecify.annotations.NullMarked;
