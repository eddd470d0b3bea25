package dev.velella.quickstart;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.Samples;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A stream that the source connector makes or reads by itself: simulated stations, or a file.
 *
 * @param sample file of the sample connector
 * @param options options that differ from the sample
 * @param announced total number of graphs; 0 if it is not known beforehand
 */
record ConnectorFeed(String sample, Map<String, String> options, long announced) implements Feed {
    /** Creates the feed that the user's options describe. */
    static ConnectorFeed of(QuickstartOptions options) {
        return options.input()
                .map(file -> new ConnectorFeed(
                        "file-source.json",
                        Map.of(
                                "file.path",
                                file.toAbsolutePath().toString(),
                                "value.converter.jelly.rdf.star",
                                "true"), // a memory store holds quoted triples
                        0))
                .orElseGet(() -> new ConnectorFeed(
                        "weather-source.json",
                        Map.of(
                                "simulator.elements", Integer.toString(options.graphs()),
                                "simulator.stations", Integer.toString(options.stations()),
                                "simulator.seed", Long.toString(options.seed()),
                                "simulator.rate.per.second", Integer.toString(options.rate())),
                        options.graphs()));
    }

    @Override
    public ObjectNode connector(Samples samples, String bootstrapServers) throws IOException {
        Map<String, String> changes = new HashMap<>(options);
        changes.put("kafka.bootstrap.servers", bootstrapServers);
        // The source need not prove first that this is the worker's cluster, so values are the same in each run.
        changes.put("value.converter.kafka.bootstrap.servers", bootstrapServers);
        return samples.connector(sample, changes);
    }

    @Override
    public Optional<Long> total(Pipeline pipeline, String connector) throws IOException, InterruptedException {
        return pipeline.sourceTotal(connector); // the worker creates a consumer for it
    }
}
