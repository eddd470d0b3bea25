package dev.velella.tests.remote;

import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.LogTail;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A server as its makers give it to users, in a process that can be killed and started again. {@code tests/soak/run stores} lays the
 * programs into the directory that the property {@value #PROGRAMS} names; the log goes to {@code target/servers.log}.
 */
final class InstalledServer extends StoreServer {
    static final String PROGRAMS = "velella.servers";

    private static final Duration PATIENCE = Duration.ofSeconds(180);

    /** Kinds of servers. */
    enum Kind {
        /** Fuseki with a transactional dataset in memory. */
        FUSEKI(true, false),
        /** Fuseki with a TDB2 dataset. */
        TDB2(false, true),
        /** Oxigraph in memory. */
        OXIGRAPH(false, false),
        /** Oxigraph on disk. */
        OXIGRAPH_DISK(false, true);

        private final boolean keepsLiterals;
        private final boolean keepsData;

        Kind(boolean keepsLiterals, boolean keepsData) {
            this.keepsLiterals = keepsLiterals;
            this.keepsData = keepsData;
        }
    }

    private final Kind kind;
    private final Path directory;
    private final int port = Ports.free();
    private Process process;

    /**
     * Starts a server; {@link #awaitUp} waits for it.
     *
     * @param directory of its data
     */
    InstalledServer(Kind kind, Path directory) throws IOException {
        super(
                new Traits(
                        "installed-" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        false,
                        kind.keepsLiterals,
                        kind.keepsData),
                HttpClient.newHttpClient());
        this.kind = kind;
        this.directory = directory;
        start();
    }

    @Override
    public void start() throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        if (kind == Kind.TDB2) {
            TornJournal.mend(data);
        }
        ProcessBuilder server = new ProcessBuilder(command(Path.of(System.getProperty(PROGRAMS)), data.toString()));
        server.environment().put("FUSEKI_BASE", directory.toString());
        process = server.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "servers.log").toFile()))
                .start();
    }

    private List<String> command(Path programs, String data) {
        String java = programs + "/java/bin/java";
        String fuseki = programs + "/jena-fuseki-server.jar";
        String oxigraph = programs + "/oxigraph/oxigraph-0.5";
        String at = "--port=" + port;
        String bind = "localhost:" + port;
        return switch (kind) {
            case FUSEKI ->
                List.of(java, "-Xmx1g", "-jar", fuseki, "--quiet", "--localhost", at, "--mem", "--update", "/ds");
            case TDB2 ->
                List.of(
                        java,
                        "-Xmx1g",
                        "-jar",
                        fuseki,
                        "--quiet",
                        "--localhost",
                        at,
                        "--loc=" + data,
                        "--update",
                        "/ds");
            case OXIGRAPH -> List.of(oxigraph, "serve", "--bind", bind);
            case OXIGRAPH_DISK -> List.of(oxigraph, "serve", "--bind", bind, "--location", data);
        };
    }

    @Override
    public StoreServer awaitUp() throws Exception {
        URI url = URI.create(queryUrl() + "?query=ASK%7B%7D");
        Await.until(url + " answers", PATIENCE, () -> {
            if (!process.isAlive()) {
                throw new AssertionError(this + " ended" + LogTail.of("servers.log"));
            }
            return status(request(url).build()) == 200;
        });
        return this;
    }

    @Override
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private String base() {
        return "http://localhost:" + port + (kind == Kind.FUSEKI || kind == Kind.TDB2 ? "/ds" : "");
    }

    @Override
    public URI queryUrl() {
        return URI.create(base() + "/query");
    }

    @Override
    public URI updateUrl() {
        return URI.create(base() + "/update");
    }
}
