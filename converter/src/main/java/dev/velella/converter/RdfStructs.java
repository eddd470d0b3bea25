package dev.velella.converter;

import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Graphs and patches as Connect data: the published schemas, and the way there and back. */
public final class RdfStructs {
    private RdfStructs() {}

    /** Schema of a graph. */
    public static final Schema GRAPH_SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RdfGraph")
            .version(1)
            .optional()
            .build();

    /** Schema of a patch. */
    public static final Schema PATCH_SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RdfPatch")
            .version(1)
            .optional()
            .build();

    /** A struct that carries the graph itself and fills its fields when one is read. */
    public static Struct ofGraph(RdfGraph graph) {
        throw new UnsupportedOperationException();
    }

    /** A struct that carries the patch itself and fills its fields when one is read. */
    public static Struct ofPatch(RdfPatch patch) {
        throw new UnsupportedOperationException();
    }

    /** Whether a Connect value is a graph: a struct whose schema has the name of {@link #GRAPH_SCHEMA}. */
    public static boolean isGraph(Object value) {
        throw new UnsupportedOperationException();
    }

    /** Whether a Connect value is a patch: a struct whose schema has the name of {@link #PATCH_SCHEMA}. */
    public static boolean isPatch(Object value) {
        throw new UnsupportedOperationException();
    }

    /** The graph of a struct, carried or read field by field. DataException if it is none. */
    public static RdfGraph toGraph(Object value) {
        throw new UnsupportedOperationException();
    }

    /** The patch of a struct, carried or read field by field. DataException if it is none. */
    public static RdfPatch toPatch(Object value) {
        throw new UnsupportedOperationException();
    }
}
