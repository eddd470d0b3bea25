package dev.velella.bench.naive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Asks a store for the graphs of the stations, by SPARQL. */
final class StoreLook {
    static final String GRAPHS = "urn:velella:stream:";
    static final String AT_TIME = "http://www.w3.org/ns/prov#atTime";

    private static final String LATEST = "SELECT ?g ?t { GRAPH ?g { ?g <" + AT_TIME + "> ?t } }";
    private static final String ALL =
            "SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), \"" + GRAPHS + "\")) }";

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final String url;

    /** @param url where queries go */
    StoreLook(String url) {
        this.url = url;
    }

    /** Time of the latest reading of each station; none while the store does not answer. */
    Map<String, String> latest() throws InterruptedException {
        Map<String, String> latest = new HashMap<>();
        try {
            for (JsonNode row : rows(LATEST)) {
                latest.merge(
                        station(row),
                        row.at("/t/value").asText(),
                        (one, other) -> one.compareTo(other) > 0 ? one : other);
            }
        } catch (IOException e) {
            return Map.of();
        }
        return latest;
    }

    /** The statements of each station, spelled. */
    Map<String, Set<String>> graphs() throws IOException, InterruptedException {
        Map<String, Set<String>> graphs = new HashMap<>();
        for (JsonNode row : rows(ALL)) {
            JsonNode object = row.get("o");
            String statement = row.at("/s/value").asText() + " "
                    + row.at("/p/value").asText() + " " + object.get("value").asText();
            graphs.computeIfAbsent(station(row), s -> new TreeSet<>()).add(statement);
        }
        return graphs;
    }

    private static String station(JsonNode row) {
        return row.at("/g/value").asText().substring(GRAPHS.length());
    }

    private JsonNode rows(String query) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(url + "?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                        .header("Accept", "application/sparql-results+json")
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("HTTP status " + answer.statusCode() + ": " + answer.body());
        }
        return json.readTree(answer.body()).at("/results/bindings");
    }
}
