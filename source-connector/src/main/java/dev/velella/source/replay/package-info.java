/** When and in which batches the elements of an input are handed out. */
@NullMarked
package dev.velella.source.replay;

import org.jspecify.annotations.NullMarked;
