package dev.velella.grpc.client;

import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.RdfStreamMethods;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A connection to a server of Jelly's gRPC service. Thread-safe. */
public final class RdfStreamClient implements AutoCloseable {
    /** Largest frame that is received: that of the readers. */
    private static final int MOST_BYTES = 64 << 20;

    private final ManagedChannel channel;
    private final Authentication authentication;

    /**
     * Prepares a connection; it is opened by the first call.
     *
     * @param server host and port
     * @param tls trusted certificates and own key; null if the connection is not encrypted
     * @throws IllegalArgumentException if a file of keys or certificates cannot be used
     */
    public RdfStreamClient(String server, @Nullable Tls tls, Authentication authentication) {
        this.authentication = authentication;
        channel = NettyChannelBuilder.forTarget(server, credentials(tls))
                .maxInboundMessageSize(MOST_BYTES)
                .keepAliveTime(60, TimeUnit.SECONDS)
                .build();
    }

    private static ChannelCredentials credentials(@Nullable Tls tls) {
        if (tls == null) {
            return InsecureChannelCredentials.create();
        }
        TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
        TrustManagerFactory trust = tls.trust();
        KeyManagerFactory own = tls.keys();
        if (trust != null) {
            builder.trustManager(trust.getTrustManagers());
        }
        if (own != null) {
            builder.keyManager(own.getKeyManagers());
        }
        return builder.build();
    }

    /**
     * Subscribes to a topic.
     *
     * @param headers wishes, see {@link CallMetadata}
     */
    public IncomingFrames subscribe(RdfStreamSubscribe request, Metadata headers) {
        ClientCall<RdfStreamSubscribe, byte[]> call = channel.newCall(RdfStreamMethods.SUBSCRIBE, CallOptions.DEFAULT);
        return new IncomingFrames(call, request, authenticated(headers));
    }

    /**
     * Begins to publish.
     *
     * @param headers topic and more, see {@link CallMetadata}
     */
    public OutgoingFrames publish(Metadata headers) {
        return new OutgoingFrames(
                channel.newCall(RdfStreamMethods.PUBLISH, CallOptions.DEFAULT), authenticated(headers));
    }

    private Metadata authenticated(Metadata headers) {
        Metadata all = new Metadata();
        all.merge(headers);
        authentication.header().ifPresent(header -> all.put(CallMetadata.AUTHORIZATION, header));
        return all;
    }

    /** Ends all calls. */
    @Override
    public void close() {
        channel.shutdownNow();
        try {
            boolean unused = channel.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
