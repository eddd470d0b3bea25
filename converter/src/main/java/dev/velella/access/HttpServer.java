package dev.velella.access;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * A server of HTTP, by which a client tells its own server from another one that a redirect leads to. Immutable.
 *
 * @param scheme http or https
 * @param host in lower case
 * @param port the one of the scheme where an address names none
 */
public record HttpServer(String scheme, String host, int port) {
    /** The server of an address; empty where that is none of HTTP. */
    public static Optional<HttpServer> of(URI address) {
        return address.getScheme() == null || address.getHost() == null
                ? Optional.empty()
                : of(address.getScheme(), address.getHost(), address.getPort());
    }

    /**
     * The server of these parts of an address, in any case; empty where the scheme is none of HTTP.
     *
     * @param port negative for the one of the scheme
     */
    public static Optional<HttpServer> of(String scheme, String host, int port) {
        boolean tls = scheme.equalsIgnoreCase("https");
        return tls || scheme.equalsIgnoreCase("http")
                ? Optional.of(new HttpServer(
                        tls ? "https" : "http", host.toLowerCase(Locale.ROOT), port >= 0 ? port : tls ? 443 : 80))
                : Optional.empty();
    }
}
