package dev.velella.tests.remote;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;

/** One more repository of an RDF4J server: killed and started with the others. Closing it leaves the server as it is. */
public final class ServedRepository extends StoreServer {
    private final ServerProcess server;
    private final String name;
    private final String sail;

    /**
     * A repository that {@link #awaitUp} makes.
     *
     * @param server an RDF4J server
     * @param name of the repository
     * @param sail its store, in Turtle
     */
    private ServedRepository(ServerProcess server, String name, String sail) {
        super(new Traits(name, true, true, true), HttpClient.newHttpClient());
        this.server = server;
        this.name = name;
        this.sail = sail;
    }

    /** A repository with a LmdbStore. */
    public static ServedRepository lmdb(ServerProcess server) {
        return new ServedRepository(
                server, "lmdb", "config:sail.type \"rdf4j:LmdbStore\" ; config:lmdb.tripleIndexes \"spoc,posc,ospc\"");
    }

    /** A repository with a NativeStore. */
    public static ServedRepository nativeStore(ServerProcess server) {
        return new ServedRepository(server, "native", "config:sail.type \"openrdf:NativeStore\"");
    }

    /** A repository with an outbox around a store: memory, lmdb or native. */
    public static ServedRepository captured(ServerProcess server, String store) {
        String delegate =
                switch (store) {
                    case "memory" ->
                        "config:sail.type \"openrdf:MemoryStore\" ; config:mem.persist true ; config:mem.syncDelay 0";
                    case "lmdb" -> "config:sail.type \"rdf4j:LmdbStore\"";
                    default -> "config:sail.type \"openrdf:NativeStore\"";
                };
        return new ServedRepository(
                server,
                "captured-" + store,
                "config:sail.type \"velella:Outbox\" ; config:delegate [ " + delegate + " ]");
    }

    @Override
    public URI queryUrl() {
        return URI.create(server.base() + "/repositories/" + name);
    }

    @Override
    public URI updateUrl() {
        return URI.create(queryUrl() + "/statements");
    }

    @Override
    public void start() throws IOException {
        server.start();
    }

    @Override
    public StoreServer awaitUp() throws Exception {
        server.awaitUp();
        String configuration =
                """
                @prefix config: <tag:rdf4j.org,2023:config/>.
                [] a config:Repository ; config:rep.id "%s" ; config:rep.impl [
                  config:rep.type "openrdf:SailRepository" ; config:sail.impl [ %s ] ] .
                """
                        .formatted(name, sail);
        int status = status(request(queryUrl())
                .header("Content-Type", "text/turtle")
                .PUT(HttpRequest.BodyPublishers.ofString(configuration))
                .build());
        if (status != 204 && status != 409) {
            throw new IOException("no repository: HTTP " + status);
        }
        return this;
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void close() {
        // the server goes on
    }
}
