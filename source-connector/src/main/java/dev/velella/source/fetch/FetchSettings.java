package dev.velella.source.fetch;

import dev.velella.access.Authentication;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * How requests are made. Immutable.
 *
 * @param prefix beginning of the names of the options that messages name, such as {@code http.}
 * @param connectTimeout longest time for a connection to be made
 * @param readTimeout longest time until an answer begins, and longest silence in it
 * @param authentication header of each request
 * @param tls certificates and keys
 */
public record FetchSettings(
        String prefix, Duration connectTimeout, Duration readTimeout, Authentication authentication, SSLContext tls) {}
