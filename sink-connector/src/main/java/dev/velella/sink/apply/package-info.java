/** From records to transactions of the store: the applier of patches, and that of records that name their stores. */
@NullMarked
package dev.velella.sink.apply;

import org.jspecify.annotations.NullMarked;
