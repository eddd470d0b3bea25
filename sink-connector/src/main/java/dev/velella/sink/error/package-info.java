/** Reasons why a store or a record is refused, and failures of stores. */
@NullMarked
package dev.velella.sink.error;

import org.jspecify.annotations.NullMarked;
