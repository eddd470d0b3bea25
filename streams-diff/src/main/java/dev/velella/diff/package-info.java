/** Rolling diff of streams of graphs: the target graph, the change from one element to the next, and the Kafka Streams app. */
@NullMarked
package dev.velella.diff;

import org.jspecify.annotations.NullMarked;
