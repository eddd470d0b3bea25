/** The times and the batches in which the elements of an input are emitted. */
@NullMarked
package dev.velella.source.replay;

import org.jspecify.annotations.NullMarked;
