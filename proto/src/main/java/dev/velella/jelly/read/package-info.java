/** Reads rows into statements and operations: tables, terms, and the state of a reader. */
@NullMarked
package dev.velella.jelly.read;

import org.jspecify.annotations.NullMarked;
