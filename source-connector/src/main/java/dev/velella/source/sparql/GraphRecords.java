package dev.velella.source.sparql;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.input.SourceElement;
import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import dev.velella.source.record.Origin;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** Adds the records of graphs that have changed or are gone, and moves their states on. Owns the elements. Not thread-safe. */
final class GraphRecords implements AutoCloseable {
    private final Elements elements;
    private final GraphStates states;

    GraphRecords(Elements elements, GraphStates states) {
        this.elements = elements;
        this.states = states;
    }

    /**
     * Adds the record of a graph.
     *
     * @param fingerprint of the state that it has now
     * @throws ConnectException if it is larger than the producer sends
     */
    void changed(Batch batch, String graph, RdfGraph value, String fingerprint) {
        elements.add(batch, new Graph(graph, fingerprint), new SourceElement(graph, null, RdfStructs.of(value)));
    }

    /** Adds the tombstone of a graph. It has the partition of the graph's other records. */
    void deleted(Batch batch, String graph) {
        elements.add(batch, new Graph(graph, null), new SourceElement(graph, null, null));
    }

    /** A graph whose state moves on with its record. */
    private final class Graph implements Origin {
        private final String graph;
        private final @Nullable String fingerprint;

        /** @param fingerprint null if the graph is gone */
        Graph(String graph, @Nullable String fingerprint) {
            this.graph = graph;
            this.fingerprint = fingerprint;
        }

        @Override
        public Map<String, ?> partition() {
            return states.partitionOf(graph);
        }

        @Override
        public Map<String, ?> offset() {
            if (fingerprint == null) {
                states.remove(graph);
            } else {
                states.put(graph, fingerprint);
            }
            return states.offsetOf(graph);
        }

        @Override
        public String name() {
            return "graph " + graph + " of the endpoint";
        }
    }

    @Override
    public void close() {
        elements.close();
    }
}
