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
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
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
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/**
 * Patches of many streams, each stream for three repositories, which its patches name. Step n of a stream replaces step n - 1
 * and leaves a trace: so a repository shows whether a step is missing, or came again after a later one. Every second stream is
 * numbered: its chain refuses a step that does not follow.
 */
final class RoutedElements {
    /** Names the repositories of a patch. */
    static final String QUERY = "SELECT DISTINCT ?store { ?s <urn:at> ?at BIND(STRAFTER(STR(?at), ' ') AS ?store) }";

    private static final int TARGETS = 3;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI AT = VALUES.createIRI("urn:at");
    private static final IRI TRACE = VALUES.createIRI("urn:trace");

    private final int repositories;
    private final int streams;
    private final JellyPatchEncoder encoder =
            new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), StatementOrder.GIVEN, Limits.DEFAULT);
    private int sent;

    RoutedElements(int repositories, int streams) {
        this.repositories = repositories;
        this.streams = streams;
    }

    static String repository(int number) {
        return "r" + number;
    }

    private List<String> targets(int stream) {
        List<String> targets = new ArrayList<>();
        for (int i = 0; i < TARGETS; i++) {
            targets.add(repository((stream * 7 + i * (repositories / TARGETS)) % repositories));
        }
        return targets;
    }

    /** Sends the next elements. */
    void send(String bootstrapServers, String topic, int number) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < number; i++, sent++) {
                int stream = sent % streams;
                producer.send(record(topic, stream, sent / streams + 1));
            }
            producer.flush();
        }
    }

    private ProducerRecord<String, byte[]> record(String topic, int stream, int step) throws Exception {
        List<Statement> deletes = step == 1 ? List.of() : steps(stream, step - 1);
        List<Statement> adds = new ArrayList<>(steps(stream, step));
        adds.add(trace(stream, step));
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(topic, key(stream), encoder.encode(RdfPatch.change(deletes, adds)));
        record.headers()
                .add(RecordHeaderNames.CONTENT_TYPE, RecordHeaderNames.JELLY_PATCH.getBytes(StandardCharsets.US_ASCII));
        if (stream % 2 == 0) {
            PatchPosition position = new PatchPosition(step, GraphHash.ofSet(graph(stream, step)), false);
            record.headers().add(RecordHeaderNames.PATCH, position.format().getBytes(StandardCharsets.US_ASCII));
        }
        return record;
    }

    private static String key(int stream) {
        return "k" + stream;
    }

    private static IRI graphName(int stream) {
        return VALUES.createIRI("urn:velella:stream:" + key(stream));
    }

    private List<Statement> steps(int stream, int step) {
        return targets(stream).stream()
                .map(target -> VALUES.createStatement(
                        VALUES.createIRI("urn:s:" + stream),
                        AT,
                        VALUES.createLiteral(step + " " + target),
                        graphName(stream)))
                .toList();
    }

    private static Statement trace(int stream, int step) {
        return VALUES.createStatement(
                VALUES.createIRI("urn:s:" + stream),
                TRACE,
                VALUES.createLiteral(Integer.toString(step)),
                graphName(stream));
    }

    private Set<Statement> graph(int stream, int step) {
        Set<Statement> graph = new HashSet<>(steps(stream, step));
        for (int i = 1; i <= step; i++) {
            graph.add(trace(stream, i));
        }
        return graph;
    }

    /** The statements that a repository must have, of all elements sent so far. */
    Set<Statement> expected(String repository) {
        Set<Statement> all = new HashSet<>();
        for (int stream = 0; stream < streams; stream++) {
            int step = sent / streams + (stream < sent % streams ? 1 : 0);
            if (step > 0 && targets(stream).contains(repository)) {
                all.addAll(graph(stream, step));
            }
        }
        return all;
    }

    /** The statements that a repository has, without the rows of the sink. */
    static Set<Statement> found(ServerProcess server, String repository) throws IOException, InterruptedException {
        String text = server.text(URI.create(server.repository(repository) + "/statements"), "application/n-quads");
        Set<Statement> all = new HashSet<>(Rio.parse(new StringReader(text), RDFFormat.NQUADS));
        all.removeIf(statement -> String.valueOf(statement.getContext()).startsWith("urn:velella:system"));
        return all;
    }
}
