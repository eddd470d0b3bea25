/** Serves HTTP to unknown clients. */
@NullMarked
package dev.velella.serving;

import org.jspecify.annotations.NullMarked;
