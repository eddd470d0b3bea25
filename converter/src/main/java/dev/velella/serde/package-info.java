/** Serializers, deserializers and serdes of graphs and patches for plain clients and Kafka Streams. */
@NullMarked
package dev.velella.serde;

import org.jspecify.annotations.NullMarked;
