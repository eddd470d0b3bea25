package dev.velella.outbox.endpoint;

import com.sun.net.httpserver.HttpServer;
import dev.velella.outbox.OutboxSail;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves the outbox of a repository over HTTP, so that the source connector ({@code source.type=rdf4j}) can read a repository
 * that is not in an RDF4J server but in a program of its own. {@link #uri} is the connector's {@code rdf4j.url}. It serves the
 * outbox alone: no query, and no statement of the repository but in snapshots.
 *
 * <p>It is made for a few connectors, which ask one request after the other. It speaks no TLS: beyond one machine put a server
 * that does in front of it. Owns its server and threads, not the Sail: close it before the Sail is shut down. Thread-safe.
 */
public final class OutboxEndpoint implements AutoCloseable {
    private static final String NAME = "[A-Za-z0-9._-]+";
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";
    private static final int BACKLOG = 50;

    /** A client that does not read its answer holds up one of them. */
    private static final int THREADS = 8;

    static {
        // Java's server sends the head of an answer and then its body, which would wait until the head is acknowledged.
        if (System.getProperty(NO_DELAY) == null) {
            System.setProperty(NO_DELAY, "true");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final URI uri;

    private OutboxEndpoint(OutboxSail sail, String name, InetSocketAddress address, @Nullable Login login)
            throws IOException {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("not a name of letters, digits, '-', '_' and '.': " + name);
        }
        server = HttpServer.create(address, BACKLOG);
        AtomicInteger count = new AtomicInteger();
        threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "outbox-endpoint-" + name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        String path = "/repositories/" + name;
        server.createContext(path + "/statements", new OutboxHandler(sail)).setAuthenticator(login);
        server.start();
        String host = address.getHostString();
        uri = URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + server.getAddress().getPort() + path);
    }

    /**
     * Serves the outbox to everybody on this machine.
     *
     * @param sail of the repository; the first request initializes it if nobody has
     * @param name of the repository in the address: letters, digits, {@code -}, {@code _} and {@code .}. The source takes it
     *     as the key of the stream
     * @param address a loopback address; port 0 takes a free port
     * @throws IllegalArgumentException if the name has other characters, or the address is no loopback address
     * @throws IOException if it is impossible to listen there
     */
    public static OutboxEndpoint start(OutboxSail sail, String name, InetSocketAddress address) throws IOException {
        if (address.getAddress() == null || !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    address + " is no loopback address: who can read an outbox sees every change and can trim it, so"
                            + " give a user name and a password");
        }
        return new OutboxEndpoint(sail, name, address, null);
    }

    /**
     * Serves the outbox, at any address, to everybody who has the login (HTTP Basic).
     *
     * @param sail as without a login
     * @param name as without a login
     * @param address any address of this machine; port 0 takes a free port
     * @param username the connector's {@code rdf4j.username}, without a colon
     * @param password the connector's {@code rdf4j.password}, not empty
     * @throws IllegalArgumentException if the name has other characters, the user name has a colon or the password is empty
     * @throws IOException if it is impossible to listen there
     */
    public static OutboxEndpoint start(
            OutboxSail sail, String name, InetSocketAddress address, String username, String password)
            throws IOException {
        return new OutboxEndpoint(sail, name, address, new Login(username, password));
    }

    /** Address of the repository, for the connector's {@code rdf4j.url}. */
    public URI uri() {
        return uri;
    }

    /** Stops listening and breaks connections. A connector asks again until somebody listens there again. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
