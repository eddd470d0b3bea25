/** Waits between attempts, and how much is said in the log of what goes on failing. */
@NullMarked
package dev.velella.retry;

import org.jspecify.annotations.NullMarked;
