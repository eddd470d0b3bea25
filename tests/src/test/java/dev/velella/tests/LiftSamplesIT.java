package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.read.ConnectRest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All samples of lifted topics, each with its app, through one broker and one sink into a store. */
class LiftSamplesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    private static final String GRAPHS = "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } FILTER"
            + " (STRSTARTS(STR(?g), \"urn:velella:stream:\") || !STRSTARTS(STR(?g), \"urn:velella:\")) }";

    @Test
    void theStoreHasInTheEndWhatTheSamplesSay(@TempDir Path scratch) throws Exception {
        int port = Ports.free();
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free())) {
            List<String> outputs = send(broker.bootstrapServers());
            ObjectNode sink = new Samples(Installation.home())
                    .connector(
                            "memory-sink.json",
                            Map.of(
                                    "kafka.bootstrap.servers", broker.bootstrapServers(),
                                    "topics", String.join(",", outputs),
                                    "snapshot.topics", "",
                                    "target.dir", scratch.resolve("store").toString(),
                                    "sparql.endpoint.port", Integer.toString(port)));
            ConnectRest rest = new ConnectRest(worker.restUrl());
            rest.create(sink);
            List<DiffApp> apps = new ArrayList<>();
            try {
                Model expected = new LinkedHashModel();
                for (LiftSample sample : LiftSample.all()) {
                    expected.addAll(sample.expected());
                    Map<String, String> properties = sample.properties();
                    properties.put("bootstrap.servers", broker.bootstrapServers());
                    properties.put("state.dir", scratch.resolve("state").toString());
                    properties.put("commit.interval.ms", "100");
                    DiffApp app = new DiffApp(new DiffConfig(properties));
                    apps.add(app);
                    app.start();
                }
                StoreClient store = new StoreClient("http://localhost:" + port);
                Await.until("the store", PATIENCE, () -> {
                    assertThat(apps).allSatisfy(app -> assertThat(app.failure()).isEmpty());
                    assertThat(rest.failure("memory-sink")).isEmpty();
                    return store.status().isPresent() && isEqual(expected, store);
                });
            } finally {
                apps.forEach(DiffApp::close);
            }
        }
    }

    /** Sends the records of all samples; the names of the topics of patches. */
    private static List<String> send(String bootstrapServers) throws Exception {
        List<String> outputs = new ArrayList<>();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) bootstrapServers));
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", bootstrapServers),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (LiftSample sample : LiftSample.all()) {
                outputs.add(sample.outputTopic());
                Topics.create(admin, sample.outputTopic(), 1);
                for (Map.Entry<String, List<LiftSample.Line>> topic :
                        sample.records().entrySet()) {
                    Topics.create(admin, topic.getKey(), 1);
                    topic.getValue()
                            .forEach(line -> producer.send(
                                    new ProducerRecord<>(topic.getKey(), line.keyBytes(), line.valueBytes())));
                }
            }
        }
        return outputs;
    }

    private static boolean isEqual(Model expected, StoreClient store) throws IOException, InterruptedException {
        TreeSet<String> graphs = new TreeSet<>();
        for (JsonNode row : store.select(GRAPHS).path("results").path("bindings")) {
            graphs.add(row.path("g").path("value").asText());
        }
        TreeSet<String> wanted = new TreeSet<>();
        expected.contexts().forEach(context -> wanted.add(context.stringValue()));
        if (!graphs.equals(wanted)) {
            return false;
        }
        for (Resource context : expected.contexts()) {
            Model graph = new LinkedHashModel();
            expected.filter(null, null, null, context)
                    .forEach(each -> graph.add(each.getSubject(), each.getPredicate(), each.getObject()));
            if (!graph.equals(store.graph(context.stringValue()))) {
                return false;
            }
        }
        return true;
    }
}
