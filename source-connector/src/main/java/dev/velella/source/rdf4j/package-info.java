/** Committed changes of RDF4J repositories as a source: offsets, requests to the outbox, snapshots, signals. */
@NullMarked
package dev.velella.source.rdf4j;

import org.jspecify.annotations.NullMarked;
