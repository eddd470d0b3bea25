package dev.velella.jelly.format;

import dev.velella.rdf.ElementKind;
import java.util.Objects;

/**
 * What a stream of Jelly-RDF promises in its options row.
 *
 * <p>The version tag should be the lowest that covers what is written: 1, or 2 with namespace declarations. It may be
 * fixed higher, where all streams of a topic are to have the same options.
 *
 * @param streamName free text, may be empty
 * @param physicalType which statement rows the stream holds
 * @param logicalType what a frame means
 * @param sizes of the lookup tables
 * @param generalized whether the stream declares generalized statements; RDF4J has none, so this is a promise only
 * @param rdfStar whether quoted triples may occur
 * @param namespaces whether namespace declarations are written; where not, they are left out, as they are cosmetic
 * @param version version tag: 1, or 2 where namespace declarations may occur
 */
public record JellyOptions(
        String streamName,
        PhysicalType physicalType,
        LogicalType logicalType,
        TableSizes sizes,
        boolean generalized,
        boolean rdfStar,
        boolean namespaces,
        int version)
        implements StreamOptions {
    /** What a Kafka topic of graphs holds unless configured otherwise: quads, BIG tables, version 2. */
    public static final JellyOptions TOPIC = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 2);

    /**
     * @throws IllegalArgumentException if the version tag is not known or too low for namespaces, or the logical type
     *     does not go with the physical type
     */
    public JellyOptions {
        Objects.requireNonNull(streamName, "streamName");
        Objects.requireNonNull(sizes, "sizes");
        if (version < 1 || version > 2) {
            throw new IllegalArgumentException("version tag must be 1 or 2, not " + version);
        }
        if (namespaces && version < 2) {
            throw new IllegalArgumentException("namespace declarations need version tag 2");
        }
        if (!logicalType.fits(physicalType)) {
            throw new IllegalArgumentException(
                    "logical stream type " + logicalType + " does not go with physical stream type " + physicalType);
        }
    }

    /** Frames are graphs or datasets; namespaces are written when the version is 2. */
    public JellyOptions(PhysicalType physicalType, TableSizes sizes, boolean rdfStar, int version) {
        this("", physicalType, LogicalType.framed(physicalType), sizes, false, rdfStar, version == 2, version);
    }

    @Override
    public ElementKind kind() {
        return ElementKind.GRAPH;
    }

    /** These options for a stream of another name. */
    public JellyOptions withStreamName(String name) {
        return new JellyOptions(name, physicalType, logicalType, sizes, generalized, rdfStar, namespaces, version);
    }

    /** These options with another meaning of frames. */
    public JellyOptions withLogicalType(LogicalType type) {
        return new JellyOptions(streamName, physicalType, type, sizes, generalized, rdfStar, namespaces, version);
    }

    /** These options with the flag for generalized statements set or not. */
    public JellyOptions withGeneralized(boolean declared) {
        return new JellyOptions(streamName, physicalType, logicalType, sizes, declared, rdfStar, namespaces, version);
    }

    /** These options with or without namespace declarations, and the lowest version tag that covers this. */
    public JellyOptions withNamespaces(boolean written) {
        return new JellyOptions(
                streamName, physicalType, logicalType, sizes, generalized, rdfStar, written, written ? 2 : 1);
    }
}
