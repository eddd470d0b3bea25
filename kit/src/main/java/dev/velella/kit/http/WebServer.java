package dev.velella.kit.http;

import dev.velella.kit.http.connection.Answers;
import dev.velella.kit.http.connection.Clients;
import dev.velella.kit.options.Listener;
import dev.velella.kit.thread.Daemon;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server for unknown clients. Requests and answers wait for slow clients without a thread; only answers that a
 * thread writes ({@link dev.velella.kit.http.message.Answer#written}) hold theirs. Owns its threads, which are daemons,
 * and its socket. {@link #start} is called once. Thread-safe.
 */
public final class WebServer implements AutoCloseable {
    private static final int OUTPUT_BYTES = 16 << 10;

    /** A hundred clients that connect at the same moment must not wait until their operating systems try again. */
    private static final int BACKLOG = 1_024;

    private static final long SWEEP_MS = 250;

    /** Within this time threads that still work are interrupted, in ms. */
    private static final long STOP_MS = 400;

    private final Server server;
    private final ServerConnector connector;
    private final ServerSettings settings;
    private final Clients clients;
    private final Answers answers;
    private final Answers streams;
    private final ScheduledExecutorService sweeper;
    private @Nullable Future<?> sweeping;

    /**
     * Makes the server; {@link #start} opens its socket.
     *
     * @throws IllegalArgumentException if the files for TLS cannot be used; the message says why
     */
    public WebServer(ServerSettings settings, Routes routes) {
        this.settings = settings;
        ServerSettings.Bounds bounds = settings.bounds();
        QueuedThreadPool threads = new QueuedThreadPool(bounds.threads(), Math.min(bounds.threads(), 4));
        threads.setName(settings.name());
        threads.setDaemon(true);
        threads.setStopTimeout(STOP_MS);
        server = new Server(threads);
        connector = connector(server, settings);
        clients = new Clients(bounds.clients(), bounds.requestMs(), bounds.answerMs());
        connector.addBean(clients);
        server.addConnector(connector);
        answers = new Answers(bounds.answers(), "answers");
        streams = new Answers(bounds.streams(), "streams of events");
        server.setErrorHandler(WebServer::refuse);
        server.setHandler(new ServerHandler(settings, routes, clients, answers, streams));
        sweeper = Executors.newSingleThreadScheduledExecutor(Daemon.named(settings.name() + "-sweeper"));
    }

    /** The answer to what is no request: the status alone, without a word of the inside. */
    private static boolean refuse(Request request, Response response, Callback callback) {
        response.write(true, ByteBuffer.allocate(0), callback);
        return true;
    }

    private static ServerConnector connector(Server server, ServerSettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        // Keys in paths may have slashes, dots and percent signs. Paths lead to no file.
        http.setUriCompliance(UriCompliance.UNSAFE);
        http.setRequestHeaderSize(settings.bounds().headBytes());
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setOutputBufferSize(OUTPUT_BYTES);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        ServerConnector connector;
        if (settings.isEncrypted()) {
            http.addCustomizer(new SecureRequestCustomizer(false));
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setSslContext(settings.tls().context());
            tls.setNeedClientAuth(settings.tls().trusted() != null);
            connector = new ServerConnector(server, 1, 1, new SslConnectionFactory(tls, plain.getProtocol()), plain);
        } else {
            connector = new ServerConnector(server, 1, 1, plain);
        }
        connector.setHost(settings.listener().host());
        connector.setPort(settings.listener().port());
        connector.setIdleTimeout(settings.bounds().stallMs());
        connector.setAcceptQueueSize(BACKLOG);
        return connector;
    }

    /**
     * Opens the socket.
     *
     * @throws ListenException if the address cannot be used; then nothing of the server is left
     */
    public WebServer start() throws ListenException {
        try {
            InetAddress.getByName(settings.listener().host()); // its error says more than Jetty's
            server.start();
        } catch (Exception e) {
            close();
            Throwable reason = e instanceof IOException && e.getCause() instanceof BindException bound ? bound : e;
            throw new ListenException(String.valueOf(reason.getMessage()), e);
        }
        sweeping = sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
        return this;
    }

    private void sweep() {
        clients.sweep();
        streams.wake();
    }

    /** The port on which the server listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Address of the server, without a path. */
    public String address() {
        return settings.scheme() + "://" + new Listener(settings.listener().host(), port());
    }

    /** Number of the answers that are being written, without those that threads write. */
    public int answers() {
        return answers.count();
    }

    /** Number of the answers without end that are being written. */
    public int streams() {
        return streams.count();
    }

    /** Lets answers without end go on: there is more. */
    public void wake() {
        streams.wake();
    }

    /** Breaks connections, interrupts what still works, and closes the socket. May be called again. */
    @Override
    public void close() {
        if (sweeping != null) {
            sweeping.cancel(false);
        }
        sweeper.shutdownNow();
        clients.closeAll(); // Jetty leaves some open whose requests are being answered
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server cannot be stopped: " + e.getMessage(), e);
        }
        clients.closeAll(); // those that came meanwhile
    }
}
