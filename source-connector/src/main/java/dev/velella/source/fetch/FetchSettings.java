package dev.velella.source.fetch;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.secret.ShownUrl;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How requests are made. Immutable.
 *
 * @param url address of the server, as the option has it
 * @param prefix beginning of the names of the options that messages name, such as {@code http.}
 * @param timeouts names of the options of the timeouts, for messages
 * @param connectTimeout longest time for a connection to be made
 * @param readTimeout longest time until an answer begins, and longest silence in it
 * @param wholeTimeout longest time for a whole answer; null for any time
 * @param authentication header of each request
 * @param tls certificates and keys
 */
public record FetchSettings(
        String url,
        String prefix,
        String timeouts,
        Duration connectTimeout,
        Duration readTimeout,
        @Nullable Duration wholeTimeout,
        Authentication authentication,
        SSLContext tls) {
    String option(String name) {
        return prefix + name;
    }

    /** An address as messages may show it: without values of its query, and without a query that only the client knows. */
    String shown(URI place) {
        return url.contains("?") ? ShownUrl.of(place) : ShownUrl.of(place).split("\\?", 2)[0];
    }
}
