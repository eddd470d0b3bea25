/** Benchmark of a dump into a topic and a store, in comparison with RDF4J's own loader. */
@NullMarked
package dev.velella.bench.load;

import org.jspecify.annotations.NullMarked;
