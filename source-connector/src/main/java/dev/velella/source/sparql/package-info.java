/** Named graphs of SPARQL endpoints as a source: each is compared with its last state from time to time. */
@NullMarked
package dev.velella.source.sparql;

import org.jspecify.annotations.NullMarked;
