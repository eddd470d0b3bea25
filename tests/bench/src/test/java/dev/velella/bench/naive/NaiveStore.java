package dev.velella.bench.naive;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLResultsJSONWriter;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/** Third part of the hand-made pipeline: applies each patch to a store in a transaction of its own, or many in one. */
final class NaiveStore {
    /** As RDF4J's manual has it; the better pipeline has transactions that are large enough to write the file each time. */
    private static final long SYNC_MS = 1000;

    private final NaiveClients clients;
    private final Repository store;

    NaiveStore(NaiveClients clients, Repository store) {
        this.clients = clients;
        this.store = store;
    }

    /** A store in memory with a file, which answers SPARQL queries on a port. */
    static Repository memory(Path directory, int port, boolean better) throws IOException {
        MemoryStore memory = new MemoryStore(directory.toFile());
        memory.setSyncDelay(better ? 0 : SYNC_MS);
        Repository store = new SailRepository(memory);
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.createContext("/", exchange -> {
            String query = exchange.getRequestURI().getRawQuery().replaceFirst("query=([^&]*).*", "$1");
            exchange.getResponseHeaders().set("Content-Type", "application/sparql-results+json");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody();
                    RepositoryConnection connection = store.getConnection()) {
                connection
                        .prepareTupleQuery(URLDecoder.decode(query, StandardCharsets.UTF_8))
                        .evaluate(new SPARQLResultsJSONWriter(out));
            }
        });
        server.start();
        return store;
    }

    void run(String patches) throws IOException {
        try (KafkaConsumer<String, String> consumer = clients.consumer(patches);
                RepositoryConnection connection = store.getConnection()) {
            while (true) {
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
                if (clients.better() && !records.isEmpty()) {
                    connection.begin();
                }
                for (ConsumerRecord<String, String> record : records) {
                    if (!clients.better()) {
                        connection.begin();
                    }
                    connection.remove(rows(record.value(), "D "));
                    connection.add(rows(record.value(), "A "));
                    if (!clients.better()) {
                        connection.commit();
                    }
                }
                if (clients.better() && !records.isEmpty()) {
                    connection.commit();
                    consumer.commitSync();
                }
            }
        }
    }

    private static Model rows(String patch, String code) throws IOException {
        String quads = patch.lines()
                .filter(line -> line.startsWith(code))
                .map(line -> line.substring(code.length()))
                .collect(Collectors.joining("\n"));
        return Rio.parse(new StringReader(quads), RDFFormat.NQUADS);
    }
}
