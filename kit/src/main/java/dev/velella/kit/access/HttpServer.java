package dev.velella.kit.access;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Identity of an HTTP server. A client compares identities to see whether a redirect leads to another server.
 * Immutable.
 *
 * @param scheme http or https
 * @param host in lower case
 * @param port if an address names no port, the default port of the scheme
 */
public record HttpServer(String scheme, String host, int port) {
    /** The server of an address; empty if the address is no HTTP address. */
    public static Optional<HttpServer> of(URI address) {
        return address.getScheme() == null || address.getHost() == null
                ? Optional.empty()
                : of(address.getScheme(), address.getHost(), address.getPort());
    }

    /**
     * The server with these parts of an address, in upper or lower case; empty if the scheme is neither http nor https.
     *
     * @param port a negative number stands for the default port of the scheme
     */
    public static Optional<HttpServer> of(String scheme, String host, int port) {
        boolean tls = scheme.equalsIgnoreCase("https");
        return tls || scheme.equalsIgnoreCase("http")
                ? Optional.of(new HttpServer(
                        tls ? "https" : "http", host.toLowerCase(Locale.ROOT), port >= 0 ? port : tls ? 443 : 80))
                : Optional.empty();
    }
}
