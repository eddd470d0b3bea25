/** The part that all stores in the worker share: directory and SPARQL endpoint. */
@NullMarked
package dev.velella.sink.targets.embedded;

import org.jspecify.annotations.NullMarked;
