package dev.velella.sink.remote;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import java.net.URI;
import java.time.Duration;

/**
 * The address of a remote store, and the settings for its use. Immutable. {@code toString} shows no secret.
 *
 * @param protocol protocol of the server
 * @param queryUrl repository of an RDF4J server, or address for queries of a SPARQL endpoint
 * @param updateUrl address for updates of a SPARQL endpoint; not used with an RDF4J server
 * @param authentication credentials of the sink
 * @param tls trusted certificates, and the sink's own certificate
 * @param connectTimeout maximum time to get a connection
 * @param requestTimeout maximum time without a byte of the answer
 * @param maxRequestBytes maximum size of an update sent to a SPARQL endpoint, in bytes
 * @param delivery the delivery guarantee
 * @param tripleTerms whether quoted triples are sent to an RDF4J server
 * @param cachedStreams maximum number of streams whose chains are cached
 */
public record RemoteSettings(
        RemoteProtocol protocol,
        URI queryUrl,
        URI updateUrl,
        Authentication authentication,
        Tls tls,
        Duration connectTimeout,
        Duration requestTimeout,
        int maxRequestBytes,
        Delivery delivery,
        boolean tripleTerms,
        int cachedStreams) {

    /** Returns these settings with other timeouts. */
    public RemoteSettings with(Duration connect, Duration request) {
        return new RemoteSettings(
                protocol,
                queryUrl,
                updateUrl,
                authentication,
                tls,
                connect,
                request,
                maxRequestBytes,
                delivery,
                tripleTerms,
                cachedStreams);
    }

    /** The delivery guarantee. */
    public enum Delivery {
        /**
         * Every record has its effect exactly once. This needs an endpoint that applies an update as a whole or not at
         * all.
         */
        EXACTLY_ONCE,
        /** After a failure, records may be applied again, and until then readers may see half a batch. */
        AT_LEAST_ONCE
    }
}
