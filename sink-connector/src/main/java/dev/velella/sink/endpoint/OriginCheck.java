package dev.velella.sink.endpoint;

import com.sun.net.httpserver.Headers;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that a browser makes for a page of another site. Such a page could not read the answer, but its
 * requests would put load on the store. Browsers name the site in the header Origin. If they do not send this header,
 * Sec-Fetch-Site says that the request comes from another site. Immutable.
 */
final class OriginCheck {
    private final Set<String> allowed = new HashSet<>();

    /** @param allowed sites that may send requests, such as {@code https://app.example.org} */
    OriginCheck(List<String> allowed) {
        allowed.forEach(site -> this.allowed.add(name(site)));
    }

    /**
     * Returns the other site that may read the answer; null if the request does not come from another site.
     *
     * @throws HttpFault if the request was made for a page of a site that is not allowed
     */
    @Nullable
    String check(Headers request) {
        String origin = request.getFirst("Origin");
        if (origin != null) {
            if (allowed.contains(name(origin))) {
                return origin;
            }
            if (!name(origin).equals(name("http://" + request.getFirst("Host")))) {
                throw refused("'" + origin + "'");
            }
            return null;
        }
        String site = request.getFirst("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw refused("another site");
        }
        return null;
    }

    private static HttpFault refused(String site) {
        return new HttpFault(
                403,
                "requests of pages of " + site + " are refused; sparql.endpoint.allowed.origins names those that may");
    }

    private static String name(String origin) {
        String lower = origin.strip().toLowerCase(Locale.ROOT);
        return lower.endsWith("/") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
