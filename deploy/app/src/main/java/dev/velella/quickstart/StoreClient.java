package dev.velella.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.kit.http.client.BoundedHttp;
import dev.velella.sink.view.RunningStore;
import dev.velella.sink.view.StoreView;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.rio.ParserConfig;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;

/** Client of the SPARQL endpoint that the sink connector serves. Thread-safe. */
public final class StoreClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_BYTES = 1 << 30;

    private final BoundedHttp http =
            new BoundedHttp(new BoundedHttp.Bounds(Duration.ofSeconds(5), PATIENCE, null, PATIENCE.toMillis() + " ms"));
    private final String baseUrl;

    /** @param baseUrl scheme, host and port of the endpoint */
    public StoreClient(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /** Address for queries. */
    public String queryUrl() {
        return baseUrl + "/sparql";
    }

    /**
     * The sink's status of its store. Empty while the endpoint does not answer: before its task runs, and while the
     * task is restarted.
     *
     * @throws IOException if the answer does not come from a sink
     */
    public Optional<JsonNode> status() throws IOException, InterruptedException {
        String answer;
        try {
            answer = get(baseUrl + "/status", "application/json");
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.of(JSON.readTree(answer));
    }

    /** Result of a SELECT query in the SPARQL JSON format. */
    public JsonNode select(String query) throws IOException, InterruptedException {
        return JSON.readTree(get(queryAddress(query), "application/sparql-results+json"));
    }

    /** Triples of one named graph. */
    public Model graph(String iri) throws IOException, InterruptedException {
        String query = "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <" + iri + "> { ?s ?p ?o } }";
        String triples = get(queryAddress(query), "application/n-triples");
        ParserConfig config = new ParserConfig();
        config.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        return Rio.parse(new StringReader(triples), RDFFormat.NTRIPLES, config);
    }

    /** All statements of the store. */
    StoreView state() {
        return new RunningStore(URI.create(baseUrl), PATIENCE);
    }

    private String queryAddress(String query) {
        return queryUrl() + "?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
    }

    private String get(String address, String accept) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                http.send(HttpRequest.newBuilder(URI.create(address)).header("Accept", accept));
        String text = BoundedHttp.text(response, MOST_BYTES);
        if (response.statusCode() != 200) {
            throw new IOException("the SPARQL endpoint answered " + response.statusCode() + ": " + text.strip());
        }
        return text;
    }
}
