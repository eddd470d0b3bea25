/** What is common to inputs that try again. */
@NullMarked
package dev.velella.source.retry;

import org.jspecify.annotations.NullMarked;
