/** How the application tells the user what went wrong. */
@NullMarked
package dev.velella.failure;

import org.jspecify.annotations.NullMarked;
