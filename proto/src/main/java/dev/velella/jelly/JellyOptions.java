package dev.velella.jelly;

/**
 * What a writer of Jelly-RDF promises in the options row of its stream.
 *
 * @param physicalType which statement rows the stream holds
 * @param sizes of the lookup tables
 * @param rdfStar whether quoted triples may occur
 * @param version version tag: 1, or 2 where namespace declarations may occur
 */
public record JellyOptions(PhysicalType physicalType, TableSizes sizes, boolean rdfStar, int version) {
    /** What a Kafka topic of graphs holds unless configured otherwise: quads, BIG tables, version 2. */
    public static final JellyOptions TOPIC = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 2);

    public JellyOptions {
        if (version < 1 || version > 2) {
            throw new IllegalArgumentException("version tag must be 1 or 2, not " + version);
        }
    }
}
