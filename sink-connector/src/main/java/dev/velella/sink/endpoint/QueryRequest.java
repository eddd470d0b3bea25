package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
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
    static QueryRequest read(HttpExchange exchange) throws IOException {
        Map<String, List<String>> parameters = parameters(exchange);
        switch (exchange.getRequestMethod()) {
            case "GET", "HEAD" -> {}
            case "POST" -> readBody(exchange, parameters);
            default -> {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD, POST");
                throw new HttpFault(405, "only GET, HEAD and POST are answered");
            }
        }
        return of(parameters);
    }

    /** The parameters in the URI of a request. */
    static Map<String, List<String>> parameters(HttpExchange exchange) {
        String fromUri = exchange.getRequestURI().getRawQuery();
        if (fromUri != null && fromUri.length() > MAX_BYTES) {
            throw tooLarge();
        }
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        decode(fromUri == null ? "" : fromUri, parameters);
        return parameters;
    }

    private static void readBody(HttpExchange exchange, Map<String, List<String>> parameters) throws IOException {
        String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
        String type =
                contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        String body = body(exchange.getRequestBody());
        switch (type) {
            case "application/x-www-form-urlencoded" -> decode(body, parameters);
            case "application/sparql-query" ->
                parameters.computeIfAbsent("query", name -> new ArrayList<>()).add(body);
            case "application/sparql-update" -> throw QueryPolicy.updateRefused();
            default ->
                throw new HttpFault(
                        415, "POST needs Content-Type application/x-www-form-urlencoded or application/sparql-query");
        }
    }

    private static String body(InputStream in) throws IOException {
        byte[] body = in.readNBytes(MAX_BYTES + 1);
        if (body.length > MAX_BYTES) {
            in.skip(8L * MAX_BYTES); // so that most clients finish writing and then read the answer
            throw tooLarge();
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private static HttpFault tooLarge() {
        return new HttpFault(413, "the request is larger than " + MAX_BYTES + " bytes");
    }

    private static void decode(String form, Map<String, List<String>> parameters) {
        for (String pair : form.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters
                        .computeIfAbsent(unescape(pair.substring(0, equals)), name -> new ArrayList<>())
                        .add(unescape(pair.substring(equals + 1)));
            }
        }
    }

    private static String unescape(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new HttpFault(400, "broken percent-encoding in a parameter");
        }
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
