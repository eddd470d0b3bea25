package dev.velella.tests.compatibility;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import com.sun.net.httpserver.HttpServer;
import dev.velella.converter.JellyConverter;
import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.mqtt.EdgePublisher;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.RdfSourceTask;
import dev.velella.view.app.ViewRun;
import dev.velella.view.definition.ViewDefinition;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Writes a folder of {@code compatibility/} with the code of this checkout. The README there says how it is run.
 *
 * <p>Arguments: the name of the folder, and the port of an MQTT broker on this machine that lets everybody in.
 */
final class CompatibilityWriter {
    private static final Map<String, String> SIMULATOR = Map.of(
            "source.type", "simulator",
            "topic", "graphs",
            "simulator.elements", "20",
            "simulator.stations", "2",
            "batch.max.records", "1");

    private CompatibilityWriter() {}

    public static void main(String[] args) throws Exception {
        VersionFolder folder = new VersionFolder(Files.createDirectories(VersionFolder.ALL.resolve(args[0])));
        Path input = Files.writeString(folder.path().resolve("elements.nq"), elements());
        Path scratch = Files.createTempDirectory("compatibility");

        Map<String, Object> offsets = new LinkedHashMap<>();
        List<StoredRecord> graphs = graphs(input, offsets);
        try (SourceRun source = new SourceRun(new RdfSourceTask(), SIMULATOR, Map.of())) {
            offsets.put("simulator", offset(SIMULATOR, source.take(5).get(4)));
        }
        offsets.put("http", httpOffset());
        mqttOffsets(Integer.parseInt(args[1]), offsets);
        folder.writeOffsets(offsets);
        folder.writeTopic("graphs", graphs);

        List<StoredRecord> patches = new ArrayList<>();
        try (DiffRun diff = new DiffRun(Map.of())) {
            diff.send(graphs.subList(0, VersionFolder.BEFORE));
            diff.send(List.of(new StoredRecord("bad", 1_600_000_000_000L, new RecordHeaders(), new byte[] {1, 2, 3})));
            folder.writeState("diff-state", diff.state());
            diff.send(graphs.subList(VersionFolder.BEFORE, graphs.size()));
            patches.addAll(diff.read("patches"));
            folder.writeTopic("snapshots", diff.read("snapshots"));
            folder.writeTopic("dead-letters", diff.read("dead-letters"));
        }
        folder.writeTopic("patches", patches);
        views(folder, graphs);
        for (String target : List.of("memory", "lmdb")) {
            Path store = scratch.resolve(target);
            try (SinkRun sink = new SinkRun(target, store)) {
                sink.apply(patches, VersionFolder.BEFORE);
            }
            folder.packStore(target, store);
        }
    }

    private static void views(VersionFolder folder, List<StoredRecord> graphs) throws Exception {
        try (ViewRun definitions = ViewRun.definitions(Map.of());
                ViewRun views = ViewRun.views(Map.of(), Map.of())) {
            for (String definition : ViewCompatibilityTest.DEFINITIONS) {
                definitions.define(ViewDefinition.parse(definition).name(), definition);
            }
            definitions.define("data:unit", "<http://example.org/this> <http://example.org/factor> 10 .");
            definitions.pass();
            List<StoredRecord> epochs = ViewCompatibilityTest.read(definitions, "epochs");
            folder.writeState("view-definitions", definitions.state());
            folder.writeTopic("view-epochs", epochs);
            ViewCompatibilityTest.send(views, "epochs", epochs);
            ViewCompatibilityTest.send(views, "graphs", graphs.subList(0, VersionFolder.BEFORE));
            folder.writeState("view-state", views.state());
            ViewCompatibilityTest.send(views, "graphs", graphs.subList(VersionFolder.BEFORE, graphs.size()));
            folder.writeTopic("view-rows", ViewCompatibilityTest.read(views, "rows"));
            folder.writeTopic("view-patches", ViewCompatibilityTest.read(views, "view-patches"));
        }
    }

    /** Elements of two streams, in which little changes, with terms of all kinds. */
    private static String elements() {
        StringBuilder quads = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            String station = "http://example.org/station" + i % 2;
            String graph = "<" + station + "/2020-11-01T00:00:" + (10 + i) + "Z>";
            quads.append(graph)
                    .append(" <http://www.w3.org/ns/sosa/resultTime> \"2020-11-01T00:00:")
                    .append(10 + i)
                    .append("Z\"^^<http://www.w3.org/2001/XMLSchema#dateTime> ")
                    .append(graph)
                    .append(" .\n");
            for (String rest : List.of(
                    "<http://example.org/name> \"Wetterstation Zürich\"@de",
                    "<http://example.org/degrees> \"" + (20 + i / 4)
                            + ".5\"^^<http://www.w3.org/2001/XMLSchema#decimal>",
                    "<http://example.org/number> \"" + i + "\"",
                    "<http://example.org/near> <http://example.org/place/" + i / 3 + ">",
                    "<http://example.org/about> <http://example.org/" + (i / 2 % 2 == 0 ? "name" : "unit") + ">",
                    "<http://example.org/shows> <http://example.org/reading/" + i + ">",
                    "<http://example.org/unit> _:u")) {
                quads.append("<")
                        .append(station)
                        .append("> ")
                        .append(rest)
                        .append(" ")
                        .append(graph)
                        .append(" .\n");
            }
            quads.append("<http://example.org/reading/" + i + "> <http://example.org/of> <" + station + "> " + graph
                    + " .\n");
            quads.append("_:u <http://example.org/symbol> \"°C\" ")
                    .append(graph)
                    .append(" .\n");
        }
        return quads.toString();
    }

    private static List<StoredRecord> graphs(Path input, Map<String, Object> offsets) throws Exception {
        Map<String, String> config = Map.of(
                "source.type", "file",
                "file.path", input.toString(),
                "topic", "graphs",
                "topic.partitions", "1",
                "temporal.property", "http://www.w3.org/ns/sosa/resultTime",
                "batch.max.records", "1");
        JellyConverter converter = new JellyConverter();
        converter.configure(Map.of("jelly.key.frame.interval.records", "4"), false);
        List<StoredRecord> graphs = new ArrayList<>();
        try (SourceRun source = new SourceRun(new RdfSourceTask(), config, Map.of())) {
            List<SourceRecord> records = source.take(12);
            offsets.put("file", offset(config, records.get(4)));
            records.forEach(record -> graphs.add(SourceRun.stored(converter, record)));
        }
        return graphs;
    }

    /** Of a stream of frames with counters. */
    private static Map<String, Object> httpOffset() throws Exception {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        try (JellyStreamWriter out = new JellyStreamWriter(frames, JellyOptions.TOPIC, Limits.DEFAULT)) {
            for (byte counter = 1; counter <= 3; counter++) {
                out.write(graph(counter), Map.of("c", new byte[] {counter}));
            }
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/x-jelly-rdf");
            exchange.sendResponseHeaders(200, frames.size());
            exchange.getResponseBody().write(frames.toByteArray());
            exchange.close();
        });
        server.start();
        Map<String, String> config = Map.of(
                "source.type", "http",
                "topic", "graphs",
                "http.url", "http://127.0.0.1:" + server.getAddress().getPort() + "/n.jelly?after={offset}");
        try (SourceRun source = new SourceRun(new RdfSourceTask(), config, Map.of())) {
            return offset(config, source.take(3).get(2));
        } finally {
            server.stop(0);
        }
    }

    private static void mqttOffsets(int port, Map<String, Object> offsets) throws Exception {
        Map<String, String> config = Map.of(
                "source.type", "mqtt",
                "topic", "graphs",
                "mqtt.server.uri", "mqtt://127.0.0.1:" + port,
                "mqtt.topics", "site/#",
                "mqtt.client.id", "compatibility",
                "mqtt.link.enabled", "true");
        Mqtt5AsyncClient device = MqttClient.builder()
                .useMqttVersion5()
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildAsync();
        try (SourceRun source = new SourceRun(new RdfSourceTask(), config, Map.of())) {
            device.connect().join();
            while (publish(device, "site/whole") == Mqtt5PubAckReasonCode.NO_MATCHING_SUBSCRIBERS) {
                LockSupport.parkNanos(20_000_000);
            }
            publish(device, "site/whole");
            offsets.put("mqtt", offset(config, source.take(2).get(1)));
            EdgePublisher publisher = EdgePublisher.open(
                            device, "site/linked", EdgeSettings.DEFAULT.withForm(EdgeForm.CHANGES))
                    .join();
            publisher.publish(graph(1)).join();
            publisher.publish(graph(2)).join();
            offsets.put("link", offset(config, source.take(2).get(1)));
        } finally {
            device.disconnect().join();
        }
    }

    private static Mqtt5PubAckReasonCode publish(Mqtt5AsyncClient device, String topic) {
        Mqtt5PublishResult result = device.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType("text/turtle")
                .payload("<urn:s> <urn:p> <urn:o> .".getBytes(StandardCharsets.UTF_8))
                .send()
                .join();
        return ((Mqtt5PublishResult.Mqtt5Qos1Result) result).getPubAck().getReasonCode();
    }

    private static RdfGraph graph(int number) {
        SimpleValueFactory values = SimpleValueFactory.getInstance();
        return RdfGraph.of(List.of(values.createStatement(
                values.createIRI("http://example.org/thing"),
                values.createIRI("http://example.org/number"),
                values.createLiteral(number),
                values.createIRI("http://example.org/graphs/" + number))));
    }

    private static Map<String, Object> offset(Map<String, String> config, SourceRecord record) {
        return Map.of("config", config, "partition", record.sourcePartition(), "offset", record.sourceOffset());
    }
}
