package dev.velella.sink.endpoint;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that name another host than this one. A page of a foreign site can make a browser resolve its own
 * name to this machine (DNS rebinding), but the browser then sends that name. Immutable.
 */
final class HostCheck {
    private final Set<String> allowed = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    /** @param bind address that the endpoint listens on; allowed besides the names of the loopback interface */
    HostCheck(String bind) {
        String host = bind.toLowerCase(Locale.ROOT);
        allowed.add(host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host);
    }

    /**
     * @param header value of the Host header; null where there is none
     * @throws HttpFault if the host is not this one
     */
    void check(@Nullable String header) {
        String host = header == null ? "" : header.toLowerCase(Locale.ROOT);
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        if (!allowed.contains(name)) {
            throw new HttpFault(403, "requests for host '" + name + "' are refused; use localhost");
        }
    }
}
