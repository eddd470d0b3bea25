package dev.velella.bench.process;

import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** RDF4J server or Fuseki ({@code tests/servers}) with one empty store, in a process of its own. Closing ends the process. */
public final class StoreProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Indexes of the target LMDB: one of them begins with the graph. */
    private static final String INDEXES = "\"spoc,posc,ospc,cspo\"";

    private static final String REPOSITORY =
            """
            @prefix config: <tag:rdf4j.org,2023:config/>.
            [] a config:Repository ; config:rep.id "bench" ; config:rep.impl [
              config:rep.type "openrdf:SailRepository" ; config:sail.impl [
                %s ] ] .
            """;

    private final Kind kind;
    private final int port;
    private final Process process;

    /** What is started. */
    public enum Kind {
        /**
         * RDF4J server with a memory store. It has no file: the way to the store is measured, and a store that writes its
         * file every time would hide it.
         */
        RDF4J("config:sail.type \"openrdf:MemoryStore\" ; config:mem.persist false"),
        /** RDF4J server with a native store. */
        RDF4J_NATIVE("config:sail.type \"openrdf:NativeStore\" ; config:native.tripleIndexes " + INDEXES),
        /** RDF4J server with an LMDB store. */
        RDF4J_LMDB("config:sail.type \"rdf4j:LmdbStore\" ; config:lmdb.tripleIndexes " + INDEXES),
        /** Fuseki with a transactional dataset in memory. */
        FUSEKI(""),
        /** Fuseki with a TDB2 dataset. */
        TDB2("");

        /** The store of the repository, as Turtle; empty if the server is another. */
        private final String sail;

        Kind(String sail) {
            this.sail = sail;
        }

        /** Whether it is an RDF4J server. */
        public boolean isRdf4j() {
            return !sail.isEmpty();
        }
    }

    /**
     * Starts a server and waits until it answers.
     *
     * @param servers the folder {@code tests/servers}, built
     * @param directory for what the server keeps
     */
    public StoreProcess(Kind kind, Path servers, Path directory) throws IOException, InterruptedException {
        this.kind = kind;
        Path module = servers.resolve(kind.isRdf4j() ? "rdf4j" : "fuseki").resolve("target");
        if (!Files.isDirectory(module.resolve("lib"))) {
            throw new BenchmarkException(
                    module + " is not built: mvn package -pl tests/servers/rdf4j,tests/servers/fuseki");
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.createDirectories(directory);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx3g",
                "-XX:+UseParallelGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.eclipse.rdf4j.appdata.basedir=" + directory,
                "-cp",
                module.resolve("test-classes") + ":" + module.resolve("lib") + "/*"));
        command.addAll(
                switch (kind) {
                    case RDF4J, RDF4J_NATIVE, RDF4J_LMDB ->
                        List.of(
                                "dev.velella.server.Rdf4jServer",
                                module.resolve("rdf4j-server.war").toString(),
                                Integer.toString(port));
                    case FUSEKI -> List.of("dev.velella.server.Fuseki", Integer.toString(port), "mem");
                    case TDB2 -> List.of("dev.velella.server.Fuseki", Integer.toString(port), directory.toString());
                });
        Path log = directory.resolve("server.log");
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        awaitUp();
        if (kind.isRdf4j()) {
            send(HttpRequest.newBuilder(queryUrl())
                    .header("Content-Type", "text/turtle")
                    .PUT(BodyPublishers.ofString(REPOSITORY.formatted(kind.sail))));
        }
    }

    private void awaitUp() throws InterruptedException {
        URI url = URI.create(kind.isRdf4j() ? base() + "/protocol" : base() + "/query?query=ASK%7B%7D");
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                send(HttpRequest.newBuilder(url));
                return;
            } catch (IOException | BenchmarkException e) {
                if (!process.isAlive() || System.nanoTime() > until) {
                    process.destroyForcibly();
                    throw new BenchmarkException("no " + kind + " server: " + e.getMessage(), e);
                }
                Thread.sleep(200);
            }
        }
    }

    private static void send(HttpRequest.Builder request) throws IOException, InterruptedException {
        int status = CLIENT.send(request.build(), BodyHandlers.discarding()).statusCode();
        if (status / 100 != 2) {
            throw new BenchmarkException("HTTP status " + status);
        }
    }

    /** Does a SPARQL update. */
    public void update(String text) {
        try {
            send(HttpRequest.newBuilder(updateUrl())
                    .header("Content-Type", "application/sparql-update")
                    .POST(BodyPublishers.ofString(text)));
        } catch (IOException e) {
            throw new BenchmarkException("the server does not answer", e);
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
    }

    /** Number of the server's process. */
    public long pid() {
        return process.pid();
    }

    private String base() {
        return "http://localhost:" + port + (kind.isRdf4j() ? "/rdf4j-server" : "/ds");
    }

    /** Its kind. */
    public Kind kind() {
        return kind;
    }

    /** Where queries go, and with RDF4J everything. */
    public URI queryUrl() {
        return URI.create(kind.isRdf4j() ? base() + "/repositories/bench" : base() + "/query");
    }

    /** Where SPARQL updates go. */
    public URI updateUrl() {
        return URI.create(kind.isRdf4j() ? base() + "/repositories/bench/statements" : base() + "/update");
    }

    /** Processor time of all its threads since it began, in ns. */
    public long processorNanos() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
