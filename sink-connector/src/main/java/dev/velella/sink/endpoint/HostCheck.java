package dev.velella.sink.endpoint;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests whose Host header names another host. A page of a foreign site can make the browser resolve the
 * site's name to this machine (DNS rebinding), but the browser then sends the site's name in the header. Immutable.
 */
final class HostCheck {
    private final Set<String> allowed = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    /**
     * @param bind address that the endpoint listens on; allowed besides the names of the loopback interface
     * @param more other names that are allowed
     */
    HostCheck(String bind, List<String> more) {
        allow(bind);
        more.forEach(this::allow);
    }

    private void allow(String name) {
        String host = name.toLowerCase(Locale.ROOT);
        allowed.add(host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host);
    }

    /**
     * @param header value of the Host header; null if there is none
     * @throws HttpFault if the header names another host
     */
    void check(@Nullable String header) {
        String host = header == null ? "" : header.toLowerCase(Locale.ROOT);
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        if (!allowed.contains(name)) {
            throw new HttpFault(
                    403,
                    "requests for host '" + name
                            + "' are refused; use localhost, or name the host in sparql.endpoint.allowed.hosts");
        }
    }
}
