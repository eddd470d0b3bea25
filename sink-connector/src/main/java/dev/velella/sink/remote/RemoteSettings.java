package dev.velella.sink.remote;

import dev.velella.access.Authentication;
import dev.velella.access.Tls;
import java.net.URI;
import java.time.Duration;

/**
 * Where a remote store is, and how to deal with it. Immutable; its text holds no secret.
 *
 * @param protocol how to talk to it
 * @param queryUrl repository of an RDF4J server, or where a SPARQL endpoint takes queries
 * @param updateUrl where a SPARQL endpoint takes updates; not used with an RDF4J server
 * @param authentication who the sink is
 * @param tls whom it trusts, and its own certificate
 * @param connectTimeout longest time to get a connection
 * @param requestTimeout longest time without a byte of the answer
 * @param maxRequestBytes largest update sent to a SPARQL endpoint
 * @param delivery what is promised
 * @param tripleTerms whether quoted triples are sent to an RDF4J server
 * @param cachedStreams most streams whose chains are remembered
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

    /** These settings with other times. */
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

    /** What is promised. */
    public enum Delivery {
        /** Every record has its effect once: needs an endpoint that does an update as a whole or not at all. */
        EXACTLY_ONCE,
        /** After a failure, records may be applied again, and until then readers may see half a batch. */
        AT_LEAST_ONCE
    }
}
