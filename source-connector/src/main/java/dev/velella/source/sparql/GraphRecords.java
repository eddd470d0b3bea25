package dev.velella.source.sparql;

import dev.velella.source.element.TimestampRule;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.SourceRecords;
import java.time.Clock;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;

/** Makes records of graphs that have changed or are gone, and moves their states on. Owns the stamps. Not thread-safe. */
final class GraphRecords implements AutoCloseable {
    private final RdfSourceConfig config;
    private final RecordStamps stamps;
    private final GraphStates states;
    private final TimestampRule times = new TimestampRule(Clock.systemUTC(), 0);

    GraphRecords(RdfSourceConfig config, RecordStamps stamps, GraphStates states) {
        this.config = config;
        this.stamps = stamps;
        this.states = states;
    }

    /**
     * The record of a graph.
     *
     * @param fingerprint of the state that it has now
     * @throws ConnectException if it is larger than the producer sends
     */
    SourceRecord changed(String graph, Struct value, String fingerprint) {
        String before = states.fingerprint(graph);
        states.put(graph, fingerprint);
        try {
            return new SourceRecords(
                            config.topic().toString(), states.partitionOf(graph), times, stamps, config.recordSize())
                    .recordOf(new SourceElement(graph, null, value), states.offsetOf(graph));
        } catch (PayloadException e) {
            if (before == null) {
                states.remove(graph);
            } else {
                states.put(graph, before);
            }
            throw new ConnectException("graph " + graph + " of the endpoint: " + e.getMessage(), e);
        }
    }

    /** The tombstone of a graph. It has the partition of the graph's other records. */
    SourceRecord deleted(String graph) {
        states.remove(graph);
        String topic = config.topic().toString();
        return new SourceRecord(
                states.partitionOf(graph),
                states.offsetOf(graph),
                topic,
                stamps.next(topic, graph).map(stamp -> stamp.partition()).orElse(null),
                Schema.STRING_SCHEMA,
                graph,
                null,
                null,
                times.timeFor(null).timestampMs());
    }

    @Override
    public void close() {
        stamps.close();
    }
}
