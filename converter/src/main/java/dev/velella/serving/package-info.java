/** Serves HTTP to clients that nobody knows. */
@NullMarked
package dev.velella.serving;

import org.jspecify.annotations.NullMarked;
