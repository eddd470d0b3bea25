package dev.velella.jelly.format;

import dev.velella.rdf.ElementKind;
import java.util.Objects;

/**
 * The options in the options row of a Jelly-Patch stream.
 *
 * @param statementType whether statements carry a graph
 * @param streamType frames of one patch
 * @param sizes sizes of the lookup tables
 * @param generalized whether the stream declares generalized statements. This is only a declaration, because RDF4J has
 *     no such statements
 * @param rdfStar whether quoted triples may occur
 */
public record JellyPatchOptions(
        StatementType statementType, StreamType streamType, TableSizes sizes, boolean generalized, boolean rdfStar)
        implements StreamOptions {

    /** Whether statements carry a graph; the number on the wire is {@link #code()}. */
    public enum StatementType {
        /** Statements have no graph, and none is in the default graph either. */
        TRIPLES(1),
        /** Every statement has a graph or is in the default graph. */
        QUADS(2);

        private final int code;

        StatementType(int code) {
            this.code = code;
        }

        /** Number of this type in the options row. */
        public int code() {
            return code;
        }
    }

    /** The frames of one patch; the number on the wire is {@link #code()}. */
    public enum StreamType {
        /** One frame is one patch. Transactions must end in their frame. */
        FRAME(1),
        /** The whole stream is one patch. */
        FLAT(2),
        /** A patch ends with a punctuation row. */
        PUNCTUATED(3);

        private final int code;

        StreamType(int code) {
            this.code = code;
        }

        /** Number of this type in the options row. */
        public int code() {
            return code;
        }
    }

    /** The options of a Kafka topic of patches by default: quads, one frame for each patch, BIG tables. */
    public static final JellyPatchOptions TOPIC = frame(TableSizes.BIG, false);

    public JellyPatchOptions {
        Objects.requireNonNull(statementType, "statementType");
        Objects.requireNonNull(streamType, "streamType");
        Objects.requireNonNull(sizes, "sizes");
    }

    @Override
    public ElementKind kind() {
        return ElementKind.PATCH;
    }

    @Override
    public int version() {
        return 1;
    }

    /** Options with statement type QUADS and stream type FRAME. */
    public static JellyPatchOptions frame(TableSizes sizes, boolean rdfStar) {
        return new JellyPatchOptions(StatementType.QUADS, StreamType.FRAME, sizes, false, rdfStar);
    }
}
