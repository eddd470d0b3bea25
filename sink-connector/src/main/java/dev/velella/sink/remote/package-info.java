/**
 * Stores behind HTTP: the repository of an RDF4J server, or any SPARQL 1.1 endpoint. Several tasks may write to one
 * store; its rows of partitions decide which task may write. An applied batch is durable if the server says so.
 */
@NullMarked
package dev.velella.sink.remote;

import org.jspecify.annotations.NullMarked;
