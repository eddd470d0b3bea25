package dev.velella.serve.options;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.options.Listener;
import java.util.List;

/**
 * The settings of the HTTP server. Immutable.
 *
 * @param listener address to listen on
 * @param allowedHosts more names of the service, as clients call it
 * @param allowedOrigins web sites whose pages may read answers
 * @param authentication the credentials that clients must send; {@link Authentication#NONE} if they need none
 * @param tls key of the service, and the authorities of clients; without a key the service speaks plain HTTP
 * @param clients most connections
 * @param answers most answers at a time
 * @param subscribers most streams of events at a time
 * @param requestMs longest time of a request, in ms
 * @param stallMs longest time without progress of an answer, in ms
 * @param answerMs longest time of an answer, in ms
 * @param bodyBytes largest body of a request
 */
public record HttpSettings(
        Listener listener,
        List<String> allowedHosts,
        List<String> allowedOrigins,
        Authentication authentication,
        Tls tls,
        int clients,
        int answers,
        int subscribers,
        long requestMs,
        long stallMs,
        long answerMs,
        int bodyBytes) {
    public HttpSettings {
        allowedHosts = List.copyOf(allowedHosts);
        allowedOrigins = List.copyOf(allowedOrigins);
    }

    /** Whether the service speaks TLS. */
    public boolean isEncrypted() {
        return tls.own() != null;
    }
}
