/** From statements and operations to rows: tables, terms, orders, and the state of a writer. */
@NullMarked
package dev.velella.jelly.write;

import org.jspecify.annotations.NullMarked;
