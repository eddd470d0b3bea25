package dev.velella.tests.remote;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.kit.access.Tls;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.LogTail;
import dev.velella.tests.Signals;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * RDF4J server or Fuseki in a process of its own, which can be killed and started again; its log goes to {@code
 * target/servers.log}.
 */
public final class ServerProcess extends StoreServer {
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
        RDF4J(true, true),
        /** Fuseki with a transactional dataset in memory. */
        FUSEKI(true, false),
        /** Fuseki with a TDB2 dataset. */
        TDB2(false, true);

        private final boolean keepsLiterals;
        private final boolean keepsData;

        Kind(boolean keepsLiterals, boolean keepsData) {
            this.keepsLiterals = keepsLiterals;
            this.keepsData = keepsData;
        }

        private Traits traits() {
            return new Traits(name().toLowerCase(Locale.ROOT), this == RDF4J, keepsLiterals, keepsData);
        }
    }

    private final Kind kind;
    private final Path directory;
    private final Map<String, String> properties;
    private final int port = Ports.free();
    private Process process;

    /**
     * Starts a server; {@link #awaitUp} waits for it.
     *
     * @param properties of its JVM, such as {@code server.basic}
     */
    public ServerProcess(Kind kind, Path directory, Map<String, String> properties) throws IOException {
        this(kind, directory, properties, Tls.DEFAULT);
    }

    /**
     * Starts a server that may ask for TLS.
     *
     * @param tls how this talks to it
     */
    public ServerProcess(Kind kind, Path directory, Map<String, String> properties, Tls tls) throws IOException {
        super(kind.traits(), HttpClient.newBuilder().sslContext(tls.context()).build());
        this.kind = kind;
        this.directory = directory;
        this.properties = properties;
        start();
    }

    @Override
    public void start() throws IOException {
        Path module = Path.of("servers", kind == Kind.RDF4J ? "rdf4j" : "fuseki", "target");
        if (!Files.isDirectory(module.resolve("lib"))) {
            throw new IllegalStateException(module.toAbsolutePath() + " is not built");
        }
        List<String> command = ShortLivedJvm.command(384);
        command.addAll(List.of(
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
            case TDB2 -> {
                TornJournal.mend(Files.createDirectories(directory));
                command.addAll(List.of("dev.velella.server.Fuseki", Integer.toString(port), directory.toString()));
            }
        }
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "servers.log").toFile()))
                .start();
    }

    /** Makes the repository of an RDF4J server where there is none. */
    @Override
    public StoreServer awaitUp() throws Exception {
        URI url = URI.create(kind == Kind.RDF4J ? base() + "/protocol" : base() + "/query?query=ASK%7B%7D");
        Await.until(url + " answers", PATIENCE, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("the server ended" + LogTail.of("servers.log"));
            }
            return status(request(url).build()) == 200;
        });
        if (kind == Kind.RDF4J) {
            createRepository();
        }
        return this;
    }

    @Override
    protected HttpRequest.Builder request(URI url) {
        HttpRequest.Builder request = super.request(url);
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

    /** One that is there stays. */
    private void createRepository() throws Exception {
        HttpRequest request = request(queryUrl())
                .header("Content-Type", "text/turtle")
                .PUT(HttpRequest.BodyPublishers.ofString(MEMORY_WITH_SYNC))
                .build();
        int status = status(request);
        if (status != 204 && status != 409) {
            throw new IOException("no repository: HTTP " + status);
        }
    }

    /** Ids of the repositories of an RDF4J server. */
    public List<String> repositories() throws IOException, InterruptedException {
        return text(URI.create(base() + "/repositories"), "text/csv")
                .lines()
                .skip(1)
                .map(line -> line.split(",")[1].replace("\"", ""))
                .toList();
    }

    /** One of the repositories of an RDF4J server. */
    public URI repository(String id) {
        return URI.create(base() + "/repositories/" + id);
    }

    String base() {
        String scheme = properties.containsKey("server.keystore") ? "https" : "http";
        return scheme + "://localhost:" + port + (kind == Kind.RDF4J ? "/rdf4j-server" : "/ds");
    }

    @Override
    public URI queryUrl() {
        return URI.create(kind == Kind.RDF4J ? base() + "/repositories/test" : base() + "/query");
    }

    @Override
    public URI updateUrl() {
        return URI.create(kind == Kind.RDF4J ? base() + "/repositories/test/statements" : base() + "/update");
    }

    @Override
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Ends the server as an operator does: an RDF4J server closes its repositories. */
    public void stop() {
        process.destroy();
        process.onExit().join();
    }

    /** From now on the server takes connections, and answers nothing. */
    public void hang() throws IOException, InterruptedException {
        Signals.send(process.pid(), "STOP");
    }

    /** Ends what {@link #hang} began. */
    public void goOn() throws IOException, InterruptedException {
        Signals.send(process.pid(), "CONT");
    }

    /** Number of the process. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        kill();
    }
}
