package dev.velella.kit.http.connection;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * The connections of clients. A connection is closed if its client takes too long for a request, or for an answer as a
 * whole. If there are too many connections, the one that has waited longest without a request is closed. So a client that
 * sends a byte now and then keeps nobody out. Thread-safe.
 */
public final class Clients implements Connection.Listener {
    private static final long NEVER = Long.MAX_VALUE;

    private final int most;
    private final long requestNanos;
    private final long answerNanos;
    private final Map<Connection, Client> clients = new ConcurrentHashMap<>();

    /** A connection; its fields are written by the thread that has the connection. */
    private static final class Client {
        private volatile boolean answering;
        private volatile long since = System.nanoTime();
        private volatile long limit;

        Client(long limit) {
            this.limit = limit;
        }
    }

    /**
     * @param most most connections
     * @param requestMs longest time for a request, in ms
     * @param answerMs longest time for an answer, in ms
     */
    public Clients(int most, long requestMs, long answerMs) {
        this.most = most;
        requestNanos = TimeUnit.MILLISECONDS.toNanos(requestMs);
        answerNanos = TimeUnit.MILLISECONDS.toNanos(answerMs);
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection) {
            clients.put(connection, new Client(requestNanos));
            if (clients.size() > most) {
                close(longestWait());
            }
        }
    }

    @Override
    public void onClosed(Connection connection) {
        clients.remove(connection);
    }

    /** The connection that has waited longest for a request; null if all are getting answers. */
    private @Nullable Connection longestWait() {
        long now = System.nanoTime();
        Connection found = null;
        long longest = -1;
        for (Map.Entry<Connection, Client> each : clients.entrySet()) {
            long waited = now - each.getValue().since;
            if (!each.getValue().answering && waited > longest) {
                longest = waited;
                found = each.getKey();
            }
        }
        return found;
    }

    /** The request of a connection has come. */
    public void answering(Connection connection, boolean endless) {
        Client client = clients.get(connection);
        if (client != null) {
            client.since = System.nanoTime();
            client.limit = endless ? NEVER : answerNanos;
            client.answering = true;
        }
    }

    /** The answer is complete. The connection waits for the next request. */
    public void waiting(Connection connection) {
        Client client = clients.get(connection);
        if (client != null) {
            client.since = System.nanoTime();
            client.limit = requestNanos;
            client.answering = false;
        }
    }

    /** Closes the connections that have taken too long. Called again and again. */
    public void sweep() {
        long now = System.nanoTime();
        clients.forEach((connection, client) -> {
            if (client.limit != NEVER && now - client.since > client.limit) {
                close(connection);
            }
        });
    }

    /** Breaks all connections. */
    public void closeAll() {
        clients.keySet().forEach(this::close);
    }

    private void close(@Nullable Connection connection) {
        if (connection != null) {
            clients.remove(connection);
            EndPoint end = connection.getEndPoint();
            if (end != null) {
                end.close(new java.util.concurrent.TimeoutException("the client took too long"));
            }
        }
    }
}
