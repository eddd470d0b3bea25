/** A read-only SPARQL 1.1 endpoint over an embedded store. */
@NullMarked
package dev.velella.sink.endpoint;

import org.jspecify.annotations.NullMarked;
