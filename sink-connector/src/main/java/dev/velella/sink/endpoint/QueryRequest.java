package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.impl.SimpleDataset;
import org.jspecify.annotations.Nullable;

/**
 * A query operation of the SPARQL 1.1 Protocol (section 2.1). It comes by GET, by POST of a form, or by POST of the
 * query itself.
 *
 * @param query text of the query
 * @param dataset graphs that the request names; null if it names none
 * @param moment moment of the past whose state is asked; null for the present
 * @param applied records that must be applied first
 */
record QueryRequest(String query, @Nullable Dataset dataset, @Nullable Moment moment, AppliedOffsets applied) {
    /** Maximum size of a request line or body, in bytes. */
    static final int MAX_BYTES = 1 << 20;

    /**
     * Reads a request.
     *
     * @throws HttpFault if the request is no query, or is too large
     */
    static QueryRequest read(ServerRequest request) {
        Map<String, List<String>> parameters = new LinkedHashMap<>(request.parameters());
        if (request.method().equals("POST")) {
            readBody(request, parameters);
        }
        return of(parameters);
    }

    private static void readBody(ServerRequest request, Map<String, List<String>> parameters) {
        String contentType = request.header("Content-Type");
        String type =
                contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        String body = new String(request.body(), StandardCharsets.UTF_8);
        switch (type) {
            case "application/x-www-form-urlencoded" ->
                ServerRequest.parameters(body)
                        .forEach((name, values) -> values(parameters, name).addAll(values));
            case "application/sparql-query" -> values(parameters, "query").add(body);
            case "application/sparql-update" -> throw QueryPolicy.updateRefused();
            default ->
                throw new HttpFault(
                        415, "POST needs Content-Type application/x-www-form-urlencoded or application/sparql-query");
        }
    }

    private static List<String> values(Map<String, List<String>> parameters, String name) {
        return parameters.computeIfAbsent(name, each -> new ArrayList<>());
    }

    private static QueryRequest of(Map<String, List<String>> parameters) {
        if (parameters.containsKey("update")) {
            throw QueryPolicy.updateRefused();
        }
        List<String> queries = parameters.getOrDefault("query", List.of());
        if (queries.size() != 1) {
            throw new HttpFault(400, "the request needs one parameter 'query', and has " + queries.size());
        }
        return new QueryRequest(
                queries.get(0), dataset(parameters), Moment.of(parameters).orElse(null), AppliedOffsets.of(parameters));
    }

    /** Graphs that a request names. Some clients send an empty name if they mean none. */
    private static List<String> graphs(Map<String, List<String>> parameters, String name) {
        return parameters.getOrDefault(name, List.of()).stream()
                .filter(graph -> !graph.isEmpty())
                .toList();
    }

    private static @Nullable Dataset dataset(Map<String, List<String>> parameters) {
        List<String> defaultGraphs = graphs(parameters, "default-graph-uri");
        List<String> namedGraphs = graphs(parameters, "named-graph-uri");
        if (defaultGraphs.isEmpty() && namedGraphs.isEmpty()) {
            return null;
        }
        ValueFactory values = SimpleValueFactory.getInstance();
        SimpleDataset dataset = new SimpleDataset();
        try {
            defaultGraphs.forEach(graph -> dataset.addDefaultGraph(values.createIRI(graph)));
            namedGraphs.forEach(graph -> dataset.addNamedGraph(values.createIRI(graph)));
        } catch (IllegalArgumentException e) {
            throw new HttpFault(400, "a graph parameter is no absolute IRI: " + e.getMessage());
        }
        return dataset;
    }
}
