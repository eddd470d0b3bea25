package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.status.read.ConnectRest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A resumable stream of a server that cuts every answer within a frame, while the worker is killed: afterwards the topic holds
 * every frame once, in order, and the dead letters those that do not conform to the shapes, each with its report.
 */
class HttpSourceKillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int FRAMES = 500;

    /** Frames of an answer that are whole; the next one is cut. */
    private static final int ANSWER = 20;

    /** Every so many elements there is one that has no value at all. */
    private static final int UNSHAPED = 50;

    private static final IRI VALUE =
            Values.iri("http://www.ontology-of-units-of-measure.org/resource/om-2/hasNumericalValue");

    private static final String SHAPES =
            """
            @prefix sh: <http://www.w3.org/ns/shacl#> .
            <urn:shape> a sh:NodeShape ; sh:targetSubjectsOf <http://www.w3.org/ns/sosa/isResultOf> ;
              sh:property [ sh:path <%s> ; sh:minCount 1 ] .
            """
                    .formatted(VALUE);

    private final List<RdfGraph> elements = elements();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Frames that the server has; the others come when the worker has been killed. */
    private volatile int there = FRAMES / 2;

    private static List<RdfGraph> elements() {
        List<RdfGraph> graphs = new ArrayList<>();
        for (SimulatedElement element : Weather.elements(FRAMES, 1)) {
            List<Statement> statements = new ArrayList<>(element.graph().statements());
            if (graphs.size() % UNSHAPED == UNSHAPED - 1) {
                statements.removeIf(statement -> statement.getPredicate().equals(VALUE));
            }
            graphs.add(RdfGraph.of(statements));
        }
        return graphs;
    }

    @Test
    void everyFrameIsInTheTopicOnce(@TempDir Path scratch) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        try (EmbeddedBroker kafka = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                Topics.create(admin, "nanopubs", 1);
                Topics.create(admin, "dead", 1);
            }
            try (WorkerProcess worker = new WorkerProcess(scratch, kafka.bootstrapServers())) {
                ConnectRest rest = worker.rest();
                worker.awaitUp();
                rest.create(new Samples(Installation.home())
                        .connector(
                                "http-source.json",
                                options(
                                        kafka.bootstrapServers(),
                                        server.getAddress().getPort())));
                awaitRecords(rest, kafka, 60);
                worker.kill();
                assertThat(records(kafka, "nanopubs").size())
                        .as("the kill falls into the stream")
                        .isLessThanOrEqualTo(FRAMES / 2);
                there = FRAMES;
                worker.start();
                worker.awaitUp();
                int unshaped = FRAMES / UNSHAPED;
                awaitRecords(rest, kafka, FRAMES - unshaped);
                Await.until(
                        "dead letters", PATIENCE, () -> records(kafka, "dead").size() == unshaped);
                List<Integer> conforming = IntStream.range(0, FRAMES)
                        .filter(number -> number % UNSHAPED != UNSHAPED - 1)
                        .boxed()
                        .toList();
                List<Integer> found = new ArrayList<>();
                try (RecordValues values = new RecordValues(kafka.bootstrapServers())) {
                    for (ConsumerRecord<String, byte[]> record : records(kafka, "nanopubs")) {
                        found.add(elements.indexOf(values.read(record, RdfGraph.class)));
                    }
                }
                assertThat(found).isEqualTo(conforming);
                for (ConsumerRecord<String, byte[]> letter : records(kafka, "dead")) {
                    assertThat(header(letter, "error.reason")).isEqualTo("shapes");
                    assertThat(header(letter, "error.report")).contains("sh:MinCountConstraintComponent");
                }
            }
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static Map<String, String> options(String bootstrapServers, int port) {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("http.url", "http://localhost:" + port + "/frames.jelly?afterCounter={offset}");
        options.put("http.poll.interval.ms", "200");
        options.put("http.retry.backoff.ms", "100");
        options.put("http.retry.backoff.max.ms", "200");
        options.put("shacl.shapes", SHAPES);
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        options.put("batch.max.records", "7");
        options.put("producer.override.transaction.timeout.ms", "8000");
        return options;
    }

    /** Some frames behind the counter asked for, and a part of the one after them. */
    private void answer(HttpExchange exchange) throws IOException {
        int after = Integer.parseInt(exchange.getRequestURI().getQuery().replace("afterCounter=", ""));
        int last = there;
        int whole = Math.min(last, after + ANSWER);
        byte[] frames = frames(after, whole);
        byte[] more = frames(after, Math.min(last, whole + 1));
        int length = (frames.length + more.length) / 2;
        exchange.getResponseHeaders().add("Content-Type", "application/x-jelly-rdf");
        exchange.sendResponseHeaders(200, more.length == 0 ? -1 : more.length);
        OutputStream body = exchange.getResponseBody();
        body.write(more, 0, length);
        body.flush();
        if (length < more.length) {
            exchange.close(); // without the rest that was announced
        } else {
            body.close();
        }
    }

    private byte[] frames(int after, int last) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JellyStreamWriter frames = new JellyStreamWriter(out, JellyOptions.TOPIC, Limits.DEFAULT)) {
            for (int n = after; n < last; n++) {
                int counter = n + 1;
                byte[] varint = counter < 128
                        ? new byte[] {(byte) counter}
                        : new byte[] {(byte) (counter & 127 | 128), (byte) (counter >> 7)};
                frames.write(elements.get(n), Map.of("c", varint));
            }
        }
        return out.toByteArray();
    }

    private static void awaitRecords(ConnectRest rest, EmbeddedBroker kafka, int count) throws Exception {
        Await.until(count + " records", PATIENCE, () -> {
            assertThat(rest.failure("http-source")).isEmpty();
            return records(kafka, "nanopubs").size() >= count;
        });
    }

    private static List<ConsumerRecord<String, byte[]>> records(EmbeddedBroker kafka, String topic) {
        return Topics.committed(kafka.bootstrapServers(), topic, 1);
    }
}
