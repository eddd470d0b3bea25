package dev.velella.source.fetch;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request of a source. Immutable.
 *
 * @param accept media types to ask for; if they have no {@code *}{@code /*}, a page of HTML is no answer
 * @param headers further headers
 * @param body of a POST; null for none
 * @param meanings statuses besides 200 that say something to the source: they are answers, not failures
 */
public record Ask(
        String method,
        URI uri,
        String accept,
        Map<String, String> headers,
        @Nullable String body,
        Set<Integer> meanings) {
    /** Accepts any answer. */
    private static final String ANY = "*/*";

    /** A request that reads. */
    public static Ask get(URI uri, String accept, Map<String, String> headers) {
        return new Ask("GET", uri, accept, headers, null, Set.of());
    }

    /** A request with a question in its body. */
    public static Ask post(URI uri, String accept, String contentType, String body) {
        return new Ask("POST", uri, accept, Map.of("Content-Type", contentType), body, Set.of());
    }

    /** A request that deletes. */
    public static Ask delete(URI uri) {
        return new Ask("DELETE", uri, ANY, Map.of(), null, Set.of());
    }

    /** The same request, with these statuses as answers. */
    public Ask meaning(Integer... statuses) {
        return new Ask(method, uri, accept, headers, body, Set.of(statuses));
    }

    /**
     * The same request at another place of the server.
     *
     * @param status of the redirect; after 303 the place is read
     */
    Ask at(URI place, int status) {
        if (status != 303 || body == null) {
            return new Ask(method, place, accept, headers, body, meanings);
        }
        Map<String, String> others = new LinkedHashMap<>(headers);
        others.remove("Content-Type");
        return new Ask("GET", place, accept, others, null, meanings);
    }

    boolean acceptsPages() {
        return accept.contains(ANY) || accept.contains("html");
    }

    HttpRequest.Builder request() {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .header("Accept", accept);
        headers.forEach(request::header);
        return request;
    }
}
