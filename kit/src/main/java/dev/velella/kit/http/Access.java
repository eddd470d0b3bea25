package dev.velella.kit.http;

import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may ask. Three checks: the name under which the server is called, because the page of a foreign site can
 * make its name lead to this machine (DNS rebinding); the site whose page sends the request, because its page could put
 * load on the server; and the credentials. Browsers name the site in the header Origin. If they do not send this header,
 * Sec-Fetch-Site says that the request comes from another site. Immutable.
 */
final class Access {
    private static final String ANY = "*";

    private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    private final Set<String> origins = new HashSet<>();
    private final byte @Nullable [] authorization;
    private final String challenge;
    private final String scheme;
    private final String prefix;

    Access(ServerSettings settings) {
        prefix = settings.prefix();
        allow(settings.listener().host());
        settings.allowedHosts().forEach(this::allow);
        settings.allowedOrigins().forEach(origin -> origins.add(name(origin)));
        String header = settings.authentication().header().orElse(null);
        authorization = header == null ? null : header.getBytes(StandardCharsets.UTF_8);
        challenge = header != null && header.startsWith("Basic")
                ? "Basic realm=\"velella\", charset=\"UTF-8\""
                : "Bearer realm=\"velella\"";
        scheme = settings.scheme();
    }

    private void allow(String name) {
        String host = name.strip().toLowerCase(Locale.ROOT);
        hosts.add(host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host);
    }

    /**
     * Checks a request.
     *
     * @param route what it asks for
     * @return the other site that may read the answer; null if the request comes from none
     * @throws HttpFault if the request is refused
     */
    @Nullable
    String check(ServerRequest request, Route route) {
        String origin = route.isLinked() ? null : checkOrigin(request);
        if (!route.isOpen() && authorization != null) {
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

    /**
     * Checks the name under which the server is called.
     *
     * @throws HttpFault if it is another's
     */
    void checkHost(ServerRequest request) {
        String given = request.header("Host");
        String host = given == null ? "" : given.toLowerCase(Locale.ROOT);
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        if (!hosts.contains(name) && !hosts.contains(ANY)) {
            throw new HttpFault(
                    403,
                    "requests for host '" + name + "' are refused; use localhost, or name the host in " + prefix
                            + "allowed.hosts");
        }
    }

    private @Nullable String checkOrigin(ServerRequest request) {
        String origin = request.header("Origin");
        if (origin != null) {
            if (origins.contains(name(origin))) {
                return origin;
            }
            if (!name(origin).equals(name(scheme + "://" + request.header("Host")))) {
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

    private HttpFault refused(String site) {
        return new HttpFault(
                403,
                "requests of pages of " + site + " are refused; " + prefix
                        + "allowed.origins names the sites that may");
    }

    private static String name(String origin) {
        String lower = origin.strip().toLowerCase(Locale.ROOT);
        return lower.endsWith("/") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
