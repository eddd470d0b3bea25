package dev.velella.kit.http;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.http.message.Coding;
import dev.velella.kit.options.Listener;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of an HTTP server. Immutable.
 *
 * @param name name of the server, for its threads
 * @param prefix beginning of the names of its options, for messages
 * @param listener address to listen on
 * @param allowedHosts more names of the server, as clients call it
 * @param allowedOrigins web sites whose pages may read answers
 * @param authentication the credentials that clients must send; {@link Authentication#NONE} if they need none
 * @param tls key of the server, and the authorities of clients; without a key the server speaks plain HTTP
 * @param bounds what clients may take
 * @param codings compressions of answers, the preferred one first
 */
public record ServerSettings(
        String name,
        String prefix,
        Listener listener,
        List<String> allowedHosts,
        List<String> allowedOrigins,
        Authentication authentication,
        Tls tls,
        Bounds bounds,
        List<Coding> codings) {
    public ServerSettings {
        allowedHosts = List.copyOf(allowedHosts);
        allowedOrigins = List.copyOf(allowedOrigins);
        codings = List.copyOf(codings);
    }

    /** A server for everybody who calls it by its own name. */
    public static ServerSettings open(String name, String prefix, Listener listener, Bounds bounds) {
        return new ServerSettings(
                name, prefix, listener, List.of(), List.of(), Authentication.NONE, Tls.DEFAULT, bounds, List.of());
    }

    /** These settings, with one name more by which clients may call the server. */
    public ServerSettings alsoCalled(String host) {
        List<String> hosts = new ArrayList<>(allowedHosts);
        hosts.add(host);
        return new ServerSettings(name, prefix, listener, hosts, allowedOrigins, authentication, tls, bounds, codings);
    }

    /** Whether the server speaks TLS. */
    public boolean isEncrypted() {
        return tls.own() != null;
    }

    /** http or https. */
    public String scheme() {
        return isEncrypted() ? "https" : "http";
    }

    /**
     * What clients may take.
     *
     * @param threads most threads
     * @param clients most connections
     * @param answers most answers at a time
     * @param streams most answers without end at a time
     * @param requestMs longest time of a request, in ms
     * @param stallMs longest time without progress of an answer, in ms
     * @param answerMs longest time of an answer, in ms
     * @param headBytes largest head of a request: line and headers
     * @param bodyBytes largest body of a request
     */
    public record Bounds(
            int threads,
            int clients,
            int answers,
            int streams,
            long requestMs,
            long stallMs,
            long answerMs,
            int headBytes,
            int bodyBytes) {
        /** A size for heads without queries in them. */
        public static final int HEAD_BYTES = 16 << 10;
    }
}
