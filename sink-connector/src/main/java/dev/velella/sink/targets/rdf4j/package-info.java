/** Target http: repositories of RDF4J servers, and their protocol. */
@NullMarked
package dev.velella.sink.targets.rdf4j;

import org.jspecify.annotations.NullMarked;
