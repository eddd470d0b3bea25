/** Writes statements and operations as rows: tables, terms, orders, and the state of a writer. */
@NullMarked
package dev.velella.jelly.write;

import org.jspecify.annotations.NullMarked;
