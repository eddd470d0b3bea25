package dev.velella.kit.options;

import org.apache.kafka.common.config.ConfigException;

/**
 * An address: host and port. Immutable.
 *
 * @param host name or address, without brackets
 * @param port port number
 */
public record Listener(String host, int port) {
    private static final String DEFAULT_HOST = "localhost";
    private static final int MOST = 65_535;

    /**
     * Reads the value of an option: {@code host:port}, or only a port for localhost.
     *
     * @param example port for the message
     * @throws ConfigException if the text has another form; the message names the option
     */
    public static Listener parse(String option, String text, int example) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? DEFAULT_HOST : text.substring(0, colon);
        boolean isHost = Hosts.isHost(host);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            port = -1;
        }
        if (!isHost || port < 0 || port > MOST) {
            throw new ConfigException(
                    option,
                    text,
                    "must be host:port or a port, such as localhost:" + example + " or " + example
                            + ", without scheme and path");
        }
        return new Listener(host, port);
    }

    /** {@code host:port}, with brackets around an IPv6 address. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
