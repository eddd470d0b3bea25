package dev.velella.tests.remote;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A server with a store, which can be killed and started again. */
public abstract class StoreServer implements AutoCloseable {
    private final Traits traits;
    private final HttpClient client;

    /**
     * In what servers differ.
     *
     * @param name short, in lower case
     * @param isRdf4j whether it is an RDF4J server, else a SPARQL endpoint
     * @param keepsLiterals as they are written
     * @param keepsData when it is killed
     */
    public record Traits(String name, boolean isRdf4j, boolean keepsLiterals, boolean keepsData) {}

    /** @param client for requests of tests */
    protected StoreServer(Traits traits, HttpClient client) {
        this.traits = traits;
        this.client = client;
    }

    public Traits traits() {
        return traits;
    }

    /** Where queries go, and with RDF4J everything. */
    public abstract URI queryUrl();

    /** Where SPARQL updates go. */
    public abstract URI updateUrl();

    /** Starts the server once more after {@link #kill}. */
    public abstract void start() throws IOException;

    /** Waits until the server answers, and its store is there. */
    public abstract StoreServer awaitUp() throws Exception;

    /** Ends the server at once, without a chance to tidy up. */
    public abstract void kill();

    /** Ends the server and removes what it left. */
    @Override
    public abstract void close();

    /** A request with what the server asks for. */
    protected HttpRequest.Builder request(URI url) {
        return HttpRequest.newBuilder(url);
    }

    /** Status of the answer to a request; 0 if there was none. */
    protected int status(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Whether the default graph, and no other, has a statement with that object. */
    boolean defaultGraphHas(String object) throws IOException, InterruptedException {
        String from = traits.isRdf4j() ? "FROM <http://rdf4j.org/schema/rdf4j#nil> " : "";
        return query("SELECT (COUNT(*) AS ?n) " + from + "WHERE { ?s ?p <" + object + "> }") > 0;
    }

    /** Sum of the next offsets of a connector's partitions; 0 while the server does not answer. */
    public long applied(String connector) throws InterruptedException {
        String query = "SELECT ?o { GRAPH <urn:velella:system> { ?row <urn:velella:system#nextOffset> ?o"
                + " FILTER(STRSTARTS(STR(?row), \"urn:velella:system:partition:" + connector + ":\")) } }";
        try {
            return query(query);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /** The answer to a GET request. */
    public String text(URI url, String mediaType) throws IOException, InterruptedException {
        HttpRequest request = request(url).header("Accept", mediaType).build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("HTTP " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** The answer of an ASK query. */
    public boolean ask(String query) throws IOException, InterruptedException {
        return ask(queryUrl(), query);
    }

    /** The answer of an ASK query at another address of the server. */
    boolean ask(URI url, String query) throws IOException, InterruptedException {
        HttpRequest request = request(url)
                .header("Content-Type", "application/sparql-query")
                .header("Accept", "application/sparql-results+json")
                .POST(HttpRequest.BodyPublishers.ofString(query))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("HTTP " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body().replaceAll("\\s", "").contains("\"boolean\":true");
    }

    /** Removes all that the store holds, also what connectors of other tests have left. */
    public void empty() throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                request(updateUrl())
                        .header("Content-Type", "application/sparql-update")
                        .POST(HttpRequest.BodyPublishers.ofString("DROP ALL"))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("HTTP " + answer.statusCode() + ": " + answer.body());
        }
    }

    /** Sum of the numbers that a query gives. */
    private long query(String query) throws IOException, InterruptedException {
        HttpRequest request = request(queryUrl())
                .header("Content-Type", "application/sparql-query")
                .header("Accept", "text/csv")
                .POST(HttpRequest.BodyPublishers.ofString(query))
                .build();
        return client.send(request, BodyHandlers.ofString())
                .body()
                .lines()
                .skip(1)
                .mapToLong(Long::parseLong)
                .sum();
    }

    @Override
    public String toString() {
        return traits.name();
    }
}
