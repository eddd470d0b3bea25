/** Repositories of RDF4J servers: conditional changes in transactions of the server. */
@NullMarked
package dev.velella.sink.remote.rdf4j;

import org.jspecify.annotations.NullMarked;
