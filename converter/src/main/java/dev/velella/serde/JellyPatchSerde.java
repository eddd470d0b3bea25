package dev.velella.serde;

import dev.velella.rdf.RdfPatch;
import org.apache.kafka.common.serialization.Serdes;

/**
 * {@link JellyPatchSerializer} and {@link JellyPatchDeserializer} together, for state stores and Kafka Streams. All
 * threads may share one instance. Kafka Streams does not tell a serde the partition. Therefore records are
 * self-contained unless the processor adds a stamp.
 */
public final class JellyPatchSerde extends Serdes.WrapperSerde<RdfPatch> {
    /** A serde that has the default options until it is configured. */
    public JellyPatchSerde() {
        super(new JellyPatchSerializer(), new JellyPatchDeserializer());
    }
}
