/** Errors that the application shows to the user. */
@NullMarked
package dev.velella.failure;

import org.jspecify.annotations.NullMarked;
