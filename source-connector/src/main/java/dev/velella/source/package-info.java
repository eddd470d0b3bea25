/**
 * The source connector. It turns the elements of an input into Connect records; the stored offset tells where a restart
 * goes on.
 */
@NullMarked
package dev.velella.source;

import org.jspecify.annotations.NullMarked;
