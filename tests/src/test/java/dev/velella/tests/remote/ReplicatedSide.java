package dev.velella.tests.remote;

import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/**
 * One of two stores that replicate each other, with its writer: each write changes the store, and then goes into the topic as a
 * numbered patch with the store's origin, as a source of changes does it.
 */
final class ReplicatedSide implements AutoCloseable {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int STREAMS = 3;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ServerProcess server;
    private final String id;
    private final String topic;
    private final KafkaProducer<String, byte[]> producer;
    private final JellyPatchEncoder encoder =
            new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), StatementOrder.GIVEN, Limits.DEFAULT);
    private int writes;

    /** @param id of the repository, and the origin of its changes */
    ReplicatedSide(ServerProcess server, String id, String bootstrapServers, String topic) {
        this.server = server;
        this.id = id;
        this.topic = topic;
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer());
    }

    /** Makes the repository. */
    void create() throws IOException, InterruptedException {
        String turtle =
                """
                @prefix config: <tag:rdf4j.org,2023:config/>.
                [] a config:Repository ; config:rep.id "%s" ; config:rep.impl [
                  config:rep.type "openrdf:SailRepository" ; config:sail.impl [
                    config:sail.type "openrdf:MemoryStore" ; config:mem.persist true ; config:mem.syncDelay 0 ] ] .
                """
                        .formatted(id);
        int status = status(HttpRequest.newBuilder(url())
                .header("Content-Type", "text/turtle")
                .PUT(HttpRequest.BodyPublishers.ofString(turtle))
                .build());
        if (status != 204) {
            throw new IOException("no repository: HTTP " + status);
        }
    }

    URI url() {
        return server.repository(id);
    }

    String id() {
        return id;
    }

    /** Number of writes. */
    int writes() {
        return writes;
    }

    /**
     * Changes the store and tells the topic.
     *
     * @return false if the store does not answer; the next call does the same write again
     */
    boolean write() throws Exception {
        int stream = writes % STREAMS;
        int step = writes / STREAMS + 1;
        List<Statement> deletes = step == 1 ? List.of() : List.of(state(stream, step - 1));
        List<Statement> adds = List.of(state(stream, step));
        String update = (deletes.isEmpty() ? "" : "DELETE DATA { " + text(deletes.get(0)) + " } ; ") + "INSERT DATA { "
                + text(adds.get(0)) + " }";
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/statements"))
                .header("Content-Type", "application/sparql-update")
                .POST(HttpRequest.BodyPublishers.ofString(update))
                .build();
        if (status(request) != 204) {
            return false;
        }
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(topic, key(stream), encoder.encode(RdfPatch.change(deletes, adds)));
        String position = new PatchPosition(step, GraphHash.ofSet(Set.copyOf(adds)), false).format();
        Map.of(
                        RecordHeaderNames.CONTENT_TYPE, RecordHeaderNames.JELLY_PATCH,
                        RecordHeaderNames.PATCH, position,
                        RecordHeaderNames.ORIGIN, id)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.US_ASCII)));
        producer.send(record).get();
        writes++;
        return true;
    }

    private int status(HttpRequest request) throws InterruptedException {
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private String key(int stream) {
        return id + stream;
    }

    private Statement state(int stream, int step) {
        IRI graph = VALUES.createIRI("urn:velella:stream:" + key(stream));
        return VALUES.createStatement(graph, VALUES.createIRI("urn:step"), VALUES.createLiteral("" + step), graph);
    }

    private static String text(Statement statement) {
        return "GRAPH " + NTriplesUtil.toNTriplesString(statement.getContext()) + " { "
                + NTriplesUtil.toNTriplesString(statement.getSubject()) + " "
                + NTriplesUtil.toNTriplesString(statement.getPredicate()) + " "
                + NTriplesUtil.toNTriplesString(statement.getObject()) + " }";
    }

    @Override
    public void close() {
        producer.close();
    }
}
