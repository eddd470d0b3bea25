package dev.velella.page.http;

import com.sun.net.httpserver.Headers;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses requests for other hosts, and those that a browser sends for a page of another site. A foreign site could
 * let its name lead to this machine, and read the streams. Immutable.
 */
final class HostRule {
    private final Set<String> allowed = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    /**
     * @param host host of the listener
     * @param more further names
     */
    HostRule(String host, Collection<String> more) {
        add(host);
        more.forEach(this::add);
    }

    private void add(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        allowed.add(lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower);
    }

    /** @throws PageFault 403 if the request is refused */
    void check(Headers request) throws PageFault {
        String host =
                request.getFirst("Host") == null ? "" : request.getFirst("Host").toLowerCase(Locale.ROOT);
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        if (!allowed.contains(name)) {
            throw new PageFault(
                    403, "requests for host '" + name + "' are refused; page.allowed.hosts names further hosts");
        }
        String origin = request.getFirst("Origin");
        String site = request.getFirst("Sec-Fetch-Site");
        boolean foreign = origin != null
                ? !origin.toLowerCase(Locale.ROOT).endsWith("://" + host)
                : "cross-site".equals(site) && !"navigate".equals(request.getFirst("Sec-Fetch-Mode"));
        if (foreign) {
            throw new PageFault(403, "requests of pages of other sites are refused");
        }
    }
}
