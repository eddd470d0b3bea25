/**
 * Stores behind HTTP: the repository of an RDF4J server, or any SPARQL 1.1 endpoint. Several tasks may write to one store;
 * its rows of partitions decide who may. What is applied is durable as far as the server says so.
 */
@NullMarked
package dev.velella.sink.remote;

import org.jspecify.annotations.NullMarked;
