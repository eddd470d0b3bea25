package dev.velella.source.mqtt.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Address of a broker. Immutable.
 *
 * @param host name or IP address
 * @param port of TCP
 * @param tls whether the connection is encrypted
 * @param webSocket path and query of the WebSocket; null for plain MQTT
 */
record MqttServer(String host, int port, boolean tls, @Nullable String webSocket) {

    /**
     * Reads {@code mqtt://}, {@code mqtts://}, {@code ws://} or {@code wss://} with a host. The port may be left out if
     * it is the usual one. {@code tcp} means mqtt, and {@code ssl} means mqtts.
     *
     * @throws IllegalArgumentException if the text has another form; the message shows the right form
     */
    static MqttServer parse(String text) {
        URI uri;
        try {
            uri = new URI(text.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not a URI such as mqtts://broker.example:8883: " + e.getReason(), e);
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("has no host; write mqtts://broker.example:8883");
        }
        if (uri.getUserInfo() != null) {
            throw new IllegalArgumentException("holds a user; set mqtt.username and mqtt.password instead");
        }
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/mqtt" : uri.getRawPath();
        String webSocket = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        return switch (scheme) {
            case "mqtt", "tcp" -> new MqttServer(uri.getHost(), port(uri, 1883), false, null);
            case "mqtts", "ssl", "tls" -> new MqttServer(uri.getHost(), port(uri, 8883), true, null);
            case "ws" -> new MqttServer(uri.getHost(), port(uri, 80), false, webSocket);
            case "wss" -> new MqttServer(uri.getHost(), port(uri, 443), true, webSocket);
            default -> throw new IllegalArgumentException("begins with none of mqtt://, mqtts://, ws:// and wss://");
        };
    }

    private static int port(URI uri, int usual) {
        return uri.getPort() < 0 ? usual : uri.getPort();
    }

    /** The address as messages show it. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
