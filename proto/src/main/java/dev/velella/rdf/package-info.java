/** Graphs and patches in memory, and what can be said of them without a wire format: shape, set hash, RDF Patch text. */
@NullMarked
package dev.velella.rdf;

import org.jspecify.annotations.NullMarked;
