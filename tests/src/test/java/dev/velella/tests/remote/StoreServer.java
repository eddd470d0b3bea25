package dev.velella.tests.remote;

import dev.velella.quickstart.Ports;
import dev.velella.sink.remote.Tls;
import dev.velella.tests.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * RDF4J server or Fuseki in a process of its own, which can be killed and started again; its log goes to {@code
 * target/servers.log}.
 */
public final class StoreServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    /** A memory store that writes its file in every transaction. */
    private static final String MEMORY_WITH_SYNC =
            """
            @prefix config: <tag:rdf4j.org,2023:config/>.
            [] a config:Repository ; config:rep.id "test" ; config:rep.impl [
              config:rep.type "openrdf:SailRepository" ; config:sail.impl [
                config:sail.type "openrdf:MemoryStore" ; config:mem.persist true ; config:mem.syncDelay 0 ] ] .
            """;

    /** Kinds of stores. */
    public enum Kind {
        /** RDF4J server with a memory store that is written to disk in every transaction. */
        RDF4J,
        /** Fuseki with a transactional dataset in memory. */
        FUSEKI,
        /** Fuseki with a TDB2 dataset. */
        TDB2
    }

    private final Kind kind;
    private final Path directory;
    private final Map<String, String> properties;
    private final HttpClient client;
    private final int port = Ports.free();
    private Process process;

    /**
     * Starts a server; {@link #awaitUp} waits for it.
     *
     * @param properties of its JVM, such as {@code server.basic}
     */
    public StoreServer(Kind kind, Path directory, Map<String, String> properties) throws IOException {
        this(kind, directory, properties, Tls.DEFAULT);
    }

    /**
     * Starts a server that may ask for TLS.
     *
     * @param tls how this talks to it
     */
    public StoreServer(Kind kind, Path directory, Map<String, String> properties, Tls tls) throws IOException {
        client = HttpClient.newBuilder().sslContext(tls.context()).build();
        this.kind = kind;
        this.directory = directory;
        this.properties = properties;
        start();
    }

    /** Starts the server once more after {@link #kill}. */
    public void start() throws IOException {
        Path module = Path.of("servers", kind == Kind.RDF4J ? "rdf4j" : "fuseki", "target");
        if (!Files.isDirectory(module.resolve("lib"))) {
            throw new IllegalStateException(module.toAbsolutePath() + " is not built");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.eclipse.rdf4j.appdata.basedir=" + directory.toAbsolutePath()));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-cp", module.resolve("test-classes") + ":" + module.resolve("lib") + "/*"));
        switch (kind) {
            case RDF4J ->
                command.addAll(List.of(
                        "dev.velella.server.Rdf4jServer",
                        module.resolve("rdf4j-server.war").toString(),
                        Integer.toString(port)));
            case FUSEKI -> command.addAll(List.of("dev.velella.server.Fuseki", Integer.toString(port), "mem"));
            case TDB2 ->
                command.addAll(List.of(
                        "dev.velella.server.Fuseki",
                        Integer.toString(port),
                        Files.createDirectories(directory).toString()));
        }
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "servers.log").toFile()))
                .start();
    }

    /** Waits until the server answers; makes the repository of an RDF4J server where there is none. */
    public StoreServer awaitUp() throws Exception {
        URI url = URI.create(kind == Kind.RDF4J ? base() + "/protocol" : base() + "/query?query=ASK%7B%7D");
        Await.until(url + " answers", PATIENCE, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("the server ended: see target/servers.log");
            }
            try {
                return client.send(request(url).build(), BodyHandlers.discarding())
                                .statusCode()
                        == 200;
            } catch (IOException e) {
                return false;
            }
        });
        if (kind == Kind.RDF4J) {
            createRepository();
        }
        return this;
    }

    private HttpRequest.Builder request(URI url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url);
        String bearer = properties.get("server.bearer");
        if (bearer != null) {
            request.header("Authorization", "Bearer " + bearer);
        }
        String basic = properties.get("server.basic");
        if (basic != null) {
            byte[] pair = basic.getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return request;
    }

    /** Whether the default graph, and no other, has a statement with that object. */
    boolean defaultGraphHas(String object) throws IOException, InterruptedException {
        String from = kind == Kind.RDF4J ? "FROM <http://rdf4j.org/schema/rdf4j#nil> " : "";
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

    /** The answer of an ASK query. */
    public boolean ask(String query) throws IOException, InterruptedException {
        HttpRequest request = request(queryUrl())
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

    /** One that is there stays. */
    private void createRepository() throws Exception {
        HttpRequest request = request(queryUrl())
                .header("Content-Type", "text/turtle")
                .PUT(HttpRequest.BodyPublishers.ofString(MEMORY_WITH_SYNC))
                .build();
        int status = client.send(request, BodyHandlers.discarding()).statusCode();
        if (status != 204 && status != 409) {
            throw new IOException("no repository: HTTP " + status);
        }
    }

    private String base() {
        String scheme = properties.containsKey("server.keystore") ? "https" : "http";
        return scheme + "://localhost:" + port + (kind == Kind.RDF4J ? "/rdf4j-server" : "/ds");
    }

    public Kind kind() {
        return kind;
    }

    /** Where queries go, and with RDF4J everything. */
    public URI queryUrl() {
        return URI.create(kind == Kind.RDF4J ? base() + "/repositories/test" : base() + "/query");
    }

    /** Where SPARQL updates go. */
    public URI updateUrl() {
        return URI.create(kind == Kind.RDF4J ? base() + "/repositories/test/statements" : base() + "/update");
    }

    /** Ends the process at once. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
