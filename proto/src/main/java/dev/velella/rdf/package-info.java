/**
 * Graphs and patches in memory, without a wire format: their terms, their shape, the hash of a set; and texts of
 * errors.
 */
@NullMarked
package dev.velella.rdf;

import org.jspecify.annotations.NullMarked;
