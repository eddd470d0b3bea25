/** The Kafka Streams app: topology, processor, topics, rights, health. */
@NullMarked
package dev.velella.diff.app;

import org.jspecify.annotations.NullMarked;
