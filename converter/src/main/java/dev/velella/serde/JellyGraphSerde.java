package dev.velella.serde;

import dev.velella.rdf.RdfGraph;
import org.apache.kafka.common.serialization.Serdes;

/**
 * {@link JellyGraphSerializer} and {@link JellyGraphDeserializer} together, for state stores and Kafka Streams. One instance may be
 * shared by all threads. Streams do not tell a serde the partition: records are self-contained unless the processor adds a
 * stamp.
 */
public final class JellyGraphSerde extends Serdes.WrapperSerde<RdfGraph> {
    /** With the options of the definition until it is configured. */
    public JellyGraphSerde() {
        super(new JellyGraphSerializer(), new JellyGraphDeserializer());
    }
}
