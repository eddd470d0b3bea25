package dev.velella.grpc.server;

import dev.velella.grpc.options.GrpcConfig;
import dev.velella.grpc.protocol.RdfStreamMethods;
import dev.velella.grpc.publish.PublishService;
import dev.velella.grpc.subscribe.SubscribeService;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.thread.Daemon;
import io.grpc.InsecureServerCredentials;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.TlsServerCredentials;
import io.grpc.TlsServerCredentials.ClientAuth;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jelly's gRPC service for topics of a Kafka cluster. Runs from {@link #start} until {@link #close}, which lets open calls
 * end in order. Thread-safe.
 */
public final class RdfStreamServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RdfStreamServer.class);

    /** Interval in which a silent connection is asked whether its peer is there. */
    private static final int KEEP_ALIVE_SECONDS = 60;

    private static final int KEEP_ALIVE_PATIENCE_SECONDS = 20;

    /** Shortest interval in which clients may ask. */
    private static final int CLIENT_KEEP_ALIVE_SECONDS = 10;

    private static final int IDLE_MINUTES = 5;
    private static final int HANDSHAKE_SECONDS = 20;

    /** Streams that a connection may reset: a client that opens and resets streams costs more than it pays. */
    private static final int RESETS = 500;

    private static final int RESETS_SECONDS = 30;

    private final GrpcConfig config;
    private final SubscribeService subscribe;
    private final PublishService publish;
    private final ExecutorService threads;
    private final Server server;

    /**
     * A server that does not listen yet. No broker is asked.
     *
     * @throws IllegalArgumentException if a file of keys or certificates cannot be used
     * @throws org.apache.kafka.common.KafkaException if the properties of Kafka's clients do not work
     */
    public RdfStreamServer(GrpcConfig config) {
        this.config = config;
        ServerCredentials credentials = credentials(config.tls(), config.needsClientCertificate());
        subscribe = new SubscribeService(config);
        publish = new PublishService(config);
        // Not more threads than open calls, because the methods of a call run one after the other.
        threads = Executors.newCachedThreadPool(Daemon.named("grpc-call"));
        server = server(config, credentials, threads, service());
    }

    private ServerServiceDefinition service() {
        ServerServiceDefinition service = ServerServiceDefinition.builder(RdfStreamMethods.SERVICE)
                .addMethod(RdfStreamMethods.SUBSCRIBE, subscribe)
                // Headers of a method with a single answer wait for the answer, but a publisher needs velella-next
                // before it.
                .addMethod(
                        RdfStreamMethods.PUBLISH.toBuilder()
                                .setType(MethodType.BIDI_STREAMING)
                                .build(),
                        publish)
                .build();
        Authentication authentication = config.authentication();
        if (authentication.header().isPresent()) {
            service = ServerInterceptors.intercept(service, new Credentials(authentication));
        }
        return ServerInterceptors.intercept(service, new CallLimits(config.maxCalls(), config.maxCallsPerClient()));
    }

    private static Server server(
            GrpcConfig config, ServerCredentials credentials, Executor threads, ServerServiceDefinition service) {
        return NettyServerBuilder.forAddress(
                        new InetSocketAddress(
                                config.listener().host(), config.listener().port()),
                        credentials)
                .executor(threads)
                .addService(service)
                .maxInboundMessageSize(config.maxMessageBytes())
                .maxConcurrentCallsPerConnection(config.maxCallsPerClient())
                .maxRstFramesPerWindow(RESETS, RESETS_SECONDS)
                .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_PATIENCE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(CLIENT_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
                .build();
    }

    private static ServerCredentials credentials(@Nullable Tls tls, boolean clientCertificate) {
        KeyManagerFactory own = tls == null ? null : tls.keys();
        if (tls == null || own == null) {
            return InsecureServerCredentials.create();
        }
        TlsServerCredentials.Builder builder = TlsServerCredentials.newBuilder()
                .keyManager(own.getKeyManagers())
                .clientAuth(clientCertificate ? ClientAuth.REQUIRE : ClientAuth.NONE);
        TrustManagerFactory trust = tls.trust();
        if (trust != null) {
            builder.trustManager(trust.getTrustManagers());
        }
        return builder.build();
    }

    /**
     * Listens.
     *
     * @throws IOException if the address cannot be used
     */
    public void start() throws IOException {
        server.start();
        LOG.info(
                "Serves {}:{}; subscribe.topics {}, publish.topics {}",
                config.listener().host(),
                port(),
                config.subscribeTopics().patterns(),
                config.publishTopics().patterns());
    }

    /** The port; -1 before {@link #start}. */
    public int port() {
        return server.getPort();
    }

    /** Number of open subscriptions. */
    public int subscriptions() {
        return subscribe.count();
    }

    /** Number of open calls to publish. */
    public int publications() {
        return publish.count();
    }

    /** Waits until the server was closed. */
    public void awaitStopped() throws InterruptedException {
        server.awaitTermination();
    }

    /**
     * Takes no new calls, writes the frames that have arrived, and ends all calls. Each client is told where to go on.
     * Takes at most {@link PublishService#STOP_GRACE_MS} and a few seconds.
     */
    @Override
    public void close() {
        server.shutdown();
        subscribe.stop();
        publish.stop();
        try {
            if (!server.awaitTermination(PublishService.STOP_GRACE_MS, TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        subscribe.close();
        publish.close();
        threads.shutdown();
    }
}
