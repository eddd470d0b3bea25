package dev.velella.tests.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.fixture.CutProxy;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.remote.ServerProcess;
import dev.velella.tests.sink.AuditedSink;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/**
 * A store with its sink connector, as a client sees it.
 *
 * @param connector as it is given to the worker
 * @param query where SPARQL queries go
 */
record SoakStore(ObjectNode connector, URI query) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /** A store in the worker. */
    static SoakStore embedded(String kind, Path directory, String bootstrapServers) throws IOException {
        int port = Ports.free();
        Map<String, String> options = new HashMap<>(
                Map.of("target.dir", directory.toString(), "sparql.endpoint.port", Integer.toString(port)));
        if (kind.equals("memory")) {
            options.put("checkpoint.interval.ms", "2000");
        }
        ObjectNode connector = AuditedSink.sample(kind + "-sink.json", kind + "-sink", bootstrapServers, options);
        return new SoakStore(connector, URI.create("http://localhost:" + port + "/sparql"));
    }

    /** A store on a server, which the sink reaches through a proxy. */
    static SoakStore remote(ServerProcess server, CutProxy proxy, String bootstrapServers) throws IOException {
        ObjectNode connector = AuditedSink.sample(
                server.traits().isRdf4j() ? "rdf4j-server-sink.json" : "sparql-sink.json",
                server + "-sink",
                bootstrapServers,
                Map.of(
                        "tasks.max",
                        "1",
                        "target.url",
                        by(proxy, server.queryUrl()),
                        "target.update.url",
                        by(proxy, server.updateUrl()),
                        "target.retry.backoff.max.ms",
                        "2000"));
        return new SoakStore(connector, server.queryUrl());
    }

    private static String by(CutProxy proxy, URI direct) {
        return direct.toString().replace(":" + direct.getPort() + "/", ":" + proxy.port() + "/");
    }

    String name() {
        return connector.get("name").asText();
    }

    /** Options of the connector, with another number of tasks. */
    Map<String, String> config(int tasks) {
        Map<String, String> config = new HashMap<>();
        connector
                .get("config")
                .properties()
                .forEach(option -> config.put(option.getKey(), option.getValue().asText()));
        config.put("tasks.max", Integer.toString(tasks));
        return config;
    }

    /** Number of the last reading of each device that the store has; empty while it does not answer. */
    Map<String, Long> numbers() throws InterruptedException {
        Map<String, Long> numbers = new HashMap<>();
        try {
            String answer = get(
                    "SELECT ?d ?n WHERE { GRAPH ?g { ?d <" + SoakReading.NUMBER + "> ?n } }",
                    "application/sparql-results+json");
            for (JsonNode row : JSON.readTree(answer).path("results").path("bindings")) {
                String device = row.path("d").path("value").asText();
                numbers.put(
                        device.substring(device.lastIndexOf(':') + 1),
                        row.path("n").path("value").asLong());
            }
            return numbers;
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** All statements in the graph of a device's stream. */
    Set<Statement> graph(String device) throws Exception {
        Model triples = construct("GRAPH <" + SoakReading.graphOfStream(device) + "> { ?s ?p ?o }");
        Set<Statement> graph = new HashSet<>();
        triples.forEach(triple -> graph.add(VALUES.createStatement(
                triple.getSubject(), triple.getPredicate(), triple.getObject(), SoakReading.graphOfStream(device))));
        return graph;
    }

    /** All statements of the default graph; empty while it does not answer. */
    Set<Statement> defaultGraph() throws Exception {
        try {
            return construct("?s ?p ?o");
        } catch (IOException e) {
            return Set.of();
        }
    }

    private Model construct(String where) throws Exception {
        return Rio.parse(
                new StringReader(get("CONSTRUCT { ?s ?p ?o } WHERE { " + where + " }", "application/n-triples")),
                RDFFormat.NTRIPLES);
    }

    private String get(String text, String accept) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(query + "?query=" + URLEncoder.encode(text, StandardCharsets.UTF_8)))
                .timeout(LONGEST)
                .header("Accept", accept)
                .build();
        HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(query + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
