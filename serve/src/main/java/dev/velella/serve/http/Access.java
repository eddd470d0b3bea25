package dev.velella.serve.http;

import dev.velella.serve.http.message.HttpFault;
import dev.velella.serve.http.message.ServeRequest;
import dev.velella.serve.options.HttpSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may ask. Three checks: the name under which the service is called, because the page of a foreign site can
 * make its name lead to this machine (DNS rebinding); the site whose page sends the request; and the credentials. Immutable.
 */
final class Access {
    private static final String ANY = "*";

    private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    private final Set<String> origins = new HashSet<>();
    private final byte @Nullable [] authorization;
    private final String challenge;
    private final String scheme;

    /** @param advertised host of this instance for the others; null if it is alone */
    Access(HttpSettings settings, @Nullable String advertised) {
        String bound = settings.listener().host().toLowerCase(Locale.ROOT);
        hosts.add(bound.contains(":") ? "[" + bound + "]" : bound);
        if (advertised != null) {
            String host = advertised.toLowerCase(Locale.ROOT);
            hosts.add(host.contains(":") ? "[" + host + "]" : host);
        }
        settings.allowedHosts().forEach(host -> hosts.add(host.strip().toLowerCase(Locale.ROOT)));
        settings.allowedOrigins().forEach(origin -> origins.add(name(origin)));
        String header = settings.authentication().header().orElse(null);
        authorization = header == null ? null : header.getBytes(StandardCharsets.UTF_8);
        challenge = header != null && header.startsWith("Basic")
                ? "Basic realm=\"velella\", charset=\"UTF-8\""
                : "Bearer realm=\"velella\"";
        scheme = settings.isEncrypted() ? "https" : "http";
    }

    /**
     * Checks a request.
     *
     * @param open whether no credentials are needed
     * @return the other site that may read the answer; null if the request comes from none
     * @throws HttpFault if the request is refused
     */
    @Nullable
    String check(ServeRequest request, boolean open) {
        String host = request.header("Host");
        checkHost(host == null ? "" : host.toLowerCase(Locale.ROOT));
        String origin = checkOrigin(request, host);
        if (!open && authorization != null) {
            String given = request.header("Authorization");
            byte[] sent = given == null ? new byte[0] : given.getBytes(StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(sent, authorization)) {
                throw new HttpFault(
                        401, given == null ? "the request needs credentials" : "the credentials are not right");
            }
        }
        return origin;
    }

    /** Value of the header WWW-Authenticate of an answer with status 401. */
    String challenge() {
        return challenge;
    }

    private void checkHost(String host) {
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        if (!hosts.contains(name) && !hosts.contains(ANY)) {
            throw new HttpFault(
                    403, "requests for host '" + name + "' are refused; serve.allowed.hosts names more hosts");
        }
    }

    private @Nullable String checkOrigin(ServeRequest request, @Nullable String host) {
        String origin = request.header("Origin");
        if (origin != null) {
            if (origins.contains(name(origin))) {
                return origin;
            }
            if (!name(origin).equals(name(scheme + "://" + host))) {
                throw refused("'" + origin + "'");
            }
            return null;
        }
        String site = request.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw refused("another site");
        }
        return null;
    }

    private static HttpFault refused(String site) {
        return new HttpFault(
                403, "requests of pages of " + site + " are refused; serve.allowed.origins names the sites that may");
    }

    private static String name(String origin) {
        String lower = origin.strip().toLowerCase(Locale.ROOT);
        return lower.endsWith("/") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
