package dev.velella.frame;

import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;

/**
 * How the encoders of a topic write frames: options with tables, order of statements, limits. Immutable.
 *
 * @param graphs options row of graph frames
 * @param patches options row of patch frames
 * @param order order of statements in a frame
 * @param limits upper limits of frames that are written
 */
public record EncoderSettings(JellyOptions graphs, JellyPatchOptions patches, StatementOrder order, Limits limits) {

    /** Settings of a topic: graphs of quads with their namespaces, and patches of one frame each. */
    public static EncoderSettings ofTopic(TableSizes tables, boolean rdfStar, StatementOrder order, Limits limits) {
        return new EncoderSettings(
                new JellyOptions(PhysicalType.QUADS, tables, rdfStar, 2),
                JellyPatchOptions.frame(tables, rdfStar),
                order,
                limits);
    }

    /** A new encoder of elements of one kind; elements of the other kind are a {@link ClassCastException}. */
    @SuppressWarnings("unchecked")
    public JellyEncoder<StreamElement> encoder(ElementKind kind) {
        JellyEncoder<?> encoder =
                switch (kind) {
                    case GRAPH -> new JellyGraphEncoder(graphs, order, limits);
                    case PATCH -> new JellyPatchEncoder(patches, order, limits);
                };
        return (JellyEncoder<StreamElement>) encoder;
    }
}
