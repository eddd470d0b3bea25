/** SPARQL 1.1 endpoints: conditional changes as single update requests. */
@NullMarked
package dev.velella.sink.remote.sparql;

import org.jspecify.annotations.NullMarked;
