package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.PatchStream;
import dev.velella.tests.sink.RemoteSink;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sinks of a worker with stores on servers: rebalances, servers that are killed, and stores that do not fit any more. */
class RemoteSinkIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    private final int kills = Integer.getInteger("velella.server.kills", 1);

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static ConnectWorker worker;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        SharedServers.start();
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
        worker = new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
    }

    @AfterAll
    static void stop() {
        worker.close();
        admin.close();
        broker.close();
    }

    /** In the long run with each kind of server; Fuseki in memory is asked in the same way as on disk. */
    @Test
    void storesAreTheStreamInSpiteOfRebalancesAndKilledServers(@TempDir Path scratch) throws Exception {
        List<RemoteSink> sinks = new ArrayList<>(List.of(
                new RemoteSink(
                        SharedServers.get(ServerProcess.Kind.RDF4J), "shared", Map.of("batch.max.records", "10")),
                new RemoteSink(
                        SharedServers.get(ServerProcess.Kind.TDB2), "shared", Map.of("batch.max.records", "50"))));
        if (kills > 1) {
            sinks.add(new RemoteSink(
                    SharedServers.get(ServerProcess.Kind.FUSEKI),
                    "shared",
                    Map.of("batch.max.records", "10", "on.lost.history", "rebuild")));
        }
        new RebalancesAndKills("shared", sinks, kills, 0, scratch).run(broker.bootstrapServers(), worker.restUrl());
    }

    /** A server that has lost its data, and a topic that was made anew: the task fails, whether it runs or begins. */
    @Test
    void aStoreThatCannotGoOnIsRefusedOrFilledAgain() throws Exception {
        PatchStream first = new PatchStream("first", 100, 3, 1, 3);
        PatchStream second = new PatchStream("second", 200, 3, 1, 3);
        StoreServer server = SharedServers.get(ServerProcess.Kind.FUSEKI);
        RemoteSink sink = new RemoteSink(server, "lost", Map.of());
        Topics.create(admin, "lost", 1);
        first.write(broker.bootstrapServers(), "lost", 1_000, 0, 60);
        RunningConnector connector = new RunningConnector(worker.restUrl(), sink.connector(broker.bootstrapServers()));
        connector.create();
        Await.until("60 records", PATIENCE, () -> sink.applied() == 60);
        Await.until("the group has committed", PATIENCE, () -> !admin.listConsumerGroupOffsets("connect-" + sink.name())
                .partitionsToOffsetAndMetadata()
                .get()
                .isEmpty());
        server.kill();
        server.start();
        server.awaitUp();
        first.write(broker.bootstrapServers(), "lost", 1_000, 60, 100);
        connector.awaitFailure("the store knows nothing of partition lost-0");
        connector.stop();
        connector.configure(Map.of("on.lost.history", "rebuild"));
        Await.until("100 records", PATIENCE, () -> sink.applied() == 100);
        connector.stop();
        assertThat(sink.audit(first, true)).isEqualTo(100);

        admin.deleteTopics(List.of("lost")).all().get();
        Await.until(
                "the topic is gone",
                PATIENCE,
                () -> !admin.listTopics().names().get().contains("lost"));
        Topics.create(admin, "lost", 1);
        second.write(broker.bootstrapServers(), "lost", 1_000); // longer than what the store has
        connector.configure(Map.of("on.lost.history", "fail"));
        connector.awaitFailure("topic lost was deleted and created again");
        connector.stop();
        connector.configure(Map.of("on.lost.history", "rebuild"));
        connector.awaitFailure("a store on a server is not emptied by the connector");
        String advice = new ConnectRest(worker.restUrl()).failure(sink.name()).orElseThrow();
        connector.stop();
        assertThat(sink.audit(first, true)).as("nothing is changed").isEqualTo(100);
        Matcher command = Pattern.compile("--data '([^']+)' ([^ )]+)\\)").matcher(advice);
        assertThat(command.find()).as(advice).isTrue();
        HttpRequest emptying = HttpRequest.newBuilder(URI.create(command.group(2)))
                .header("Content-Type", "application/sparql-update")
                .POST(HttpRequest.BodyPublishers.ofString(command.group(1)))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(emptying, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isBetween(200, 299);
        connector.configure(Map.of("on.lost.history", "rebuild"));
        Await.until("200 records", PATIENCE, () -> sink.applied() == 200);
        connector.stop();
        assertThat(sink.audit(second, true)).isEqualTo(200);
    }

    /** Of records that one poll brings, good and bad in turn: the good ones are applied, by targets of different abilities. */
    @Test
    void poisonInTheMiddleOfABatchIsPutAside(@TempDir Path scratch) throws Exception {
        StoreServer rdf4j = SharedServers.get(ServerProcess.Kind.RDF4J);
        StoreServer tdb2 = SharedServers.get(ServerProcess.Kind.TDB2);
        Topics.create(admin, "poison", 1);
        sendPoison(broker.bootstrapServers());
        Map<String, Map<String, String>> stores = Map.of(
                "poisoned-lmdb", Map.of("target", "lmdb", "target.dir", scratch + "/lmdb"),
                "poisoned-http", Map.of("target", "http", "target.url", rdf4j.queryUrl() + ""),
                "poisoned-sparql",
                        Map.of(
                                "target", "sparql",
                                "target.url", tdb2.queryUrl() + "",
                                "target.update.url", tdb2.updateUrl() + ""));
        RunningConnector strict =
                new RunningConnector(worker.restUrl(), poisoned("strict", stores.get("poisoned-sparql")));
        strict.create();
        strict.awaitFailure("poison-0@1, key 'bad': the record holds a quoted triple (RDF-star)");
        assertThat(tdb2.applied("strict")).as("what came before it").isEqualTo(1);
        for (Map.Entry<String, Map<String, String>> store : stores.entrySet()) {
            Map<String, String> more = new HashMap<>(store.getValue());
            more.put("errors.tolerance", "all");
            more.put("errors.deadletterqueue.topic.name", store.getKey() + "-dead");
            more.put("errors.deadletterqueue.topic.replication.factor", "1");
            if (store.getKey().equals("poisoned-sparql")) {
                more.put("take.over", "strict");
            }
            new RunningConnector(worker.restUrl(), poisoned(store.getKey(), more)).create();
        }
        for (String name : stores.keySet()) {
            List<String> reasons = name.endsWith("lmdb")
                    ? List.of("1 triple-terms", "5 undecodable", "7 forbidden-graph")
                    : List.of("1 triple-terms", "3 unfit", "5 undecodable", "7 forbidden-graph");
            try {
                Await.until(
                        name + " puts aside",
                        PATIENCE,
                        () -> deadLetters(broker, name).size() == reasons.size());
            } catch (AssertionError e) {
                assertThat(deadLetters(broker, name)).as(name).isEqualTo(reasons);
                throw e;
            }
            assertThat(deadLetters(broker, name)).as(name).isEqualTo(reasons);
        }
        Await.until(
                "all are applied",
                PATIENCE,
                () -> rdf4j.applied("poisoned-http") == 9 && tdb2.applied("poisoned-sparql") == 9);
        for (int good = 0; good < 9; good += 2) {
            String pattern = "ASK { GRAPH <urn:poison> { <urn:s> <urn:p> " + good + " } }";
            assertThat(rdf4j.ask(pattern)).as("good record %d", good).isTrue();
            assertThat(tdb2.ask(pattern)).as("good record %d", good).isTrue();
        }
        assertThat(rdf4j.ask("ASK { GRAPH <urn:velella:system> { <urn:s> ?p ?o } }"))
                .isFalse();
    }

    private static ObjectNode poisoned(String name, Map<String, String> more) throws IOException {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("topics", "poison");
        settings.put("snapshot.topics", "");
        settings.put("tasks.max", "1");
        ObjectNode connector = new Samples(Installation.home()).connector("rdf4j-server-sink.json", settings);
        ObjectNode config = (ObjectNode) connector.get("config");
        config.remove("kafka.bootstrap.servers");
        if (!more.containsKey("target.url")) {
            config.remove("target.url"); // has no effect for a store in the worker
        }
        connector.put("name", name);
        return connector;
    }

    private static void sendPoison(String bootstrapServers) throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        IRI s = values.createIRI("urn:s");
        IRI p = values.createIRI("urn:p");
        IRI graph = values.createIRI("urn:poison");
        JellyPatchEncoder encoder = new JellyPatchEncoder(
                JellyPatchOptions.frame(TableSizes.BIG, true), StatementOrder.GIVEN, Limits.DEFAULT);
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 9; i++) {
                Statement statement =
                        switch (i) {
                            case 1 -> values.createStatement(values.createTriple(s, p, s), p, s, graph);
                            case 3 -> values.createStatement(values.createIRI("urn:with space"), p, s, graph);
                            case 7 -> values.createStatement(s, p, s, values.createIRI("urn:velella:system"));
                            default -> values.createStatement(s, p, values.createLiteral(BigInteger.valueOf(i)), graph);
                        };
                byte[] frame = encoder.encode(RdfPatch.change(List.of(), List.of(statement)));
                ProducerRecord<String, byte[]> record = new ProducerRecord<>(
                        "poison", i % 2 == 0 ? "good" : "bad", i == 5 ? new byte[] {10, 7, 1, 2} : frame);
                record.headers()
                        .add("content-type", "application/x-jelly-rdf-patch".getBytes(StandardCharsets.US_ASCII));
                producer.send(record).get();
            }
        }
    }

    /** Place and reason of every dead letter, each of which is to be read by itself where it could be decoded. */
    private static List<String> deadLetters(EmbeddedBroker broker, String connector) {
        List<String> letters = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record :
                Topics.deadLetters(broker.bootstrapServers(), connector + "-dead")) {
            letters.add(header(record, "offset") + " " + header(record, "reason"));
            if (!header(record, "reason").equals("undecodable")) {
                assertThat(new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null).decode(record))
                        .extracting("element")
                        .isInstanceOf(RdfPatch.class);
            }
        }
        return letters;
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(record.headers().lastHeader("velella.error." + name).value(), StandardCharsets.UTF_8);
    }
}
