package dev.velella.jelly.format;

import dev.velella.rdf.ElementKind;
import java.util.Objects;

/**
 * The options in the options row of a Jelly-RDF stream.
 *
 * <p>The version tag should be the lowest that is possible: 1, or 2 with namespace declarations. It may be higher, so
 * that all streams of a topic have the same options.
 *
 * @param streamName free text, may be empty
 * @param physicalType kind of statement rows in the stream
 * @param logicalType meaning of a frame
 * @param sizes sizes of the lookup tables
 * @param generalized whether the stream declares generalized statements. This is only a declaration, because RDF4J has
 *     no such statements
 * @param rdfStar whether quoted triples may occur
 * @param namespaces whether namespace declarations are written. If not, they are left out, because they are cosmetic
 * @param version version tag: 1, or 2 if namespace declarations may occur
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
    /** The options of a Kafka topic of graphs by default: quads, BIG tables, version 2. */
    public static final JellyOptions TOPIC = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 2);

    /**
     * Checks that the options do not contradict each other.
     *
     * @throws IllegalArgumentException if the version tag is not known or too low for namespaces, or the logical type
     *     does not fit the physical type
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

    /** Options of frames that are graphs or datasets. Namespaces are written if the version is 2. */
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

    /** These options with or without namespace declarations, and the lowest version tag that is possible with them. */
    public JellyOptions withNamespaces(boolean written) {
        return new JellyOptions(
                streamName, physicalType, logicalType, sizes, generalized, rdfStar, written, written ? 2 : 1);
    }
}
