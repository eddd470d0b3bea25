package dev.velella.jelly.format;

import dev.velella.rdf.ElementKind;
import java.util.Objects;

/**
 * What a stream of Jelly-Patch promises in its options row.
 *
 * @param statementType whether statements carry a graph
 * @param streamType what one patch is
 * @param sizes of the lookup tables
 * @param generalized whether the stream declares generalized statements; RDF4J has none, so this is a promise only
 * @param rdfStar whether quoted triples may occur
 */
public record JellyPatchOptions(
        StatementType statementType, StreamType streamType, TableSizes sizes, boolean generalized, boolean rdfStar)
        implements StreamOptions {

    /** Whether statements carry a graph; the number on the wire is {@link #code()}. */
    public enum StatementType {
        /** No graph, and no default graph either. */
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

    /** What one patch is; the number on the wire is {@link #code()}. */
    public enum StreamType {
        /** One frame; transactions must end in it. */
        FRAME(1),
        /** The whole stream. */
        FLAT(2),
        /** Everything up to the next punctuation row. */
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

    /** What a Kafka topic of patches holds unless configured otherwise: quads, one frame a patch, BIG tables. */
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

    /** Statement type QUADS, stream type FRAME. */
    public static JellyPatchOptions frame(TableSizes sizes, boolean rdfStar) {
        return new JellyPatchOptions(StatementType.QUADS, StreamType.FRAME, sizes, false, rdfStar);
    }
}
