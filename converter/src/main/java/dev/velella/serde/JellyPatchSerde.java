package dev.velella.serde;

import dev.velella.rdf.RdfPatch;
import org.apache.kafka.common.serialization.Serdes;

/**
 * {@link JellyPatchSerializer} and {@link JellyPatchDeserializer} together, for state stores and Kafka Streams. One instance may be
 * shared by all threads. Streams do not tell a serde the partition: records are self-contained unless the processor adds a
 * stamp.
 */
public final class JellyPatchSerde extends Serdes.WrapperSerde<RdfPatch> {
    /** With the options of the definition until it is configured. */
    public JellyPatchSerde() {
        super(new JellyPatchSerializer(), new JellyPatchDeserializer());
    }
}
