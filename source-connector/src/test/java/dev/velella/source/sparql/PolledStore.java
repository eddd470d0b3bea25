package dev.velella.source.sparql;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.QueryResults;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/** A store of RDF4J behind a SPARQL endpoint that can be told to refuse queries, and remembers all of them. */
final class PolledStore implements AutoCloseable {
    volatile String typeOfTriples = "application/n-triples;charset=UTF-8";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final HttpServer server;
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final List<String> answered = new CopyOnWriteArrayList<>();

    /** The status for a query; 200 lets it be answered. */
    private volatile Function<String, Integer> status = query -> 200;

    /** A graph that lists leave out. */
    private volatile String hidden = "";

    PolledStore() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/query";
    }

    void update(String update) {
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.prepareUpdate(update).execute();
        }
    }

    void answer(Function<String, Integer> statusOf) {
        status = statusOf;
    }

    void hide(String graph) {
        hidden = graph;
    }

    /** How many queries so far had this word. */
    long count(String word) {
        return queries.stream().filter(query -> query.contains(word)).count();
    }

    /** How many queries with this word were answered. */
    long answered(String word) {
        return answered.stream().filter(query -> query.contains(word)).count();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        queries.add(text);
        int code = status.apply(text);
        if (code == 200) {
            answered.add(text);
        }
        byte[] body = code == 200 ? evaluate(exchange, text) : "no".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private byte[] evaluate(HttpExchange exchange, String text) throws IOException {
        try (RepositoryConnection connection = repository.getConnection()) {
            Query query = connection.prepareQuery(text);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            if (query instanceof GraphQuery graph) {
                exchange.getResponseHeaders().add("Content-Type", typeOfTriples);
                Rio.write(QueryResults.asModel(graph.evaluate()), out, RDFFormat.NTRIPLES);
                return out.toByteArray();
            }
            exchange.getResponseHeaders().add("Content-Type", "application/sparql-results+json");
            ObjectNode answer = JSON.createObjectNode();
            if (query instanceof BooleanQuery ask) {
                answer.put("boolean", ask.evaluate());
            } else {
                rows(((TupleQuery) query), answer.putObject("results").putArray("bindings"));
            }
            return JSON.writeValueAsBytes(answer);
        }
    }

    private void rows(TupleQuery query, ArrayNode rows) {
        try (TupleQueryResult result = query.evaluate()) {
            while (result.hasNext()) {
                BindingSet row = result.next();
                if (row.hasBinding("g") && row.getValue("g").stringValue().equals(hidden)) {
                    continue;
                }
                ObjectNode object = rows.addObject();
                row.forEach(binding -> {
                    Value value = binding.getValue();
                    object.putObject(binding.getName())
                            .put("type", value instanceof IRI ? "uri" : value.isBNode() ? "bnode" : "literal")
                            .put("value", value.stringValue());
                });
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        repository.shutDown();
    }
}
