package dev.velella.converter.struct;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordHeaderNames;
import org.apache.kafka.connect.data.SchemaAndValue;

/** What a record holds: a graph or a patch. Immutable. */
public sealed interface RdfElement {
    Kind kind();

    /** Media type of its frames. */
    String mediaType();

    /** As Connect data, see {@link RdfStructs}. */
    SchemaAndValue toConnect();

    /** A graph. */
    record Graph(RdfGraph graph) implements RdfElement {
        @Override
        public Kind kind() {
            return Kind.RDF;
        }

        @Override
        public String mediaType() {
            return RecordHeaderNames.JELLY_RDF;
        }

        @Override
        public SchemaAndValue toConnect() {
            return new SchemaAndValue(RdfStructs.GRAPH_SCHEMA, RdfStructs.ofGraph(graph));
        }
    }

    /** A patch. */
    record Patch(RdfPatch patch) implements RdfElement {
        @Override
        public Kind kind() {
            return Kind.PATCH;
        }

        @Override
        public String mediaType() {
            return RecordHeaderNames.JELLY_PATCH;
        }

        @Override
        public SchemaAndValue toConnect() {
            return new SchemaAndValue(RdfStructs.PATCH_SCHEMA, RdfStructs.ofPatch(patch));
        }
    }
}
