package dev.velella.serde;

import dev.velella.rdf.RdfGraph;
import org.apache.kafka.common.serialization.Serdes;

/**
 * {@link JellyGraphSerializer} and {@link JellyGraphDeserializer} together, for state stores and Kafka Streams. All
 * threads may share one instance. Kafka Streams does not tell a serde the partition. Therefore records are
 * self-contained unless the processor adds a stamp.
 */
public final class JellyGraphSerde extends Serdes.WrapperSerde<RdfGraph> {
    /** A serde that has the default options until it is configured. */
    public JellyGraphSerde() {
        super(new JellyGraphSerializer(), new JellyGraphDeserializer());
    }
}
